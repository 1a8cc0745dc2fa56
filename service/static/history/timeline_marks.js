/* Marks below the timeline: starts of rounds and eras, the turns of each seat, and moves that were undone. */

import { format, isolate, messages } from "../core/i18n.js";
import { onSwap } from "../core/partial_reload.js";
import { waitToRetry } from "../core/requests.js";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds between two requests while the game continues. */
const INTERVAL = 5000;
/** Pixels around the start of a round in which a click selects the start. */
const NEAR = 6;
/** Heights: of the strip, the top and height of turns and undone moves, and the heights of marks. */
const HEIGHT = 12;
const LANES = { true: [3, 9], false: [8, 4] };
const MARKS = { era: HEIGHT, round: 6 };

/** The timeline as the service sent it. */
let timeline = null;
let strip = null;
let asking = null;
let asked = -INTERVAL;

const game = () => document.querySelector("main[data-api]").dataset;
const slider = () => document.getElementById("at");
const isOld = () => (timeline?.version ?? -1) < Number(game().version);

/** Draw marks below the slider and describe its position; `go` shows a version. */
export function startTimelineMarks(go) {
  onSwap(update);
  document.addEventListener("visibilitychange", update);
  document.addEventListener("input", (event) => event.target === slider() && describe(Number(slider().value)));
  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("#ticks");
    if (place && timeline) go(versionAt(place, event));
  });
  update();
}

/** Put the marks into the newly rendered page, and fetch them again if the game has continued. */
function update() {
  if (strip && !strip.isConnected) document.getElementById("ticks")?.replaceChildren(strip);
  describe(Number(slider().value));
  if (document.hidden || asking || !isOld()) return;
  asking = setTimeout(load, Math.max(asked + INTERVAL - performance.now(), 0));
}

async function load() {
  asked = performance.now();
  const found = await fetchTimeline();
  asking = null;
  if (!found) return;
  timeline = found;
  draw();
  update();
}

/** Fetch all pages of the timeline; null after a failure: the next update tries again. */
async function fetchTimeline() {
  const { api, invite } = game();
  const found = { phases: [], segments: [] };
  let cursor = "";
  try {
    for (;;) {
      const query = new URLSearchParams({ ...(invite && { invite }), ...(cursor && { cursor }) });
      const answer = await fetch(`${api}/timeline?${query}`, { headers: { Accept: "application/json" } });
      if ([429, 503].includes(answer.status)) {
        await waitToRetry(answer);
        continue;
      }
      if (!answer.ok) return null;
      const page = await answer.json();
      found.version = page.version;
      found.phases.push(...page.phases);
      found.segments.push(...page.segments);
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
  strip = svgElement("svg", { viewBox: `${first} 0 ${last - first} ${HEIGHT}`, preserveAspectRatio: "none" });
  for (const segment of timeline.segments) if (segment.last > first) strip.append(drawTurn(segment, first));
  for (const phase of timeline.phases) {
    const at = Math.max(phase.version, first);
    const line = svgElement("line", { x1: at, x2: at, y1: 0, y2: MARKS[phase.kind], class: phase.kind });
    line.append(svgTitle(`${phase.name} (${phase.version})`));
    strip.append(line);
  }
  document.getElementById("ticks")?.replaceChildren(strip);
  describe(Number(slider().value));
}

/** Draw a turn; the position with a number lies after its event. */
function drawTurn(segment, first) {
  const x = Math.max(segment.first - 1, first);
  const [y, height] = LANES[segment.active];
  const bar = svgElement("rect", { x, y, width: segment.last - x, height, class: segment.active ? "turn" : "undone" });
  if (segment.active) bar.style.fill = colourOf(segment.seat);
  const span = segment.first === segment.last ? segment.first : `${segment.first}–${segment.last}`;
  bar.append(svgTitle(`${[nameOf(segment.seat), span].filter(Boolean).join(" ")}${segment.active ? "" : undone()}`));
  return bar;
}

const undone = () => ` (${messages().takenBack})`;

const rowOf = (seat) => document.querySelector(`#players [data-element="player:${seat}"] .seat`);
/** Return the name of a seat, without the letter in its mark. */
const nameOf = (seat) => isolate(textOf(rowOf(seat)).trim());

const textOf = (row) =>
  [...(row?.childNodes ?? [])]
    .filter((node) => !node.matches?.("svg"))
    .map((node) => node.textContent)
    .join("");

/** Return the colour of a seat: that of its mark beside the name, if it has one. */
function colourOf(seat) {
  const mark = rowOf(seat)?.querySelector(".mark");
  return mark ? getComputedStyle(mark).fill : "var(--rule)";
}

/** Describe the slider's position in words. */
function describe(version) {
  const field = slider();
  const phase = timeline?.phases.findLast((each) => each.version <= version);
  const segment = timeline?.segments.find((each) => each.first <= version && version <= each.last);
  const parts = [format(messages().atOf, { at: version, version: field.max }), phase?.name, nameOf(segment?.seat)];
  field.setAttribute("aria-valuetext", parts.filter(Boolean).join(", ") + (segment && !segment.active ? undone() : ""));
  field.title = field.getAttribute("aria-valuetext");
}

/** Return the version at a click: the start of a round if one is near. */
function versionAt(place, event) {
  const { left, width } = place.getBoundingClientRect();
  const [first, last] = [Number(slider().min), Number(slider().max)];
  const at = (version) => left + ((version - first) / Math.max(last - first, 1)) * width;
  const near = timeline.phases
    .map((phase) => Math.max(phase.version, first))
    .find((version) => Math.abs(at(version) - event.clientX) < NEAR);
  return near ?? Math.round(first + ((event.clientX - left) / width) * (last - first));
}

function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function svgTitle(text) {
  const made = document.createElementNS(SVG, "title");
  made.textContent = text;
  return made;
}
