/** The list above the box: of commands, of options, of an option's values. */

import { el } from "./dom.js";

const PAUSE = 120; // milliseconds without a key before the bot is asked for suggestions

export class Picker {
  #items = [];
  #input = null;
  #asked = 0;
  #finding = Promise.resolve();
  #hurry = () => {};
  #isFinding = false;

  constructor(panel) {
    this.panel = panel;
    this.active = -1;
    this.list = panel.querySelector("[role=listbox]");
    this.title = panel.querySelector("h2");
    panel.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays where one types
  }

  get open() {
    return !this.panel.hidden;
  }

  /** Whether there is something to pick, or may be in a moment. */
  get offers() {
    return this.active >= 0 || this.#isFinding;
  }

  /** Show items ({label, about, hint, pick}) for the input that has the focus; `active` is the one that Enter picks. */
  show(title, items, { input, active = 0, nothing = "" }) {
    this.#asked += 1;
    this.#finding = Promise.resolve();
    this.#draw(title, items, input, active, nothing);
  }

  /** The same for items that have to be asked for; a later call makes an earlier one's answer void. */
  showSoon(title, find, { input, active, exact }) {
    const turn = (this.#asked += 1);
    const first = this.#input !== input;
    this.#draw(title, first ? [] : this.#items, input, -1);
    this.#isFinding = true;
    this.#finding = (async () => {
      if (!first) await this.#pause();
      if (turn !== this.#asked) return;
      const items = await find();
      if (turn !== this.#asked) return;
      const same = items.findIndex(({ label }) => label.toLowerCase() === exact.trim().toLowerCase());
      this.#draw(title, items, input, active < 0 ? -1 : Math.max(0, same));
    })();
  }

  /** Resolves after a while without a key, or at once when somebody waits for the items. */
  #pause() {
    return new Promise((done) => {
      this.#hurry = done;
      setTimeout(done, PAUSE);
    });
  }

  /** Wait until the items belong to what is typed. */
  async settled() {
    let finding;
    do {
      finding = this.#finding;
      this.#hurry();
      await finding;
    } while (finding !== this.#finding);
  }

  #draw(title, items, input, active, nothing = "") {
    this.#unmark();
    this.#isFinding = false;
    this.#items = items;
    this.#input = input;
    this.active = Math.min(active, items.length - 1);
    this.title.textContent = items.length ? title : nothing || title;
    this.list.replaceChildren(...items.map((item, at) => this.#row(item, at)));
    this.panel.hidden = !this.title.textContent;
    this.#mark();
  }

  #row({ label, about, hint, pick }, at) {
    return el(
      "li",
      { role: "option", id: `pick-${at}`, onclick: pick, onmousemove: () => at !== this.active && this.#activate(at) },
      el("span", { class: "option-label" }, label, hint && el("span", { class: "option-hint" }, hint)),
      about && el("span", { class: "option-about" }, about),
    );
  }

  #mark() {
    this.#input.setAttribute("aria-expanded", String(this.open && this.#items.length > 0));
    const row = this.list.children[this.active];
    for (const other of this.list.children) other.setAttribute("aria-selected", String(other === row));
    if (row) this.#input.setAttribute("aria-activedescendant", row.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #unmark() {
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  #activate(at) {
    this.active = at;
    this.#mark();
  }

  /** Go up or down the list and round its ends; false if there is none. */
  move(step) {
    const count = this.#items.length;
    if (!this.open || !count) return false;
    this.#activate((Math.max(this.active, step < 0 ? 0 : -1) + step + count) % count);
    this.list.children[this.active].scrollIntoView({ block: "nearest" });
    return true;
  }

  /** Pick the active item; false if none is. */
  pick() {
    const item = this.open && this.#items[this.active];
    item?.pick?.();
    return Boolean(item);
  }

  /** Close the list; false if it was not open. */
  close() {
    const wasOpen = this.open;
    this.#asked += 1;
    this.#unmark();
    this.#isFinding = false;
    this.#items = [];
    this.#input = null;
    this.active = -1;
    this.panel.hidden = true;
    return wasOpen;
  }
}
