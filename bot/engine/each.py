"""What each of several who act together has for themselves: `Ann aimed; size -1, Bob walk; speaking`."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.errors import RuleError
from bot.engine.fields import Field, Value, read_modes
from bot.engine.typed import begins, once, read_named


def read_each(
    text: str, names: Iterable[str], fields: Sequence[Field], *, by: str = ""
) -> Mapping[str, Mapping[str, Value]]:
    """The values of each one by name, read by the fields that one may have for themselves.

    Commas part people, semicolons what is said of one: values with their fields' names, or words of the fields that
    are marked as modes. A name with a number after it belongs to what is said of the one before: `Ann near Bob 4,
    Cid 2`. Raises RuleError for a name, a value or a word that isn't among them, and for what only the referee may say
    where the order is given `by` somebody else.
    """
    what = "name among those who act"
    said = read_named(text, names, what=what, begins=_begins_one) if text.strip() else {}
    each = {name: _read(parts, fields) for name, parts in said.items()}
    for field in fields:
        if by and field.referees and any(own.get(field.name, field.default) != field.default for own in each.values()):
            raise RuleError(f"{field.referees} is for the referee only.")
    return each


def _begins_one(part: str, name: str) -> bool:
    return begins(part, name) and not part[len(name) :].strip(" :=@")[:1].isdigit()


def _read(text: str, fields: Sequence[Field]) -> dict[str, Value]:
    by_name = {field.name: field for field in fields}
    values: dict[str, Value] = {}

    def alone(name: str) -> bool:
        return by_name[name].alone

    for part in filter(None, (part.strip() for part in text.split(";"))):
        named = any(begins(part, name) for name in by_name)
        values = once(
            values, read_named(part, by_name, what="value", alone=alone) if named else read_modes(part, fields)
        )
    return {name: by_name[name].read(value) for name, value in values.items()}
