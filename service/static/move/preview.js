/* The preview of a move: until the user confirms, it shows the changed drawings as they will be after the move. */

import { element } from "../core/dom.js";
import { format, messages, numeral } from "../core/i18n.js";
import { isVisible } from "../core/tabs.js";
import { changedParts, snapshot } from "../drawings/changes.js";
import { outlineParts } from "../drawings/outlines.js";
import { fitAll, reveal } from "../drawings/zoom_pan.js";

/** The number of sentences that a preview always shows. */
const FIRST = 3;

const listeners = [];

/** Call back whenever a preview has replaced drawings. */
export function onPreview(listener) {
  listeners.push(listener);
}

/** The drawings and figures of a preview, and the current ones that they replace. */
export class Preview {
  #hidden = new Map();
  #figures = [];

  /** Show drawings (`name`, `svg`) to the player of a seat instead of the current ones, and outline the changes. A view
   *  that is too small for all shows those of the `picked` elements. */
  showDrawings(drawings, seat, picked) {
    const shown = drawings
      .map(({ name, svg }) => ({ canvas: canvasOf(name, seat), svg }))
      .filter(({ canvas }) => canvas);
    const canvases = shown.map(({ canvas }) => canvas);
    const before = snapshot(canvases);
    for (const { canvas, svg } of shown) this.#replace(canvas, svg);
    fitAll();
    const different = changedParts(canvases, before);
    const isPicked = (part) => picked.includes(part.dataset.element);
    reveal([...different.filter(isPicked), ...different.filter((part) => !isPicked(part))]);
    outlineParts(different.filter(isVisible), "ghost");
    listeners.forEach((listener) => listener());
  }

  /** Show the future figures of the players, of each column that the table has too, instead of the current ones. */
  showFigures({ figures }) {
    const columns = [...document.querySelectorAll("#players thead th")].map(({ textContent }) => textContent.trim());
    for (const row of document.querySelectorAll("#players tbody")) {
      const seat = Number(row.dataset.element.split(":")[1]);
      for (const { label, values } of figures) {
        const now = row.querySelectorAll("td.count")[columns.indexOf(label)]?.firstElementChild;
        if (!now || now.textContent === `${numeral(values[seat])}`) continue;
        const then = element("span", { class: "then" }, ` → ${numeral(values[seat])}`);
        now.after(then);
        this.#figures.push(then);
      }
    }
  }

  /** Restore the current drawings, unless later ones have replaced them. */
  clear() {
    for (const [canvas, { nodes, part }] of this.#hidden) {
      canvas.replaceChildren(...nodes);
      canvas.dataset.part = part;
      canvas.classList.remove("foreseen");
    }
    if (this.#hidden.size) fitAll();
    this.#hidden.clear();
    for (const figure of this.#figures.splice(0)) figure.remove();
  }

  /** Replace a drawing and drop its digest: the page does not have this part from the service. */
  #replace(canvas, svg) {
    this.#hidden.set(canvas, { nodes: [...canvas.childNodes], part: canvas.dataset.part });
    delete canvas.dataset.part;
    canvas.replaceChildren(...new DOMParser().parseFromString(svg, "text/html").body.childNodes);
    canvas.classList.add("foreseen");
  }
}

/** The element of a drawing; that of your own mat has a name without a number. */
const canvasOf = (name, seat) => document.getElementById(`drawing-${name === `mat-${seat}` ? "own" : name}`);

/** Return what a move will do: its first sentences, all others that are not minor, and the changed figures. */
export function outcome({ events, changes, seat }) {
  const said = events.map(({ sentences }) => sentences);
  const hidden = said.flat().filter(({ minor }, index) => minor && index >= FIRST);
  const shown = said.map((sentences) => sentences.filter((each) => !hidden.includes(each)));
  const count = hidden.length;
  const rest = count ? [element("summary", {}, format(messages().moreSentences, { count })), list([hidden])] : [];
  return element(
    "div",
    { class: "preview", id: "outcome" },
    list(shown.filter(({ length }) => length)),
    rest.length ? element("details", {}, ...rest) : "",
    ...figures(changes, seat),
  );
}

/** Return a list of events, each a paragraph of sentences. */
function list(events) {
  return element("ul", {}, ...events.map((sentences) => element("li", {}, ...paragraph(sentences))));
}

/** Return sentences, each in its element, with what is between two sentences in the reader's language. */
function paragraph(sentences) {
  const between = format(messages().consecutive, { first: "", second: "" });
  return sentences.flatMap(({ text }, index) => [index ? between : "", element("span", { class: "sentence" }, text)]);
}

/** Return the changed figures, a line for each seat; the player's own are first and need no name. */
function figures(changes, own) {
  const seats = [...new Set(changes.map(({ seat }) => seat))].sort((one, other) => (other === own) - (one === own));
  return seats.map((seat) => {
    const found = changes.filter((change) => change.seat === seat);
    const name = seat === own && seats.length === 1 ? "" : element("b", {}, found[0].name);
    return element("p", { class: "figures" }, name, ...found.map(figure));
  });
}

function figure({ title, before, after }) {
  const difference = `${after > before ? "+" : ""}${numeral(after - before)}`;
  return element(
    "span",
    { class: "figure" },
    `${title} ${numeral(before)} `,
    element("span", { class: "change" }, `→ ${numeral(after)}`),
    element("span", { class: "soft" }, ` ${difference}`),
  );
}

const sizes = new ResizeObserver(() => {
  const shown = document.querySelector("#chooser .outcome");
  if (!shown) return;
  document.getElementById("screen").style.setProperty("--outcome", `${heightOf(shown)}px`);
  if (isCut(shown)) shown.scrollIntoView({ block: "start" });
});

/** Keep the outcome of a move in view: a sheet grows with it, and whatever is above it is scrolled away. */
export function keepInView(shown) {
  sizes.disconnect();
  sizes.observe(shown);
}

/** Mark the page while it shows an outcome. Styles with `:has()` would do it, at the cost of computing all styles anew. */
export function markOutcomes() {
  new MutationObserver(() => {
    document.body.classList.toggle("deciding", document.querySelector("#chooser .outcome") !== null);
  }).observe(document.body, { childList: true, subtree: true });
}

/** The height of an outcome down to the button that confirms, which follows the preview. */
function heightOf(shown) {
  const preview = shown.querySelector(".preview");
  const gap = parseFloat(getComputedStyle(shown).rowGap) || 0;
  return (
    preview.offsetTop - shown.offsetTop + preview.offsetHeight + shown.querySelector(".primary").offsetHeight + 2 * gap
  );
}

function isCut(shown) {
  const box = shown.getBoundingClientRect();
  return [shown.closest(".act"), shown.closest(".side")]
    .map((around) => around.getBoundingClientRect())
    .some(({ top, bottom }) => box.top < top || box.top + heightOf(shown) > bottom);
}
