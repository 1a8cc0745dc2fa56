/* Tabs: one panel of each dock is shown. The reader's choice is kept; on a narrow screen one dock is shown at a time. */

import { keep, kept } from "./layout_storage.js";
import { onSwap } from "./partial_reload.js";

const listeners = [];
const screen_ = () => document.getElementById("screen");
const tabsOf = (dock) => [...dock.querySelectorAll(":scope > .tabs [role=tab]")].filter((tab) => !tab.hidden);

/** Show the tabs that were chosen last, and those that an address names. */
export function startTabs() {
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.(".dock > .tabs [role=tab]");
    if (tab) choose(tab);
    makeRoom(event.target);
  });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followAddress);
  onSwap(showAll);
  show(document.getElementById("board"));
  showAll();
  followAddress();
}

/** Call back whenever other panels are shown. */
export function onTabs(listener) {
  listeners.push(listener);
}

/** Show a panel without keeping it as the reader's choice: what is to be decided stands there. */
export function open(panel) {
  const dock = panel.closest(".dock");
  dock.dataset.shows = panel.id;
  showIn(dock);
  show(dock);
}

/** Whether something can be seen: its tab is open, and on a narrow screen its dock. */
export const isOpen = (part) => part.getClientRects().length > 0;

function choose(tab) {
  const dock = tab.closest(".dock");
  dock.dataset.shows = tab.getAttribute("aria-controls");
  keep(`tab-${dock.id}`, dock.dataset.shows);
  showIn(dock);
  show(dock);
}

/** What stands beside the decision has room while the reader turns to it, in a low window too. */
function makeRoom(touched) {
  const more = document.getElementById("more");
  more?.classList.toggle("turned-to", more.contains(touched));
}

/** On a narrow screen this dock is the one. */
function show(dock) {
  if (dock.parentElement !== screen_()) return;
  screen_().dataset.dock = dock.id;
  for (const each of screen_().querySelectorAll(":scope > .dock")) each.classList.toggle("current", each === dock);
  listeners.forEach((listener) => listener());
}

function showAll() {
  document.querySelectorAll(".dock").forEach(showIn);
}

/** The panel that was opened or chosen, else the first one with something in it. */
function showIn(dock) {
  const tabs = tabsOf(dock);
  const wanted = [dock.dataset.shows, kept(`tab-${dock.id}`)];
  const names = tabs.map((tab) => tab.getAttribute("aria-controls"));
  const shown = wanted.find((name) => names.includes(name)) ?? names[0];
  for (const tab of dock.querySelectorAll(":scope > .tabs [role=tab]")) {
    const selected = tab.getAttribute("aria-controls") === shown;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
  for (const panel of dock.querySelectorAll(":scope > .panel")) panel.hidden = panel.id !== shown;
  listeners.forEach((listener) => listener());
}

function onKey(event) {
  const tab = event.target.closest?.(".dock > .tabs [role=tab]");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!tab || !by) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const tabs = tabsOf(tab.closest(".dock"));
  const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
  choose(next);
  makeRoom(next);
  next.focus();
}

/** An address may name what stands in a tab: then it is opened. */
function followAddress() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const panel = named && named.closest(".panel");
  if (panel) open(panel);
}
