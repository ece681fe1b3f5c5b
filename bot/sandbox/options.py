"""What Discord's client does with a typed command: finds it, checks its options, turns them into values."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.sandbox.body import Upload
from bot.sandbox.entities import GUILD_ID, Channel, Payload, User
from bot.sandbox.limits.commands import CHAT_INPUT, GROUP, OPTION_KINDS, SUBCOMMAND
from bot.sandbox.messages import store_file
from bot.sandbox.payloads import (
    attachment_payload,
    partial_member_payload,
    user_payload,
)
from bot.sandbox.script import Refused, Word
from bot.sandbox.world import World

STRING, INTEGER, BOOLEAN, USER, NUMBER, ATTACHMENT = OPTION_KINDS
_YES_NO = {"true": True, "yes": True, "false": False, "no": False}
_SAFE_INTEGER = 2**53


@dataclass(frozen=True)
class TypedCommand:
    """A command as a client sends it."""

    name: str  # with the subcommands that lead to it
    data: Payload
    focused_type: int = STRING


@dataclass
class Resolved:
    """The things that an interaction names, as Discord sends them along with it."""

    world: World
    data: Payload = field(default_factory=dict)

    def _put(self, kind: str, snowflake: int, payload: Payload) -> str:
        self.data.setdefault(kind, {})[str(snowflake)] = payload
        return str(snowflake)

    def user(self, user: User) -> str:
        if user.id in self.world.users:
            self._put("members", user.id, partial_member_payload(user) | {"permissions": "0"})
        return self._put("users", user.id, user_payload(user))

    def file(self, upload: Upload) -> str:
        file = store_file(self.world, GUILD_ID, upload)
        return self._put("attachments", file.id, attachment_payload(file))


def typed_command(
    world: World, user: User, channel: Channel, words: list[Word], files: list[Upload], *, completing: bool = False
) -> TypedCommand:
    """The interaction data for a typed command. What it attaches is taken from `files`.

    Raises Refused with what the client would tell its user.
    """
    name = words[0].value.removeprefix("/") if words else ""
    command = _find(world, user, channel, name)
    path, leaf, rest = _descend(command, words[1:])
    full_name = " ".join([name, *(step["name"] for step in path)])
    form = _OptionForm(leaf, f"/{full_name}", Resolved(world), files)
    options = form.complete(rest) if completing else form.fill(rest)
    for step in reversed(path):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if form.resolved.data:
        data["resolved"] = form.resolved.data
    return TypedCommand(full_name, data, form.focused_type)


def _find(world: World, user: User, channel: Channel, name: str) -> Payload:
    if not world.bot_present:
        raise Refused("The bot is not in this server.")
    known = [*world.shown_still, *world.commands.get(GUILD_ID, []), *world.commands.get(None, [])]
    command = next((c for c in known if c["name"] == name and c["type"] == CHAT_INPUT), None)
    if command is None:
        raise Refused(_no_command(name, known))
    needed = command["default_member_permissions"]
    if needed is not None and not discord.Permissions(int(needed)) <= world.permissions(user, channel):
        raise Refused(f"You may not use /{name}.")
    return command


def _no_command(name: str, known: list[Payload]) -> str:
    """The sentence for a command that there isn't, with those that it may mean."""
    leaves = [" ".join((each["name"], *path)) for each in known for path in _paths(each)]
    try:
        told = [match(name, leaves, what="command")]
    except RuleError as problem:
        near = str(problem).partition(": did you mean ")[2].rstrip("?")
        told = [each for each in near.replace(" or ", ", ").split(", ") if each]
    meant = f": did you mean {sentence((f'/{each}' for each in told), 'or')}?" if told else "."
    return f"There is no command /{name}{meant}"


def _paths(command: Payload) -> Iterator[tuple[str, ...]]:
    """The words that lead to each of a command's own, below its name."""
    inner = [each for each in command.get("options", []) if each["type"] in (SUBCOMMAND, GROUP)]
    for each in inner:
        yield from ((each["name"], *rest) for rest in _paths(each))
    if not inner:
        yield ()


def _descend(command: Payload, words: list[Word]) -> tuple[list[Payload], Payload, list[Word]]:
    """The subcommands that lead to what is to be run, that itself, and the words left for its options."""
    path: list[Payload] = []
    leaf = command
    while inner := {o["name"]: o for o in leaf.get("options", []) if o["type"] in (SUBCOMMAND, GROUP)}:
        word = words.pop(0) if words and words[0].key is None else None
        if word is None or word.value not in inner:
            full = " ".join([command["name"], *(step["name"] for step in path)])
            raise Refused(f"/{full} needs one of: {', '.join(inner)}.")
        leaf = inner[word.value]
        path.append(leaf)
    return path, leaf, words


