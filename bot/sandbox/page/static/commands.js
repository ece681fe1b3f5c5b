/** Slash commands: which there are, what their options take, and how they are written out. */

import { act, displayName, state } from "./state.js";

const SUBCOMMAND = 1,
  GROUP = 2;
const INTEGER = 4,
  BOOLEAN = 5,
  USER = 6,
  NUMBER = 10,
  ATTACHMENT = 11;
const ONE_OF_A_LIST = [BOOLEAN, USER];

export const isFile = (option) => option.type === ATTACHMENT;
export const isNumber = (option) => [INTEGER, NUMBER].includes(option.type);

/** All that can be called, subcommands by their full names, in the order of the alphabet. */
export function callable() {
  const leaves = state.commands.flatMap((command) => leavesOf(command, command.name));
  return leaves.sort((one, other) => one.name.localeCompare(other.name));
}

function leavesOf(command, name) {
  const inner = (command.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => leavesOf(option, `${name} ${option.name}`));
  const options = [...(command.options ?? [])].sort(
    (one, other) => Number(other.required ?? 0) - Number(one.required ?? 0),
  );
  return [{ name, description: command.description, options }];
}

/** The commands that fit what is typed behind the slash, those that begin with it first. */
export function fitting(typed) {
  const key = typed.toLowerCase();
  const found = callable().filter(
    ({ name, description }) => name.includes(key) || description.toLowerCase().includes(key),
  );
  const rank = ({ name }) => Number(!name.startsWith(key)) + Number(!name.includes(key));
  return found.sort((one, other) => rank(one) - rank(other));
}

/** A whole written command: itself and its options' texts by name; null if it names no command. */
export function read(text) {
  const written = text.trim().replace(/^\//, "");
  const begins = ({ name }) => written === name || written.startsWith(`${name} `);
  const command = callable()
    .filter(begins)
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!command) return null;
  const names = command.options.map((option) => option.name).join("|"); // letters, digits, - _ ' alone
  const pieces = names ? written.slice(command.name.length).split(new RegExp(`(?:^|\\s)(${names}):`)) : [];
  const given = new Map();
  for (let at = 1; at < pieces.length; at += 2) given.set(pieces[at], unquoted(pieces[at + 1].trim()));
  return { command, given };
}

const unquoted = (text) => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text);
const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** A command with its options as a line: `/fire target:"Marine 2"`. */
export function write(name, given) {
  return [`/${name}`, ...given.map(([option, value]) => `${option}:${quoted(String(value))}`)].join(" ");
}

/** All that an option with a fixed list takes, as {name, value}; null for those that take any text. */
export function listed(option) {
  if (option.choices?.length) return option.choices;
  if (!ONE_OF_A_LIST.includes(option.type)) return null;
  if (option.type === BOOLEAN)
    return [
      { name: "True", value: "true" },
      { name: "False", value: "false" },
    ];
  return [...state.users.values()].map((user) => ({ name: `@${displayName(user)}`, value: `@${displayName(user)}` }));
}

/** What is suggested for an option while it is written, given the options that are filled in already. */
export async function suggestions(option, typed, command, given) {
  const list = listed(option);
  if (list) return list.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 25);
  if (!option.autocomplete) return [];
  const { choices } = await act("complete", { text: write(command.name, [...given, [option.name, typed]]) });
  return choices ?? [];
}
