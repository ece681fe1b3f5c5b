"""How an action is written down: the codes of the list and of the record sheet, and the same in words (C3K Other
actions).
"""

import re
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Hand, Sheet, Task
from bot.systems.combat3000.lists.weapons import Class, Weapon
from bot.systems.combat3000.loading.arming import arm_of, setting_of, strap_turns

RULE = "C3K Other actions"
RELOAD, REPAIR, AIM, COVER, SCAN, BLIND = OWN = ("R", "Rep", "A", "C:", "Scan", "F")
FALL, DROP, PICK_UP = "FP", "DW", "PW"
# A Holtzman shield is switched on and off (C3K Equipment).
SWITCH = "HS"
# What is worn on the forearm is strapped on and taken off; a laser cuts somebody out of a web (C3K lists).
STRAP, UNSTRAP, FREE = ("Strap", "Unstrap", "Free")
# A phaser is set anew, or a delay fuse to so many turns (C3K lists).
SET, FUSE = "Set", "a delay fuse"
# Work on doors and machines: /break and /control write it down.
BREAK, CUT, SABOTAGE, MEND, PROGRAMME = "BD", "LC", "Sab", "Mend", "Prg"
# What nobody does who has surrendered.
HOSTILE = {AIM, COVER, BLIND, BREAK, CUT, SABOTAGE}
# How an action is written down besides by its code, the longest first; what is drawn or put away says how.
_PHRASES = (
    ("climb through", "CW"),
    ("take off helmet", "RH"),
    ("remove helmet", "RH"),
    ("don helmet", "DH"),
    ("put on helmet", "DH"),
    ("fall prone", FALL),
    ("lie down", FALL),
    ("stand up", "SU"),
    ("rise", "RU"),
    ("crouch", "C"),
    ("open lock", "UL"),
    ("unlock", "UL"),
    ("open door", "OD"),
    ("smash window", "SW"),
    ("pick up", "PW"),
    ("drop", DROP),
    ("start", "SV"),
    ("mount horse", "MH"),
    ("mount", "MM"),
    ("unhook", "UW"),
    ("reload", RELOAD),
    ("repair", REPAIR),
    ("aiming at", AIM),
    ("aim at", AIM),
    ("aim", AIM),
    ("cover", COVER),
    ("scan", SCAN),
    ("fire speculatively at", BLIND),
    ("fire speculatively", BLIND),
    ("fire indirectly at", BLIND),
    ("fire indirectly", BLIND),
    ("fire blind at", BLIND),
    ("fire blind", BLIND),
    ("switch shield", SWITCH),
    ("shield", SWITCH),
    ("cut free", FREE),
    ("set", SET),
    ("strap on", "draw"),
    ("take off", "away"),
    ("unstrap", "away"),
    ("draw", "draw"),
    ("put away", "away"),
    ("deploy", "deploy"),
)
DRAWS, STOWS, DEPLOYS = ("DC", "DP", "DR"), ("SC", "SP", "SR"), ("DB", "DHW")
OF_WEAPONS = {*DRAWS, *STOWS, *DEPLOYS, STRAP, UNSTRAP, DROP, "PW"}
_BUSY = {
    "C": "crouches",
    "FP": "falls prone",
    "SU": "stands up",
    "RU": "rises",
    "UL": "opens a lock",
    "OD": "opens a door",
    "SW": "smashes a window",
    **dict.fromkeys(DRAWS, "draws"),
    "SR": "slings",
    "SC": "scabbards",
    "SP": "holsters",
    "D": "draws or stows",
    "SV": "starts",
    **dict.fromkeys(DEPLOYS, "deploys"),
    "MM": "mounts",
    "MH": "mounts",
    "UW": "unhooks",
    "DH": "dons a helmet",
    "RH": "takes off a helmet",
    "PW": "picks up",
    "CW": "climbs through",
    DROP: "drops",
    RELOAD: "reloads",
    REPAIR: "repairs",
    AIM: "aims at",
    COVER: "covers",
    SCAN: "scans",
    BLIND: "fires blind at",
    SWITCH: "switches",
    STRAP: "straps on",
    UNSTRAP: "takes off",
    FREE: "cuts free",
    SET: "sets",
    BREAK: "breaks down",
    CUT: "cuts through",
    SABOTAGE: "sabotages",
    MEND: "mends",
    PROGRAMME: "programmes",
}


def task_words(task: Task) -> str:
    """What somebody does, in words: `draws Sword`, `deploys MM16 with 2 more`."""
    crew = f" with {task.crew} more" if task.crew else ""
    if task.code == SET:
        return f"sets {task.thing} to {task.besides}{' turns' if task.thing == FUSE else ''}"
    thing = f"{task.besides} of {task.thing}" if task.code in {SABOTAGE, MEND} and task.besides else task.thing
    does = _BUSY[task.code]
    return (f"{does} {thing}" if thing else does.removesuffix(" at")) + crew


def beside_words(task: Task) -> str:
    """What may go with it, in words."""
    if task.walk:
        return "they may walk or fire meanwhile, and not both" if task.fire else "they may walk meanwhile"
    return "they neither walk nor fire meanwhile"


