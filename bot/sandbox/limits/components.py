"""What buttons, selects, layouts and modal fields may hold."""

from collections.abc import Collection

from bot.sandbox.limits.form import Form

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
LINK, PREMIUM = 5, 6  # button styles without a custom_id

V2_COMPONENTS = 40
V2_TEXT = 4000


def check_components(components: Form, *, v2: bool, filenames: Collection[str]) -> None:
    """The components of a message; `filenames` are what `attachment://` may name."""
    if v2:
        _check_layout(components, filenames)
    else:
        components.items(0, 5)
        for row in components:
            if row["type"].one_of((ROW,)):
                _check_row(row)
    _check_unique_ids(components)


def check_modal_components(components: Form) -> None:
    """The one to five top components of a modal."""
    components.items(1, 5)
    for component in components:
        if not component["type"].one_of((ROW, TEXT, LABEL)):
            continue
        if component["type"].value == LABEL:
            _check_label(component)
        elif component["type"].value == TEXT:
            component["content"].text(1, V2_TEXT, required=True)
        else:
            _check_modal_row(component)
    _check_unique_ids(components)


def walk(component: Form) -> list[Form]:
    """The component and all inside it, in reading order."""
    inside = [*component["components"]]
    inside += [component[key] for key in ("accessory", "component") if component[key].given]
    return [component, *(deeper for child in inside for deeper in walk(child))]


def _check_unique_ids(components: Form) -> None:
    seen: set[str] = set()
    for component in (inner for top in components for inner in walk(top)):
        custom_id = component["custom_id"]
        if not isinstance(custom_id.value, str):
            continue
        if custom_id.value in seen:
            custom_id.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        seen.add(custom_id.value)


def _check_layout(components: Form, filenames: Collection[str]) -> None:
    everything = [inner for top in components for inner in walk(top)]
    if len(everything) > V2_COMPONENTS:
        components.fail(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The maximum number of total components is {V2_COMPONENTS}.",
        )
    texts = [inner["content"].value for inner in everything if inner["type"].value == TEXT]
    if sum(len(text) for text in texts if isinstance(text, str)) > V2_TEXT:
        components.fail(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds the maximum of {V2_TEXT}.",
        )
    for top in components:
        if top["type"].one_of((*IN_CONTAINER, CONTAINER)):
            _check_layout_part(top, filenames)


def _check_layout_part(part: Form, filenames: Collection[str]) -> None:
    match part["type"].value:
        case 1:
            _check_row(part)
        case 9:
            _check_section(part, filenames)
        case 10:
            part["content"].text(1, V2_TEXT, required=True)
        case 12:
            part["items"].items(1, 10)
            for item in part["items"]:
                _check_media(item, "media", filenames)
        case 13:
            _check_media(part, "file", filenames)
        case 17:
            part["components"].items(1, V2_COMPONENTS)
            for child in part["components"]:
                if child["type"].one_of(IN_CONTAINER):
                    _check_layout_part(child, filenames)


def _check_section(section: Form, filenames: Collection[str]) -> None:
    section["components"].items(1, 3)
    for text in section["components"]:
        if text["type"].one_of((TEXT,)):
            text["content"].text(1, V2_TEXT, required=True)
    accessory = section["accessory"]
    if not accessory.needed() or not accessory["type"].one_of((BUTTON, THUMBNAIL)):
        return
    if accessory["type"].value == BUTTON:
        _check_button(accessory)
    else:
        _check_media(accessory, "media", filenames)


def _check_media(item: Form, key: str, filenames: Collection[str]) -> None:
    item["description"].text(0, 1024)
    url = item[key]["url"]
    url.text(1, 2048, required=True)
    if not isinstance(url.value, str):
        return
    scheme, _, name = url.value.partition("://")
    if scheme == "attachment" and name not in filenames:
        url.fail(
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment '{name}' was not found.",
        )
    elif scheme not in ("attachment", "http", "https") or (key == "file" and scheme != "attachment"):
        url.fail("URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported.')


def _check_row(row: Form) -> None:
    children = row["components"]
    children.items(1, 5)
    for child in children:
        if not child["type"].one_of((BUTTON, *SELECTS)):
            continue
        if child["type"].value == BUTTON:
            _check_button(child)
        else:
            _check_select(child, options_high=25)
            if len(children.value) > 1:
                child.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def _check_button(button: Form) -> None:
    button["label"].text(0, 80)
    style = button["style"]
    if not style.one_of(range(1, 7)):
        return
    if style.value == LINK:
        button["url"].text(1, 512, required=True)
    elif style.value == PREMIUM:
        button["sku_id"].needed()
    else:
        button["custom_id"].text(1, 100, required=True)
    if style.value != PREMIUM and not button["label"].value and not button["emoji"].value:
        button.fail("BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A button must have a label or an emoji")


def _check_select(select: Form, options_high: int) -> None:
    select["custom_id"].text(1, 100, required=True)
    select["placeholder"].text(0, 150)
    select["min_values"].number(0, options_high)
    select["max_values"].number(1, options_high)
    if select["type"].value == STRING_SELECT:
        _check_options(select["options"], 1, options_high)


def _check_options(options: Form, low: int, high: int) -> None:
    options.items(low, high)
    seen: set[str] = set()
    for option in options:
        option["label"].text(1, 100, required=True)
        option["value"].text(1, 100, required=True)
        option["description"].text(0, 100)
        if str(option["value"].value) in seen:
            option["value"].fail(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        seen.add(str(option["value"].value))


def _check_modal_row(row: Form) -> None:
    row["components"].items(1, 1)
    for field in row["components"]:
        if field["type"].one_of((TEXT_INPUT, *SELECTS)):
            if field["type"].value == TEXT_INPUT:
                field["label"].text(1, 45, required=True)
            _check_field(field)


def _check_label(label: Form) -> None:
    label["label"].text(1, 45, required=True)
    label["description"].text(0, 100)
    if label["component"].needed() and label["component"]["type"].one_of(IN_LABEL):
        _check_field(label["component"])


def _check_field(field: Form) -> None:
    field["custom_id"].text(1, 100, required=True)
    match field["type"].value:
        case 4:
            field["style"].one_of((1, 2))
            field["min_length"].number(0, 4000)
            field["max_length"].number(1, 4000)
            field["value"].text(0, 4000)
            field["placeholder"].text(0, 100)
        case 19:
            field["min_values"].number(0, 10)
            field["max_values"].number(1, 10)
        case 21:
            _check_options(field["options"], 2, 10)
        case 22:
            _check_options(field["options"], 1, 10)
        case 23:
            pass
        case _:
            _check_select(field, options_high=25)
