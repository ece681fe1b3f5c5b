/** Starts the page, and its few buttons that belong to no other part. */

import "./sidebar.js";
import "./welcome.js";
import { refreshTimes } from "./markdown.js";
import { showPins } from "./messages.js";
import { connect, news } from "./state.js";

const root = document.documentElement;
const THEME = "theme";

function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
}

setTheme(localStorage.getItem(THEME));
document.getElementById("theme").addEventListener("click", () => {
  const shown = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const theme = shown === "dark" ? "light" : "dark";
  localStorage.setItem(THEME, theme);
  setTheme(theme);
});

document.getElementById("pins").addEventListener("click", showPins);

const opener = document.getElementById("open-side");
opener.addEventListener("click", () => {
  document.body.classList.add("side-open");
  document.querySelector("#channels [aria-current]")?.focus();
});
document.getElementById("shade").addEventListener("click", () => document.body.classList.remove("side-open"));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("side-open")) {
    document.body.classList.remove("side-open");
    opener.focus();
  }
});

news.addEventListener("connection", ({ detail: isOpen }) => {
  document.getElementById("lost").hidden = isOpen;
});
setInterval(refreshTimes, 10_000);
connect();
