"""What of an order's values is the referee's: every field of every rulebook, decided one by one (ruling R-161).

Players' are the deeds themselves, and the circumstances that they are offered as options; the answer shows them. The
referee's are their modifier with its reason, leaving the deck out, and whatever goes round a setting of how the rules
are played.
"""

import pytest

from bot.campaign.journal import entry_of
from bot.campaign.play import play
from bot.campaign.rows import ENTRY
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.order import Need
from tests.campaign.conftest import AHL, PLAYER, REFEREE, SYSTEMS

AHL_WEAPONS = (
    "traveller, rounds, energy shots, ram flechette, close pistols, robot vacuum, robot faint, "
    "acr ds extreme, laser rifle extreme, gauss rifle extreme, lag flechette extreme, dm, because"
)
AHL_WOUNDS = "robot vacuum, robot faint, dm, because"
HOUSE = (
    "game, turns, kept aim, wall fire, unprinted breakdown, wounds, dropped weapons, weak weapons, neutrons, "
    "phaser stun"
)
C3K_PLAYERS = (
    "range, fire, gait, spread, trajectory, light, watch, size, moved, aiming, vehicle, setting, concealed, stand, "
    "covers, averted, struggling, fall, difficult, falling, flying, glass, drawing, speaking, unaware, blocked, "
    "obstacle, behind, friend in line, friend below, friend at target, dead ground, confined, vertical, salvo, "
    "shoulder, robot, near"
)
C3K_MORALE = (
    "cover, advancing, retreating, still, alone, fired on, heavy, friends advancing, friends retreating, "
    "enemy advancing, vehicles, killed, killed before, leader killed, leader, together"
)

