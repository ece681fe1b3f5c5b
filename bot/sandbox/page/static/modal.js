/** The forms that the bot opens. */

import { SELECTS, Select } from "./choice.js";
import { button, el, openDialog } from "./dom.js";
import { markdown } from "./markdown.js";
import { act } from "./state.js";

const ROW = 1,
  TEXT_INPUT = 4,
  TEXT = 10,
  LABEL = 18,
  FILE = 19,
  RADIO = 21,
  CHECKBOXES = 22,
  CHECKBOX = 23;
const PARAGRAPH = 2;
let made = 0;

/** Each kind of field: its element, and `read` for its values. */
const FIELDS = {
  [TEXT_INPUT]: textField,
  [FILE]: fileField,
  [RADIO]: (part, id) => optionsField(part, id, "radio"),
  [CHECKBOXES]: (part, id) => optionsField(part, id, "checkbox"),
  [CHECKBOX]: checkboxField,
  ...Object.fromEntries(SELECTS.map((type) => [type, selectField])),
};

/** Show a form until it is sent or given up. */
export function openModal(modal, channel) {
  const fields = modal.components.flatMap(fieldsOf);
  const problem = el("p", { class: "failed", role: "alert" });
  const submit = el("button", { type: "submit", class: "button primary" }, "Submit");
  const footer = el(
    "footer",
    {},
    button("button secondary", () => dialog.close(), "Cancel"),
    submit,
  );
  const onsubmit = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = await send(fields, channel);
    submit.disabled = false;
    if (!problem.textContent) dialog.close();
  };
  const form = el(
    "form",
    { onsubmit },
    fields.map((field) => field.element),
    problem,
    footer,
  );
  const dialog = openDialog("modal", modal.title, form);
  form.querySelector("input, textarea, button")?.focus();
}

/** Send what the fields hold; the sentence for the user if that does not work. */
async function send(fields, channel) {
  const inputs = fields.filter((field) => field.read);
  const values = Object.fromEntries(inputs.map((field) => [field.customId, field.read()]));
  const outcome = await act(
    "submit",
    { in: channel, values },
    inputs.flatMap((field) => field.files?.() ?? []),
  );
  return outcome.refused ?? (outcome.failed ? `Something went wrong: ${outcome.failed}. Try again.` : "");
}

function fieldsOf(top) {
  if (top.type === TEXT) return [{ element: markdown(top.content) }];
  if (top.type === ROW) return top.components.map((part) => field(part, part.label));
  return top.type === LABEL ? [field(top.component, top.label, top.description)] : [];
}

function field(part, label, about) {
  const id = `field-${(made += 1)}`;
  const required = part.required !== false && part.type !== CHECKBOX;
  const inner = FIELDS[part.type]({ ...part, required }, id, label);
  const group = [RADIO, CHECKBOXES].includes(part.type);
  const words = [label, required && el("span", { class: "required", "aria-label": "required" }, " *")];
  const element = el(
    group ? "fieldset" : "div",
    { class: "field", "data-custom-id": part.custom_id },
    el(group ? "legend" : "label", group ? {} : { for: id }, words),
    about && el("small", { id: `${id}-about` }, about),
    inner.element,
  );
  return { ...inner, element, customId: part.custom_id };
}

function textField(part, id) {
  const tag = part.style === PARAGRAPH ? "textarea" : "input";
  const limits = { minlength: part.min_length, maxlength: part.max_length ?? 4000, required: part.required };
  const element = el(tag, { id, placeholder: part.placeholder, ...limits });
  element.value = part.value ?? "";
  return { element, read: () => [element.value] };
}

function selectField(part, id, label) {
  const select = new Select(part, () => {}, label);
  select.face.id = id;
  return { element: select.element, read: () => select.values };
}

function fileField(part, id) {
  const most = part.max_values ?? 1;
  const element = el("input", { id, type: "file", multiple: most > 1, required: part.required });
  const files = () => [...element.files].slice(0, most);
  return { element, files, read: () => files().map((file) => file.name) };
}

function optionsField(part, id, type) {
  const choices = part.options.map((option) => {
    const input = el("input", { type, name: id, value: option.value, required: type === "radio" && part.required });
    input.checked = Boolean(option.default);
    const about = option.description && el("small", {}, option.description);
    return { input, element: el("label", { class: "choice" }, input, el("span", {}, option.label, about)) };
  });
  const read = () => choices.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return {
    element: el(
      "div",
      {},
      choices.map((choice) => choice.element),
    ),
    read,
  };
}

function checkboxField(part, id) {
  const element = el("input", { id, type: "checkbox" });
  element.checked = Boolean(part.default);
  return { element, read: () => [String(element.checked)] };
}
