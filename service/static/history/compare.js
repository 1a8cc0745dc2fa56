/* Comparison of two positions: outlines the parts of the drawings that differ from the other position. */

import { onSwap } from "../core/partial_reload.js";
import { isVisible, onTabChange } from "../core/tabs.js";
import { changedParts, snapshot } from "../drawings/changes.js";
import { outlineParts } from "../drawings/outlines.js";

let outlines = [];
let other = { key: "", parts: Promise.resolve(null) };

const page = () => document.querySelector("main[data-at]").dataset;
const canvases = () => [...document.querySelectorAll(".canvas")];

/** Remove the outlines after each swap. Call this before `startChanges`, which compares the drawings. */
export function clearOutlinesOnSwap() {
  onSwap(clear);
}

/** Outline differences from the position that the address names (`with`). */
export function startCompare() {
  onSwap(outlineDifferences);
  onTabChange(outlineDifferences);
  outlineDifferences();
}

function clear() {
  for (const outline of outlines) outline.remove();
  outlines = [];
}

async function outlineDifferences() {
  const wanted = new URL(location.href).searchParams.get("with");
  const compared = wanted && document.getElementById("compared")?.dataset.with;
  const parts = compared ? await partsAt(compared) : null;
  clear();
  if (compared && !parts) other.key = ""; // Retry when the page changes next.
  if (!parts || compared !== document.getElementById("compared").dataset.with) return;
  const differing = changedParts(canvases(), parts).filter(isVisible);
  outlines = outlineParts(differing, "changed");
}

/** Return the content of every part at the other position; fetched once. */
function partsAt(version) {
  const key = `${version} ${page().version}`;
  if (other.key !== key) other = { key, parts: fetchParts(version) };
  return other.parts;
}

async function fetchParts(version) {
  const address = new URL(location.href);
  address.searchParams.delete("with");
  address.searchParams.set("at", version);
  const headers = { Accept: "text/html", "Daybook-Hidden": "yes" };
  const answer = await fetch(address, { headers }).catch(() => null);
  if (!answer?.ok) return null;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return snapshot([...fresh.querySelectorAll(".canvas")]);
}