# system, verb: the players' fields, and the referee's
DECIDED = {
    ("ahl", "fire"): (
        "weapon, range, fire, setting, cover, evading, dark, lit, zero-g, handhold, vacuum, turn",
        f"ranges, deck, {AHL_WEAPONS}",
    ),
    ("ahl", "cover"): ("at, weapon, turn, setting, dark, zero-g, handhold, vacuum", AHL_WEAPONS),
    ("ahl", "melee"): (
        "same square, dive, strike back, handhold, zero-g, vacuum",
        f"deck, battle dress melee, stuns, {AHL_WOUNDS}",
    ),
    ("ahl", "move"): ("to, gait, facing, ap, what works", "crowding, zero-g"),
    ("ahl", "jump"): ("at, how, ap, vacuum", ""),
    ("ahl", "land"): ("to", ""),
    ("ahl", "break"): ("side", "dm, because"),
    ("ahl", "airlock"): ("side", ""),
    ("ahl", "lift call"): ("side", ""),
    ("ahl", "lift ride"): ("to", ""),
    ("ahl", "lift set"): ("at, state", ""),
    ("ahl", "reorient"): ("", "dm, because"),
    ("ahl", "collide"): ("vacuum", f"zero-g, collision, battle dress melee, stuns, {AHL_WOUNDS}"),
    ("ahl", "reload"): ("weapon, ammunition, what works", "energy shots"),
    ("ahl", "give"): ("weapon, ammunition, clips, skill", "spare clips"),
    ("ahl", "heal"): ("wounds, what works", ""),
    ("ahl", "wake"): ("", "dm, because"),
    ("ahl", "blast"): ("cause, penetration, struck, at, vacuum", f"deck, own square, {AHL_WOUNDS}"),
    ("ahl", "grenade"): ("range, at, cover, vacuum", f"deck, scatter, crowding, own square, {AHL_WOUNDS}"),
    ("ahl", "structure hit"): ("name, kind, penetration, times, cause, squares, at, side", ""),
    ("ahl", "structure list"): ("", ""),
    ("ahl", "vacuum"): ("at, sealed", "deck, dm, because"),
    ("ahl", "dive"): ("", "dm, because"),
    ("ahl", "morale"): ("cause, times, dark", "deck, dm, because"),
    ("ahl", "rally"): ("cover, dark", "deck, rally, dm, because"),
    ("ahl", "range"): ("to", ""),
    ("ahl", "victory"): (
        "scenario, cases, escaped, escaped in battle dress, adventurers alive, sergei, zinovia, all destroyed, "
        "mutineers out, surrendered, failed",
        "",
    ),
    ("ahl", "phase"): ("step", "dm, because"),
    ("ahl", "phase ready"): ("step", ""),
    ("ahl", "plan"): ("plan, end, delay", ""),
    ("ahl", "turn begin"): ("", ""),
    ("ahl", "turn show"): ("", ""),
    ("ahl", "turn end"): ("", ""),
    ("combat3000", "fire"): (
        f"weapon, at, cover, wall, threats, each, turn, {C3K_PLAYERS}",
        f"shots, {HOUSE}, dm, because",
    ),
    ("combat3000", "grenade"): (f"grenade, at, turn, {C3K_PLAYERS}", f"shots, {HOUSE}, dm, because"),
    ("combat3000", "blast"): (
        "cause, at, confined, robot, waiting, concealed, stand, averted, struggling, fall",
        f"{HOUSE}, dm, because",
    ),
    ("combat3000", "reload"): (
        "weapon, ammunition, barrels, crew, gait, setting, what works",
        f"out of action, {HOUSE}",
    ),
    ("combat3000", "range"): ("to", ""),
    ("combat3000", "repair"): ("weapon, gait", f"{HOUSE}, dm, because"),
    ("combat3000", "morale"): (
        f"{C3K_MORALE}, cause, test, halved",
        "group losses, alien morale, odd families, turns, dm, because",
    ),
    ("combat3000", "rally"): (C3K_MORALE, "alien morale, odd families, turns, dm, because"),
    ("combat3000", "phase"): ("step, cutting, left gas, passing", ""),
    ("combat3000", "charge"): ("gait, doing, range, ground", f"unaware, load, {HOUSE}"),
    ("combat3000", "receive"): ("how, weapon, to", f"{HOUSE}, dm, because"),
    ("combat3000", "melee"): ("weapon, back", f"unaware, contact, {HOUSE}, dm, because"),
    ("combat3000", "plan"): ("plan, priority, orders, group, crew, strikes", "turns"),
    ("combat3000", "give"): ("weapon, ammunition, clips, hand, sight, mount, another", "turns"),
    ("combat3000", "heal"): ("wounds, what works", ""),
    ("combat3000", "move"): (
        "to, gait, facing, ground, avoiding, driver, bank, up, down, aside, land, what works",
        f"steep climb, ladders, load, fuel, {HOUSE}",
    ),
    ("combat3000", "structure add"): (
        "name, kind, build, armour, rooms, upper, building, room, metres, at, side",
        "",
    ),
    ("combat3000", "structure hit"): (
        f"name, at, side, weapon, times, {C3K_PLAYERS}",
        f"structures, shots, {HOUSE}, dm, because",
    ),
    ("combat3000", "structure list"): ("", ""),
    ("combat3000", "control"): ("how, orders, range, ignore", "turns, dm, because"),
    ("combat3000", "say"): ("words, voice, net, link", "turns"),
    ("combat3000", "use"): ("item, off", "turns"),
    ("combat3000", "break"): (f"how, what, side, weapon, {C3K_PLAYERS}", f"structures, shots, {HOUSE}, dm, because"),
    ("combat3000", "turn begin"): ("surprised", ""),
    ("combat3000", "turn show"): ("", ""),
    ("combat3000", "turn end"): ("", ""),
    ("ahl", "hold"): ("what works", ""),
    ("ahl", "standing"): ("when, say", ""),
    ("highguard", "battery"): ("weapon, range, sand, beams, repulsor", "dm, because"),
    ("highguard", "ship repair"): ("price, free", ""),
    ("highguard", "ship refuel"): ("tons, at, giant", ""),
    ("highguard", "battle commander"): ("side, player", ""),
    ("highguard", "battle new"): (
        "first, second, first tactics, second tactics, fuel, giant",
        "shattered tanks, missiles",
    ),
    ("highguard", "battle join"): ("side, aboard, captain, pilot", ""),
    ("highguard", "battle standing"): ("side, on, prefer, fall", ""),
    ("highguard", "battle show"): ("", ""),
    ("highguard", "battle end"): ("winner", ""),
    ("highguard", "battle form"): ("line, launch, recover, side, fight, rest", "dm, because"),
    ("highguard", "battle decide"): (
        "range, break off, jump, emergency, globe, silent, defend, pursue, repair, revive, board, transfer, refuel, "
        "note, drop, side, fight, rest",
        "dm, because",
    ),
    ("highguard", "battle fire"): ("orders, side, fight, rest", "dm, because"),
    ("highguard", "battle round"): ("side", "dm, because"),
}
# What every book has by itself; what is done to the deck by word is the referee's as a deed.
ON_DECK = {
    "stance": "how, what works",
    "surrender": "back, to",
    "take": "what",
    "roster replace": "side, template",
    "resupply": "prisoners",
    "rest": "days, heals, prisoners",
    "lean": "side",
    "face": "facing, what works",
    "light": "on",
    "door": "side, open",
    "place": "at, facing",
    "light set": "on, room",
    "door set": "at, open, side",
}
DECIDED |= {(key, verb): (fields, "") for key in ("ahl", "combat3000") for verb, fields in ON_DECK.items()}
# What is ordered at any table; a throw of one's own has no rules around which its modifier could go.
HOUSE = {
    "roll": "throw, dm, because",
    "campaign new": "",
    "campaign set": "setting, value, referee",
    "campaign end": "",
    "campaign move": "",
    "note": "text",
    "roster save": "name, who, shared",
    "roster load": "name, who, campaign",
    "roster remove": "name",
    "players set": "player, side, observer",
    "dice salt": "words",
    "dice reveal": "",
    "deck load": "",
    "deck take": "",
    "table away": "until",
    "table wait": "for",
    "table ping": "on",
    "table remind": "",
    "table default": "",
}
DECIDED |= {(key, verb): (fields, "") for key in ("ahl", "combat3000", "highguard") for verb, fields in HOUSE.items()}
DECIDED["highguard", "ship add"], DECIDED["highguard", "ship design"] = (
    ("template, name, count, side, owner", ""),
    ("", ""),
)
DECIDED["highguard", "ship conceal"] = ("template, name, count, side", "")
# Who is in a campaign, in every book; whoever adds somebody for another is asked for them as a deed.
WHO = ("name", "template", "count", "side", "owner")
for key in ("ahl", "combat3000", "highguard"):
    DECIDED[key, "character add"] = (", ".join((*WHO, *SYSTEMS[key].traits)), "")
