/** Pictures, opened large by a click, and other files. */

import { el, link, openDialog } from "./dom.js";
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

function openPicture(address, alt) {
  const original = el("a", { href: address, target: "_blank" }, "Open the original");
  openDialog("lightbox", alt || "Picture", el("img", { src: address, alt: alt ?? "" }), original);
}

/** A file that is no picture: its name, its size, and a download. */
export function fileCard(name, size, address) {
  const local = localAddress(address);
  const label = local ? el("a", { href: local, download: name }, name) : name;
  return el("div", { class: "file" }, el("span", { class: "file-name" }, label), el("small", {}, readable(size)));
}

function readable(bytes) {
  const units = ["bytes", "KB", "MB"];
  const step = Math.min(2, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`;
}
