"""What a message, a modal and a list of suggestions may hold: of components those that the sandbox knows."""

from collections.abc import Iterable

from bot.sandbox.entities import Payload
from bot.sandbox.errors import EMPTY_MESSAGE, REQUEST_TOO_LARGE, DiscordError
from bot.sandbox.limits.form import Inspected

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
LABEL = 18
LINK = 5  # the button style without a custom_id


def check_components(components: Inspected) -> None:
    """The rows of a message, and the buttons and selects in them."""
    components.items(0, 5)
    for row in components:
        if row["type"].one_of((ROW,)):
            _check_row(row)
    _check_unique_ids(components)


def check_modal_components(components: Inspected) -> None:
    """The one to five top components of a modal."""
    components.items(1, 5)
    for component in components:
        if component["type"].one_of((ROW, LABEL)):
            (_check_label if component["type"].value == LABEL else _check_modal_row)(component)
    _check_unique_ids(components)


def walk(component: Inspected) -> list[Inspected]:
    """The component and all inside it, in reading order."""
    inside = [*component["components"], *([component["component"]] if component["component"].given else [])]
    return [component, *(deeper for child in inside for deeper in walk(child))]


def _check_unique_ids(components: Inspected) -> None:
    seen: set[str] = set()
    for component in (inner for top in components for inner in walk(top)):
        custom_id = component["custom_id"]
        if not isinstance(custom_id.value, str):
            continue
        if custom_id.value in seen:
            custom_id.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        seen.add(custom_id.value)


def _check_row(row: Inspected) -> None:
    children = row["components"]
    children.items(1, 5)
    for child in children:
        if not child["type"].one_of((BUTTON, STRING_SELECT)):
            continue
        if child["type"].value == BUTTON:
            _check_button(child)
        else:
            _check_select(child)
            if len(children.value) > 1:
                child.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def _check_button(button: Inspected) -> None:
    button["label"].text(0, 80)
    style = button["style"]
    if not style.one_of(range(1, 6)):
        return
    if style.value == LINK:
        button["url"].text(1, 512, required=True)
    else:
        button["custom_id"].text(1, 100, required=True)
    if not button["label"].value and not button["emoji"].value:
        button.fail("BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A button must have a label or an emoji")


def _check_select(select: Inspected) -> None:
    select["custom_id"].text(1, 100, required=True)
    select["placeholder"].text(0, 150)
    select["min_values"].number(0, 25)
    select["max_values"].number(1, 25)
    select["options"].items(1, 25)
    seen: set[str] = set()
    for option in select["options"]:
        value = option["value"]
        option["label"].text(1, 100, required=True)
        value.text(1, 100, required=True)
        option["description"].text(0, 100)
        if str(value.value) in seen:
            value.fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
        seen.add(str(value.value))


def _check_modal_row(row: Inspected) -> None:
    row["components"].items(1, 1)
    for field in row["components"]:
        if field["type"].one_of((TEXT_INPUT,)):
            field["label"].text(1, 45, required=True)
            _check_text_input(field)


def _check_label(label: Inspected) -> None:
    label["label"].text(1, 45, required=True)
    label["description"].text(0, 100)
    field = label["component"]
    if field.needed() and field["type"].one_of((TEXT_INPUT, STRING_SELECT)):
        (_check_text_input if field["type"].value == TEXT_INPUT else _check_select)(field)


def _check_text_input(field: Inspected) -> None:
    field["custom_id"].text(1, 100, required=True)
    field["style"].one_of((1, 2))
    field["min_length"].number(0, 4000)
    field["max_length"].number(1, 4000)
    field["value"].text(0, 4000)
    field["placeholder"].text(0, 100)


FILE_SIZE = 10 * 2**20
REQUEST_SIZE = 25 * 2**20
EMBED_TEXT = 6000


def check_sizes(request_size: int, files: Iterable[bytes]) -> None:
    """Raises DiscordError 40005 for a request or a file that is too large."""
    if request_size > REQUEST_SIZE or any(len(file) > FILE_SIZE for file in files):
        raise DiscordError(*REQUEST_TOO_LARGE)