# Who comes out of a career, or another campaign, has their own values in the place of a template's; and the table
# goes on by rules for people alone.
HANDED = ("as", *(name for name in WHO if name != "count"))
for key in ("ahl", "combat3000", "highguard"):
    DECIDED[key, "next"] = DECIDED[key, "answers"] = ("", "")
for key in ("ahl", "combat3000"):
    DECIDED[key, "career enlist"] = (", ".join((*HANDED, *SYSTEMS[key].traits)), "")
    DECIDED[key, "character bring"] = (", ".join(("campaign", *HANDED, *SYSTEMS[key].traits)), "")
for key, kind in (("ahl", "character"), ("combat3000", "character"), ("highguard", "ship")):
    DECIDED[key, f"{kind} edit"] = ("field, value, because, what works", "owner")
    DECIDED[key, f"{kind} remove"] = ("", "")
# In a campaign of ships alone there are none.
DECIDED["highguard", "character edit"] = ("name, field, value, because, what works", "owner")
DECIDED["highguard", "character remove"] = ("name", "")
# AHL's variant has AHL's orders; these ask for more, and its table prints what AHL's left to a setting.
MORE = {
    "fire": (
        "declared cover, sight, attacks, targets, mount, braced, size",
        "point blank, declared, overpenetration, lasers",
    ),
    "cover": ("mount, braced", "overpenetration, lasers"),
    "melee": ("weapon, back, no harm, weakened", "brawling, melee rules, overpenetration"),
    "blast": ("", "radius, collateral dm, overpenetration, lasers"),
    "grenade": ("", "collateral dm, overpenetration"),
}
EXTREMES = ", acr ds extreme, laser rifle extreme, gauss rifle extreme, lag flechette extreme"
SHEETS = ("character add", "career enlist", "character bring")
for (key, verb), (players, referees) in tuple(DECIDED.items()):
    if key == "ahl" and verb not in SHEETS:
        more, ruled = MORE.get(verb, ("", ""))
        DECIDED["ahl_variant", verb] = (f"{players}, {more}", f"{referees.replace(EXTREMES, '')}, {ruled}")
