/** The side list: channels, threads, and who this page's user is. */

import { el, openDialog } from "./dom.js";
import { act, become, displayName, hereChannel, myName, news, openChannel, state } from "./state.js";

// Public ones and private ones.
const THREADS = [11, 12];
const list = document.getElementById("channels");
const people = document.getElementById("people");

for (const event of ["server", "channel"]) news.addEventListener(event, drawChannels);
news.addEventListener("message", ({ detail }) => detail.message.channel_id !== state.here && drawChannels());
news.addEventListener("server", drawPeople);
people.addEventListener("change", () => become(people.value));
document.getElementById("add-user").addEventListener("click", askForUser);
document.getElementById("add-channel").addEventListener("click", () => {
  const toPath = (name) => `#${name.replace(/^#/, "").trim().replace(/\s+/g, "-")}`;
  askForPlace("Create a channel", "Name of the channel", toPath);
});
document.getElementById("add-thread").addEventListener("click", () => {
  const parent = state.channels.get(hereChannel().parent_id) ?? hereChannel();
  askForPlace(`Create a thread in ${parent.path}`, "Name of the thread", (name) => `${parent.path}/${name.trim()}`);
});

function drawChannels() {
  const all = [...state.channels.values()];
  const top = all.filter((channel) => !THREADS.includes(channel.type));
  list.replaceChildren(
    ...top.map((channel) =>
      entry(
        channel,
        all.filter((thread) => thread.parent_id === channel.id),
      ),
    ),
  );
  document.getElementById("place").textContent = hereChannel()?.name ?? "";
  document.title = `${state.unread.size ? "• " : ""}${hereChannel()?.path ?? ""} — Boarding Party`;
}

function drawPeople() {
  const names = [...state.users.values()].filter((user) => !user.bot).map(displayName);
  people.replaceChildren(...names.map((name) => el("option", { value: name, selected: name === myName }, name)));
  document.getElementById("my-avatar").textContent = [...myName][0].toUpperCase();
}

function entry(channel, threads) {
  const unread = state.unread.has(channel.id);
  const onclick = () => {
    openChannel(channel.id);
    list.querySelector("[aria-current]").focus();
    document.body.classList.remove("side-open");
  };
  const marks = { class: unread ? "unread" : null, "aria-current": channel.id === state.here ? "page" : null };
  const label = [channel.name, unread && el("span", { class: "unseen" }, " (unread)")];
  const face = el("button", { type: "button", ...marks, onclick }, label);
  return el(
    "li",
    {},
    face,
    threads.length > 0 &&
      el(
        "ul",
        { class: "threads" },
        threads.map((thread) => entry(thread, [])),
      ),
  );
}

function askForUser() {
  ask("Add somebody", "Name", "Join", async (name) => {
    const { refused } = await act("add user", { name: name.trim() });
    if (!refused) become(name.trim());
    return refused;
  });
}

function askForPlace(title, label, toPath) {
  ask(title, label, "Create", async (name) => {
    const path = toPath(name);
    const { refused } = await act("open channel", { path });
    if (!refused) openPlace(path);
    return refused;
  });
}

/** Open a channel as soon as the page has heard of it. */
function openPlace(path) {
  const made = [...state.channels.values()].find((channel) => channel.path === path);
  if (made) openChannel(made.id);
  else news.addEventListener("server", () => openPlace(path), { once: true });
}

/** Ask for one name; `answer` does something with it and returns what is wrong, if anything is. */
function ask(title, label, button, answer) {
  const input = el("input", { id: "asked", required: true, maxlength: 100, autocomplete: "off" });
  const problem = el("p", { class: "failed", role: "alert" });
  const onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = (await answer(input.value)) ?? "";
    if (!problem.textContent) dialog.close();
  };
  const footer = el("footer", {}, el("button", { type: "submit", class: "button primary" }, button));
  const field = el("div", { class: "field" }, el("label", { for: "asked" }, label), input);
  const dialog = openDialog("modal", title, el("form", { onsubmit }, field, problem, footer));
  input.focus();
}
