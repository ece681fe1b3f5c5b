/** Discord's markdown as elements: what Discord renders and nothing else. */

import { el, link } from "./dom.js";
import { displayName, openChannel, state } from "./state.js";

const DEEPEST = 12; // nesting beyond which text stays as it is written

/** The rules within a line, in the order in which they are tried: a pattern, and what a match becomes. */
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (found) => found[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[2].replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/<(https?:\/\/[^\s<>]+)>/y, (found) => link(found[1], found[1])],
  [/<@!?(\d{1,20})>/y, (found) => userMention(found[1])],
  [/<@&(\d{1,20})>/y, (found) => mention(`@${(state.roles.get(found[1])?.name ?? "unknown-role").replace(/^@/, "")}`)],
  [/<#(\d{1,20})>/y, (found) => channelMention(found[1])],
  [/@(?:everyone|here)\b/y, (found) => mention(found[0])],
  [/<\/([^:>]{1,100}):\d{1,20}>/y, (found) => mention(`/${found[1]}`)],
  [/<a?(:\w{2,32}:)\d{1,20}>/y, (found) => found[1]],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found) => timestamp(Number(found[1]), found[2] ?? "f")],
  [
    /\[((?:\\.|[^[\]\\\n])+)\]\(<?(https?:\/\/[^\s()<>]+)>?\)/y,
    (found, depth) => link(found[2], inline(found[1], depth)),
  ],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y, (found) => link(found[0], found[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrapped("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrapped("u")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, wrapped("s")],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (found, depth) => spoiler(inline(found[1], depth))],
  [/\*(?![\s*])((?:\\[\s\S]|\*\*|[^\\*])*?(?:\\[\s\S]|\*\*|[^\s\\*]))\*(?!\*)/y, wrapped("em")],
  [/\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y, wrapped("em")],
];

function wrapped(tag) {
  return (found, depth) => el(tag, {}, inline(found[1], depth));
}

/** The nodes of a text in which only what stands within a line means something. */
export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const [found, make] = match(text, at);
    if (found) {
      const node = make(found, depth + 1);
      if (typeof node === "string") plain += node;
      else {
        nodes.push(plain, node);
        plain = "";
      }
    } else plain += text[at];
    at += found ? found[0].length : 1;
  }
  return [...nodes, plain].filter(Boolean);
}

const MEANINGFUL = /[\\`<@h[*_~|]/;

function match(text, at) {
  if (!MEANINGFUL.test(text[at])) return [null];
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [found, make];
  }
  return [null];
}

/** A whole text: code blocks, and between them headings, lists, quotes and lines. */
export function markdown(text) {
  const nodes = [];
  const fence = /\\[\s\S]|```(?:([a-z0-9_+.#-]+)\n)?\n*([^\n][\s\S]*?)\n*```\n?/gi;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    if (!found[2]) continue;
    nodes.push(...lines(text.slice(from, found.index)), el("pre", {}, el("code", {}, found[2])));
    from = found.index + found[0].length;
  }
  nodes.push(...lines(text.slice(from)));
  return el("div", { class: "markdown" }, nodes);
}

const BLOCKS = [
  [/^(#{1,3}) +(\S.*)/, (found) => el(`h${found[1].length + 2}`, {}, inline(found[2]))],
  [/^-# +(\S.*)/, (found) => el("small", { class: "subtext" }, inline(found[1]))],
  [/^( *)[-*] +(\S.*)/, (found) => item("ul", found[1].length, found[2])],
  [/^( *)(\d{1,9})\. +(\S.*)/, (found) => item("ol", found[1].length, found[3], found[2])],
];

function lines(text) {
  const nodes = [];
  let paragraph = [];
  const endParagraph = () => {
    if (paragraph.length) nodes.push(el("p", {}, inline(paragraph.join("\n"))));
    paragraph = [];
  };
  const rows = text.split("\n");
  while (rows.length) {
    const quote = takeQuote(rows);
    const block = quote ?? takeBlock(rows[0]);
    if (block) {
      endParagraph();
      append(nodes, block);
    } else paragraph.push(rows[0]);
    if (!quote) rows.shift();
  }
  endParagraph();
  return nodes.filter((node) => node.textContent);
}

function takeBlock(row) {
  for (const [pattern, make] of BLOCKS) {
    const found = pattern.exec(row);
    if (found) return make(found);
  }
  return null;
}

/** The quote that the rows begin with, which are taken; `>>>` quotes all that is left. */
function takeQuote(rows) {
  if (rows[0].startsWith(">>> ")) return el("blockquote", {}, lines(rows.splice(0).join("\n").slice(4)));
  const count = rows.findIndex((row) => !row.startsWith("> "));
  const quoted = rows.splice(0, count < 0 ? rows.length : count);
  return quoted.length ? el("blockquote", {}, lines(quoted.map((row) => row.slice(2)).join("\n"))) : null;
}

function item(tag, indent, text, number) {
  const start = number === undefined ? {} : { start: number };
  return el(tag, start, el("li", { class: indent > 1 ? "nested" : null }, inline(text)));
}

/** Items that follow one another are one list. */
function append(nodes, block) {
  const last = nodes.at(-1);
  if (last && last.tagName === block.tagName && ["UL", "OL"].includes(block.tagName)) last.append(...block.children);
  else nodes.push(block);
}

const mention = (text) => el("span", { class: "mention" }, text);

function userMention(id) {
  const user = state.users.get(id);
  return mention(`@${user ? displayName(user) : "unknown-user"}`);
}

function channelMention(id) {
  const channel = state.channels.get(id);
  if (!channel) return mention("#unknown");
  return el("button", { type: "button", class: "mention", onclick: () => openChannel(id) }, `#${channel.name}`);
}

function spoiler(nodes) {
  const reveal = (event) => {
    const shown = event.currentTarget.classList.add("shown");
    event.currentTarget.removeAttribute("aria-label");
    return shown;
  };
  const onkeydown = (event) => ["Enter", " "].includes(event.key) && reveal(event);
  return el(
    "span",
    { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler", onclick: reveal, onkeydown },
    el("span", {}, nodes),
  );
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function timestamp(seconds, style) {
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return "Invalid Date";
  const shown = style === "R" ? ago(moment) : moment.toLocaleString("en-GB", STYLES[style]);
  const title = moment.toLocaleString("en-GB", STYLES.F);
  return el("time", { datetime: moment.toISOString(), title, class: style === "R" ? "ago" : null }, shown);
}

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function ago(moment) {
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat("en").format(Math.trunc(seconds / size), unit);
}

/** Bring what says “3 minutes ago” up to date. */
export function refreshTimes() {
  for (const time of document.querySelectorAll("time.ago")) time.textContent = ago(new Date(time.dateTime));
}