# What a sheet of the variant holds beside AHL's.
VARIANT_TRAITS = (
    "strength, dexterity, endurance, serious wounds, plating, zero-g skill, grav, legs, mass, speed, hits, more hits, "
    "damage, flight, extras, hide, killer"
)
for verb in SHEETS:
    DECIDED["ahl_variant", verb] = (f"{DECIDED['ahl', verb][0]}, {VARIANT_TRAITS}", "")
# Scenarios, for the books that have some.
SCENARIOS = {
    "scenario list": "",
    "scenario setup": "name, first, second, third, alone, drawn, thrown, sweep",
    "scenario show": "name",
    "scenario on": "",
    "scenario next": "deck, at",
    "scenario reveal": "name, at",
    "scenario tally": "what, by",
    "scenario alarm": "",
    "scenario drop": "",
    "scenario end": "sweep",
    "scenario search": "at",
    "scenario slip": "deck",
    "scenario pilots": "",
}
# What a scenario hides, the referee may read who plays a side of it.
DECIDED |= {
    (key, verb): (fields, "whole" if verb == "scenario show" else "")
    for key in ("ahl", "combat3000")
    for verb, fields in SCENARIOS.items()
}
DECIDED |= {
    ("ahl", "autopilot why"): ("orders, at", ""),
    ("ahl", "autopilot act"): ("orders, at", ""),
    ("ahl", "autopilot set"): ("orders, at", ""),
    ("ahl", "autopilot carry out"): ("", ""),
    ("ahl", "autopilot another"): ("", ""),
    ("ahl", "autopilot i decide"): ("", ""),
    ("combat3000", "autopilot why"): ("orders, at", ""),
    ("combat3000", "autopilot act"): ("orders, at", ""),
    ("combat3000", "autopilot set"): ("orders, at", ""),
    ("combat3000", "autopilot carry out"): ("", ""),
    ("combat3000", "autopilot another"): ("", ""),
    ("combat3000", "autopilot i decide"): ("", ""),
    ("ahl", "scenario take"): ("weapon", ""),
    ("ahl", "scenario throw"): ("at", ""),
    ("ahl_variant", "scenario take"): ("weapon", ""),
    ("ahl_variant", "scenario throw"): ("at", ""),
    # Whose wounds they are says from where they come (V27.Wounds, ruling VR-A12); how a death counts is a setting.
    ("ahl_variant", "convert"): ("order, light", "deaths"),
    ("ahl_variant", "encounter begin"): (
        "first, second, throws, bands, first devices, second devices, terrain, light, hexes",
        "",
    ),
    ("ahl_variant", "encounter ground"): ("at, terrain", ""),
    ("ahl_variant", "encounter show"): ("", ""),
    ("ahl_variant", "encounter step"): ("", ""),
    ("ahl_variant", "encounter alarm"): ("", ""),
    ("ahl_variant", "encounter end"): ("", ""),
    ("ahl_variant", "encounter pass"): ("", ""),
    ("ahl_variant", "go"): ("pace, to, near, evading, stance, cover, concealed, facing", ""),
    # Careers: what somebody is and chooses is theirs; what the book leaves to the referee is said by them alone.
    ("naval", "career begin"): ("name, upp, age, homeworld, subsector, navy, owner", ""),
    ("naval", "career next"): ("choice, all, answers", ""),
    ("naval", "career say"): ("asked, answer", ""),
    ("naval", "career"): ("year", ""),
    ("naval", "career control"): ("action, low recoil, handhold, regaining", "dm, because"),
    ("naval", "career learn"): ("skill", ""),
    ("naval", "career interrogate"): ("endurance, intelligence", "dm, because"),
    ("naval", "career edit"): ("field, value, because, what works", "owner"),
    ("naval", "career remove"): ("", ""),
}
# In a campaign of careers nobody waits at a table.
DECIDED |= {("naval", verb): (fields, "") for verb, fields in HOUSE.items() if not verb.startswith("table")}
# What a side is shown, in a campaign of any kind.
DECIDED |= {(key, "reveal"): ("side, what, because", "") for key in SYSTEMS}
DECIDED |= {(key, "look"): ("", "") for key in ("ahl", "ahl_variant", "combat3000")}
# Orders that only the referee gives, whatever is said for them.
DEEDS = {
    "ahl": (
        "note, reveal, players set, dice reveal, deck load, deck take, light set, door set, lift set, wake, blast, "
        "structure hit, vacuum, phase, turn begin, turn end, table wait, table default, table remind, rest"
    ),
    "combat3000": (
        "note, reveal, players set, dice reveal, deck load, deck take, light set, door set, blast, phase, turn begin, "
        "turn end, structure add, table wait, table default, table remind, rest"
    ),
    "highguard": (
        "note, reveal, players set, dice reveal, deck load, deck take, battery, ship conceal, ship repair, "
        "battle new, battle end, battle round, table wait, table default, table remind"
    ),
    "naval": "note, reveal, players set, dice reveal, deck load, deck take, career say",
}
SCENARIO = "scenario alarm, scenario setup, scenario on, scenario next, scenario reveal, scenario tally, scenario end"
DEEDS["ahl_variant"] = (
    f"{DEEDS['ahl']}, encounter begin, encounter ground, encounter step, encounter alarm, encounter end"
)
DEEDS["ahl"] += f", {SCENARIO}"
DEEDS["combat3000"] += f", {SCENARIO}"
DEEDS = {key: f"{verbs}, roster save, roster load, roster remove" for key, verbs in DEEDS.items()}
DEEDS |= {key: f"{DEEDS[key]}, roster replace" for key in ("ahl", "ahl_variant", "combat3000")}
# Circumstances, which a campaign may be set to and which a player is offered all the same.
CIRCUMSTANCES = {"dark", "zero-g", "vacuum", "light"}
# What is called as a setting is, and is something else: rounds left and wounds on a sheet, and what is healed.
ON_SHEETS = {("character add", "rounds"), ("career enlist", "rounds"), ("character bring", "rounds")} | {
    (verb, "wounds") for verb in ("character add", "career enlist", "character bring", "heal")
}


