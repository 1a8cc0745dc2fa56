/* What happened since the reader was last here opens first: a short film of the positions, each with its sentences. Who
   wants less motion reads the sentences. */

import { onSwap } from "../core/partial_reload.js";
import { foreseeThese, here, visit } from "./timeline.js";
import { element, words } from "../core/i18n.js";

/** Moves that are shown, the latest, and facts that are looked at for them. */
const MOST = 20;
const LOOKED_AT = 300;
/** Milliseconds: of the whole film, and the shortest and longest of one position. */
const WHOLE = 20000;
const SHORTEST = 900;
const LONGEST = 2200;
/** Games of which this browser keeps the last version, for readers of whom the service keeps none. */
const KEPT = "daybook.seen";
const GAMES = 50;

let box = null;
let running = false;

const page = () => document.querySelector("main[data-api]").dataset;
const stream = () => document.body.dataset.stream;
const now = () => Number(page().version);

/** Tell what is new, once somebody looks. */
export function startSince() {
  const since = Number(page().since ?? seenHere());
  onSwap(remember);
  remember();
  document.addEventListener("keydown", (event) => event.key === "Escape" && box && leave(event), { capture: true });
  if (!since || since >= now() || page().at !== page().version || location.hash) return;
  if (!document.hidden) tell(since);
  else document.addEventListener("visibilitychange", () => tell(since), { once: true });
}

async function tell(since) {
  const moves = await movesAfter(since);
  if (!moves.length) return;
  open();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) say(moves.flatMap((move) => move.sentences));
  else await film(moves);
}

/** Each position with what led to it. Readers who step elsewhere by themselves are left there. */
async function film(moves) {
  const beat = Math.min(Math.max(WHOLE / moves.length, SHORTEST), LONGEST);
  running = true;
  foreseeThese([...moves.map((move) => move.version), now()]);
  for (const [index, move] of moves.entries()) {
    box.querySelector("progress").value = (index + 1) / moves.length;
    say(move.sentences);
    await visit(move.version);
    await pause(beat);
    if (!running) return;
    if (here() !== move.version) {
      close();
      return;
    }
  }
  end();
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What was not taken back, move by move; of how clocks run nothing is told. */
async function movesAfter(since) {
  const query = new URLSearchParams({ order: "backward", limit: LOOKED_AT });
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
    if (event.version <= since || !event.sentence || event.fact.topic === "clock.set") continue;
    if (event.is_move && !event.on_line) continue;
    const move = moves.get(event.move) ?? { sentences: [] };
    move.version = event.version;
    move.sentences.push(event.sentence);
    moves.set(event.move, move);
  }
  return [...moves.values()].slice(-MOST);
}

function open() {
  const skip = element("button", { type: "button", title: words().skip }, words().skip);
  skip.addEventListener("click", leave);
  const told = element("ul", { role: "status", tabindex: "0", "aria-label": words().since });
  const heading = element("p", {}, element("strong", {}, words().since), element("progress", { max: "1", value: "0" }));
  box = document.getElementById("since");
  box.replaceChildren(heading, told, skip);
}

function say(sentences) {
  box.querySelector("ul").replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
}

function leave(event) {
  event.stopPropagation();
  end();
}

/** Back to what is now. */
function end() {
  const filmed = running;
  close();
  if (filmed) visit(now());
}

function close() {
  running = false;
  box?.replaceChildren();
  box = null;
}

function seenHere() {
  return seen().find(([game]) => game === stream())?.[1];
}

function remember() {
  const others = seen().filter(([game]) => game !== stream());
  try {
    localStorage.setItem(KEPT, JSON.stringify([[stream(), now()], ...others].slice(0, GAMES)));
  } catch {
    // A browser that keeps nothing tells nothing.
  }
}

function seen() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}
