/* The timeline: earlier positions by slider and arrow keys, and playback from a given version. */

import { isPlainClick, isPrefetched, onSwap, prefetchPositions, showPosition } from "../core/partial_reload.js";
import { startTimelineMarks } from "./timeline_marks.js";

/** Milliseconds between positions during playback. */
const PLAYBACK = 900;
/** Milliseconds between positions while a key is held. */
const KEY_REPEAT = 50;
/** Milliseconds between two changes of the address: browsers allow about ten a second. */
const ADDRESS_INTERVAL = 150;
/** Positions prefetched in the direction of travel, and in the other. */
const AHEAD = 16;
const BEHIND = 4;
/** Milliseconds that the slider rests before a position is requested that was not prefetched. */
const SLIDER_DELAY = 80;
/** The current playback: a new object each time, or null. */
let playing = null;
/** The version requested last, until the page shows it. */
let wanted = null;
let journey = null;
let direction = -1;
/** When a held key may take its next step. */
let nextStep = 0;
let addressWritten = 0;
let addressTimer = null;

const slider = () => document.getElementById("at");
const shown = () => Number(document.querySelector("main[data-at]").dataset.at);
/** The version that is shown, or requested last. */
export const currentVersion = () => wanted ?? shown();

/** Let the slider, the keys and the play button change the version. */
export function startTimeline() {
  let waiting = null;
  document.addEventListener("input", (event) => {
    if (event.target !== slider()) return;
    stop();
    clearTimeout(waiting);
    const version = Number(event.target.value);
    wanted = version;
    waiting = setTimeout(() => go(version), isPrefetched(addressOf(version)) ? 0 : SLIDER_DELAY);
  });
  onSwap(updateSlider);
  onSwap(scrollToEntry);
  scrollToEntry();
  document.addEventListener("keydown", onKey);
  for (const sign of ["pointerover", "focusin"])
    document.addEventListener(
      sign,
      (event) => event.target.closest?.("#timeline") && !journey && prefetchAround(shown()),
    );
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    const link = event.target.closest("a[data-step], a[data-to]");
    if (link && isPlainClick(event))
      step(event, Number(link.dataset.to ?? currentVersion() + Number(link.dataset.step)));
  });
  startTimelineMarks(showVersion);
}

/** Show a version and stop playback. */
export function showVersion(version) {
  stop();
  return go(version);
}

/** Prefetch these versions. */
export function prefetchVersions(versions) {
  prefetchPositions(versions.map(addressOf));
}

/** Keep the slider at the requested version: the next step counts from there. */
function updateSlider() {
  slider().value = currentVersion();
}

/** Scroll the list, and nothing else, to the entry of the shown version. */
function scrollToEntry() {
  const list = document.getElementById("entries");
  const entry = list?.querySelector("[aria-current]")?.parentElement;
  if (!entry) return;
  const above = entry.offsetTop < list.scrollTop;
  const below = entry.offsetTop + entry.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = entry.offsetTop - list.clientHeight / 3;
}

function onKey(event) {
  if (event.target !== slider() && event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = slider() && stepOf(event, slider());
  if (typeof target !== "number") return;
  const now = performance.now();
  if (event.repeat && now < nextStep) {
    event.preventDefault();
    return;
  }
  // The browser repeats keys at its own rate: after a late step, the next one may come early.
  nextStep = Math.max(event.repeat ? nextStep : now, now - KEY_REPEAT) + KEY_REPEAT;
  step(event, target);
}

/** Arrow keys work anywhere on the page; Home and End, which scroll it, only within the history. */
function stepOf(event, { min, max }) {
  const inHistory = document.getElementById("history").contains(event.target);
  const ends = inHistory ? { Home: Number(min), End: Number(max) } : {};
  return { ArrowLeft: currentVersion() - 1, ArrowRight: currentVersion() + 1, ...ends }[event.key];
}

function step(event, version) {
  event.preventDefault();
  stop();
  go(version);
}

/** Show a version after the request in progress: one request at a time, and the latest version wins. */
function go(version) {
  const { min, max } = slider();
  wanted = Math.min(Math.max(version, Number(min)), Number(max));
  journey ??= travel().finally(() => {
    wanted = journey = null;
  });
  return journey;
}

async function travel() {
  let reached = shown();
  while (wanted !== reached) {
    direction = Math.sign(wanted - reached);
    reached = wanted;
    writeAddress(reached);
    await showPosition(addressOf(reached));
  }
  prefetchAround(reached);
}

/** Prefetch the positions that are likely to be shown next, and both ends. An update of the game discards them. */
function prefetchAround(version) {
  const [first, last] = [Number(slider().min), Number(slider().max)];
  const around = [...steps(version, direction, AHEAD), ...steps(version, -direction, BEHIND)];
  const near = around.filter((each) => each >= first && each <= last);
  const ends = [first, last].filter((each) => each !== version && !near.includes(each));
  prefetchPositions([...near, ...ends].map(addressOf));
}

function steps(version, step, number) {
  return Array.from({ length: number }, (_, index) => version + step * (index + 1));
}

/** Write the shown version to the address, but not with every step of a held key. */
function writeAddress(version) {
  clearTimeout(addressTimer);
  const write = () => {
    addressWritten = performance.now();
    history.replaceState(null, "", addressOf(version));
  };
  const rest = addressWritten + ADDRESS_INTERVAL - performance.now();
  if (rest <= 0) write();
  else addressTimer = setTimeout(write, rest);
}

function addressOf(version) {
  const address = new URL(location.href);
  if (version === Number(slider().max)) address.searchParams.delete("at");
  else address.searchParams.set("at", version);
  address.hash = "";
  return address;
}

function toggle() {
  if (playing) stop();
  else play();
}

async function play() {
  const { min, max } = slider();
  const own = (playing = {});
  updateButton();
  if (shown() === Number(max)) await go(Number(min));
  while (playing === own && shown() < Number(slider().max)) {
    await new Promise((done) => setTimeout(done, PLAYBACK));
    if (playing === own) await go(shown() + 1);
    updateButton();
  }
  if (playing === own) stop();
}

function stop() {
  playing = null;
  updateButton();
}

function updateButton() {
  const button = document.getElementById("play");
  if (!button) return;
  button.setAttribute("aria-pressed", String(Boolean(playing)));
}
