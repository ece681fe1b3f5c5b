"""What `/rule` tells of each kind of thing on the lists, figure by figure as the repaired lists have it."""

import pytest

from bot import systems
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.wording.lists import listed

RULES = listed(load_book(systems.DATA / "combat3000"))
ENTRIES = """
Pulse Laser | 5: SA; accuracy +10; effect 0; Pos, 4 bursts, reloads in 3 turns; breakdown 2; 260 credits, a spare 20; \
our reading: breakdown (C3K Weapon list)
MM18 Grenade Launcher | 19: SL2.HTo; accuracy −2; effect from shell or setting; fires shells of calibre 2; \
high trajectory only; Bar, 1 barrel, reloads in 3 turns; breakdown 2; 230 credits; our reading: breakdown \
(C3K Weapon list)
Ixtyl Organiser | 24: ML1; accuracy −5; effect from shell or setting; fires shells of calibre 1; Bar, 6 barrels, \
reloads in 3 turns; breakdown 2; 250 credits (C3K Weapon list)
Ixtyl Hunting Blaster | 26: S; accuracy +5; effect +4; Inf, needs no reloading; breakdown 2; 550 credits; \
our reading: breakdown (C3K Weapon list)
Phaser Rifle | 35: SX; accuracy +5; effect from shell or setting; kill effect +4; stun effect +2; Pos, 7 shots, \
reloads in 3 turns; breakdown 2; 400 credits, a spare 30; our reading: breakdown (C3K Weapon list)
Plasma Gun | 36: SX; accuracy +10; effect +8; Pak, 3 shots, reloads in 10 turns; breakdown 2; up to 40 cm; \
covers 7.5 by 20 cm; 600 credits, a spare 50 (C3K Weapon list)
Disrupter Rifle | 38: SX; accuracy 0; effect from shell or setting; tight effect +3; \
wide effect −1 over a circle of 15 cm; Pos, 6 shots, reloads in 4 turns; breakdown 2; 375 credits, a spare 35; \
our reading: breakdown (C3K Weapon list)
Shotgun | 41: SX; accuracy +10; effect +1; Bar, 2 barrels, reloads in 3 turns; breakdown 2; up to 60 cm; \
beyond 20 cm accuracy −5, effect −1; 80 credits, a spare 8 (C3K Weapon list)
Mortar (light) | 46: ML1.HTo; accuracy −5; effect from shell or setting; fires shells of calibre 1; \
high trajectory only; Bar, 1 barrel, reloads in 1 turn; breakdown 2; at least 60 cm; 200 credits; \
our reading: breakdown, cost (C3K Weapon list)
Howitzer | 49: HL3.HT; accuracy +5; effect from shell or setting; fires shells of calibre 3; also high trajectory; \
Bar, 1 barrel, reloads in 3 turns; breakdown 2; 600 credits; our reading: breakdown (C3K Weapon list)
Ormand Hammerstaff | 54: SX; accuracy −10; effect +6; Bar, 1 barrel, never reloaded; breakdown 10; 100 credits; \
our reading: cost (C3K Weapon list)
Explosive 101 | calibre 1; 10 cm across; effect 0; shell and grenade; 15 credits (C3K Shells and grenades)
Armour Piercing 104 | calibre 1; armour piercing; effect +2; shell only; 10 credits (C3K Shells and grenades)
Thermite Stick 118 | calibre 1; 15 cm across; effect +2; grenade only; 25 credits (C3K Shells and grenades)
Thermite Arrow 119 | for bows; 15 cm across; effect +2; accuracy −15; shell only; 30 credits; \
our reading: accuracy, cost (C3K Shells and grenades)
Grappler 1161 | calibre 1; an effect of its own; shell and grenade; 25 credits (C3K Shells and grenades)
Two-Handed Sword | 202: handling −2; effect +1; two hands; 14 credits; our reading: cost (C3K Close combat weapons)
Throwing Knife | 207: handling 0; effect −1; thrown accuracy −7, effect −2; 20 credits (C3K Close combat weapons)
Laser Pike | 209: handling by the round; effect +2; 45 credits; our reading: cost (C3K Close combat weapons)
Shock Staff | 211: handling +1; effect +2; two hands; stuns for a die of 10 times ten turns; 50 credits \
(C3K Close combat weapons)
Fist | handling 0; effect −3 (C3K Close combat weapons)
Telescope | S301: accuracy +7, at night 0, reflex 0; 60 credits (C3K Sights and mounts)
Screenscope | S303: accuracy +8, at night +15, reflex +1; wide spectrum; counts in any fire; 400 credits \
(C3K Sights and mounts)
Bipod | M401: accuracy +5, at night 0, reflex +1; for M and S; 20 credits; our reading: accuracy \
(C3K Sights and mounts)
Shield | 702: value +2; counts against close combat; load 3/2; 10 credits; our reading: load (C3K Armour)
Body Armour | 801: value +3; a full suit; dexterity −1; reflex −1; walk −2; load limit −3; 600 credits; \
our reading: limit (C3K Armour)
Powered Armour | 802: value +12; a full suit; dexterity −1; strength +2 in close combat; load limit +2; 1200 credits; \
our reading: limit (C3K Armour)
Searchlight | E2: Must be mounted, two hands; a 20 cm circle within 200 cm counts as Bright; 20 credits (C3K Equipment)
Glowlobe | E22: 30 cm diameter of Normal light, always on, lasts 100 years; load 1/3; 35 credits (C3K Equipment)
Hover Jeep | V2: hover; acceleration 20 cm; at most 100 cm; carries 4; \
MM18 Grenade Launcher on a pivot 0.0.0, 360/30°; armour 6; 950 credits (C3K Vehicles)
Human | 0.0.0.0.5; sees 60° to each side; 300 credits (C3K Creatures)
Zarquin | −5.0.−1.−1.5; sees 90° to each side; 175 credits, and 400 a group (C3K Creatures)
"""


@pytest.mark.rule("C3K-E02", "C3K-E05", "C3K-E17")
@pytest.mark.parametrize("line", ENTRIES.strip().splitlines(), ids=lambda line: line.split(" | ")[0])
def test_what_is_told_of_a_thing_of_the_lists(line):
    name, told = line.split(" | ")
    entry = RULES[name]
    assert (entry.id, entry.summary) == (name, told)
    assert told.endswith(f"({entry.reference})")
