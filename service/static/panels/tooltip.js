/* Asking what something is: a click on a drawn part that no move concerns, a long press on any, or the key i from one to the
   next, tell what the drawing says of it, and what happened there last. */

import { ringAround } from "../move/highlights.js";
import { refusals } from "../move/refusals.js";
import { onSwap } from "../core/partial_reload.js";
import { everythingAt } from "../history/filters.js";
import { onTabs } from "../core/tabs.js";
import { bring } from "../drawings/zoom_pan.js";
import { element, words } from "../core/i18n.js";

const HELD = 500;
const TREMBLE = 10;
/** Facts that are asked for: those that were taken back are among them, and do not count. */
const LATEST = 20;
let asked = null;

/** Let every part of a drawing be asked for. */
export function startInspecting() {
  document.addEventListener("click", onClick);
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("keydown", onKey, { capture: true });
  onSwap(end);
  onTabs(end);
}

function onClick(event) {
  if (event.target.closest?.(".inspected, .zoom")) return;
  const part = partAt(event.target);
  if (part && !part.closest(".offered, .touchable")) inspect(part);
  else end();
}

/** A finger that stays asks, also where a tap would choose; the tap at its end chooses nothing. */
function onPress(start) {
  const part = start.pointerType === "touch" && partAt(start.target);
  if (!part) return;
  const timer = setTimeout(() => {
    inspect(part);
    const swallow = (event) => event.stopPropagation();
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 2 * HELD);
  }, HELD);
  const away = (event) => {
    if (
      event.type === "pointermove" &&
      Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < TREMBLE
    )
      return;
    clearTimeout(timer);
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(kind, away);
  };
  for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(kind, away);
}

/** With the focus on a drawing, i goes on to its next part and I back; Escape ends it. */
function onKey(event) {
  if (event.key === "Escape" && asked) {
    event.stopPropagation();
    end();
  }
  const view = event.target.closest?.(".view");
  if (!view || event.key.toLowerCase() !== "i" || event.altKey || event.ctrlKey || event.metaKey) return;
  const parts = [...view.querySelectorAll("[data-element]")].filter((part) => titleOf(part));
  const at = parts.indexOf(asked?.part) + (event.key === "i" ? 1 : -1);
  if (parts.length) inspect(parts.at(at % parts.length));
}

function partAt(target) {
  const part = target.closest?.(".view [data-element]");
  return part && titleOf(part) ? part : null;
}

const titleOf = (part) => part.querySelector(":scope > title")?.textContent;

function inspect(part) {
  end();
  const close = element("button", { type: "button", class: "quiet", "aria-label": words().close }, "✕");
  close.addEventListener("click", end);
  const box = element(
    "div",
    { class: "inspected", role: "status" },
    element("p", {}, titleOf(part)),
    past(part),
    close,
  );
  bring(part.closest(".view"), [part]);
  part.closest(".panel").append(box);
  asked = { part, box, ring: ringAround(part, part.dataset.element, "asked") };
  tellLast(part.dataset.element, box);
  tellWhyNot(part.dataset.element, box);
}

/** Everything that happened there is one click away. */
function past(part) {
  const button = element("button", { type: "button", class: "quiet", title: words().everythingHere }, "↺");
  button.setAttribute("aria-label", words().everythingHere);
  button.addEventListener("click", () => {
    everythingAt(part.dataset.element, titleOf(part).split(/[:.;,\n]/, 1)[0]);
    end();
  });
  return button;
}

/** What happened there last, up to the position that is shown, and when; it leads there. */
async function tellLast(name, box) {
  const { api, invite, at } = document.querySelector("main[data-api]").dataset;
  const wanted = { place: name, order: "backward", before: Number(at) + 1, limit: LATEST };
  const query = new URLSearchParams({ ...wanted, ...(invite && { invite }) });
  const answer = await fetch(`${api}/history?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { events } = await answer.json();
  const last = events.find((event) => event.on_line);
  if (!last) return;
  const link = element("a", { "data-to": last.version, href: `?at=${last.version}` }, last.sentence);
  box.firstChild.after(element("p", { class: "soft" }, dayOf(last.at), " ", link));
}

function dayOf(at) {
  const language = document.documentElement.lang || "en";
  const day = new Date(at).toLocaleDateString(language, { month: "short", day: "numeric" });
  return element("time", { datetime: at, title: new Date(at).toLocaleString(language) }, day);
}

/** Who is to act learns why nothing can be done with it. */
async function tellWhyNot(name, box) {
  const game = document.querySelector("main[data-api]").dataset;
  if (game.turn) box.firstChild.after(...(await refusals(game, name)));
}

function end() {
  asked?.box.remove();
  asked?.ring.remove();
  asked = null;
}
