"""A request body under inspection, whose mistakes are collected at the places where they are."""

from collections.abc import Collection, Iterator
from typing import Any

from bot.sandbox.errors import INVALID_FORM, DiscordError

type_error = "Could not interpret the value as {}."


class Inspected:
    """A value in a request body. `form["embeds"]` and iteration lead to the values inside it.

    A value that is missing or of the wrong kind has nothing inside, so that a check never breaks on it.
    """

    __slots__ = ("_errors", "_path", "value")

    def __init__(self, value: object, *path: str) -> None:
        self.value: Any = value
        self._path = path
        self._errors: dict[str, Any] = {}

    def __getitem__(self, key: str) -> "Inspected":
        return self._child(key, self.value.get(key) if isinstance(self.value, dict) else None)

    def __iter__(self) -> Iterator["Inspected"]:
        items = self.value if isinstance(self.value, list) else []
        return iter([self._child(str(index), item) for index, item in enumerate(items)])

    def _child(self, key: str, value: object) -> "Inspected":
        child = object.__new__(Inspected)
        child.value, child._path, child._errors = value, (*self._path, key), self._errors
        return child

    @property
    def given(self) -> bool:
        return self.value is not None

    def fail(self, code: str, message: str) -> None:
        """Note a mistake here, in Discord's nested shape."""
        place = self._errors
        for key in self._path:
            place = place.setdefault(key, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise DiscordError 50035 if any check on this form or inside it has failed."""
        if self._errors:
            raise DiscordError(*INVALID_FORM, self._errors)

    def needed(self) -> bool:
        """Whether the value is given; a missing one is a mistake."""
        if not self.given:
            self.fail("BASE_TYPE_REQUIRED", "This field is required")
        return self.given

    def text(self, low: int, high: int, *, required: bool = False) -> None:
        """The value is text of `low` to `high` characters, or absent unless required."""
        if not self.given and not (required and low):
            return
        if not self.needed():
            return
        if not isinstance(self.value, str):
            self.fail("STRING_TYPE_CONVERT", type_error.format("string"))
        elif required and low and not self.value:
            self.fail("BASE_TYPE_REQUIRED", "This field is required")
        else:
            self._length(low, high)

    def items(self, low: int, high: int) -> None:
        """The value is a list of `low` to `high` items, or absent if there may be none."""
        if self.given and not isinstance(self.value, list):
            self.fail("LIST_TYPE_CONVERT", type_error.format("list"))
        elif low == 0 or self.needed():
            self._length(low, high)

    def _length(self, low: int, high: int) -> None:
        length = len(self.value or ())
        if low <= length <= high:
            return
        if low:
            self.fail("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            self.fail("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    def number(self, low: int, high: int) -> None:
        """The value is a whole number from `low` to `high`, or absent."""
        if not self.given:
            return
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.fail("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not int.')
        elif self.value < low:
            self.fail("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif self.value > high:
            self.fail("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    def one_of(self, allowed: Collection[Any]) -> bool:
        """Whether the value is one of those allowed; another is a mistake."""
        if self.value in allowed:
            return True
        shown = ", ".join(str(value) for value in allowed)
        self.fail("BASE_TYPE_CHOICES", f"Value must be one of {{{shown}}}.")
        return False
