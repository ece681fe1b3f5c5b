"""Naval careers: an officer or a rating, term by term."""

from pathlib import Path

from bot.engine.system import Careers, System
from bot.systems.naval.career import SHEET, Career, is_free
from bot.systems.naval.orders import career_due, career_orders
from bot.systems.naval.regulations import load_regulations
from bot.systems.naval.settings import SETTINGS
from bot.systems.naval.wording import career_card, career_files, career_line
from bot.systems.rulebook import read_rules


def load(data: Path) -> System:
    """Build the system from its data folder. Raises DataError, naming file and line, where a table is wrong."""
    book = load_regulations(data)
    return System(
        key="naval",
        title="Naval careers",
        load_sheet=SHEET.load,
        dump_sheet=SHEET.dump,
        new_sheet=Career(),
        traits={},
        orders=career_orders(book),
        line=lambda career: career_line(career, book),
        card=lambda unit: career_card(unit, book),
        part=Careers(lambda unit: career_files(unit, book), lambda unit: is_free(unit.sheet)),
        settings=SETTINGS,
        due=career_due(book),
        rules=read_rules(data),
    )
