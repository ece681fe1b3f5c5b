/** One option of a command while it is filled in. */

import { isFile, isNumber, listed } from "./commands.js";
import { el } from "./dom.js";

export class Chip {
  /** `on` tells of what happens: changed, focused, key(event, chip), removed(chip). */
  constructor(option, text, on) {
    this.option = option;
    this.picked = null; // the suggestion that was chosen, as long as its name stands there
    this.input = this.#input(text, on);
    const remove = { "aria-label": `Remove ${option.name}`, tabindex: -1, onclick: () => on.removed(this) };
    const drop = el("button", { type: "button", class: "drop", ...remove }, "×"); // by keyboard: Backspace
    this.element = el("label", { class: "chip" }, el("span", {}, option.name), this.input, !option.required && drop);
    this.#fit();
  }

  #input(text, on) {
    const type = isFile(this.option) ? "file" : "text";
    const input = el("input", {
      type,
      role: type === "text" ? "combobox" : null,
      autocomplete: "off",
      inputmode: isNumber(this.option) ? "decimal" : null,
      "aria-label": `${this.option.name}: ${this.option.description}`,
      "aria-required": String(Boolean(this.option.required)),
      "aria-controls": "picker-list",
      "aria-expanded": "false",
      oninput: () => {
        this.#fit();
        on.changed();
      },
      onfocus: () => on.focused(),
      onkeydown: (event) => on.key(event, this),
    });
    if (type === "text") input.value = text;
    return input;
  }

  #fit() {
    this.input.size = Math.min(40, Math.max(3, this.text.length));
    this.input.removeAttribute("aria-invalid");
  }

  get file() {
    return isFile(this.option) ? this.input.files[0] : null;
  }

  get text() {
    return isFile(this.option) ? (this.file?.name ?? "") : this.input.value;
  }

  get filled() {
    return this.text.trim() !== "";
  }

  /** Whether what stands there is a suggestion that was chosen. */
  get chosen() {
    return this.picked?.name === this.text;
  }

  choose(choice) {
    this.picked = choice;
    this.input.value = choice.name;
    this.#fit();
  }

  /** What is sent: the value behind a suggestion's name, or the text itself. */
  get value() {
    const same = ({ name }) => name.toLowerCase() === this.text.trim().toLowerCase();
    const choice = this.chosen ? this.picked : listed(this.option)?.find(same);
    return choice?.value ?? this.text.trim();
  }

  /** What is wrong with it, in a sentence; an empty one if nothing is. */
  check() {
    const { name, required } = this.option;
    const values = listed(this.option)?.map(({ value }) => value);
    let sentence = "";
    if (required && !this.filled) sentence = `${name} is required.`;
    else if (values && this.filled && !values.includes(this.value)) sentence = `Choose ${name} from its list.`;
    this.input.toggleAttribute("aria-invalid", Boolean(sentence));
    return sentence;
  }
}
