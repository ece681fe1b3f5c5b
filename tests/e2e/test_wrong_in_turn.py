"""What can't be in a turn of Combat 3000 that is kept: a clear sentence each, whoever says it, and nothing changed."""

import pytest

from bot.sandbox.report import message_text
from tests.e2e.channel import table
from tests.e2e.wrong_apart import APART, CROWD, HALE, KEMP, OFF_DECK

# Before each phase what is done, and then what can't be: by whom, the line, and what is said to it.
PHASES = {
    "orders": (
        (),
        [
            ("Ann", f"/charge {HALE} {KEMP}", "charges are declared in the close combat phase: /phase goes on"),
            ("Ann", '/plan name:"Outlaw Kemp" plan:crouch', "Outlaw Kemp is not yours"),
            ("Ann", f'/plan {HALE} plan:"draw Moon"', "There is no weapon of Trooper Hale “Moon”"),
            ("Ann", f"/plan {HALE} plan:dance", "“dance” is no action: write a code of the list"),
            ("Ann", f'/plan {HALE} plan:"crouch; aim at Outlaw Kemp"', "and not both in a turn: choose one"),
            (
                "Ann",
                f'/plan {HALE} plan:"scan the door"',
                "neither a sight in hand nor a scanner to scan",
            ),
            (
                "Ann",
                f'/plan {HALE} plan:"strap on MM5 Rifle"',
                "MM5 Rifle is in hand: Trooper Hale can't",
            ),
            ("Ann", f'/plan {HALE} plan:"cut free Lies"', "Trooper Hale has no laser in hand to cut a web with"),
            (
                "Ref",
                '/phase values:"cutting Lies"',
                "“cutting” counts as a turn ends: say it",
            ),
            ("Ann", f'/plan {HALE} values:"strikes Moon"', "There is no weapon of Trooper Hale “Moon”"),
            ("Ann", "/plan name:Dead plan:crouch", "Dead is not yours"),
            ("Ref", "/plan name:Dead plan:crouch", "Dead is killed and cannot do anything"),
            ("Ref", "/structure add name:Fort kind:building rooms:0", "A building has a room at least"),
            ("Ref", "/structure add name:Fort kind:building", "A building has a room at least"),
            ("Ann", "/structure add name:Fort kind:building rooms:4", "is for the referee only"),
        ],
    ),
    "close combat": (
        ("/phase",),
        [
            ("Ann", f"/charge {HALE}", "target"),
            ("Ann", f"/charge {HALE} target:Nobody", "There is no"),
            ("Ann", f'/charge {HALE} target:"Sergeant Ruiz"', "Sergeant Ruiz is on Trooper Hale's side: name an enemy"),
            ("Ann", f'/charge {HALE} target:"Trooper Hale"', "Trooper Hale cannot charge themselves: name an enemy"),
            ("Ref", f"/charge {HALE} target:Wreck", "is on Trooper Hale's side: name an enemy to charge"),
            ("Ref", f"/charge name:Lies {KEMP}", "Lies is prone: stand up first, with /stance how:up"),
            ("Ref", f"/charge name:Dazed {KEMP}", "Dazed is stunned"),
            ("Ref", f"/charge name:Rider {KEMP}", "Rider rides in Jeep: get out first"),
            ("Ref", f"/charge name:Jeep {KEMP}", "Jeep is a vehicle, and close combat is between figures"),
            ("Ref", f"/charge name:Dead {KEMP}", "Dead is killed"),
            ("Ann", '/charge name:"Outlaw Kemp" target:"Trooper Hale"', "Outlaw Kemp is not yours"),
            ("Ben", '/receive name:"Outlaw Kemp" how:run', "Nobody charges Outlaw Kemp, or that is answered already"),
            (
                "Ann",
                f"/melee {HALE} {KEMP}",
                "Trooper Hale isn't in base contact with Outlaw Kemp: /charge brings them",
            ),
            ("Ann", f"/fire {HALE} {KEMP} mode:panic", "panic fire is at who charges: wait for the firing phase"),
        ],
    ),
    "charged": (
        (f"/charge {HALE} {KEMP}",),
        [
            ("Ann", '/receive name:"Outlaw Kemp" how:stand', "Outlaw Kemp is not yours"),
            ("Stranger", '/receive name:"Outlaw Kemp" how:stand', "Outlaw Kemp is not yours"),
            ("Ben", '/receive name:"Outlaw Kemp" how:dance', "dance"),
            (
                "Ben",
                '/receive name:"Outlaw Kemp" how:fire target:"Sergeant Ruiz"',
                "doesn't charge Outlaw Kemp: name one",
            ),
            ("Ann", f"/charge {HALE} {KEMP}", "Trooper Hale charges Outlaw Kemp already, who has yet to answer"),
        ],
    ),
    "movement": (
        ("/phase",),
        [
            ("Ben", '/receive name:"Outlaw Kemp" how:run', "charges are answered in the close combat phase"),
            ("Ref", '/move name:"Sergeant Ruiz"', "Say where to"),
            ("Ref", '/move name:"Sergeant Ruiz" to:F11', "That takes Sergeant Ruiz nowhere"),
            ("Ref", '/move name:"Sergeant Ruiz" to:"S S S S S"', "Nobody can walk to F12: choose a square"),
            ("Ref", '/move name:"Leader Voss" to:"W W"', "Something is in the way from E7 to D7: go round"),
            ("Ref", "/move name:R2 to:0", "That takes R2 nowhere: say how many cm"),
            ("Ref", "/move name:R2 to:10000", "R2 goes 5 cm at most so, and not 10000 cm"),
            ("Ref", "/move name:R2 to:100000", "100000"),
            ("Ref", "/move name:R2 to:-3", "-3"),
            ("Ref", "/move name:Wreck to:10", "Wreck is a wreck, and goes nowhere"),
            ("Ref", "/move name:Dazed to:I10", "Dazed is stunned and cannot move"),
            ("Ref", "/move name:Dead to:3", "Dead is killed and cannot move"),
            ("Ann", '/move name:"Leader Voss" to:F8', "Leader Voss is not yours"),
            ("Ann", f"/move {HALE} to:G10", "Trooper Hale has moved in this turn"),
            ("Ann", f"/stance {HALE} how:prone", "Trooper Hale charges Outlaw Kemp this turn"),
            (
                "Ref",
                '/move name:"Sergeant Ruiz" to:F10 values:"dragging Lies"',
                "These rules have no “dragging” for /move: leave",
            ),
            ("Ref", '/move name:"Sergeant Ruiz" to:F10 values:"ap 3"', "There is no value for /move “ap”: choose"),
            ("Ref", '/phase step:"aimed fire"', "There is no value for step “aimed fire”: choose orders"),
            ("Ref", "/phase step:orders", "It is the movement phase of turn 1: a step may be firing or actions"),
            ("Ref", "/phase step:movement", "It is the movement phase of turn 1: a step may be firing or actions"),
            ("Ann", "/phase step:firing", "is for the referee only"),
        ],
    ),
    "firing": (
        ("/phase",),
        [
            ("Ann", f"/fire {HALE} {KEMP}", "Trooper Hale charges Outlaw Kemp this turn: /phase ends the turn"),
            ("Ann", '/fire name:"Outlaw Kemp" target:"Trooper Hale"', "Outlaw Kemp is not yours"),
            ("Ref", '/fire name:"Sergeant Ruiz" target:Nobody', "There is no character “Nobody”"),
            ("Ref", '/fire name:"Sergeant Ruiz" target:Dead', "Dead has been killed already: choose another target"),
            ("Ref", f'/fire name:"Sergeant Ruiz" {KEMP} weapon:Moon', "There is no weapon of Sergeant Ruiz “Moon”"),
            (
                "Ref",
                f'/fire name:"Sergeant Ruiz" {KEMP} values:"evading yes"',
                "There is no value for /fire “evading”: did you mean",
            ),
            ("Ref", f'/fire name:"Sergeant Ruiz" {KEMP} values:"attacks 3"', "There is no value for /fire “attacks”"),
            (
                "Ref",
                f'/fire name:"Sergeant Ruiz" {KEMP} mode:speculative',
                "Nobody wrote down that Sergeant Ruiz fires",
            ),
            ("Ref", f"/fire name:Dazed {KEMP}", "Dazed is stunned and cannot fire"),
            ("Ref", f"/fire name:Dead {KEMP}", "Dead is killed and cannot fire"),
            ("Ref", "/grenade name:Jeep range:10", "Jeep is a vehicle: its crew throws grenades"),
            ("Ann", '/structure hit by:"Outlaw Kemp" name:Fort', "Outlaw Kemp is not yours"),
            ("Ref", '/structure hit by:"Sergeant Ruiz"', "Name what is hit; or on a deck a square and its side"),
            ("Ref", '/structure hit by:"Sergeant Ruiz" name:Fort', "There is no “Fort”, nor any other structure"),
            (
                "Ref",
                '/structure hit by:"Sergeant Ruiz" at:F11 side:N',
                "There is neither wall nor door on the north side",
            ),
            ("Ref", '/break name:"Sergeant Ruiz" how:lock side:N', "There is neither wall nor door on the north side"),
            ("Ref", '/break name:"Sergeant Ruiz" how:dance', "There is no value for how “dance”"),
            (
                "Ref",
                '/break name:"Sergeant Ruiz" values:"with Lies"',
                "These rules have no “with” for /break: leave it out.",
            ),
            ("Ref", "/reload name:R2", "weapons are reloaded in the actions phase: /phase goes on"),
        ],
    ),
    "actions": (
        ("/phase",),
        [
            (
                "Ref",
                '/morale check name:"Sergeant Ruiz" values:"fallen Lies"',
                "These rules have no “fallen” for /morale check",
            ),
            ("Ref", "/morale check name:R2", "R2 is a robot of class ACT, and tests no morale"),
            ("Ref", "/morale check name:Dead", "Dead has been killed, and tests no morale"),
            ("Ref", "/morale check name:Jeep", "Jeep is a vehicle, and only figures test their morale"),
            ("Ann", '/morale check name:"Outlaw Kemp"', "Outlaw Kemp is not yours"),
            ("Ann", f"/morale check {HALE}", "Nothing befell Trooper Hale in this turn that calls for a test"),
            ("Ann", f"/fire {HALE} {KEMP}", "fire is resolved in the firing phase: /phase goes on"),
            ("Ann", "/phase", "is for the referee only"),
        ],
    ),
}


