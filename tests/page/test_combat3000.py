"""By Combat 3000 on a page as narrow as a phone: a fight on a deck in a turn that is kept, by touch."""

import re

from tests.page.test_newcomer import Newcomer, shown_large
from tests.page.test_phone import PHONE, fits, sees_whole


async def test_a_fight_in_a_kept_turn(game, visit):
    loopback, stage = game
    ref = Newcomer(await visit(loopback, "Ref", **PHONE))
    await ref.visitor.send('/campaign new system:"Combat 3000" starter:True')
    await ref.reads("A campaign begins")
    await ref.gives("deck load", name="Trainer")
    await ref.reads("Trainer is put up")
    await ref.gives("place", name="Troopers · all 2", at="South team")
    await ref.gives("place", name="Outlaws · all 2", at="North team")
    await shown_large(await ref.reads("Leader Voss stands at"))
    await ref.gives("turn begin")
    await ref.reads("Turn 1, the orders phase")
    for _ in range(3):
        await ref.presses("Next step")
    # Both sides write their shots down, and they are fired together: 5 hits, 6+6 kills.
    await ref.gives("fire", name="Trooper Hale", target="Outlaw Kemp")
    await ref.reads("Trooper Hale has a shot written down")
    stage.dice([5, 6, 6])
    await ref.presses("Next step")
    shot = await ref.reads("Trooper Hale fires at Outlaw Kemp")
    await sees_whole(shot.get_by_role("img", name=re.compile("Outlaw Kemp")))
    await fits(ref.visitor)
    await ref.gives("summary")
    await ref.reads("Outlaws: 1 of 2 can act")
    await fits(ref.visitor)
    assert loopback.faults == []
