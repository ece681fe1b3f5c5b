"""What a user sees, as plain data: the JSON object of a script's line, and the same for people to read."""

from collections.abc import Iterator
from pathlib import Path

from bot.sandbox.actions import Shown, button_labels
from bot.sandbox.entities import Message, Payload
from bot.sandbox.filling import fields_of
from bot.sandbox.interactions import Trigger
from bot.sandbox.limits import messages as kinds
from bot.sandbox.limits.messages import embed_texts
from bot.sandbox.messages import components_of

_NAMES = {
    kinds.BUTTON: "button",
    kinds.STRING_SELECT: "select",
    kinds.TEXT_INPUT: "text",
}


class Shelf:
    """Where the files of replies are put: in a directory, under the number of their line; or nowhere."""

    def __init__(self, out: Path | None, line: int) -> None:
        self._out = out
        self._line = line

    def put(self, name: str, data: bytes) -> str | None:
        """Write a file; its path, or None if files are not kept."""
        if self._out is None:
            return None
        self._out.mkdir(parents=True, exist_ok=True)
        path = next(path for path in self._paths(name) if not path.exists() or path.read_bytes() == data)
        path.write_bytes(data)
        return str(path)

    def _paths(self, name: str) -> Iterator[Path]:
        assert self._out is not None
        number = 1
        while True:
            copy = f"-{number}" if number > 1 else ""
            yield self._out / f"{self._line:03}{copy}-{name[-100:]}"
            number += 1


def outcome_report(outcome: Shown, shelf: Shelf) -> Payload:
    """The replies, edits and error of an outcome. Raises OSError if a file can't be written."""
    replies = [message_report(message, shelf) for message in outcome.replies]
    if outcome.modal:
        replies.append(_modal_report(outcome.modal))
    if outcome.interaction and outcome.interaction.answered.done() and outcome.interaction.kind is Trigger.AUTOCOMPLETE:
        replies.append(_choices_report(outcome.choices))
    return {
        "replies": replies,
        "edits": [message_report(message, shelf) for message in outcome.edits],
        "error": outcome.error,
    }


def message_report(message: Message, shelf: Shelf) -> Payload:
    """One message as its reader sees it."""
    return {
        "ephemeral": message.visible_to is not None,
        "text": message_text(message),
        "embeds": message.payload["embeds"],
        "components": [
            _component(part) for part in components_of(message) if part["type"] in (kinds.BUTTON, kinds.STRING_SELECT)
        ],
        "files": [
            {"name": f.name, "bytes": len(f.data), "alt": f.alt, "path": shelf.put(f.name, f.data)}
            for f in message.files
        ],
    }


def message_text(message: Message) -> str:
    """All the words of a message, embeds included."""
    embeds = [text for embed in message.payload["embeds"] for text in embed_texts(embed)]
    return "\n".join(text for text in [message.payload["content"], *embeds] if text)


def _component(part: Payload) -> Payload:
    labels = button_labels(part) if part["type"] == kinds.BUTTON else [part.get("placeholder") or ""]
    report = {
        "type": _NAMES[part["type"]],
        "label": labels[0],
        "disabled": bool(part.get("disabled")),
    }
    if part["type"] == kinds.STRING_SELECT:
        report["options"] = [option["label"] for option in part["options"]]
    return report


def _plain(text: str) -> Payload:
    return {"ephemeral": True, "text": text, "embeds": [], "components": [], "files": []}


def _modal_report(modal: Payload) -> Payload:
    fields = [
        {
            "label": field.label,
            "custom_id": field.custom_id,
            "type": _NAMES[field.component["type"]],
            "required": field.required,
            "value": field.component.get("value"),
            "options": [option["label"] for option in field.component.get("options", [])],
        }
        for field in fields_of(modal)
    ]
    words = [modal["title"], *(str(field["label"]) for field in fields)]
    return _plain("\n".join(words)) | {"modal": {"title": modal["title"], "fields": fields}}


def _choices_report(choices: list[Payload]) -> Payload:
    names = [choice["name"] for choice in choices]
    return _plain("\n".join(names)) | {"choices": names}


def report_text(report: Payload) -> str:
    """All that a line's object says, for `expect`."""
    texts = [reply["text"] for reply in [*report["replies"], *report["edits"]]]
    return "\n".join(text for text in [*texts, report["error"]] if text)


def readable(report: Payload) -> str:
    """A line's object for a person at a terminal."""
    blocks = [_readable_reply(reply, "") for reply in report["replies"]]
    blocks += [_readable_reply(reply, "edited: ") for reply in report["edits"]]
    if report["error"]:
        blocks.append(f"! {report['error']}")
    return "\n".join(blocks)


def _readable_reply(reply: Payload, note: str) -> str:
    note += "only you see this: " if reply["ephemeral"] else ""
    lines = [f"{note}{reply['text']}"]
    lines += [f"  file {file['name']} ({file['bytes']} bytes) {file['alt'] or ''}" for file in reply["files"]]
    buttons = [f"[{part['label']}]" for part in reply["components"] if not part["disabled"]]
    return "\n".join([*lines, f"  {' '.join(buttons)}"] if buttons else lines)