class _OptionForm:
    """The options of one command as its user fills them in."""

    def __init__(self, leaf: Payload, title: str, resolved: Resolved, files: list[Upload]) -> None:
        self.resolved = resolved
        self.focused_type = STRING
        self._title = title
        self._files = files
        self._known: dict[str, Payload] = {option["name"]: option for option in leaf.get("options", [])}

    def fill(self, words: list[Word]) -> list[Payload]:
        """All options, checked: what is required is there, and everything has its kind and range."""
        given = self._given(words)
        for name, option in self._known.items():
            if option["type"] == ATTACHMENT and name not in given and self._files:
                given[name] = self._files[0].name
        missing = [n for n, option in self._known.items() if option.get("required") and n not in given]
        if missing:
            raise Refused(f"{self._title} needs {', '.join(missing)}.")
        return [self._option(name, text) for name, text in given.items()]

    def complete(self, words: list[Word]) -> list[Payload]:
        """The options while the last one is being written."""
        given = self._given(words)
        if not given:
            raise Refused(f"Write the option of {self._title} that is to be completed.")
        focused, text = given.popitem()
        option = self._known[focused]
        if not option.get("autocomplete"):
            raise Refused(f"{focused} has no suggestions.")
        self.focused_type = option["type"]
        rest = [self._option(name, value) for name, value in given.items()]
        return [*rest, {"type": option["type"], "name": focused, "value": text, "focused": True}]

    def _given(self, words: list[Word]) -> dict[str, str]:
        given: dict[str, str] = {}
        for word in words:
            if word.key is None:
                raise Refused(f'"{word.value}" belongs to no option; put a value with spaces in quotes.')
            if word.key not in self._known:
                has = f"it has {', '.join(self._known)}" if self._known else "it has none"
                raise Refused(f"{self._title} has no option {word.key}; {has}.")
            if word.key in given:
                raise Refused(f"{word.key} is given twice.")
            given[word.key] = word.value
        return given

    def _option(self, name: str, text: str) -> Payload:
        option = self._known[name]
        return {"type": option["type"], "name": name, "value": self._value(option, text)}

    def _value(self, option: Payload, text: str) -> Any:  # text, number, truth or snowflake
        if option.get("choices"):
            return _chosen(option, text)
        readers: dict[int, Callable[[Payload, str], Any]] = {
            STRING: _text,
            INTEGER: _number,
            NUMBER: _number,
            BOOLEAN: _truth,
            USER: self._user,
            ATTACHMENT: self._file,
        }
        return readers[option["type"]](option, text)

    def _user(self, option: Payload, text: str) -> str:
        world = self.resolved.world
        name = text.removeprefix("@")
        if not name:
            raise Refused(f"{option['name']} is a member, such as @Ann.")
        return self.resolved.user(world.bot if name == world.bot.name else world.named(name))

    def _file(self, option: Payload, text: str) -> str:
        upload = next((upload for upload in self._files if upload.name == text), None)
        if upload is None:
            raise Refused(f"{option['name']} is a file: attach it first.")
        self._files.remove(upload)
        return self.resolved.file(upload)


def _chosen(option: Payload, text: str) -> Any:  # text or a number
    for choice in option["choices"]:
        if text in (choice["name"], str(choice["value"])):
            return choice["value"]
    names = ", ".join(choice["name"] for choice in option["choices"])
    raise Refused(f"{option['name']} is one of: {names}.")


def _truth(option: Payload, text: str) -> bool:
    if text.lower() not in _YES_NO:
        raise Refused(f"{option['name']} is true or false.")
    return _YES_NO[text.lower()]


def _text(option: Payload, text: str) -> str:
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(text) <= high:
        raise Refused(f"{option['name']} has {low} to {high} characters.")
    if not text:
        raise Refused(f"{option['name']} is empty.")
    return text


def _number(option: Payload, text: str) -> float:
    whole = option["type"] == INTEGER
    try:
        number: float = int(text) if whole else float(text)
    except ValueError:
        raise Refused(f"{option['name']} is a {'whole ' if whole else ''}number.") from None
    low = option.get("min_value", -_SAFE_INTEGER)
    high = option.get("max_value", _SAFE_INTEGER)
    if not low <= number <= high:
        raise Refused(f"{option['name']} is between {low} and {high}.")
    return number
