"""What somebody types who hasn't read much: each wrong line is answered with what helps, and changes nothing.

The table was written from the README and the commands' descriptions: a line, and what its answer has to contain.
"""

import pytest

from bot.sandbox.report import message_text
from tests.e2e import newcomers
from tests.e2e.channel import say, table

# The four of the starter, without a deck.
FIGHT = [
    # Words of other games and of plain speech, where a command is asked for.
    ("/help command:shoot", ["fire"]),
    ("/help command:attack", ["fire", "melee"]),
    ("/help command:hp", ["character heal"]),
    ("/help command:ammo", ["reload"]),
    ("/help command:continue", ["phase"]),
    ("/help command:init", ["turn begin"]),
    ("/help command:initiative", ["turn begin"]),
    ("/help command:map", ["deck show"]),
    ("/help command:gravity", ["campaign set"]),
    ("/help command:walk", ["move"]),
    ("/help command:d20", ["roll"]),
    ("/help command:chances", ["odds fire"]),
    ("/help command:token", ["place"]),
    ("/help command:npc", ["character add"]),
    ("/help command:oops", ["undo"]),
    ("/help command:history", ["log"]),
    ("/help command:overwatch", ["cover"]),
    ("/help command:crouch", ["stance"]),
    ("/help command:panic", ["morale check"]),
    ("/help command:spaceship", ["ship add"]),
    ("/help command:config", ["campaign set"]),
    ("/help command:heal", ["/character heal"]),
    ("/help command:/fire", ["At whom"]),
    ("/help command:frie", ["fire"]),
    # Settings by other names.
    ("/campaign set setting:gravity value:off", ["zero-g"]),
    ("/campaign set setting:oxygen value:off", ["vacuum"]),
    ("/campaign set setting:darkness value:on", ["dark"]),
    ("/campaign set setting:zero-g value:maybe", ["yes", "no"]),
    ("/campaign set setting:chatter value:loud", ["brief", "full"]),
    ("/campaign set setting:turns value:sometimes", ["kept", "shown"]),
    # Names.
    ("/fire name:Marine target:Pirate range:30", ["Marine E1", "Marine N1"]),
    ('/fire name:"Marin E1" target:Pirate range:30', ["Marine E1"]),
    ('/fire name:"Marine E1" target:Bob range:30', ["Pirate", "Marine N1", "Pirate Captain"]),
    ('/fire name:"Marine E1, Marine N1" target:Pirate range:30', ["one name"]),
    ('/fire name:"Marine E1 @30" target:Pirate', ["@30"]),
    ('/fire name:"Marine E1" target:"Marine E1" range:30', ["another target"]),
    ("/character show name:nobody", ["Marine E1", "Pirate Captain"]),
    ("/character list side:Zhodani", ["Marines", "Pirates"]),
    ("/character remove name:Ghost", ["Marine E1"]),
    # Weapons, ammunition and ways to fire.
    ('/fire name:"Marine E1" target:Pirate range:30 weapon:laser', ["ACR"]),
    ('/fire name:"Marine E1" target:Pirate range:30 mode:burst', ["aimed", "snap", "single"]),
    ('/fire name:"Marine E1" target:Pirate range:30 mode:"snap aimed"', ["choose one"]),
    ('/fire name:"Marine E1" target:Pirate range:99999', ["0 to 10000"]),
    ('/fire name:"Marine E1" target:Pirate range:5000', ["600"]),
    ('/fire name:"Marine E1" target:Pirate range:30 dm:50', ["−20", "20"]),
    ('/fire name:"Marine E1" target:Pirate range:30 values:"colour red"', ["colour", "cover"]),
    ('/fire name:"Marine E1" target:Pirate range:30 values:range', ["range", "value"]),
    ('/fire name:"Marine E1" target:Pirate range:30 values:"fire snap, fire aimed"', ["twice"]),
    ('/fire name:"Marine E1" target:Pirate range:30 values:"gravity off"', ["zero-g"]),
    ('/reload name:"Marine E1"', ["already holds 20 rounds"]),
    ('/reload name:"Marine E1" weapon:Shotgun', ["ACR"]),
    ("/roll throw:banana", ["2D", "d100"]),
    ("/roll throw:2d+", ["2D", "8+"]),
    ("/roll throw:0d6", ["1 to 100"]),
    ("/rule find:xyzzy", ["xyzzy"]),
    # Sheets.
    ("/set name:Pirate field:hp value:3", ["light wounds"]),
    ("/set name:Pirate field:ammo value:3", ["rounds"]),
    ("/set name:Pirate field:health value:3", ["light wounds"]),
    ("/set name:Pirate field:melee value:lots", ["whole number"]),
    ("/set name:Pirate field:condition value:sleepy", ["unconscious", "dead"]),
    ("/set name:Pirate field:armor value:chainmail", ["armour"]),
    ("/character edit name:Pirate field:owner value:Ann", ["owner:@"]),
    ("/character edit name:Pirate", ["field", "value"]),
    ('/character edit name:Pirate field:name value:"Marine E1"', ["already"]),
    ("/character add template:Orc", ["Marine", "Pirate"]),
    ("/character add", ["Name"]),
    ("/character add name:Zed count:50", ["1 to 20"]),
    ('/character add name:Zed values:"strength 5"', ["strength"]),
    ("/character give name:Pirate weapon:Bazooka", ["Bazooka"]),
    ("/character heal name:Pirate", ["no such wound"]),
    # What there isn't, or not yet.
    ("/move name:Pirate to:C7", ["/deck load"]),
    ("/door at:C7", ["/deck load"]),
    ("/deck load name:Enterprise", ["Bridge deck", "Trainer"]),
    ("/place name:Pirate at:C7", ["/deck load"]),
    ("/battle round", ["/battle new"]),
    ("/ship show name:Falcon", ["/ship add"]),
    ("/ship add template:Falcon", ["Kinunir"]),
    ("/morale rally", ["panicked"]),
    ("/wake", ["unconscious"]),
    ("/turn end", ["/turn begin"]),
    ("/plan plan:aim", ["/turn begin"]),
    ("/redo", ["nothing to do again"]),
    ("/note page:99", ["/note"]),
    ("/log about:Ghost", ["Ghost"]),
    ("/structure hit name:Door", ["kind"]),
    ("/battle join side:Navy name:Kinunir", ["/ship add"]),
    ("/surrender name:Pirate back:True", ["has not surrendered"]),
    ('/melee name:"Marine E1" target:Pirate mode:snap', ["has no option mode"]),
    ("/shoot target:Pirate", ["/fire"]),
    ("/initiative", ["/turn begin"]),
]

