/** The box at the bottom: ordinary messages, and slash commands with their options one by one. */

import { Chip } from "./chip.js";
import { fitting, read, suggestions, write } from "./commands.js";
import { announce, el } from "./dom.js";
import { showSent, toNewest } from "./messages.js";
import { openModal } from "./modal.js";
import { Picker } from "./picker.js";
import { act, hereChannel, news, state } from "./state.js";

const form = document.getElementById("composer");
const box = document.getElementById("composer-text");
const line = document.getElementById("command-line");
const problem = document.getElementById("problem");
const picker = new Picker(document.getElementById("picker"));

let command = null; // what is being filled in, with `chips` in the order in which they were added
let chips = [];

news.addEventListener("channel", placeholder);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
form.addEventListener("focusout", (event) => !form.contains(event.relatedTarget) && picker.close());
box.addEventListener("focus", suggest);
box.addEventListener("input", () => {
  setProblem("");
  if (!takeWritten()) suggest();
});
box.addEventListener("keydown", (event) => onKey(event, null));

document.addEventListener("keydown", ({ target, key, ctrlKey, metaKey, altKey }) => {
  if (target === document.body && key.length === 1 && !ctrlKey && !metaKey && !altKey) box.focus();
});

/** Write a whole command into the box, as if it had been typed. */
export function fill(text) {
  const written = read(text);
  if (written) begin(written.command, written.given);
  else box.value = text;
  return Boolean(written);
}

/** Turn a command or options that are written out (`/fire range:30`, `range:30`) into chips; false if there are none. */
function takeWritten() {
  const written = /^\/\S.* $|^\/.*:/s.test(box.value) && read(box.value);
  if (written) begin(written.command, written.given);
  else if (command) {
    const { given } = read(`/${command.name} ${box.value}`);
    return given.size > 0 && addGiven(given);
  }
  return Boolean(written);
}

function addGiven(given) {
  box.value = "";
  for (const option of addable().filter(({ name }) => given.has(name))) addChip(option, given.get(option.name));
  redraw();
  next();
  return true;
}

function placeholder() {
  if (command) {
    box.placeholder = addable().length ? `+${addable().length} optional` : "";
    box.setAttribute("aria-label", `Optional options of /${command.name}`);
  } else {
    box.placeholder = "Type a message, or / for commands";
    box.setAttribute("aria-label", `Message to ${hereChannel()?.path ?? ""}`);
  }
}

// A command and its chips

function begin(chosen, given = new Map()) {
  command = chosen;
  box.value = "";
  chips = [];
  const shown = command.options.filter((option) => option.required || given.has(option.name));
  for (const option of shown) addChip(option, given.get(option.name) ?? "");
  redraw();
  next();
}

function addChip(option, text = "") {
  const chip = new Chip(option, text, { changed: suggest, focused: suggest, key: onKey, removed: remove });
  chips.push(chip);
  return chip;
}

function remove(chip) {
  const before = chips[chips.indexOf(chip) - 1];
  chips = chips.filter((other) => other !== chip);
  redraw();
  (before?.input ?? box).focus();
}

function cancel() {
  command = null;
  chips = [];
  box.value = "";
  redraw();
  box.focus();
}

function redraw() {
  const name = command && el("span", { class: "command-name" }, `/${command.name}`);
  line.replaceChildren(...[name, ...chips.map((chip) => chip.element)].filter(Boolean));
  form.classList.toggle("commanding", Boolean(command));
  placeholder();
}

const addable = () => command.options.filter((option) => !chips.some((chip) => chip.option === option));

const missing = () => chips.filter((chip) => chip.option.required && !chip.filled);

/** To the next option that is empty, or to the end of the line. */
function next() {
  const empty = missing()[0] ?? chips.find((chip) => !chip.filled);
  (empty?.input ?? box).focus();
  suggest();
}

// What the picker shows

const focusedChip = () => chips.find((chip) => chip.input === document.activeElement);

function suggest() {
  const chip = focusedChip();
  if (chip) return suggestValues(chip);
  if (document.activeElement !== box) return picker.close();
  if (command) return suggestOptions();
  return suggestCommands();
}