# What somebody else does than whoever gives the order is that one's to say, or the referee's: by role.
SPOKEN_FOR = {
    ("ahl", "melee"): {"strike back": "target", "handhold": "target"},
    ("ahl_variant", "melee"): {"strike back": "target", "handhold": "target", "back": "target"},
    ("combat3000", "melee"): {"back": "target"},
}


def names(text):
    return {name.strip() for name in text.split(",") if name.strip()}


def test_every_field_of_every_book_is_decided():
    found = {
        (key, verb): (
            {field.name for field in order.fields if not field.referees},
            {field.name for field in order.fields if field.referees},
        )
        for key, system in SYSTEMS.items()
        for verb, order in system.orders.items()
    }
    assert found == {key: (names(players), names(referees)) for key, (players, referees) in DECIDED.items()}


def test_what_is_said_for_somebody_else_is_decided():
    spoken = {
        (key, verb): {field.name: field.speaks_for for field in order.fields if field.speaks_for}
        for key, system in SYSTEMS.items()
        for verb, order in system.orders.items()
    }
    assert {key: fields for key, fields in spoken.items() if fields} == SPOKEN_FOR


def test_what_says_whom_an_order_reaches_is_decided():
    """Of those a player names nobody where the deck knows it."""
    found = {
        (key, verb): {each.name for each in (*order.roles, *order.fields) if each.reached}
        for key, system in SYSTEMS.items()
        for verb, order in system.orders.items()
        if order.need is Need.OWNER and any(each.reached for each in (*order.roles, *order.fields))
    }
    of_people = {("ahl", "fire"): {"others"}, ("ahl", "grenade"): {"people"}}
    of_people |= {("ahl_variant", verb): named for (_, verb), named in of_people.items()}
    of_figures = {
        "fire": {"others", "near"},
        "grenade": {"people", "near"},
        "break": {"near"},
        "structure hit": {"near"},
    }
    assert found == of_people | {("combat3000", verb): named for verb, named in of_figures.items()}