# The same on the Trainer deck: nine squares between the teams.
ON_DECK = [
    ("/move name:Pirate to:Z99", ["/deck show"]),
    ("/move name:Pirate to:kitchen", ["North team", "Training hall"]),
    ('/move name:Pirate to:"N N X"', ["N", "NE"]),
    ("/move name:Pirate", ["to"]),
    ("/door at:C7", ["no door at C7"]),
    ("/door at:Pirate", ["no door"]),
    ("/light room:Pirate", ["switch"]),
    ("/light room:bathroom", ["Training hall"]),
    ("/lean name:Pirate side:north", ["doorway"]),
    ("/stance name:Pirate how:crouching", ["console"]),
    ("/stance name:Pirate how:flying", ["crouching", "prone", "up"]),
    ("/face name:Pirate facing:up", ["north", "east", "south", "west"]),
    ('/face name:"Pirate @5" facing:north', ["@5"]),
    ("/grenade name:Pirate at:C7", ["grenade"]),
    ("/place name:Pirate at:nowhere", ["North team"]),
    ("/range name:Pirate to:moon", ["North team"]),
    ("/look name:Ghost", ["Pirate"]),
    ('/fire name:captain target:"Marine E1" weapon:spoon', ["Pirate Captain"]),
    ("/airlock name:Pirate", ["no door"]),
    ("/lift call name:Pirate", ["lift"]),
    ("/jump name:Pirate", ["drop"]),
    ("/break name:Pirate", ["no door"]),
    ("/dive name:Pirate target:Marine", ["Marine E1", "Marine N1"]),
    ("/deck show around:Ghost", ["Pirate"]),
    ("/deck show level:9", ["level"]),
    ("/cover name:Pirate", ["at"]),
]

