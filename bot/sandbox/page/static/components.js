/** A message's buttons and selects. */

import { Select } from "./choice.js";
import { el, link } from "./dom.js";
import { openModal } from "./modal.js";
import { act } from "./state.js";

const ROW = 1,
  BUTTON = 2,
  SELECT = 3;
const LINK = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

const RENDERERS = {
  [ROW]: (part, message) => el("div", { class: "row" }, components(part.components, message)),
  [BUTTON]: button,
  [SELECT]: select,
};

/** The elements of components; kinds that Discord may invent later are left out. */
export function components(parts, message) {
  return (parts ?? []).map((part) => RENDERERS[part?.type]?.(part, message));
}

function button(part, message) {
  const words = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.style === LINK) return el("span", { class: "button link" }, link(part.url, words, " ↗"));
  const onclick = (event) => use(part, message, [], event.currentTarget);
  const attributes = {
    type: "button",
    class: `button ${STYLES[part.style]}`,
    disabled: part.disabled,
    "data-custom-id": part.custom_id,
  };
  return el("button", { ...attributes, onclick }, words);
}

function select(part, message) {
  const made = new Select(part, (values) => use(part, message, values, made.face));
  return made.element;
}

async function use(part, message, values, control) {
  if (control.getAttribute("aria-busy")) return;
  control.setAttribute("aria-busy", "true");
  const fields = { in: message.channel_id, message: message.id, custom_id: part.custom_id, values };
  const outcome = await act("use", fields);
  control.removeAttribute("aria-busy");
  if (outcome.modal) openModal(outcome.modal, message.channel_id);
  const problem = outcome.refused ?? (outcome.failed && `This interaction failed: ${lowered(outcome.failed)}`);
  if (problem) showProblem(message, problem);
}

const lowered = (sentence) => sentence[0].toLowerCase() + sentence.slice(1);

function showProblem(message, problem) {
  const body = document.querySelector(`#m-${CSS.escape(message.id)} .body`);
  body?.querySelector(".failed")?.remove();
  body?.append(el("p", { class: "failed", role: "alert" }, problem));
}
