"""What nobody in their right mind types, for every option of every command."""

from bot.sandbox.body import Upload
from bot.sandbox.report import message_text
from tests.e2e.channel import say

STRING, INTEGER, BOOLEAN, USER, NUMBER, ATTACHMENT = 3, 4, 5, 6, 10, 11


def leaves(commands, path=()):
    for command in commands:
        inner = [option for option in command.get("options", []) if option["type"] <= 2]
        if inner:
            yield from leaves(inner, (*path, command["name"]))
        else:
            yield (*path, command["name"]), command.get("options", [])


# What brings a command as far as its rules, by the name of the option.
NAMES = ["Marine E1", "Pirate", "Pirate Captain", "Kinunir", "Wasp", "Ann"]

FITTING = {
    "to": ["F6", "Pirate", "N N E", "Training hall"],
    "at": ["F6", "Pirate", "off"],
    "room": ["1", "Pirate"],
    "side": ["Imperium", "Pirates", "N"],
    "first": ["Imperium"],
    "second": ["Pirates"],
    "template": ["Wasp", "Pirate"],
    "plan": ["aim", "cover", "move", "abandon"],
    "end": ["F6", "off"],
    "step": ["movement", "melee"],
    "state": ["dead", "here"],
    "scenario": ["wine heist", "take-over"],
    "change": ["computer 6", "- scoops"],
    "orders": ["Kinunir laser at Wasp", "Kinunir laser 2 at Wasp; Kinunir missile HE at Wasp"],
    "line": ["Kinunir", "none"],
    "level": ["1"],
    "throw": ["2D", "8+", "3d6"],
    "weapon": ["ACR"],
    "mode": ["single"],
    "field": ["side", "name", "strength"],
    "setting": ["chatter"],
    "confirm": ["erase everything"],
}

# How often a battle is played on: more only takes longer.
FEW = ["-1", "0", "2", str(2**53 - 1)]

FILES = {
    "huge.txt": b"x" * 600_000,
    "long.txt": b"name: Long\n\nlevel: One\n" + b"#. " * 150_000,
    "many_lines.txt": b"name X\n" * 60_000,
    "nul.txt": b"name: N\x00ul\n\nlevel: One\n###\n#.#\n###\n\x00",
    "binary.txt": bytes(range(256)),
    "empty.txt": b"",
    "..%2F..%2Fpasswd.txt": b"root:x:0:0\n",
    "room.txt": b"\xef\xbb\xbflevel: One\r\n#####\r\n#. .#\r\n#   #\r\n#. .#\r\n#####\r\n",
    "design.txt": b"name <@everyone>\ntech 12\nhull 1000\njump 2\nmaneuver 2\npower 4\ncomputer 5\n",
    "listing.txt": b"BC-9514 Kinunir  BC-A2447G2-000410-50203-0  MCr1336.63  1250 tons\n",
}

# A fight on a deck, and a battle of ships beside it, so that every command gets as far as its rules.
LAID_OUT = (
    "/campaign new starter:True",
    "/deck load name:Trainer",
    '/place name:"Marine E1, Marine N1" at:"South team"',
    '/place name:"Pirate, Pirate Captain" at:"North team"',
    "/ship add template:Kinunir side:Imperium",
    "/ship add template:Wasp side:Pirates",
    "/battle new first:Imperium second:Pirates",
    "/battle join side:Imperium name:Kinunir",
    "/battle join side:Pirates name:Wasp",
    "/career begin name:Ann upp:777777 homeworld:A867949-C",
)


async def lay_out(loopback, lines):
    for line in lines:
        message, told = await say(loopback, line)
        assert message.visible_to is None, told


async def start_anew(loopback, lines=LAID_OUT):
    check_answer(await loopback.slash("Ref", "table", '/campaign erase confirm:"erase everything"'))
    await lay_out(loopback, lines)


def check_answer(outcome):
    if outcome.error is not None:  # Discord's own client didn't let it through
        assert outcome.interaction is None, outcome.error
        return
    for message in (*outcome.replies, *outcome.edits):
        text = message_text(message)
        assert "Something went wrong" not in text
        assert "Traceback" not in text
        assert message.payload["mentions"] == []
        assert not message.payload.get("mention_everyone")


def upload(line):
    """The file that a command names."""
    return [Upload(word.value, FILES[word.value], "text/plain") for word in line if word.key and word.value in FILES]


def typed(line):
    def quote(value):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    return " ".join(f"{word.key}:{quote(word.value)}" if word.key else word.value for word in line)
