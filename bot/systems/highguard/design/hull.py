"""The hull, its armor, bridge and computer (HG-D03 to D08, D25, D29 to D33)."""

from fractions import Fraction

from bot.engine.cards import article, counted
from bot.engine.errors import RuleError
from bot.systems.highguard.design.choices import Design
from bot.systems.highguard.design.entries import (
    BillLine,
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
    if shape.waste:
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
