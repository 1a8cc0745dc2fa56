/* Two positions compared: what the drawings of the one that is looked at show otherwise than the other one is outlined. */

import { changed, looks } from "../drawings/changes.js";
import { ringAround } from "../move/highlights.js";
import { onSwap } from "../core/partial_reload.js";
import { isOpen, onTabs } from "../core/tabs.js";

let rings = [];
let other = { key: "", parts: Promise.resolve(null) };

const page = () => document.querySelector("main[data-at]").dataset;
const canvases = () => [...document.querySelectorAll(".canvas")];

/** Take outlines away before anybody looks at what has changed; to be called before whoever does. */
export function clearCompared() {
  onSwap(clear);
}

/** Outline what is different from the position that the address names (`with`), for as long as it does. */
export function startComparing() {
  onSwap(outline);
  onTabs(outline);
  outline();
}

function clear() {
  for (const ring of rings) ring.remove();
  rings = [];
}

async function outline() {
  const wanted = new URL(location.href).searchParams.get("with");
  const compared = wanted && document.getElementById("compared")?.dataset.with;
  const parts = compared ? await partsAt(compared) : null;
  clear();
  if (compared && !parts) other.key = ""; // Asked for again when the page changes next.
  if (!parts || compared !== document.getElementById("compared").dataset.with) return;
  const differing = changed(canvases(), parts).filter(isOpen);
  rings = differing.map((part) => ringAround(part, part.dataset.element, "changed"));
}

/** What every part looked like there, asked for once. */
function partsAt(version) {
  const key = `${version} ${page().version}`;
  if (other.key !== key) other = { key, parts: loaded(version) };
  return other.parts;
}

async function loaded(version) {
  const address = new URL(location.href);
  address.searchParams.delete("with");
  address.searchParams.set("at", version);
  const headers = { Accept: "text/html", "Daybook-Hidden": "yes" };
  const answer = await fetch(address, { headers }).catch(() => null);
  if (!answer?.ok) return null;
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  return looks([...there.querySelectorAll(".canvas")]);
}
