/** A message's buttons, selects and layouts. */

import { SELECTS, Select } from "./choice.js";
import { el, link } from "./dom.js";
import { markdown } from "./markdown.js";
import { fileCard, picture } from "./media.js";
import { openModal } from "./modal.js";
import { act } from "./state.js";

const ROW = 1,
  BUTTON = 2,
  SECTION = 9,
  TEXT = 10,
  THUMBNAIL = 11,
  GALLERY = 12,
  FILE = 13,
  SEPARATOR = 14,
  CONTAINER = 17;
const LINK = 5,
  PREMIUM = 6;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", [LINK]: "link", [PREMIUM]: "primary" };

const RENDERERS = {
  [ROW]: (part, message) => el("div", { class: "row" }, components(part.components, message)),
  [BUTTON]: button,
  [SECTION]: (part, message) =>
    el(
      "div",
      { class: "section" },
      el("div", {}, components(part.components, message)),
      component(part.accessory, message),
    ),
  [TEXT]: (part) => markdown(part.content),
  [THUMBNAIL]: (part, message) => media(part, message, "thumbnail"),
  [GALLERY]: (part, message) =>
    el(
      "div",
      { class: "gallery" },
      part.items.map((item) => media(item, message, "")),
    ),
  [FILE]: (part) => fileCard(part.name ?? "file", part.size ?? 0, part.file.url),
  [SEPARATOR]: (part) =>
    el("hr", { class: [part.spacing === 2 ? "wide" : "", part.divider === false ? "bare" : ""].join(" ") }),
  [CONTAINER]: container,
};

/** The elements of components; kinds that Discord may invent later are left out. */
export function components(parts, message) {
  return (parts ?? []).map((part) => component(part, message));
}

function component(part, message) {
  if (SELECTS.includes(part?.type)) return select(part, message);
  return RENDERERS[part?.type]?.(part, message);
}

function media(item, message, className) {
  return picture(item.media.url, item.description ?? message.alts[item.media.url], className, item.spoiler);
}

function container(part, message) {
  const box = el("div", { class: "container" }, components(part.components, message));
  if (part.accent_color != null) box.style.borderLeftColor = colour(part.accent_color);
  return box;
}

/** A colour as Discord sends it, a number, as CSS wants it. */
export const colour = (number) => `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;

function button(part, message) {
  const words = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.style === LINK) return el("span", { class: "button link" }, link(part.url, words, " ↗"));
  const onclick = (event) => use(part, message, [], event.currentTarget);
  const disabled = part.disabled || part.style === PREMIUM;
  const attributes = {
    type: "button",
    class: `button ${STYLES[part.style]}`,
    disabled,
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
