/* What the slider passes: where rounds and eras begin, whose turn it was, and paths that were taken back. */

import { sentAway } from "../core/live.js";
import { onSwap } from "../core/partial_reload.js";
import { fill, isolated, words } from "../core/i18n.js";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds between two looks at a game that goes on. */
const REST = 5000;
/** Pixels around the beginning of a round in which it is what is meant. */
const NEAR = 6;
/** Heights: the strip's, those of a turn and of one that was taken back, and where a round's tick ends. */
const HEIGHT = 12;
const LANES = { true: [3, 9], false: [8, 4] };
const TICKS = { era: HEIGHT, round: 6 };

let course = null;
let strip = null;
let asking = null;
let asked = -REST;

const game = () => document.querySelector("main[data-api]").dataset;
const slider = () => document.getElementById("at");
const isOld = () => (course?.version ?? -1) < Number(game().version);

/** Draw ticks under the slider and say what it stands at; `go` shows a version. */
export function startTicks(go) {
  onSwap(renew);
  document.addEventListener("visibilitychange", renew);
  document.addEventListener("input", (event) => event.target === slider() && say(Number(slider().value)));
  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("#ticks");
    if (place && course) go(versionAt(place, event));
  });
  renew();
}

/** What is drawn moves into the newly rendered page, and is drawn anew once the game has gone on. */
function renew() {
  if (strip && !strip.isConnected) document.getElementById("ticks")?.replaceChildren(strip);
  say(Number(slider().value));
  if (document.hidden || asking || !isOld()) return;
  asking = setTimeout(ask, Math.max(asked + REST - performance.now(), 0));
}

async function ask() {
  asked = performance.now();
  const found = await told();
  asking = null;
  if (!found) return;
  course = found;
  draw();
  renew();
}

/** All pages of it; nothing where there is none or the line is gone: it is asked again with the next step. */
async function told() {
  const { api, invite } = game();
  const found = { chapters: [], stretches: [] };
  let cursor = "";
  try {
    for (;;) {
      const query = new URLSearchParams({ ...(invite && { invite }), ...(cursor && { cursor }) });
      const answer = await fetch(`${api}/timeline?${query}`, { headers: { Accept: "application/json" } });
      if ([429, 503].includes(answer.status)) {
        await sentAway(answer);
        continue;
      }
      if (!answer.ok) return null;
      const page = await answer.json();
      found.version = page.version;
      found.chapters.push(...page.chapters);
      found.stretches.push(...page.stretches);
      cursor = page.next;
      if (!cursor) return found;
    }
  } catch {
    return null;
  }
}

function draw() {
  const { min, max } = slider();
  const [first, last] = [Number(min), Math.max(Number(max), Number(min) + 1)];
  strip = drawn("svg", { viewBox: `${first} 0 ${last - first} ${HEIGHT}`, preserveAspectRatio: "none" });
  for (const stretch of course.stretches) if (stretch.last > first) strip.append(turn(stretch, first));
  for (const chapter of course.chapters) {
    const at = Math.max(chapter.version, first);
    const line = drawn("line", { x1: at, x2: at, y1: 0, y2: TICKS[chapter.kind], class: chapter.kind });
    line.append(title(`${chapter.name} (${chapter.version})`));
    strip.append(line);
  }
  document.getElementById("ticks")?.replaceChildren(strip);
  say(Number(slider().value));
}

/** A position lies behind its fact. */
function turn(stretch, first) {
  const x = Math.max(stretch.first - 1, first);
  const [y, height] = LANES[stretch.on_line];
  const bar = drawn("rect", { x, y, width: stretch.last - x, height, class: stretch.on_line ? "turn" : "undone" });
  if (stretch.on_line) bar.style.fill = colourOf(stretch.seat);
  const span = stretch.first === stretch.last ? stretch.first : `${stretch.first}–${stretch.last}`;
  bar.append(title(`${[nameOf(stretch.seat), span].filter(Boolean).join(" ")}${stretch.on_line ? "" : undone()}`));
  return bar;
}

const undone = () => ` (${words().takenBack})`;

const rowOf = (seat) => document.querySelector(`#players [data-element="player:${seat}"] .seat`);
const nameOf = (seat) => isolated(rowOf(seat)?.textContent.trim() ?? "");

/** A seat has the colour of its mark, which some games give to what it plays with. */
function colourOf(seat) {
  const mark = rowOf(seat)?.querySelector(".mark");
  return mark ? getComputedStyle(mark).fill : "var(--rule)";
}

/** Say in words what the slider stands at. */
function say(version) {
  const field = slider();
  const chapter = course?.chapters.findLast((each) => each.version <= version);
  const stretch = course?.stretches.find((each) => each.first <= version && version <= each.last);
  const told = [fill(words().atOf, { at: version, version: field.max }), chapter?.name, nameOf(stretch?.seat)];
  field.setAttribute("aria-valuetext", told.filter(Boolean).join(", ") + (stretch && !stretch.on_line ? undone() : ""));
  field.title = field.getAttribute("aria-valuetext");
}

/** What was pointed at: the beginning of a round, if one is near, or else any version. */
function versionAt(place, event) {
  const { left, width } = place.getBoundingClientRect();
  const [first, last] = [Number(slider().min), Number(slider().max)];
  const at = (version) => left + ((version - first) / Math.max(last - first, 1)) * width;
  const near = course.chapters
    .map((chapter) => Math.max(chapter.version, first))
    .find((version) => Math.abs(at(version) - event.clientX) < NEAR);
  return near ?? Math.round(first + ((event.clientX - left) / width) * (last - first));
}

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function title(text) {
  const made = document.createElementNS(SVG, "title");
  made.textContent = text;
  return made;
}
