/** The first visit: things to click that are the starter fight, and then the same on a deck, as far as they fit. */

import { fill, send } from "./composer.js";
import { el } from "./dom.js";
import { act, messagesHere, news, state } from "./state.js";

const KEPT = "chapter";
const box = document.getElementById("welcome");
// What is in the channel, as the bot's own suggestions tell; null until they have been asked for.
let there = null;
const none = ({ campaign }) => !campaign;
const people = ({ campaign, people }) => !campaign || people;
const CHAPTERS = [
  {
    title: "Your first fight",
    about: "The referee's bot is in this channel. A few clicks show what it does:",
    steps: [
      {
        title: "Start a campaign",
        about: "Four characters, ready to fight",
        commands: () => ["/campaign new starter:True"],
        verb: "campaign new",
        fits: none,
      },
      {
        title: "Fire a shot",
        about: "The dice, every modifier, the wound",
        commands: firstShot,
        verb: "fire",
        fits: people,
      },
      {
        title: "Take it back",
        about: "As if it had never happened",
        commands: () => ["/undo"],
        verb: "undo",
        fits: people,
      },
    ],
  },
  {
    title: "The same on a deck",
    about: "A deck plan knows ranges, lines and cover, and every answer has its picture:",
    steps: [
      {
        title: "Put up a deck",
        about: "A hall with crates and walls",
        commands: () => ["/deck load name:Trainer"],
        verb: "deck load",
        fits: ({ deck }) => !deck,
      },
      {
        title: "Place both sides",
        about: "At its north and south ends",
        commands: bothSides,
        verb: "place",
        times: 2,
        fits: people,
      },
      {
        title: "Open fire",
        about: "No range to give: the deck knows it",
        commands: deckShot,
        verb: "fire",
        fits: people,
      },
    ],
  },
];
const done = new Set();
// How often each command of a step has been given, by a click on it or not.
const given = new Map();
const reached = () => Number(localStorage.getItem(KEPT) ?? 0);

for (const event of ["history", "channel"]) news.addEventListener(event, look);
news.addEventListener("message", ({ detail }) => {
  if (detail.isNew) hear(detail.message);
  return there && !there.campaign ? look() : fit();
});

/** A step is done too where its command was typed, or the button of it pressed. */
function hear({ interaction, interaction_metadata: by, embeds, ephemeral }) {
  if (!there || ephemeral || by?.user.id !== state.me) return;
  const verb = interaction?.name ?? (embeds[0]?.title === "Taken back" ? "undo" : "");
  const step = CHAPTERS[reached()]?.steps.find((each) => each.verb === verb);
  if (!step) return;
  given.set(step, (given.get(step) ?? 0) + 1);
  if (given.get(step) >= (step.times ?? 1)) finish(step);
}

/** Ask the bot what there is, and show the steps that fit it. */
async function look() {
  if (reached() >= CHAPTERS.length) return fit();
  const [settings, names, levels] = await Promise.all(
    ['/campaign set setting:""', '/character show name:""', '/deck show level:""'].map(suggested),
  );
  there = { campaign: settings.length > 0, people: names.length > 1, deck: levels.length > 0 };
  draw();
  fit();
}

const stepsOf = (chapter) => chapter.steps.filter((step) => done.has(step) || step.fits(there));

/** Large in an empty channel, a strip of buttons above the box in others. */
function fit() {
  box.hidden = !there || reached() >= CHAPTERS.length || stepsOf(CHAPTERS[reached()]).length === 0;
  box.classList.toggle("small", messagesHere().size > 0);
}

/** Go to a chapter; past the last one the first steps are over. */
async function open(chapter) {
  localStorage.setItem(KEPT, chapter);
  done.clear();
  given.clear();
  await look();
}

function draw() {
  const chapter = CHAPTERS[reached()];
  if (!chapter) return;
  const steps = stepsOf(chapter);
  const next = steps.find((step) => !done.has(step));
  box.querySelector("h2").textContent = chapter.title;
  box.querySelector("p").textContent = chapter.about;
  const faces = steps.map((step, at) => el("li", {}, face(step, at, step === next)));
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
  finish(step);
}

function finish(step) {
  const chapter = CHAPTERS[reached()];
  if (!chapter?.steps.includes(step)) return;
  done.add(step);
  if (stepsOf(chapter).every((each) => done.has(each))) open(reached() + 1);
  else draw();
}

const suggested = async (text) => ((await act("complete", { text })).choices ?? []).map(({ value }) => value);

/** The shot that the bot itself has proposed to try; else at whom it suggests first. */
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
  const [name = ""] = await suggested('/fire name:""');
  const [target = ""] = await suggested(`/fire name:"${name}" target:""`);
  return [`/fire name:${name} target:${target}`];
}

/** The sides of the starter fight: the bot suggests them last, below their people. */
async function bothSides() {
  const [own, enemy] = (await suggested('/place name:""')).slice(-2);
  return [`/place name:${own} at:South team facing:N`, `/place name:${enemy} at:North team facing:S`];
}

document.getElementById("leave-welcome").addEventListener("click", () => open(CHAPTERS.length));
document.getElementById("show-welcome").addEventListener("click", () => {
  open(0).then(() => box.querySelector("button.step")?.focus());
});
