"""`/summary`: how it stands for each side, in one card with the picture."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from discord import app_commands

from bot.campaign.game import seen
from bot.campaign.gate import game_for, ledger_for, rows_for, tells_sheets
from bot.campaign.rows import StoredUnit
from bot.chat.answer import Reply, answer
from bot.chat.pictures import battle_drawn, deck_views, drawn
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed, plain
from bot.engine.cards import counted, sentence
from bot.engine.ships import Fleets
from bot.engine.system import CAREER, CHARACTER, SHIP, System
from bot.systems.marks import prisoners_told, takes_part
from bot.systems.seeing import ALL

_MOST_NAMED = 8


def _side_lines(system: System, units: Sequence[StoredUnit]) -> Iterator[str]:
    """A line for each side: how many of its people can act, and who is hurt, out of action or dead, or bears a mark."""
    sides: defaultdict[str, list[StoredUnit]] = defaultdict(list)
    for unit in units:
        sides[unit.side].append(unit)
    for side, members in sorted(sides.items()):
        able, told = 0, defaultdict[str, list[str]](list)
        for unit in members:
            one = seen(system, unit)
            mark = system.squads.mark(one.sheet)
            state = "dead" if mark.dead else "out of action" if mark.out else ", ".join(unit.marks)
            able += not (mark.dead or mark.out) and takes_part(one)
            if state or mark.wounds:
                told[state or "wounded"].append(unit.name)
        states = [f"{able} of {len(members)} can act", *(f"{state}: {_named(names)}" for state, names in told.items())]
        yield f"**{plain(side or 'No side')}**: {plain(' · '.join(states))}"


def _prisoner_lines(units: Sequence[StoredUnit]) -> Iterator[str]:
    """Who has surrendered, and in whose charge they are."""
    if told := prisoners_told([(unit.name, unit.marks) for unit in units]):
        yield plain(f"Prisoners: {told}")


def _named(names: Sequence[str]) -> str:
    shown = [*names[:_MOST_NAMED], *([f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else [])]
    return sentence(shown)


def _fleet_lines(fleets: Fleets) -> Iterator[str]:
    """The battle's moment, and a line for each side: its ships by how they stand, and the batteries that are left."""
    yield plain(f"{fleets.title}, {fleets.moment}")
    for number, side in enumerate(fleets.sides):
        own = [ship for ship in fleets.ships if ship.side == number]
        states = Counter(f"{ship.state}{' in reserve' if ship.reserve else ''}" for ship in own)
        left, built = sum(ship.batteries for ship in own), sum(ship.built for ship in own)
        stand = sentence([f"{count} {state}" for state, count in states.items()]) if own else "nobody"
        batteries = f"; {left} of {built} batteries" if built else ""
        yield f"**{plain(side)}**: {counted(len(own), 'ship')}, {stand}{batteries}"


def _ships_lines(ships: Sequence[StoredUnit]) -> Iterator[str]:
    """How many ships each side has, while they fight no battle."""
    for side, count in sorted(Counter(ship.side for ship in ships).items()):
        yield f"**{plain(side or 'No side')}**: {counted(count, 'ship')}, in no battle"


def _career_lines(system: System, careers: Sequence[StoredUnit]) -> Iterator[str]:
    """How those stand whose careers are told."""
    for each in careers[:_MOST_NAMED]:
        yield f"**{plain(each.name)}**: {plain(system.line_of(seen(system, each)))}"
    if len(careers) > _MOST_NAMED:
        yield f"and {len(careers) - _MOST_NAMED} more careers: /career list"


async def _summary(interaction: Interaction) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction, ended=True) as transaction:
        system = table.system_of(transaction)
        units, ships = await rows_for(transaction), await rows_for(transaction, SHIP)
        careers = await rows_for(transaction, CAREER)
        game = await game_for(transaction, system)
        ledger = await ledger_for(transaction, table.ships)
        closed = tells_sheets(transaction, table.ships)
    fleets = await asyncio.to_thread(lambda: table.ships.ships.fleets(ledger))
    if fleets and closed:
        fleets = table.ships.ships.fleets_known(fleets, ALL)
    kept = system.squads.turn_line(game.ledger) if system.kind == CHARACTER else ""
    scenario = system.staged.playing(game.ledger) if system.staged else None
    lines = [
        *(map(plain, scenario.decided.words) if scenario and scenario.decided else ()),
        *([plain(f"{kept[0].upper()}{kept[1:]}")] if kept else []),
        *_side_lines(system, units),
        *_prisoner_lines(units),
        *(_fleet_lines(fleets) if fleets else _ships_lines(ships)),
        *(_career_lines(table.careers, careers) if careers else ()),
    ]
    files = [*await drawn(deck_views(game, system)), *await battle_drawn(fleets)]
    nobody = f"Nobody is here yet: /{system.kind} add adds some."
    return Reply(lines_embed("How it stands", lines or [nobody]), attached=files)


@app_commands.command()
async def summary(interaction: Interaction) -> None:
    """Show how it stands for each side, with the picture"""
    await answer(interaction, _summary(interaction))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(summary)