def check_message(payload: Payload, filenames: Iterable[str], *path: str) -> None:
    """Check what a message is sent or edited with.

    `filenames` are of the files that it has afterwards, `path` is where in the request body the message stands.
    Raises DiscordError 50035.
    """
    form = Inspected(payload, *path)
    form["flags"].number(0, 1 << 31)
    form["content"].text(0, 2000)
    _check_embeds(form["embeds"])
    _check_attachments(form["attachments"])
    if len(list(filenames)) > 10:
        form["attachments"].fail("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    _check_mentions(form["allowed_mentions"])
    check_components(form["components"])
    form.refuse()


def check_not_empty(message: Payload) -> None:
    """Raises DiscordError 50006 for a message that shows nothing."""
    content = message.get("content") or ""
    shown = ("embeds", "components", "attachments")
    if not content.strip() and not any(message.get(key) for key in shown):
        raise DiscordError(*EMPTY_MESSAGE)


def _check_embeds(embeds: Inspected) -> None:
    embeds.items(0, 10)
    for embed in embeds:
        embed["title"].text(0, 256)
        embed["description"].text(0, 4096)
        embed["footer"]["text"].text(0, 2048)
        embed["author"]["name"].text(0, 256)
        embed["fields"].items(0, 25)
        for field in embed["fields"]:
            field["name"].text(1, 256, required=True)
            field["value"].text(1, 1024, required=True)
        if not any(value for key, value in _pairs(embed.value) if key not in ("type", "color", "flags")):
            embed["description"].fail("BASE_TYPE_REQUIRED", "This field is required")
    if sum(len(text) for embed in embeds for text in embed_texts(embed.value)) > EMBED_TEXT:
        embeds.fail("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TEXT}")


def _pairs(value: object) -> Iterable[tuple[str, object]]:
    return value.items() if isinstance(value, dict) else ()


def embed_texts(embed: object) -> list[str]:
    """All the words of an embed, in the order in which they are read."""
    form = Inspected(embed)
    texts = [form["author"]["name"], form["title"], form["description"]]
    for field in form["fields"]:
        texts += [field["name"], field["value"]]
    texts.append(form["footer"]["text"])
    return [text.value for text in texts if isinstance(text.value, str) and text.value]


def _check_attachments(attachments: Inspected) -> None:
    attachments.items(0, 10)
    for attachment in attachments:
        attachment["description"].text(0, 1024)


def _check_mentions(allowed: Inspected) -> None:
    for kind in ("users", "roles"):
        allowed[kind].items(0, 100)
        if allowed[kind].value and kind in (allowed["parse"].value or ()):
            allowed.fail(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def check_modal(modal: object, *path: str) -> None:
    """Raises DiscordError 50035 for a modal that Discord does not open."""
    form = Inspected(modal, *path)
    form["title"].text(1, 45, required=True)
    form["custom_id"].text(1, 100, required=True)
    check_modal_components(form["components"])
    form.refuse()


def check_suggestions(data: object, option_type: int, *path: str) -> None:
    """Check an answer to an autocompletion for an option of that type. Raises DiscordError 50035."""
    choices = Inspected(data, *path)["choices"]
    choices.items(0, 25)
    for choice in choices:
        check_choice(choice, option_type)
    choices.refuse()


def check_choice(choice: Inspected, option_type: int) -> None:
    """A choice's name, and that its value suits a string (3), integer (4) or number (10) option."""
    choice["name"].text(1, 100, required=True)
    value = choice["value"]
    if option_type == 3:
        value.text(0, 100, required=True)
        if not value.given:
            value.needed()
    elif value.needed():
        kinds = (int,) if option_type == 4 else (int, float)
        if not isinstance(value.value, kinds) or isinstance(value.value, bool):
            value.fail("NUMBER_TYPE_COERCE", f'Value "{value.value}" is not a number.')
