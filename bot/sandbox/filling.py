"""What a user chooses in a select, and fills into a form that a bot has opened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.sandbox.entities import Payload
from bot.sandbox.limits.messages import LABEL, TEXT_INPUT
from bot.sandbox.script import Refused, Word

Choose = Callable[[Payload, Sequence[str]], list[str]]


def by_label(select: Payload, labels: Sequence[str]) -> list[str]:
    """The values of a select's options by their labels; a comma separates several.

    Raises Refused for what a client does not let its user choose, as `by_value` does.
    """
    offered = {option["label"]: str(option["value"]) for option in reversed(select["options"])}
    if not set(labels) <= offered.keys():
        labels = [part.strip() for label in labels for part in label.split(",")]
    return _counted(select, labels, [offered.get(label) for label in labels])


def by_value(select: Payload, chosen: Sequence[str]) -> list[str]:
    """The values that were chosen, as long as the select offers them."""
    offered = {str(option["value"]) for option in select["options"]}
    return _counted(select, chosen, [value if value in offered else None for value in chosen])


def _counted(select: Payload, wanted: Sequence[str], values: Sequence[str | None]) -> list[str]:
    """The values, if all were found and they are as many as the select takes."""
    if select.get("disabled"):
        raise Refused("That choice is disabled.")
    found = list(dict.fromkeys(value for value in values if value is not None))
    if len(found) < len(values):
        raise Refused(f"There is no {', '.join(wanted)} to choose here.")
    low, high = select.get("min_values"), select.get("max_values") or 1
    low = 1 if low is None else low
    if not low <= len(found) <= high:
        raise Refused(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
    return found


@dataclass(frozen=True)
class FormField:
    """One field of a form, and the words beside it."""

    label: str
    component: Payload

    @property
    def custom_id(self) -> str:
        return str(self.component["custom_id"])

    @property
    def required(self) -> bool:
        return bool(self.component.get("required", True))

    def called(self, name: str) -> bool:
        return name in (self.label, self.custom_id)


def fields_of(modal: Payload) -> list[FormField]:
    """The fields of a form from top to bottom."""
    found = []
    for top in modal["components"]:
        if top["type"] == LABEL:
            found.append(FormField(top["label"], top["component"]))
        else:
            found += [FormField(inner["label"], inner) for inner in top["components"]]
    return found


def submitted(modal: Payload, words: list[Word]) -> Payload:
    """The interaction data of a form filled in by its fields' labels or ids; one named twice has two values.

    Raises Refused for what the client would not send, as `filled` does.
    """
    fields = fields_of(modal)
    given: dict[str, list[str]] = {}
    for word in words:
        if word.key is None:
            raise Refused(f'"{word.value}" belongs to no field; write field:"value".')
        field = next((field for field in fields if field.called(word.key)), None)
        if field is None:
            names = ", ".join(field.label or field.custom_id for field in fields)
            raise Refused(f"The form has no field {word.key}; it has {names}.")
        given.setdefault(field.custom_id, []).append(word.value)
    return filled(modal, given, by_label)


def filled(modal: Payload, given: dict[str, list[str]], choose: Choose = by_value) -> Payload:
    """The interaction data of a form filled in by its fields' ids; what is not given keeps its default."""
    values = {field.custom_id: _value(field, given.get(field.custom_id), choose) for field in fields_of(modal)}
    tops = [_top(top, number, values) for number, top in enumerate(modal["components"], 1)]
    return {"custom_id": modal["custom_id"], "components": tops}


def _value(field: FormField, texts: list[str] | None, choose: Choose) -> Payload:
    if field.component["type"] == TEXT_INPUT:
        return {"value": _text(field, texts[-1] if texts else None)}
    options = field.component["options"]
    values = [option["value"] for option in options if option.get("default")] if texts is None else texts
    if field.required and not values:
        raise Refused(f"{field.label} is required.")
    return {"values": choose(field.component, values) if texts else values}


def _text(field: FormField, text: str | None) -> str:
    value = (field.component.get("value") or "") if text is None else text
    low = field.component.get("min_length") or 0
    high = field.component.get("max_length") or 4000
    if field.required and not value:
        raise Refused(f"{field.label} is required.")
    if value and not low <= len(value) <= high:
        raise Refused(f"{field.label} has {low} to {high} characters.")
    return str(value)


def _top(top: Payload, number: int, values: dict[str, Payload]) -> Payload:
    """A top component of a form as it is sent: the field in it with its value."""

    def inner(component: Payload) -> Payload:
        custom_id = component["custom_id"]
        return {"type": component["type"], "id": 100 + number, "custom_id": custom_id, **values[custom_id]}

    shell = {"type": top["type"], "id": number}
    if top["type"] == LABEL:
        return shell | {"component": inner(top["component"])}
    return shell | {"components": [inner(child) for child in top["components"]]}
