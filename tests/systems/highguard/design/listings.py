"""Listings as they are printed, and profiles as the worked cases have them."""

from fractions import Fraction

from hypothesis import strategies as st

from bot.systems.highguard.design.usp import DIGITS, GROUPS, PLACES
from tests.systems.highguard.yard import turrets

KINUNIR = """\
BC-9514 Kinunir           BC-A2447G2-000510-50202-0  MCr1336.63   1250 tons
      batteries bearing                     2 2 2                 Crew=45.
              batteries                     2 2 2                   TL=15.
Passengers=0. Low=0. Cargo=63. Fuel=587.5. EP=87.5. Agility=1. Marines=35.
"""

UNICORN = """\
CE-13768 Unicorn          CE-3455762-300000-40100-0  MCr355.99     300 tons
      batteries bearing                     2 2                   Crew=12.
              batteries                     2 2                     TL=14.
Passengers=0. Low Berths=0. Cargo=6. Fuel=81. EP=21. Agility=0. Troops=0.
Note: L-Hyd Tanks add 100 tons of fuel and mass (CE-4444762) and cost MCr.11.

GG-13768.1 Gig            GG-0106B21-000000-20000-0  MCr27.85       20 tons
Agility=6.                                  one battery    Crew=1. TL=14.
Passengers=7. Emergency Low Berths=3 (for 12). Cargo=2. Fuel=2.2. EP=2.2.
"""

SHIPS = st.builds(
    dict,
    tl=st.integers(12, 15),
    tons=st.sampled_from([1_200, 5_000, 20_000, 75_000, 300_000]).map(Fraction),
    configuration=st.integers(1, 9),
    jump=st.integers(0, 3),
    maneuver=st.integers(0, 4),
    power=st.integers(4, 12),
    computer=st.sampled_from(["3", "4", "5fib", "6"]),
    crew=st.none() | st.integers(100, 9_000),
    staterooms=st.none(),
    cargo=st.none() | st.integers(0, 300).map(Fraction),
    passengers=st.integers(0, 20),
    marines=st.integers(0, 40),
    low=st.integers(0, 40),
    emergency_low=st.integers(0, 5),
    tanks=st.sampled_from([Fraction(0), Fraction(333)]),
    damper=st.integers(0, 2),
    fighters=st.integers(0, 33),
    turrets=st.tuples(
        st.builds(turrets, st.sampled_from(["beam", "pulse"]), st.integers(1, 3), st.integers(1, 12)),
        st.builds(turrets, st.just("missile"), st.integers(1, 3), st.integers(1, 50)),
    ),
    name=st.text("ABCdef ghi'é-", max_size=12).map(lambda name: " ".join(name.split())),
    number=st.sampled_from(["", "CC-1001", "GG-12.3"]),
)


PLACE_DIGITS = {"tonnage": DIGITS[:-1], "configuration": "123456789", "jump": "0123456", "maneuver": "0123456"}
PLACE_DIGITS |= {"power_plant": DIGITS, "computer": "0123456789ABCDEFGHJRS", "crew": "012345"}


def profiles():
    """Profiles as strings, digit by digit."""
    digits = [st.sampled_from(PLACE_DIGITS.get(place, "0123456789")) for place in PLACES]
    return st.tuples(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=2), *digits).map(grouped)


def grouped(parts):
    text, found = "".join(parts), []
    for length in GROUPS:
        found.append(text[:length])
        text = text[length:]
    return "-".join(found)
