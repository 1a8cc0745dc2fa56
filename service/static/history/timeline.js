/* Looking at earlier positions: the slider, the arrow keys, and playing the game from a version on. */

import { expect, isExpected, isPlain, onSwap, show } from "../core/partial_reload.js";
import { startTicks } from "./timeline_marks.js";

const BEAT = 900;
/** Milliseconds between positions while a key is held. */
const PACE = 50;
/** Milliseconds between two changes of the address: browsers refuse more than some ten a second. */
const ADDRESSED = 150;
/** Positions fetched ahead in the direction of travel, and in the other. */
const FORESEEN = 16;
const BEHIND = 4;
/** Milliseconds for which a slider rests before a position is asked for that was not fetched. */
const SETTLED = 80;
/** What is played, each time another thing. */
let playing = null;
/** The version asked for last, while the page is on its way there: what is shown lags behind it. */
let wanted = null;
let journey = null;
let direction = -1;
/** When a key that is held may take its next step. */
let due = 0;
let addressed = 0;
let addressing = null;

const slider = () => document.getElementById("at");
const shown = () => Number(document.querySelector("main[data-at]").dataset.at);
/** The version that is shown, or that the page is on its way to. */
export const here = () => wanted ?? shown();

/** Let the slider, the keys and the play button move through the versions. */
export function startTimeline() {
  let waiting = null;
  document.addEventListener("input", (event) => {
    if (event.target !== slider()) return;
    stop();
    clearTimeout(waiting);
    const version = Number(event.target.value);
    wanted = version;
    waiting = setTimeout(() => go(version), isExpected(addressOf(version)) ? 0 : SETTLED);
  });
  onSwap(showWanted);
  onSwap(showCurrent);
  showCurrent();
  document.addEventListener("keydown", onKey);
  for (const sign of ["pointerover", "focusin"])
    document.addEventListener(sign, (event) => event.target.closest?.("#timeline") && !journey && foresee(shown()));
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    const link = event.target.closest("a[data-step], a[data-to]");
    if (link && isPlain(event)) step(event, Number(link.dataset.to ?? here() + Number(link.dataset.step)));
  });
  startTicks(visit);
}

/** Show a version, in place of whatever is played. */
export function visit(version) {
  stop();
  return go(version);
}

/** Fetch these versions: they will be shown next. */
export function foreseeThese(versions) {
  expect(versions.map(addressOf));
}

/** The slider stays where the reader has moved it, or stepping it on would count from what is shown. */
function showWanted() {
  slider().value = here();
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
  if (event.target !== slider() && event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = slider() && stepOf(event, slider());
  if (typeof target !== "number") return;
  const now = performance.now();
  if (event.repeat && now < due) {
    event.preventDefault();
    return;
  }
  // Keys repeat in a rhythm of their own: what one step comes late, the next one may come early.
  due = Math.max(event.repeat ? due : now, now - PACE) + PACE;
  step(event, target);
}

/** Arrows step wherever the focus is; Home and End, which scroll the page, only within the history. */
function stepOf(event, { min, max }) {
  const inHistory = document.getElementById("history").contains(event.target);
  const ends = inHistory ? { Home: Number(min), End: Number(max) } : {};
  return { ArrowLeft: here() - 1, ArrowRight: here() + 1, ...ends }[event.key];
}

function step(event, version) {
  event.preventDefault();
  stop();
  go(version);
}

/** Show a version as soon as what is under way has come: one request at a time, and the latest wish wins. */
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
    await show(addressOf(reached));
  }
  foresee(reached);
}

/** Fetch what is likely to be looked at next, and both ends; news of the game makes all of it forgotten. */
function foresee(version) {
  const [first, last] = [Number(slider().min), Number(slider().max)];
  const ways = [...steps(version, direction, FORESEEN), ...steps(version, -direction, BEHIND)];
  const near = ways.filter((each) => each >= first && each <= last);
  const ends = [first, last].filter((each) => each !== version && !near.includes(each));
  expect([...near, ...ends].map(addressOf));
}

function steps(version, way, number) {
  return Array.from({ length: number }, (_, index) => version + way * (index + 1));
}

/** The address follows what is shown, not with every step of a key that is held. */
function writeAddress(version) {
  clearTimeout(addressing);
  const write = () => {
    addressed = performance.now();
    history.replaceState(null, "", addressOf(version));
  };
  const rest = addressed + ADDRESSED - performance.now();
  if (rest <= 0) write();
  else addressing = setTimeout(write, rest);
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
  mark();
  if (shown() === Number(max)) await go(Number(min));
  while (playing === own && shown() < Number(slider().max)) {
    await new Promise((done) => setTimeout(done, BEAT));
    if (playing === own) await go(shown() + 1);
    mark();
  }
  if (playing === own) stop();
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
