"""Sheets as JSON: frozen dataclasses with a version, checked and upgraded whenever they are read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


class SheetType(Generic[T]):
    """Turns one kind of sheet into JSON and back.

    `upgrades` holds one function for each version that has passed: the first turns version 1 into version
    2. A sheet that was stored long ago is read through all that it has missed.
    """

    def __init__(self, kind: type[T], upgrades: Sequence[Upgrade] = ()) -> None:
        self._adapter = TypeAdapter(kind)
        self._upgrades = upgrades

    def dump(self, sheet: T) -> dict[str, Any]:
        """The sheet as JSON, with its version under `v`."""
        return {"v": len(self._upgrades) + 1, **self._adapter.dump_python(sheet, mode="json")}

    def load(self, stored: Mapping[str, Any]) -> T:
        """The sheet that was stored, upgraded; raises pydantic.ValidationError where it isn't one."""
        values = dict(stored)
        for upgrade in self._upgrades[values.pop("v") - 1 :]:
            values = upgrade(values)
        return self._adapter.validate_python(values)
