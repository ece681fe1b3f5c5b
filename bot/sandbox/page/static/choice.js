/** A select as Discord draws it: a face that opens a list of options, one or several of which are chosen. */

import { el } from "./dom.js";

let made = 0;

export class Select {
  /** `changed(values)` is called when the list closes and something else is chosen than before. */
  constructor(part, changed, label = null) {
    this.options = part.options.map((option) => ({ ...option, chosen: Boolean(option.default) }));
    this.most = part.max_values ?? 1;
    this.placeholder = part.placeholder || "Make a selection";
    this.changed = changed;
    this.label = label;
    this.active = 0;
    this.id = `list-${(made += 1)}`;
    this.list = this.#list(label);
    this.face = el("button", {
      type: "button",
      class: "select",
      disabled: part.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "data-custom-id": part.custom_id,
      onclick: () => this.#open(),
      onkeydown: (event) => ["ArrowDown", "ArrowUp"].includes(event.key) && this.#open(event),
    });
    this.element = el("div", { class: "select-box" }, this.face, this.list);
    this.#show();
  }

  get values() {
    return this.options.filter((option) => option.chosen).map((option) => option.value);
  }

  #list(label) {
    const items = this.options.map((option, at) =>
      el(
        "li",
        { role: "option", id: `${this.id}-${at}`, onclick: () => this.#choose(at) },
        el(
          "span",
          { class: "option-label" },
          option.emoji?.name ? `${option.emoji.name} ${option.label}` : option.label,
        ),
        option.description && el("span", { class: "option-about" }, option.description),
      ),
    );
    return el(
      "ul",
      {
        role: "listbox",
        class: "options",
        tabindex: -1,
        popover: "auto",
        "aria-label": label ?? this.placeholder,
        "aria-multiselectable": String(this.most > 1),
        onkeydown: (event) => this.#key(event),
        ontoggle: (event) => event.newState === "closed" && this.#closed(),
      },
      items,
    );
  }

  #open(event) {
    event?.preventDefault();
    this.before = String(this.values);
    this.list.showPopover();
    this.#place();
    this.face.setAttribute("aria-expanded", "true");
    this.active = Math.max(
      0,
      this.options.findIndex((option) => option.chosen),
    );
    this.#show();
    this.list.focus();
  }

  /** Below the face, or above it where there is more room. */
  #place() {
    const face = this.face.getBoundingClientRect();
    const below = innerHeight - face.bottom;
    const style = this.list.style;
    style.left = `${face.left}px`;
    style.width = `${face.width}px`;
    style.maxHeight = `${Math.min(320, Math.max(below, face.top) - 12)}px`;
    style.top = below > Math.min(260, this.list.scrollHeight) || below > face.top ? `${face.bottom + 4}px` : "auto";
    style.bottom = style.top === "auto" ? `${innerHeight - face.top + 4}px` : "auto";
  }

  #key(event) {
    const last = this.options.length - 1;
    const moves = {
      ArrowDown: Math.min(last, this.active + 1),
      ArrowUp: Math.max(0, this.active - 1),
      Home: 0,
      End: last,
    };
    if (event.key in moves) this.active = moves[event.key];
    else if (event.key === "Enter" || event.key === " ") this.#choose(this.active);
    else if (event.key === "Tab") this.list.hidePopover();
    else if (event.key.length === 1) this.#seek(event.key);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    this.#show();
  }

  /** To the next option that begins with a letter. */
  #seek(letter) {
    const order = [...this.options.keys()].map((at) => (at + this.active + 1) % this.options.length);
    const begins = (at) => this.options[at].label.toLowerCase().startsWith(letter.toLowerCase());
    this.active = order.find(begins) ?? this.active;
  }

  #choose(at) {
    const option = this.options[at];
    if (!option) return;
    if (this.most === 1) {
      for (const other of this.options) other.chosen = other === option;
      this.list.hidePopover();
    } else if (option.chosen || this.values.length < this.most) option.chosen = !option.chosen;
    this.active = at;
    this.#show();
  }

  #closed() {
    this.face.setAttribute("aria-expanded", "false"); // the browser itself gives the focus back
    this.#show();
    if (String(this.values) !== this.before) this.changed(this.values);
  }

  #show() {
    const chosen = this.options.filter((option) => option.chosen).map((option) => option.label);
    const words = chosen.join(", ") || this.placeholder;
    if (this.label) this.face.setAttribute("aria-label", `${this.label}: ${words}`);
    this.face.replaceChildren(
      el("span", { class: chosen.length ? null : "placeholder" }, words),
      el("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
    );
    for (const [at, item] of [...this.list.children].entries()) {
      item.setAttribute("aria-selected", String(this.options[at].chosen));
      item.classList.toggle("active", at === this.active);
    }
    this.list.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }
}
