"""What buttons, selects and the fields of a modal may hold: the kinds of them that the sandbox knows."""

from bot.sandbox.limits.form import Form

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
LABEL = 18
LINK = 5  # the button style without a custom_id


def check_components(components: Form) -> None:
    """The rows of a message, and the buttons and selects in them."""
    components.items(0, 5)
    for row in components:
        if row["type"].one_of((ROW,)):
            _check_row(row)
    _check_unique_ids(components)


def check_modal_components(components: Form) -> None:
    """The one to five top components of a modal."""
    components.items(1, 5)
    for component in components:
        if component["type"].one_of((ROW, LABEL)):
            (_check_label if component["type"].value == LABEL else _check_modal_row)(component)
    _check_unique_ids(components)


def walk(component: Form) -> list[Form]:
    """The component and all inside it, in reading order."""
    inside = [*component["components"], *([component["component"]] if component["component"].given else [])]
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


def _check_row(row: Form) -> None:
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


def _check_button(button: Form) -> None:
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


def _check_select(select: Form) -> None:
    select["custom_id"].text(1, 100, required=True)
    select["placeholder"].text(0, 150)
    select["min_values"].number(0, 25)
    select["max_values"].number(1, 25)
    select["options"].items(1, 25)
    seen: set[str] = set()
    for option in select["options"]:
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
        if field["type"].one_of((TEXT_INPUT,)):
            field["label"].text(1, 45, required=True)
            _check_text_input(field)


def _check_label(label: Form) -> None:
    label["label"].text(1, 45, required=True)
    label["description"].text(0, 100)
    field = label["component"]
    if field.needed() and field["type"].one_of((TEXT_INPUT, STRING_SELECT)):
        (_check_text_input if field["type"].value == TEXT_INPUT else _check_select)(field)


def _check_text_input(field: Form) -> None:
    field["custom_id"].text(1, 100, required=True)
    field["style"].one_of((1, 2))
    field["min_length"].number(0, 4000)
    field["max_length"].number(1, 4000)
    field["value"].text(0, 4000)
    field["placeholder"].text(0, 100)
