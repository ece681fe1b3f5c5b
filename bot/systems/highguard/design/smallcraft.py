"""What is different in craft under 100 tons (HG-S01 to S10)."""

from fractions import Fraction

from bot.systems.highguard.design.choices import Design
from bot.systems.highguard.design.entries import BillLine, Entries, Fault, Limit, tech_fault
from bot.systems.highguard.design.hull import armor_lines, computer_of
from bot.systems.highguard.design.tables import Computer, Tables

SMALL_BRIDGE_PRICE = 25_000


def small_bridge(tons: Fraction) -> tuple[Fraction, Fraction]:
    """Tons and credits of a small craft's bridge (HG-S06)."""
    room = max(Fraction(4), Fraction(tons) / 5)
    return room, room * SMALL_BRIDGE_PRICE


def small_limits(design: Design, tables: Tables) -> Entries:
    """What a small craft can't have."""
    if design.configuration > 7:
        yield Fault(Limit.NO_SUCH_HULL, "A small craft has a metal hull of configuration 1 to 7.", "HG-S01")
    if design.jump:
        yield Fault(Limit.NO_JUMP_DRIVE, "A small craft has no jump drive.", "HG-S01")
    unfit = {
        "armor": (design.armor and not tables.armored_craft, "R-21"),
        "a spinal mount": (design.spinal, "HG-S10"),
        "bays": (design.bays, "HG-S10"),
        "screens": (design.damper or design.meson_screen or design.globe, "HG-S10"),
        "drop tanks": (design.tanks, "HG-D23"),
        "capacitors": (design.capacitors, "HG-D56"),
        "carried craft": (design.craft or design.tubes, "HG-D59"),
        "a frozen watch": (design.frozen_watch, "HG-D70"),
    }
    for what, (chosen, rule) in unfit.items():
        if chosen:
            yield Fault(Limit.NOT_FOR_SMALL_CRAFT, f"A small craft doesn't take {what}.", rule)


def small_armor_lines(design: Design, tables: Tables) -> Entries:
    """Armor as of a ship, where the campaign lets small craft have it (R-21)."""
    if tables.armored_craft:
        yield from armor_lines(design, tables)


def small_control_lines(design: Design, tables: Tables) -> Entries:
    """Bridge and computer: one of the two at least, and a computer for weapons (HG-S06 to S08)."""
    tons, price = small_bridge(design.tons)
    if design.bridges:
        yield BillLine("bridge", "Bridge with two seats", tons, price, rule="HG-S06")
    if design.bridges > 1:
        yield Fault(Limit.NOT_FOR_SMALL_CRAFT, "A small craft has one bridge at most.", "HG-S06")
    computer = computer_of(design, tables)
    if computer:
        yield from _small_computer(computer, design)
    elif not design.bridges:
        yield Fault(Limit.NO_BRIDGE, "A small craft needs a bridge or a computer.", "HG-S07")
    if design.turrets and not computer:
        yield Fault(Limit.NO_COMPUTER, "A small craft needs a computer to mount weapons.", "HG-S08")


def _small_computer(computer: Computer, design: Design) -> Entries:
    yield BillLine("computer", f"Computer {computer.model}", computer.tons, computer.price, computer.ep, "HG-S08")
    yield from tech_fault(f"Computer {computer.model}", computer.tl, design.tl, "HG-D73")
    if not computer.model.isdigit():
        yield Fault(Limit.COMPUTER_MODEL, "Small craft take standard computers, not fib or bis.", "HG-S08")


def battle_level(design: Design, tables: Tables) -> int:
    """The computer's level in battle: one lower in a small craft without a bridge, never below 0 (HG-S09)."""
    computer = computer_of(design, tables)
    level = computer.level if computer else 0
    return max(0, level - 1) if design.small and not design.bridges else level
