"""The hull, its armor, bridge and computer, and what is different under 100 tons (HG-D03 to D33, HG-S01 to S10)."""

from fractions import Fraction

from bot.engine.cards import article, counted
from bot.engine.errors import RuleError
from bot.systems.highguard.design.choices import (
    BillLine,
    Design,
    Entries,
    Fault,
    Limit,
    Number,
    Remark,
    in_tons,
    plain,
    tech_fault,
)
from bot.systems.highguard.design.tables import Computer, Configuration, Tables

LARGEST_HULL = 1_000_000


def hull_price(tons: Number, shape: Configuration) -> Fraction:
    """Credits for a hull of these tons (HG-D05), or for a planetoid made ready (HG-D06)."""
    if shape.modifier is None:
        return usable_tons(tons, shape) * 1_000 + Fraction(tons) * 100
    return Fraction(tons) * 1_000 * (100 + shape.modifier)


def usable_tons(tons: Number, shape: Configuration) -> Fraction:
    """The tons that can be built into: a planetoid wastes a part (HG-D06, R-04)."""
    return Fraction(tons) * (100 - shape.waste) / 100


def can_land(configuration: int, atmosphere: int) -> bool:
    """Whether a ship of this configuration can land on a world of this atmosphere (HG-D08, R-73)."""
    return configuration in {1, 2, 6} or (configuration <= 6 and atmosphere <= 1)


def can_skim(configuration: int) -> bool:
    """Whether a ship of this configuration can skim fuel from a gas giant (HG-D09, R-73)."""
    return configuration <= 6


def armor_plates(tons: Number, factor: int, base: int, each: int) -> tuple[Fraction, Fraction]:
    """Tons and credits of an added armor factor; `base` and `each` are the tech level's percentages (HG-D32)."""
    if not factor:
        return Fraction(0), Fraction(0)
    plates = Fraction(tons) * (base + each * factor) / 100
    return plates, plates * (300_000 + 100_000 * factor)


def bridge(tons: Number) -> tuple[Fraction, Fraction]:
    """Tons and credits of a ship's bridge (HG-D25, R-07)."""
    return max(Fraction(20), Fraction(tons) / 50), Fraction(tons) * 5_000


def least_computer(size: str, tables: Tables) -> Computer | None:
    """The smallest computer that a hull code may have; None for small craft (HG-D30, R-20)."""
    codes = [known.code for known in tables.sizes]
    plain_models = [model for model in tables.computers.values() if model.model.isdigit() and model.ship]
    fitting = [model for model in plain_models if codes.index(model.ship) <= codes.index(size)]
    return fitting[-1] if fitting else None


def hull_lines(design: Design, tables: Tables) -> Entries:
    """The hull, priced by its configuration."""
    shape = tables.configurations[design.configuration]
    rule = "HG-D06" if shape.waste else "HG-D05"
    price = hull_price(design.tons, shape)
    yield BillLine("hull", f"Hull of {in_tons(design.tons)}, {shape.name}", price=price, rule=rule)
    if design.tons > LARGEST_HULL:
        yield Fault(Limit.NO_SUCH_HULL, f"Hulls end at {LARGEST_HULL:,} tons.", "HG-D03")
    if shape.waste:
        usable = plain(usable_tons(design.tons, shape))
        yield Remark(f"{shape.waste}% of {article(shape.name)} is rock: {usable} tons can be used.", "HG-D06")


def armor_lines(design: Design, tables: Tables) -> Entries:
    """Armor beyond what the hull has of itself."""
    if not design.armor:
        return
    band = tables.band(design.tl)
    tons, price = armor_plates(design.tons, design.armor, band.armor_base, band.armor_each)
    yield BillLine("armor", f"Armor {design.armor}", tons, price, rule="HG-D32")
    if design.armor > design.tl:
        text = f"Armor {design.armor} is more than tech level {design.tl} can add."
        yield Fault(Limit.ARMOR_TOO_THICK, text, "HG-D33")
    if design.configuration == 7:
        yield Fault(Limit.ARMOR_TOO_THICK, "A dispersed structure can't be armored.", "HG-D33")


def bridge_lines(design: Design, _: Tables) -> Entries:
    """The bridge and its auxiliaries."""
    tons, price = bridge(design.tons)
    if not design.bridges:
        yield Fault(Limit.NO_BRIDGE, "Every ship needs a bridge.", "HG-D25")
        return
    yield BillLine("bridge", "Bridge", tons, price, rule="HG-D25")
    if spare := design.bridges - 1:
        yield BillLine(
            "auxiliary bridges", counted(spare, "auxiliary bridge"), tons * spare, price * spare, rule="HG-D25"
        )


def computer_of(design: Design, tables: Tables) -> Computer | None:
    """The computer that the design names, None where it names none or one that there isn't."""
    try:
        return tables.computer(design.computer) if design.computer else None
    except RuleError:
        return None


def computer_lines(design: Design, tables: Tables) -> Entries:
    """The computer, against the hull and the jump that it must control."""
    computer = computer_of(design, tables)
    if computer is None:
        yield Fault(Limit.NO_COMPUTER, "Every ship needs one computer of the table.", "HG-D29")
        return
    yield BillLine("computer", f"Computer {computer.model}", computer.tons, computer.price, computer.ep, "HG-D29")
    yield from tech_fault(f"Computer {computer.model}", computer.tl, design.tl, "HG-D73")
    size = tables.size(design.tons)
    least = least_computer(size.code, tables)
    if least and computer.level < least.level:
        text = f"A hull of code {size.code} needs computer {least.model} at least."
        yield Fault(Limit.COMPUTER_TOO_SMALL, text, "HG-D30")
    if computer.jump < design.jump:
        text = f"Computer {computer.model} controls jump {computer.jump}, not {design.jump}."
        yield Fault(Limit.COMPUTER_TOO_SMALL, text, "HG-D31")


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
