/** The first visit: three things to click that are the starter fight. */

import { fill, send } from "./composer.js";
import { el } from "./dom.js";
import { act, messagesHere, news } from "./state.js";

const SEEN = "welcomed";
const box = document.getElementById("welcome");
const STEPS = [
  {
    title: "Start a campaign",
    about: "Four characters, ready to fight",
    command: async () => "/campaign new starter:True",
  },
  { title: "Fire a shot", about: "The dice, every modifier, the wound", command: firstShot },
  { title: "Take it back", about: "As if it had never happened", command: async () => "/undo" },
];
const done = new Set();

for (const event of ["history", "channel", "message"]) news.addEventListener(event, fit);
draw();

/** Large in an empty channel, a strip of three buttons above the box in others. */
function fit() {
  box.hidden = Boolean(localStorage.getItem(SEEN));
  box.classList.toggle("small", messagesHere().size > 0);
}

function draw() {
  const nextStep = STEPS.findIndex((step) => !done.has(step));
  box.querySelector("ol").replaceChildren(...STEPS.map((step, at) => el("li", {}, face(step, at, at === nextStep))));
}

function face(step, at, isNext) {
  const isDone = done.has(step);
  return el(
    "button",
    { type: "button", class: isNext ? "step next" : "step", onclick: () => take(step) },
    el("span", { class: "number", "aria-hidden": "true" }, isDone ? "✓" : at + 1),
    el(
      "span",
      {},
      el("b", {}, step.title),
      el("small", {}, step.about),
      isDone && el("span", { class: "unseen" }, " (done)"),
    ),
  );
}

async function take(step) {
  if (fill(await step.command())) await send();
  done.add(step);
  if (done.size === STEPS.length) leave();
  else draw();
}

/** The shot that the bot itself has proposed to try; else between the first and the last that it suggests. */
async function firstShot() {
  const texts = [...messagesHere().values()]
    .reverse()
    .map((message) => message.embeds[0]?.description ?? message.content);
  for (const text of texts) {
    const found = /^Try: (\/.*)$/m.exec(text);
    if (found) return found[1].replace(/\\(?=[^\w\s])/g, "");
  }
  const suggested = async (text) => (await act("complete", { text })).choices ?? [];
  const attacker = (await suggested('/fire attacker:""'))[0]?.value ?? "";
  const target = (await suggested(`/fire attacker:"${attacker}" target:""`)).at(-1)?.value ?? "";
  return `/fire attacker:${attacker} target:${target} range:30`;
}

function leave() {
  localStorage.setItem(SEEN, "yes");
  box.hidden = true;
}

document.getElementById("leave-welcome").addEventListener("click", leave);
document.getElementById("show-welcome").addEventListener("click", () => {
  localStorage.removeItem(SEEN);
  done.clear();
  draw();
  fit();
  box.querySelector("button.step")?.focus();
});
