/* Looking at earlier positions: the slider, the arrow keys, and playing the game from a version on. */

import { load, onSwap } from "./regions.js";

const BEAT = 900;
let playing = null;

const slider = () => document.getElementById("at");

/** Let the slider, the keys and the play button move through the versions. */
export function startTimeline() {
  let waiting = null;
  document.addEventListener("input", (event) => {
    if (event.target !== slider()) return;
    stop();
    clearTimeout(waiting);
    waiting = setTimeout(() => go(Number(slider().value)), 80);
  });
  onSwap(showCurrent);
  showCurrent();
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    if (event.target.closest("#resize")) resize();
  });
}

/** Scroll the list, and nothing else, so that the version that is looked at can be seen. */
function showCurrent() {
  const list = document.getElementById("entries");
  const entry = list?.querySelector("[aria-current]")?.parentElement;
  if (!entry) return;
  const above = entry.offsetTop < list.scrollTop;
  const below = entry.offsetTop + entry.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = entry.offsetTop - list.clientHeight / 3;
}

function onKey(event) {
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = slider() && stepOf(event, slider());
  if (typeof target !== "number") return;
  event.preventDefault();
  stop();
  go(target);
}

/** Arrows step wherever the focus is; Home and End, which scroll the page, only within the history. */
function stepOf(event, { value, min, max }) {
  const inHistory = document.getElementById("history").contains(event.target);
  const ends = inHistory ? { Home: Number(min), End: Number(max) } : {};
  return { ArrowLeft: Number(value) - 1, ArrowRight: Number(value) + 1, ...ends }[event.key];
}

async function go(version) {
  const { min, max } = slider();
  const at = Math.min(Math.max(version, Number(min)), Number(max));
  const address = new URL(location.href);
  if (at === Number(max)) address.searchParams.delete("at");
  else address.searchParams.set("at", at);
  address.hash = "";
  await load(address.href, { replace: true });
}

function toggle() {
  if (playing) stop();
  else play();
}

async function play() {
  const { min, max, value } = slider();
  playing = true;
  mark();
  if (value === max) await go(Number(min));
  while (playing && Number(slider().value) < Number(slider().max)) {
    await new Promise((done) => setTimeout(done, BEAT));
    if (playing) await go(Number(slider().value) + 1);
    mark();
  }
  stop();
}

function stop() {
  playing = null;
  mark();
}

function mark() {
  const button = document.getElementById("play");
  if (!button) return;
  button.setAttribute("aria-pressed", String(Boolean(playing)));
}

/** On a wide screen the whole board in the window, on a narrow one larger than the window. */
function resize() {
  const resized = document.getElementById("board").classList.toggle("resized");
  document.getElementById("resize").setAttribute("aria-pressed", String(resized));
}