# Ships of two sides, and no battle yet.
SHIPS = [
    ("/ship add template:Wasq", ["Wasp"]),
    ('/ship whatif name:Kinunir change:"warp drive 9"', ["warp"]),
    ('/ship whatif name:Kinunir change:"computer 99"', ["computer"]),
    ("/ship show name:Kinunirr", ["Kinunir"]),
    ("/ship refuel name:Kinunir at:shop", ["starport"]),
    ("/ship repair name:Kinunir", ["no damage"]),
    ("/battle fire", ["/battle new"]),
    ("/battle form", ["/battle new"]),
    ("/battle new first:Navy second:Navy", ["different names"]),
    ("/odds battery name:Kinunir target:Wasp weapon:phaser", ["phaser"]),
]

OTHER_BOOK = [
    ("/set name:Kemp field:hp value:1", ["wounds"]),
    ("/set name:Kemp field:accuracy value:99", ["−50", "50"]),
    ('/character add name:Zed values:"accuracy 99"', ["−50", "50"]),
    ('/phase values:"left gas"', ["left gas", "value"]),
    ("/fire name:Hale target:Kemp range:20 mode:casual", ["aimed"]),
    ("/fire name:Hale target:Kemp range:20 weapon:bow", ["Hale"]),
    ('/fire name:Hale target:Kemp range:20 values:"fall Kemp"', ["fall"]),
    ("/repair name:Hale", ["nothing to repair"]),
    ("/reload name:Hale ammunition:999", ["takes no shells"]),
    ("/help command:attack", ["fire"]),
]

_TRAINER = (
    "/deck load name:Trainer",
    '/place name:"Marine E1, Marine N1" at:"South team" facing:N',
    '/place name:"Pirate, Pirate Captain" at:"North team"',
)
_SHIPS = ("/ship add template:Kinunir side:Navy", "/ship add template:Wasp side:Corsairs")


def _another(book):
    return ('/campaign erase confirm:"erase everything"', f'/campaign new system:"{book}" starter:True')


LAYOUTS = {
    "a fight": ((), FIGHT),
    "a deck": (_TRAINER, ON_DECK),
    "ships": (_SHIPS, SHIPS),
    "the other book": (_another("Combat 3000"), OTHER_BOOK),
    "a newcomer's fight": ((), newcomers.FIGHT),
    "a newcomer's deck": (_TRAINER, newcomers.ON_DECK),
    "a newcomer's turn": ((*_TRAINER, "/turn begin"), newcomers.IN_TURN),
    "a newcomer's ships": (_SHIPS, newcomers.SHIPS),
    "a newcomer's other book": (_another("Combat 3000"), newcomers.OTHER_BOOK),
    "a newcomer in the open": (_another("AHL variant"), newcomers.IN_THE_OPEN),
    "more of a fight": ((), newcomers.MORE_FIGHT),
    "more of a deck": (_TRAINER, newcomers.MORE_ON_DECK),
    "more of ships": (_SHIPS, newcomers.MORE_SHIPS),
    "more of the other book": (_another("Combat 3000"), newcomers.MORE_OTHER_BOOK),
    "more of a career": (("/career begin name:Ann upp:789A87 homeworld:A867949-C",), newcomers.MORE_CAREERS),
    "asking in a fight": ((), newcomers.ASKING),
    "asking on a deck": (_TRAINER, newcomers.ASKING_ON_DECK),
    "asking in the other book": (_another("Combat 3000"), newcomers.ASKING_OTHER_BOOK),
    "asking in the open": (_another("AHL variant"), newcomers.ASKING_IN_THE_OPEN),
    "asking about ships": (_SHIPS, newcomers.ASKING_ABOUT_SHIPS),
    "a newcomer's career": (("/career begin name:Ann upp:789A87 homeworld:A867949-C",), newcomers.CAREERS),
}


def test_the_table_is_long_enough():
    assert sum(len(lines) for _, lines in LAYOUTS.values()) >= 330


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
async def test_a_wrong_line_is_answered_with_what_helps(tmp_path, layout):
    before, lines = LAYOUTS[layout]
    missing = []
    async with table(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        for line in before:
            await loopback.slash("Ref", "table", line)
        _, stood = await say(loopback, "/character list")
        for line, wanted in lines:
            outcome = await loopback.slash("Ref", "table", line)
            told = outcome.error or "\n".join(message_text(reply) for reply in outcome.replies)
            missing += [f"{line} → {each!r} is not in {told!r}" for each in wanted if each not in told]
        assert (await say(loopback, "/character list"))[1] == stood
    assert missing == [], "\n".join(missing)
