"""A sheet on which somebody is named who has another name now, or has left."""

from dataclasses import replace

from bot.systems.combat3000.figure.sheet import Aiming, Figure, Sheet
from bot.systems.strangers import naming


def renamed_on(sheet: Sheet, before: str, after: str) -> Sheet:
    """A sheet on which somebody is named who has another name now, or has left: whom they aim at, in what they ride."""
    if isinstance(sheet, Figure) and sheet.rides == before:
        sheet = replace(sheet, rides=after)
    if isinstance(sheet, Figure) and sheet.circuits.controller == before:
        sheet = replace(sheet, circuits=replace(sheet.circuits, controller=after))
    if isinstance(sheet, Figure) and sheet.kit.lights:
        sheet = replace(sheet, kit=sheet.kit.renamed(before, after))
    if sheet.aim.target == before:
        sheet = replace(sheet, aim=replace(sheet.aim, target=after) if after else Aiming())
    now, loss = sheet.now, sheet.now.loss
    if after and (before in now.busy or before in {now.target, now.aiming}):
        target, aiming = (after if each == before else each for each in (now.target, now.aiming))
        busy = naming({before}).sub(lambda _: after, now.busy)
        sheet = replace(sheet, now=replace(now, target=target, aiming=aiming, busy=busy))
    if loss and loss.seen_by and before in loss.seen_by:
        seen = tuple(filter(None, (after if name == before else name for name in loss.seen_by)))
        sheet = replace(sheet, now=replace(sheet.now, loss=replace(loss, seen_by=seen)))
    return sheet
