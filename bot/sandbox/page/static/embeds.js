/** Embeds: the cards in which bots like to answer. */

import { el, link } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { picture } from "./media.js";

/** A colour as Discord sends it, a number, as CSS wants it. */
const colour = (number) => `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;

/** One embed; `alts` are the alternative texts of pictures by their addresses. */
export function embed(data, alts) {
  const box = el(
    "article",
    { class: "embed" },
    data.author && el("div", { class: "embed-author" }, linked(data.author.url, data.author.name)),
    data.title && el("h3", {}, linked(data.url, inline(data.title))),
    data.description && markdown(data.description),
    data.fields?.length && el("dl", { class: "fields" }, data.fields.map(embedField)),
    data.image && picture(data.image.url, alts[data.image.url], "wide"),
    data.thumbnail && picture(data.thumbnail.url, alts[data.thumbnail.url], "thumbnail"),
    embedFooter(data),
  );
  if (data.color != null) box.style.borderLeftColor = colour(data.color);
  box.classList.toggle("with-thumbnail", Boolean(data.thumbnail));
  return box;
}

const linked = (address, words) => (address ? link(address, words) : words);

function embedField({ name, value, inline: beside }) {
  return el("div", { class: beside ? "beside" : null }, el("dt", {}, inline(name)), el("dd", {}, markdown(value)));
}

function embedFooter({ footer, timestamp }) {
  const moment = timestamp && new Date(timestamp).toLocaleString("en-GB", { dateStyle: "short", timeStyle: "short" });
  const words = [footer?.text, moment].filter(Boolean).join(" • ");
  return words && el("footer", {}, words);
}