def typed_as(code: str) -> str:
    """How an action is written down: in words where there are some, else by its code."""
    return next((phrase for phrase, each in reversed(_PHRASES) if each == code), code)


def code_of(text: str, book: Book) -> str:
    """The code of what was written down; "" for no action."""
    return _read(text.strip(), book)[0]


def _read(typed: str, book: Book) -> tuple[str, str]:
    """A code, as it stands there or by its words, and what it is about; "" for none."""
    first, _, rest = typed.partition(" ")
    known = (*book.actions, *OWN, SWITCH, STRAP, UNSTRAP, FREE, SET)
    return (first, rest) if first in known else _by_phrase(typed)


def read_task(text: str, name: str, sheet: Sheet, crew: int, book: Book) -> Task:
    """What was written down for somebody: a code of the list with what it is about, or the same in words.

    Raises RuleError for what is none, and for a weapon that isn't there.
    """
    typed = text.strip()
    code, thing = _read(typed, book)
    if not code:
        raise RuleError(
            f"{quoted(typed)} is no action: write a code of the list with what it is about, such as DC Sword, or "
            f"words such as draw Sword, crouch, drop Rifle, reload or aim at Bob ({RULE})."
        )
    if code == SET:
        return _to_set(thing.strip(), name, sheet, book)
    thing, turns = "the Holtzman shield" if code == SWITCH else thing.strip(), 0
    if code in {"draw", "away", "deploy", *OF_WEAPONS, RELOAD, REPAIR} and not (code == "DP" and is_grenade(thing)):
        carried = _meant(code, thing, name, sheet)
        code, thing = _for_weapon(code, carried, book), carried.name
        strapping = strap_turns(arm_of(carried.weapon, book)) or (0, 0)
        turns = {STRAP: strapping[0], UNSTRAP: strapping[1]}.get(code, 0)
    return with_company(Task(code, thing, crew if code in {"DHW", RELOAD} else 0, turns=turns), book)


def _to_set(typed: str, name: str, sheet: Sheet, book: Book) -> Task:
    """`delay fuse 5`, or a weapon and its setting: `Hand Phaser to stun`."""
    if found := _FUSED.fullmatch(typed):
        return Task(SET, FUSE, hands=2, besides=found["turns"])
    weapon, _, setting = typed.rpartition(" ")
    carried = sheet.carried(weapon.removesuffix(" to").strip(), name)
    arm = arm_of(carried.weapon, book)
    wanted = setting_of(arm, setting) if isinstance(arm, Weapon) and setting else None
    if wanted is None:
        raise RuleError(f"Say what {name} sets, and to what: set Hand Phaser to stun, or set delay fuse 5 ({RULE}).")
    return Task(SET, carried.name, hands=2, besides=wanted.name)


_FUSED = re.compile(r"(?:(?:a )?delay fuse|fuse|delay)(?: (?:of|to))? (?P<turns>\d{1,2})(?: turns?)?", re.IGNORECASE)


def with_company(task: Task, book: Book) -> Task:
    """The task with what may go with it: a walk with a repair, and fire with a cover, a scan and fire at a place."""
    row = book.actions.get(task.code)
    walk, fire = (row.walk, row.fire) if row else (task.code in {REPAIR, BLIND}, task.code in {COVER, SCAN, BLIND})
    return replace(
        task, walk=walk, fire=fire, hands=row.hands if row else task.hands or int(task.code in {SWITCH, STRAP, UNSTRAP})
    )


def _by_phrase(typed: str) -> tuple[str, str]:
    folded = " ".join(typed.casefold().split())
    for phrase, code in _PHRASES:
        if folded == phrase or folded.startswith(f"{phrase} "):
            return code, " ".join(typed.split())[len(phrase) :]
    return "", ""


def is_grenade(thing: str) -> bool:
    return thing.casefold().startswith("grenade")


def _meant(code: str, thing: str, name: str, sheet: Sheet) -> Carried:
    """The weapon that was named; where none was, the only one or the first that the action may be about."""
    if thing:
        return sheet.carried(thing, name)
    where = {
        "draw": (Hand.STOWED,),
        "PW": (Hand.DROPPED,),
        **dict.fromkeys(DRAWS, (Hand.STOWED,)),
    }
    wanted = where.get(code, IN_HAND)
    return next((each for each in sheet.weapons if each.hand in wanted), None) or sheet.carried("", name)


IN_HAND = (Hand.RIGHT, Hand.LEFT, Hand.BOTH)


def _for_weapon(code: str, carried: Carried, book: Book) -> str:
    """The code of the list for a weapon of that kind: close, pistol, or any other."""
    kinds = {"draw": DRAWS, "away": STOWS}.get(code)
    arm = arm_of(carried.weapon, book)
    if code == "deploy":
        return "DHW" if isinstance(arm, Weapon) and arm.kind is Class.HEAVY else "DB"
    if kinds is None:
        return code
    if strap_turns(arm):
        return STRAP if kinds is DRAWS else UNSTRAP
    if not isinstance(arm, Weapon):
        return kinds[0]
    return kinds[1] if arm.kind is Class.PISTOL else kinds[2]