function suggestCommands() {
  if (!/^\/[^\n]*$/.test(box.value)) return picker.close();
  const hint = ({ options }) =>
    options
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .join(" ");
  const items = fitting(box.value.slice(1)).map((found) => ({
    label: `/${found.name}`,
    about: found.description,
    hint: hint(found),
    pick: () => begin(found),
  }));
  return picker.show("Commands", items, { input: box, nothing: "There is no such command." });
}

function suggestOptions() {
  const typed = box.value.trim().toLowerCase().replace(/:$/, "");
  const pick = (option) => {
    box.value = "";
    const chip = addChip(option);
    redraw();
    chip.input.focus();
  };
  const items = addable()
    .filter(({ name }) => name.startsWith(typed))
    .map((option) => ({ label: `+ ${option.name}`, about: option.description, pick: () => pick(option) }));
  const needed = missing()
    .map((chip) => chip.option.name)
    .join(", ");
  const title = needed ? `/${command.name} needs ${needed}` : `/${command.name} is ready to send`;
  picker.show(title, items, { input: box, active: typed ? 0 : -1 });
}

function suggestValues(chip) {
  const given = chips
    .filter((other) => other !== chip && other.filled)
    .map((other) => [other.option.name, other.value]);
  const title = `${chip.option.name}: ${chip.option.description}`;
  const find = async () => {
    const found = await suggestions(chip.option, chip.text, command, given);
    return found.map((choice) => ({
      label: choice.name,
      pick: () => {
        chip.choose(choice);
        next();
      },
    }));
  };
  const active = chip.chosen ? -1 : 0;
  return picker.showSoon(title, find, { input: chip.input, active, exact: chip.text });
}

// Keys

async function onKey(event, chip) {
  if (event.isComposing) return;
  const { key } = event;
  if (key === "ArrowDown" || key === "ArrowUp") {
    if (picker.move(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
  } else if (key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    await picker.settled();
    if (!picker.pick()) (chip && missing().length ? next : send)();
  } else if (key === "Tab" && !event.shiftKey && picker.offers) {
    event.preventDefault();
    await picker.settled();
    if (!picker.pick()) (chips[chips.indexOf(chip) + 1]?.input ?? box).focus();
  } else if (key === "Escape") {
    if (!picker.close() && command) cancel();
  } else if (key === "Backspace") stepBack(event, chip);
}

/** Backspace in an empty place: leaves the option, or at last the command. */
function stepBack(event, chip) {
  if (!command || (chip ? chip.text : box.value)) return;
  event.preventDefault();
  const at = chip ? chips.indexOf(chip) : chips.length;
  if (chip && !chip.option.required) remove(chip);
  else if (at > 0) chips[at - 1].input.focus();
  else cancel();
}

// Sending

/** Send what the box holds. */
export async function send() {
  setProblem("");
  picker.close();
  if (command) return sendCommand();
  const text = box.value.trim();
  if (!text) return null;
  const written = text.startsWith("/") && read(text);
  if (written) return begin(written.command, written.given);
  if (text.startsWith("/")) return setProblem(`There is no command ${text.split(" ")[0]}.`);
  box.value = "";
  toNewest();
  const { refused } = await act("say", { text });
  if (refused) box.value ||= text;
  return setProblem(refused);
}

async function sendCommand() {
  if (box.value.trim()) return setProblem(`/${command.name} has no option ${box.value.trim()}.`);
  const wrong = chips.find((chip) => chip.check());
  if (wrong) {
    wrong.input.focus();
    return setProblem(wrong.check());
  }
  const filled = chips.filter((chip) => chip.filled);
  const text = write(
    command.name,
    filled.map((chip) => [chip.option.name, chip.value]),
  );
  const sent = { command, chips, pending: showSent(command.name) };
  cancel();
  const outcome = await act("slash", { text }, filled.map((chip) => chip.file).filter(Boolean));
  return settle(sent, outcome);
}

function settle({ command: asked, chips: filled, pending }, outcome) {
  if (outcome.failed) pending.fail(outcome.failed);
  else pending.remove();
  if (outcome.modal) openModal(outcome.modal, state.here);
  if (outcome.refused && !command && !box.value) {
    [command, chips] = [asked, filled];
    redraw();
  }
  return setProblem(outcome.refused);
}

function setProblem(sentence) {
  problem.textContent = sentence ?? "";
  if (sentence) announce(sentence);
}
