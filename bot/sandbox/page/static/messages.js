/** The channel's messages: drawn, redrawn when they are edited, taken away when they are deleted. */

import { components } from "./components.js";
import { announce, button, el, openDialog } from "./dom.js";
import { embed } from "./embeds.js";
import { inline, markdown } from "./markdown.js";
import { fileCard, picture } from "./media.js";
import { act, displayName, hereChannel, messagesHere, news, state } from "./state.js";

const LOADING = 1 << 7,
  SILENT = 1 << 12;
const FORM = 5; // the type of an interaction
const PIN = 6; // the type of a message
const list = document.getElementById("messages");
const scroller = document.getElementById("scroller");
const waiting = []; // commands that have been sent and not yet answered

news.addEventListener("channel", drawAll);
news.addEventListener("history", drawAll);
news.addEventListener("message", ({ detail }) => hear(detail));
news.addEventListener("deleted", ({ detail }) => find(detail.id)?.remove());

const find = (id) => document.getElementById(`m-${id}`);

function drawAll() {
  const path = hereChannel()?.path ?? "";
  document.querySelector("#start h2").textContent = `Welcome to ${path}!`;
  document.querySelector("#start p").textContent = `This is the start of ${path}, on your own machine.`;
  list.replaceChildren(...[...messagesHere().values()].map(draw));
  toNewest();
}

export function toNewest() {
  scroller.scrollTop = 0; // the scroller is upside down, so that it stays at the newest message by itself
}

function hear({ message, isNew }) {
  if (message.channel_id !== state.here) return;
  const old = find(message.id);
  const drawn = draw(message);
  if (old) replace(old, drawn);
  else list.append(drawn);
  if (isNew && message.interaction_metadata?.user.id === state.me) waiting.shift()?.remove();
  const said = [...drawn.querySelector(".body").children].filter(({ tagName }) => tagName !== "HEADER");
  announce(
    `${displayName(message.author)}${isNew ? "" : " (edited)"}: ${said.map((part) => part.innerText).join("\n")}`,
  );
}

/** Put the new state of a message in place; who was at one of its buttons by keyboard stays there. */
function replace(old, drawn) {
  const controls = (element) => [...element.querySelectorAll("[data-custom-id]")];
  const at = controls(old).indexOf(document.activeElement);
  old.replaceWith(drawn);
  if (at >= 0) (controls(drawn)[at] ?? drawn).focus();
}

function draw(message) {
  const mentioned = message.mention_everyone || message.mentions.some((user) => user.id === state.me);
  const dismiss = () => act("dismiss", { in: message.channel_id, message: message.id });
  const classes = ["message", message.ephemeral && "ephemeral", mentioned && "mentioned"].filter(Boolean);
  return el(
    "li",
    { id: `m-${message.id}`, class: classes.join(" "), tabindex: -1 },
    cause(message),
    avatar(message.author),
    body(message, message.ephemeral && onlyYou(dismiss)),
  );
}

function body(message, ...more) {
  return el("div", { class: "body" }, heading(message.author, message), content(message), more);
}

/** What the message came of: a command, a form, or a press on another message. */
function cause(message) {
  const user = message.interaction_metadata?.user;
  if (message.type === PIN) return el("div", { class: "cause" }, el("b", {}, displayName(message.author)), " pinned a message");
  if (message.interaction) return commandUsed(user, message.interaction.name);
  const origin = messagesHere().get(message.interaction_metadata?.interacted_message_id);
  if (!origin && message.interaction_metadata?.type === FORM) {
    return el("div", { class: "cause" }, el("b", {}, displayName(user)), " sent a form");
  }
  if (!origin || origin.id === message.id) return null;
  const words = inline((origin.embeds[0]?.title ?? origin.content).slice(0, 80));
  const goThere = () => find(origin.id)?.scrollIntoView({ block: "center" });
  return button("cause", goThere, "↱ ", el("b", {}, displayName(origin.author)), " ", words);
}

function commandUsed(user, name) {
  return el("div", { class: "cause" }, el("b", {}, displayName(user)), " used ", el("b", {}, `/${name}`));
}

function avatar(user) {
  const initial = [...displayName(user)][0].toUpperCase();
  return el("div", { class: `avatar tint-${Number(user.id.slice(-2)) % 6}`, "aria-hidden": "true" }, initial);
}

function heading(author, { timestamp, flags = 0, pinned = false, ephemeral = false }) {
  const moment = new Date(timestamp);
  const today = moment.toDateString() === new Date().toDateString();
  const time = moment.toLocaleTimeString("en-GB", { timeStyle: "short" });
  const shown = today ? `Today at ${time}` : `${moment.toLocaleDateString("en-GB")} ${time}`;
  return el(
    "header",
    {},
    el("span", { class: "author" }, displayName(author)),
    author.bot && el("span", { class: "tag" }, "APP"),
    el("time", { datetime: timestamp, title: moment.toLocaleString("en-GB") }, shown),
    flags & SILENT &&
      !ephemeral &&
      el("span", { class: "mark", title: "Silent: nobody was notified", "aria-label": "silent" }, "silent"),
    pinned && el("span", { class: "mark", title: "Pinned to this channel" }, "pinned"),
  );
}

function content(message) {
  if (message.flags & LOADING) return thinking(`${displayName(message.author)} is thinking…`);
  const text = message.content && markdown(message.content);
  const edited =
    message.edited_timestamp && el("span", { class: "edited", title: message.edited_timestamp }, "(edited)");
  return [
    text,
    message.embeds.map((data) => embed(data, message.alts)),
    message.attachments.map(attachment),
    el("div", { class: "components" }, components(message.components, message)),
    edited,
  ];
}

function thinking(words) {
  return el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, "●●●"), words);
}

function onlyYou(dismiss) {
  return el("p", { class: "only-you" }, "Only you can see this • ", button("plain", dismiss, "Dismiss message"));
}

function attachment(file) {
  const hidden = file.filename.startsWith("SPOILER_");
  const shown = /^image\/(png|jpeg|gif|webp)$/.test(file.content_type);
  return shown ? picture(file.url, file.description, "", hidden) : fileCard(file.filename, file.size, file.url);
}

/** A command that has been sent: shown until the bot answers, or as one that it did not answer. */
export function showSent(name) {
  const bot = state.users.get(state.bot);
  const heard = heading(bot, { timestamp: new Date().toISOString() });
  const shown = el("div", { class: "body" }, heard, thinking("Sending the command…"));
  const cause = commandUsed(state.users.get(state.me), name);
  const sent = el("li", { class: "message pending" }, cause, avatar(bot), shown);
  list.append(sent);
  waiting.push(sent);
  toNewest();
  const remove = () => {
    waiting.splice(0, waiting.length, ...waiting.filter((other) => other !== sent));
    sent.remove();
  };
  const fail = (sentence) => {
    remove();
    sent.className = "message ephemeral";
    shown.replaceChildren(heard, el("p", { class: "failed" }, sentence), onlyYou(remove));
    list.append(sent);
    announce(sentence);
  };
  return { remove, fail };
}

/** The pinned messages of this channel, in a dialog. */
export function showPins() {
  const pinned = [...messagesHere().values()].filter((message) => message.pinned).reverse();
  const drawn = pinned.map((message) => el("li", { class: "message" }, avatar(message.author), body(message)));
  const nothing = el("p", {}, "Nothing is pinned in this channel yet.");
  openDialog("pins", "Pinned messages", drawn.length ? el("ol", { class: "messages" }, drawn) : nothing);
}