def test_what_only_the_referee_gives_is_decided():
    found = {
        key: {verb for verb, order in system.orders.items() if order.need is Need.REFEREE}
        for key, system in SYSTEMS.items()
    }
    assert found == {key: names(verbs) for key, verbs in DEEDS.items()}


def test_no_field_that_goes_round_a_setting_is_a_players():
    round_it = [
        (key, verb, field.name)
        for key, system in SYSTEMS.items()
        for verb, order in system.orders.items()
        for field in order.fields
        if field.name in system.settings and not field.referees
        if field.name not in CIRCUMSTANCES and (verb, field.name) not in ON_SHEETS
    ]
    assert round_it == []


@pytest.fixture
async def hers(channel):
    """A campaign in which Marine E1 is the player's."""
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Marine E1"), owner_id=PLAYER.id)
        await transaction.record("character edit", Card("hers"), place=channel.place)
    return channel


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"dm": 5}, "Adding a DM"),
        ({"values": "dm 5"}, "Adding a DM"),
        ({"values": "dm 9, because burst"}, "Adding a DM"),
        ({"values": "DM: +5"}, "Adding a DM"),
        ({"dm": "−3"}, "Adding a DM"),
        ({"because": "she aims well"}, "Giving the reason of a DM"),
        ({"values": "because he said so"}, "Giving the reason of a DM"),
        ({"values": "rounds unlimited"}, "Setting “rounds” for one order"),
        ({"mode": "aimed", "values": "roun unlim"}, "Setting “rounds” for one order"),
        ({"rounds": "unlimited"}, "Setting “rounds” for one order"),
        ({"values": "ranges metres"}, "Setting “ranges” for one order"),
        ({"values": "traveller yes"}, "Setting “traveller” for one order"),
        ({"values": "deck no"}, "Leaving the deck out"),
        ({"deck": False}, "Leaving the deck out"),
        ({"values": "acr ds extreme 1200 (1)+9"}, "Setting “acr ds extreme” for one order"),
    ],
)
async def test_what_is_the_referees_is_asked_of_the_value_however_it_is_typed(hers, given, refused):
    before = await hers.snapshot()
    with pytest.raises(RuleError, match=f"^{refused} is for the referee only.$"):
        await hers.fire(actor=PLAYER, **given)
    assert await hers.snapshot() == before
    assert (await hers.fire(**given)).verb == "fire"


@pytest.mark.parametrize(
    "given",
    [
        {"dark": True},
        {"values": "dark yes, lit no, cover yes"},
        {"values": "zero-g yes, handhold yes"},
        {"mode": "snap single"},
        # What says no more than how it is anyhow.
        {"dm": 0},
        {"values": "rounds counted, deck yes"},
    ],
)
async def test_circumstances_and_what_is_so_anyhow_are_anybodys_to_say(hers, given):
    assert (await hers.fire(actor=PLAYER, **given)).verb == "fire"


async def test_a_value_that_the_campaign_is_set_to_is_anybodys_and_the_default_is_not(hers):
    async with hers.transaction() as transaction:
        transaction.change_campaign(settings={"rounds": "unlimited"})
        await transaction.record("campaign set", Card("set"), place=hers.place)
    assert (await hers.fire(actor=PLAYER, values="rounds unlimited")).verb == "fire"
    with pytest.raises(RuleError, match="Setting “rounds” for one order"):
        await hers.fire(actor=PLAYER, values="rounds counted")


