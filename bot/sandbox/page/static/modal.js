/** The forms that the bot opens. */

import { Select } from "./choice.js";
import { button, el, openDialog } from "./dom.js";
import { act } from "./state.js";

const SELECT = 3,
  TEXT_INPUT = 4,
  LABEL = 18;
const PARAGRAPH = 2;
let made = 0;

/** Each kind of field: its element, and `read` for its values. */
const FIELDS = {
  [TEXT_INPUT]: textField,
  [SELECT]: selectField,
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
  const values = Object.fromEntries(fields.map((field) => [field.customId, field.read()]));
  const outcome = await act("submit", { in: channel, values });
  return outcome.refused ?? (outcome.failed ? `Something went wrong: ${outcome.failed}. Try again.` : "");
}

function fieldsOf(top) {
  if (top.type === LABEL) return [field(top.component, top.label, top.description)];
  return top.components.map((part) => field(part, part.label));
}

function field(part, label, about) {
  const id = `field-${(made += 1)}`;
  const required = part.required !== false;
  const inner = FIELDS[part.type]({ ...part, required }, id, label);
  const words = [label, required && el("span", { class: "required", "aria-label": "required" }, " *")];
  const element = el(
    "div",
    { class: "field", "data-custom-id": part.custom_id },
    el("label", { for: id }, words),
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
