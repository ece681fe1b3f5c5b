"""The signs of a drawn deck: which character stands for what (data/decks/README.md)."""

from bot.deck.plan import Barrier, Fixture

NO_FLOOR = " "
FLOOR = "."
FIXTURES = {
    "C": Fixture.CONSOLE,
    "X": Fixture.MACHINERY,
    "R": Fixture.RED,
    "G": Fixture.GREEN,
    "O": Fixture.CONDUIT,
    "L": Fixture.LADDER,
    "E": Fixture.LIFT,
    "S": Fixture.SWITCH,
    "V": Fixture.DROP,
    "F": Fixture.FUEL,
    "B": Fixture.CRATE,
}

OPEN_EDGES = " +"
# Small letters are portals that stand open.
BARRIERS = {
    "-": Barrier.WALL,
    "|": Barrier.WALL,
    "=": Barrier.BULKHEAD,
    "#": Barrier.HULL,
    "D": Barrier.SLIDING_DOOR,
    "I": Barrier.IRIS_VALVE,
    "H": Barrier.HATCH,
    "M": Barrier.MAINTENANCE_HATCH,
    "A": Barrier.AIRLOCK_DOOR,
    "P": Barrier.ACCESS_PLATE,
}


def is_mark(sign: str) -> bool:
    """Whether a square's sign is a mark that is explained below the drawing."""
    return sign in "0123456789" or (sign.islower() and sign.isalpha())


def is_corner(sign: str) -> bool:
    """Whether a sign may stand where four edges meet: anything that can't be taken for a square."""
    return sign.isprintable() and not sign.isalnum() and sign != FLOOR
