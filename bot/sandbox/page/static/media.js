/** Pictures, opened large by a click, and other files. */

import { button, el, link, openDialog } from "./dom.js";
import { localAddress } from "./state.js";

/** A picture from the sandbox; one from elsewhere is only named, since the page loads nothing from elsewhere. */
export function picture(address, alt, className = "", spoiler = false) {
  const local = localAddress(address);
  if (!local)
    return el("span", { class: "elsewhere" }, link(address ?? "", "A picture from elsewhere"), " (not loaded)");
  const image = el("img", { src: local, alt: alt ?? "" });
  const open = () => (spoilt(face) ? face.classList.remove("spoilt") : openPicture(local, alt));
  const label = `Open the picture${alt ? `: ${alt}` : ""}`;
  const face = el(
    "button",
    { type: "button", class: `picture ${className}`, "aria-label": label, onclick: open },
    image,
  );
  face.classList.toggle("spoilt", spoiler);
  return face;
}

const spoilt = (face) => face.classList.contains("spoilt");

/** The picture as large as fits, and by another click as large as it is, to be moved about in. */
function openPicture(address, alt) {
  const zoom = ({ currentTarget }) => currentTarget.classList.toggle("full-size");
  const shown = button("zoom", zoom, el("img", { src: address, alt: alt ?? "" }));
  const original = el("a", { href: address, target: "_blank" }, "Open the original");
  openDialog("lightbox", alt || "Picture", shown, original);
}

/** A file that is no picture: its name, its size, a download, and if it is a text a click to read it. */
export function fileCard(name, size, address) {
  const local = localAddress(address);
  const label = local ? el("a", { href: local, download: name }, name) : name;
  const reads = local && name.endsWith(".txt");
  return el(
    "div",
    { class: "file" },
    el("span", { class: "file-name" }, label),
    el("small", {}, readable(size)),
    reads && button("plain", () => openText(name, local), "Read", el("span", { class: "unseen" }, ` ${name}`)),
  );
}

/** A text to read here: one in columns scrolls sideways, any other is wrapped. */
async function openText(name, address) {
  const text = await (await fetch(address)).text();
  const layout = /\S {3,}\S/.test(text) ? "columns" : "prose";
  openDialog("text-file", name, el("pre", { class: layout, tabindex: 0 }, el("code", {}, text)));
}

function readable(bytes) {
  const units = ["bytes", "KB", "MB"];
  const step = Math.min(2, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`;
}
