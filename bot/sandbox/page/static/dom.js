/** Building the page's elements. Strings become text and never markup, whatever they hold. */

/** An element with attributes (`onclick` and the like: listeners) and children, without those that are null or false. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** A button that does no more than call `onclick`. */
export function button(className, onclick, ...children) {
  return el("button", { type: "button", class: className, onclick }, children);
}

/** A link that leads out of the page; only the web's own schemes become one. */
export function link(address, ...children) {
  const safe = /^https?:\/\//i.test(address);
  return safe
    ? el("a", { href: address, title: address, target: "_blank", rel: "noopener noreferrer" }, children)
    : el("span", {}, children);
}

/** Have a screen reader say something. */
export function announce(text) {
  document.getElementById("said").textContent = text.slice(0, 400);
}

/** A dialog in the middle of the page, closed by Escape, by its button, or by a click beside it. */
export function openDialog(className, title, ...children) {
  const close = button("icon close", () => dialog.close(), "×");
  close.setAttribute("aria-label", "Close");
  const heading = el("h2", { id: "dialog-title" }, title);
  const dialog = el("dialog", { class: className, "aria-labelledby": "dialog-title" }, heading, close, children);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
