/* The note beside the board: why something failed, or what happened meanwhile. */

import { element } from "../core/dom.js";

let shown = [];

/** Show a note until the user does something else; without parts, remove it. */
export function showNote(...parts) {
  shown = parts;
  const note = parts.length ? [element("div", { class: "note wrong", role: "alert" }, ...parts)] : [];
  document.getElementById("trouble").replaceChildren(...note);
}

/** Show the note on a page that has replaced the former one. */
export function showNoteAgain() {
  if (shown.length) showNote(...shown);
}
