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
    "T": Fixture.TUBE,
    "F": Fixture.FUEL,
    "B": Fixture.CRATE,
}

# What a line below the drawing can say of a square: what stands there, and whether a hatch in its floor is open
# (None: there is no hatch).
Standing = tuple[Fixture, bool | None]
STANDING: dict[str, Standing] = {fixture.value: (fixture, None) for fixture in Fixture}
HATCHED: dict[str, Standing] = {
    f"{fixture.value} with {hatch}": (fixture, is_open)
    for fixture in Fixture
    if fixture.takes_hatch
    for hatch, is_open in (("hatch", False), ("open hatch", True))
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
