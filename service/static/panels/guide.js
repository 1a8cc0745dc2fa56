/* The guide of a first game: outlines the parts of the drawings that the next move is about, and reveals them once. */

import { onSwap } from "../core/partial_reload.js";
import { isVisible, onTabChange } from "../core/tabs.js";
import { drawOutlines } from "../drawings/outlines.js";
import { reveal } from "../drawings/zoom_pan.js";
import { onPreview } from "../move/preview.js";

/** The text of the guide, with the elements that it is about. (Docks of tabs have `data-shows` too.) */
const shownText = () => document.querySelector("#guide [data-shows]");

/** The text whose parts have been revealed. */
let revealed = "";

export function startGuide() {
  onSwap(show);
  onTabChange(outline);
  onPreview(outline);
  show();
}

function show() {
  const shown = shownText();
  const parts = partsOf(shown).map(({ part }) => part);
  const text = shown?.textContent ?? "";
  if (text !== revealed && parts.length) revealFirst(parts);
  if (text !== revealed) shown?.closest(".side")?.scrollTo(0, 0);
  revealed = text;
  outline();
}

function outline() {
  for (const ring of document.querySelectorAll(".offer-ring.guided")) ring.remove();
  drawOutlines(partsOf(shownText()).filter(({ part }) => isVisible(part)));
}

/** Return the parts of shared drawings and of the reader's own mat, in the order of the elements. */
function partsOf(shown) {
  const elements = shown?.dataset.shows.split(" ") ?? [];
  return elements.filter(Boolean).flatMap((element) => {
    const parts = document.querySelectorAll(`svg [data-element="${CSS.escape(element)}"]`);
    return [...parts].filter((part) => !part.closest("#mats")).map((part) => ({ part, element, kind: "guided" }));
  });
}

/** Reveal the parts, at least the first one. */
function revealFirst(parts) {
  reveal(parts);
  if (!isVisible(parts[0])) reveal(parts.slice(0, 1));
}
