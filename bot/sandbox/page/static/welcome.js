/** The first visit: things to click that are the starter fight, and then the same on a deck. */

import { fill, send } from "./composer.js";
import { el } from "./dom.js";
import { act, messagesHere, news } from "./state.js";

const KEPT = "chapter";
const box = document.getElementById("welcome");
const CHAPTERS = [
  {
    title: "Your first fight",
    about: "The referee's bot is in this channel. Three clicks show what it does:",
    steps: [
      {
        title: "Start a campaign",
        about: "Four characters, ready to fight",
        commands: () => ["/campaign new starter:True"],
      },
      { title: "Fire a shot", about: "The dice, every modifier, the wound", commands: firstShot },
      { title: "Take it back", about: "As if it had never happened", commands: () => ["/undo"] },
    ],
  },
  {
    title: "The same on a deck",
    about: "A deck plan knows ranges, lines and cover, and every answer has its picture:",
    steps: [
      { title: "Put up a deck", about: "A hall with crates and walls", commands: () => ["/deck load name:Trainer"] },
      { title: "Place both sides", about: "At its north and south ends", commands: bothSides },
      { title: "Open fire", about: "No range to give: the deck knows it", commands: deckShot },
    ],
  },
];
const done = new Set();
const reached = () => Number(localStorage.getItem(KEPT) ?? 0);

for (const event of ["history", "channel", "message"]) news.addEventListener(event, fit);
draw();

/** Large in an empty channel, a strip of three buttons above the box in others. */
function fit() {
  box.hidden = reached() >= CHAPTERS.length;
  box.classList.toggle("small", messagesHere().size > 0);
}

/** Go to a chapter; past the last one the first steps are over. */
function open(chapter) {
  localStorage.setItem(KEPT, chapter);
  done.clear();
  draw();
  fit();
}

function draw() {
  const chapter = CHAPTERS[reached()];
  if (!chapter) return;
  const next = chapter.steps.find((step) => !done.has(step));
  box.querySelector("h2").textContent = chapter.title;
  box.querySelector("p").textContent = chapter.about;
  const faces = chapter.steps.map((step, at) => el("li", {}, face(step, at, step === next)));
  box.querySelector("ol").replaceChildren(...faces);
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
  for (const command of await step.commands()) if (fill(command)) await send();
  done.add(step);
  if (CHAPTERS[reached()]?.steps.every((each) => done.has(each))) open(reached() + 1);
  else draw();
}

const suggested = async (text) => ((await act("complete", { text })).choices ?? []).map(({ value }) => value);

/** The shot that the bot itself has proposed to try; else between the first and the last that it suggests. */
async function firstShot() {
  const texts = [...messagesHere().values()]
    .reverse()
    .map((message) => message.embeds[0]?.description ?? message.content);
  for (const text of texts) {
    const found = /^Try: (\/.*)$/m.exec(text);
    if (found) return [found[1].replace(/\\(?=[^\w\s])/g, "")];
  }
  return (await deckShot()).map((shot) => `${shot} range:30`);
}

async function deckShot() {
  const [attacker = ""] = await suggested('/fire attacker:""');
  const target = (await suggested(`/fire attacker:"${attacker}" target:""`)).at(-1) ?? "";
  return [`/fire attacker:${attacker} target:${target}`];
}

/** The first two that the bot suggests against the last two: the sides of the starter fight. */
async function bothSides() {
  const names = await suggested('/place name:""');
  const place = (two, at, facing) => `/place name:${two.join(", ")} at:${at} facing:${facing}`;
  const front = names.slice(0, 2).reverse(); // the one who will fire stands before his friend
  return [place(front, "South team", "N"), place(names.slice(-2), "North team", "S")];
}

document.getElementById("leave-welcome").addEventListener("click", () => open(CHAPTERS.length));
document.getElementById("show-welcome").addEventListener("click", () => {
  open(0);
  box.querySelector("button.step")?.focus();
});