async def test_again_says_what_was_said_and_takes_the_settings_of_the_day(hers):
    first = await hers.fire(actor=PLAYER, values="cover yes")
    async with hers.transaction() as transaction:
        stored = (await entry_of(transaction, first.id))["order"]
        assert stored["said"] == {"range": 30, "values": "cover yes"}
        transaction.change_campaign(settings={"rounds": "unlimited"})
        await transaction.record("campaign set", Card("set"), place=hers.place)
    repeated = await hers.again(first.id, PLAYER)
    assert "−2 cover" in repeated.card.lines[1]
    assert not any("rounds left" in line for line in repeated.card.lines)
    # A referee's modifier stays theirs, whoever presses.
    theirs = await hers.fire(dm=2, because="smoke")
    with pytest.raises(RuleError, match="Adding a DM"):
        await hers.again(theirs.id, PLAYER)
    assert "+2 referee: smoke" in "\n".join((await hers.again(theirs.id, REFEREE)).card.lines)


async def test_an_entry_that_holds_all_that_was_read_is_given_again_as_well(hers):
    """As entries were written before: a setting among it that has changed since is no word of the player's."""
    first = await hers.fire(actor=PLAYER)
    async with hers.transaction() as transaction:
        order = AHL.order("fire")
        read = order.read({"range": 30, "cover": True}, {})
        assert read["rounds"] == "counted"
        stored = (await entry_of(transaction, first.id))["order"]
        old = {"units": stored["units"], "values": read}
        await transaction.connection.execute(ENTRY.update().where(ENTRY.c.id == first.id).values(order=old))
        transaction.change_campaign(settings={"rounds": "unlimited"})
        await transaction.record("campaign set", Card("set"), place=hers.place)
    repeated = await hers.again(first.id, PLAYER)
    assert "−2 cover" in repeated.card.lines[1]
    assert not any("rounds left" in line for line in repeated.card.lines)


@pytest.mark.parametrize(
    "given",
    [
        {"values": "strike back no"},
        {"values": "strike back: off"},
        {"strike back": False},
        {"values": "zero-g yes, strike back no, handhold yes"},
        {"values": "zero-g yes, handhold yes"},
    ],
)
async def test_whether_the_other_one_strikes_back_is_theirs_to_say(hers, given):
    people, before = {"name": "Marine E1", "target": "Pirate"}, await hers.snapshot()
    async with hers.transaction(PLAYER) as transaction:
        with pytest.raises(RuleError, match=r"^Pirate is not yours: only the owner or the referee may do that\.$"):
            await play(transaction, hers.place, AHL, "melee", people, given, LiveDice)
    assert await hers.snapshot() == before


@pytest.mark.parametrize("owned", [True, False])
async def test_whoever_plays_both_and_the_referee_say_it(hers, owned):
    people = {"name": "Marine E1", "target": "Pirate"}
    async with hers.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), owner_id=PLAYER.id if owned else None)
        await transaction.record("character edit", Card("both"), place=hers.place)
    async with hers.transaction(PLAYER if owned else REFEREE) as transaction:
        entry = await play(transaction, hers.place, AHL, "melee", people, {"values": "strike back no"}, LiveDice)
    assert "Pirate does not strike back: by choice" in entry.card.lines


async def test_that_they_strike_back_as_they_do_is_anybodys_to_say(hers):
    people = {"name": "Marine E1", "target": "Pirate"}
    async with hers.transaction(PLAYER) as transaction:
        entry = await play(transaction, hers.place, AHL, "melee", people, {"values": "strike back yes"}, LiveDice)
    assert entry.verb == "melee"


@pytest.mark.parametrize("verb", ["melee", "fire"])
async def test_every_order_asks(hers, verb):
    people = {"name": "Marine E1", "target": "Pirate"}
    async with hers.transaction(PLAYER) as transaction:
        with pytest.raises(RuleError, match=r"^Adding a DM is for the referee only\.$"):
            await play(transaction, hers.place, AHL, verb, people, {"values": "dm 1"}, LiveDice)
