/* The guide of a first game: outlines the parts of the drawings that the next move is about. */

import { onSwap } from "../core/partial_reload.js";
import { drawOutline } from "../drawings/outlines.js";

export function startGuide() {
  onSwap(show);
  show();
}

function show() {
  for (const ring of document.querySelectorAll(".offer-ring.guided")) ring.remove();
  const shown = document.querySelector("[data-shows]")?.dataset.shows.split(" ") ?? [];
  for (const element of shown.filter(Boolean))
    for (const part of document.querySelectorAll(`svg [data-element="${CSS.escape(element)}"]`))
      if (part.getBBox().width) drawOutline(part, element, "guided");
}