async def told(loopback, user, line):
    outcome = await loopback.slash(user, "table", line)
    return outcome.error or "\n".join(message_text(reply) for reply in outcome.replies)


async def stands(loopback):
    """All that anything that was said could have changed."""
    return [await told(loopback, "Ref", line) for line in ("/turn show", "/character list", "/structure list", "/log")]


@pytest.mark.rule("C3K-G06", "C3K-C01", "C3K-L01")
@pytest.mark.parametrize(("crowd", "phases"), [(CROWD, PHASES), (APART, OFF_DECK)], ids=["deck", "apart"])
async def test_what_cannot_be_in_a_turn_is_a_sentence_and_changes_nothing(crowd, phases, tmp_path):
    wrong = []
    async with table(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        for line in crowd:
            await told(loopback, "Ref", line)
        for phase, (before, lines) in phases.items():
            for line in before:
                # Nobody who has something wrong to say later is to fall by a blow.
                loopback.stage.dice([1] * 12 if line.startswith("/melee") else ())
                await told(loopback, "Ref", line)
            loopback.stage.dice(())
            stood = await stands(loopback)
            assert "Jeep: undamaged" in stood[0]
            assert "Wreck: knocked out" in stood[0]
            for user, line, wanted in lines:
                said = await told(loopback, user, line)
                wrong += [f"{phase}: {user}: {line} → {said!r}"] if wanted not in said else []
            assert wrong == [], "\n".join(wrong)
            assert await stands(loopback) == stood, phase
