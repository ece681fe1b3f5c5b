"""A form that a bot has opened, as its user fills it in."""

from dataclasses import dataclass

from bot.sandbox.body import Upload
from bot.sandbox.choosing import Choose
from bot.sandbox.entities import Payload
from bot.sandbox.limits.components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    STRING_SELECT,
    TEXT_INPUT,
)
from bot.sandbox.options import Resolved
from bot.sandbox.words import Refused, Word


@dataclass(frozen=True)
class Field:
    """One field of a form, and the words beside it."""

    label: str
    component: Payload

    @property
    def custom_id(self) -> str:
        return str(self.component["custom_id"])

    @property
    def required(self) -> bool:
        return bool(self.component.get("required", True)) and self.component["type"] != CHECKBOX

    def called(self, name: str) -> bool:
        return name in (self.label, self.custom_id)


def fields_of(modal: Payload) -> list[Field]:
    """The fields of a form from top to bottom."""
    found = []
    for top in modal["components"]:
        if top["type"] == LABEL:
            found.append(Field(top["label"], top["component"]))
        elif top["type"] == ROW:
            found += [Field(inner.get("label") or "", inner) for inner in top["components"]]
    return found


class Filling:
    """Turns what fields are filled with into what a client submits. `choose` finds what is chosen in a select.

    Raises Refused for what the client would not send.
    """

    def __init__(self, modal: Payload, resolved: Resolved, files: list[Upload], choose: Choose) -> None:
        self._modal = modal
        self._resolved = resolved
        self._files = files
        self._choose = choose

    def submit(self, words: list[Word]) -> Payload:
        """The interaction data of a form filled in by its fields' labels or ids; one named twice has two values."""
        return self.fill(self._assign(fields_of(self._modal), words))

    def fill(self, given: dict[str, list[str]]) -> Payload:
        """The interaction data of a form filled in by its fields' ids; what is not given keeps its default."""
        fields = fields_of(self._modal)
        values = {field.custom_id: self._value(field, given.get(field.custom_id)) for field in fields}
        tops = enumerate(self._modal["components"], 1)
        data: Payload = {
            "custom_id": self._modal["custom_id"],
            "components": [_submitted(top, number, values) for number, top in tops],
        }
        return data | {"resolved": self._resolved.data} if self._resolved.data else data

    @staticmethod
    def _assign(fields: list[Field], words: list[Word]) -> dict[str, list[str]]:
        given: dict[str, list[str]] = {}
        for word in words:
            if word.key is None:
                raise Refused(f'"{word.value}" belongs to no field; write field:"value".')
            field = next((field for field in fields if field.called(word.key)), None)
            if field is None:
                names = ", ".join(field.label or field.custom_id for field in fields)
                raise Refused(f"The form has no field {word.key}; it has {names}.")
            given.setdefault(field.custom_id, []).append(word.value)
        return given

    def _value(self, field: Field, texts: list[str] | None) -> Payload:
        kind = field.component["type"]
        text = texts[-1] if texts else None
        if kind == TEXT_INPUT:
            return {"value": self._text(field, text)}
        if kind == CHECKBOX:
            return {"value": bool(field.component.get("default")) if text is None else text.lower() in ("true", "yes")}
        values = self._files_of(field, texts) if kind == FILE_UPLOAD else self._chosen(field, texts)
        if field.required and not values:
            raise Refused(f"{field.label} is required.")
        return {"value": values[0] if values else None} if kind == RADIO_GROUP else {"values": values}

    @staticmethod
    def _text(field: Field, text: str | None) -> str:
        value = (field.component.get("value") or "") if text is None else text
        low = field.component.get("min_length") or 0
        high = field.component.get("max_length") or 4000
        if field.required and not value:
            raise Refused(f"{field.label} is required.")
        if value and not low <= len(value) <= high:
            raise Refused(f"{field.label} has {low} to {high} characters.")
        return str(value)

    def _chosen(self, field: Field, texts: list[str] | None) -> list[str]:
        component = field.component
        if texts is None:
            return [option["value"] for option in component.get("options", []) if option.get("default")]
        if not texts:
            return []
        if component["type"] in (RADIO_GROUP, CHECKBOX_GROUP):
            most = 1 if component["type"] == RADIO_GROUP else len(component["options"])
            component = component | {"type": STRING_SELECT, "max_values": component.get("max_values") or most}
        return self._choose(component, texts, self._resolved)

    def _files_of(self, field: Field, texts: list[str] | None) -> list[str]:
        most = field.component.get("max_values") or 1
        taken = [file for file in self._files if texts is None or file.name in texts][:most]
        for file in taken:
            self._files.remove(file)
        return [self._resolved.file(file) for file in taken]


def _submitted(top: Payload, number: int, values: dict[str, Payload]) -> Payload:
    def inner(component: Payload, at: int) -> Payload:
        custom_id = component["custom_id"]
        return {"type": component["type"], "id": at, "custom_id": custom_id, **values[custom_id]}

    shell = {"type": top["type"], "id": number}
    if top["type"] == LABEL:
        return shell | {"component": inner(top["component"], 100 + number)}
    if top["type"] == ROW:
        return shell | {"components": [inner(child, 100 + number) for child in top["components"]]}
    return shell
