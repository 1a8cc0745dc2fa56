/* The recap: replays the game since the user's last visit, each position with its sentences. Users who prefer reduced
   motion get the sentences only. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";
import { onSwap } from "../core/partial_reload.js";
import { currentVersion, prefetchVersions, showVersion } from "./timeline.js";

/** The latest moves that are shown, and the events that are searched for them. */
const MAX_MOVES = 20;
const MAX_EVENTS = 300;
/** Milliseconds: of the whole replay, and the shortest and longest of one position. */
const WHOLE = 20000;
const SHORTEST = 900;
const LONGEST = 2200;
/** Games whose last seen version this browser stores, for spectators that the service does not know. */
const STORAGE_KEY = "daybook.seen";
const GAMES = 50;

let box = null;
let running = false;

const page = () => document.querySelector("main[data-api]").dataset;
const stream = () => document.body.dataset.stream;
const now = () => Number(page().version);

/** Show the recap as soon as the page is visible. */
export function startRecap() {
  const since = Number(page().since ?? storedVersion());
  onSwap(storeVersion);
  storeVersion();
  document.addEventListener("keydown", (event) => event.key === "Escape" && box && skipRecap(event), { capture: true });
  if (!since || since >= now() || page().at !== page().version || location.hash) return;
  if (!document.hidden) show(since);
  else document.addEventListener("visibilitychange", () => show(since), { once: true });
}

async function show(since) {
  const moves = await movesAfter(since);
  if (!moves.length) return;
  open();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) say(moves.flatMap((move) => move.sentences));
  else await replay(moves);
}

/** Show each position with the sentences that led to it, until the user goes to another position. */
async function replay(moves) {
  const delay = Math.min(Math.max(WHOLE / moves.length, SHORTEST), LONGEST);
  running = true;
  prefetchVersions([...moves.map((move) => move.version), now()]);
  for (const [index, move] of moves.entries()) {
    box.querySelector("progress").value = (index + 1) / moves.length;
    say(move.sentences);
    await showVersion(move.version);
    await pause(delay);
    if (!running) return;
    if (currentVersion() !== move.version) {
      close();
      return;
    }
  }
  end();
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Fetch the events after a version, move by move, without undone moves and clocks. */
async function movesAfter(since) {
  const query = new URLSearchParams({ order: "backward", limit: MAX_EVENTS });
  for (const name of ["seat", "invite"]) {
    const value = new URLSearchParams(location.search).get(name);
    if (value) query.set(name, value);
  }
  const answer = await fetch(`${page().api}/history?${query}`, { headers: { Accept: "application/json" } }).catch(
    () => null,
  );
  if (!answer?.ok) return [];
  const moves = new Map();
  for (const event of (await answer.json()).events.reverse()) {
    if (event.version <= since || !event.text || event.data.topic === "clock.set") continue;
    if (event.is_move && !event.active) continue;
    const move = moves.get(event.move) ?? { sentences: [] };
    move.version = event.version;
    move.sentences.push(event.text);
    moves.set(event.move, move);
  }
  return [...moves.values()].slice(-MAX_MOVES);
}

function open() {
  const skip = element("button", { type: "button", title: messages().skip }, messages().skip);
  skip.addEventListener("click", skipRecap);
  const list = element("ul", { role: "status", tabindex: "0", "aria-label": messages().since });
  const heading = element(
    "p",
    {},
    element("strong", {}, messages().since),
    element("progress", { max: "1", value: "0" }),
  );
  box = document.getElementById("since");
  box.replaceChildren(heading, list, skip);
}

function say(sentences) {
  box.querySelector("ul").replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
}

function skipRecap(event) {
  event.stopPropagation();
  end();
}

/** Return to the current position. */
function end() {
  const wasRunning = running;
  close();
  if (wasRunning) showVersion(now());
}

function close() {
  running = false;
  box?.replaceChildren();
  box = null;
}

function storedVersion() {
  return storedVersions().find(([game]) => game === stream())?.[1];
}

function storeVersion() {
  const others = storedVersions().filter(([game]) => game !== stream());
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([[stream(), now()], ...others].slice(0, GAMES)));
  } catch {
    // Without storage, spectators get no recap.
  }
}

function storedVersions() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? [];
  } catch {
    return [];
  }
}
