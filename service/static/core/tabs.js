/* Tabs: each dock shows one panel. The user's choice is stored; on a narrow screen only one dock is visible. */

import { loadLayout, saveLayout } from "./layout_storage.js";
import { onSwap } from "./partial_reload.js";

const listeners = [];
const screen_ = () => document.getElementById("screen");
const isOffered = (tab) => !tab.hidden && getComputedStyle(tab).display !== "none";
const tabsOf = (dock) => [...dock.querySelectorAll(":scope > .tabs [role=tab]")].filter(isOffered);
const isSet = (name) => getComputedStyle(screen_()).getPropertyValue(name) === "1";
/** The arrangement by the style sheets: in a window large for the font (`--roomy`), panels of class `along` are beside
 * the chosen one; in one narrow for the font, only one dock is visible. */
const arranged = () => ({ large: isSet("--roomy"), narrow: isNarrow() });
let arrangement = { large: false, narrow: false };

/** Open the tabs that the user chose last, or the one that the address names. */
export function startTabs() {
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.(".dock > .tabs [role=tab]");
    if (tab) choose(tab);
    enlargeMore(event.target);
  });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", openFromAddress);
  onSwap(showAllPanels);
  new ResizeObserver(onResize).observe(screen_());
  showDock(document.getElementById("board"));
  showAllPanels();
  openFromAddress();
  showFormAgain();
}

/** Open the panel of a form that is shown again, for example because it was refused. */
function showFormAgain() {
  const form = document.querySelector("form[data-shown-again]");
  const panel = form?.closest("[role=tabpanel]");
  if (panel) openPanel(panel);
  form?.scrollIntoView({ block: "nearest" });
}

/** Call back whenever other panels become visible. */
export function onTabChange(listener) {
  listeners.push(listener);
}

/** Open a panel without storing it as the user's choice: the current decision needs it. */
export function openPanel(panel) {
  const dock = panel.closest(".dock");
  dock.dataset.shows = panel.id;
  showPanel(dock);
  showDock(dock);
  notify();
}

/** Whether an element is visible: its tab is open, and on a narrow screen its dock too. */
export const isVisible = (part) => part.getClientRects().length > 0;

/** Whether the screen is narrow for the font, by the style sheets. */
export const isNarrow = () => isSet("--narrow");

const notify = () => listeners.forEach((listener) => listener());

function choose(tab) {
  const dock = tab.closest(".dock");
  dock.dataset.shows = tab.getAttribute("aria-controls");
  saveLayout(`tab-${dock.id}`, dock.dataset.shows);
  showPanel(dock);
  showDock(dock);
  notify();
}

/** Give the tabs below the decision more room while the user works in them, in a low window too. */
function enlargeMore(touched) {
  const more = document.getElementById("more");
  more?.classList.toggle("turned-to", more.contains(touched));
}

/** Make this dock the visible one on a narrow screen. */
function showDock(dock) {
  if (dock.parentElement !== screen_()) return;
  screen_().dataset.dock = dock.id;
  for (const each of screen_().querySelectorAll(":scope > .dock")) {
    each.classList.toggle("current", each === dock);
    markTabs(each);
  }
}

/** A new font size changes the size of the screen, too. */
function onResize() {
  const { large, narrow } = arranged();
  if (large !== arrangement.large || narrow !== arrangement.narrow) showAllPanels();
}

function showAllPanels() {
  arrangement = arranged();
  document.querySelectorAll(".dock").forEach(showPanel);
  notify();
}

/** Show the panel that was opened or chosen, else the first one that has a tab. */
function showPanel(dock) {
  const tabs = tabsOf(dock);
  const wanted = [dock.dataset.shows, loadLayout(`tab-${dock.id}`)];
  const names = tabs.map((tab) => tab.getAttribute("aria-controls"));
  const shown = wanted.find((name) => names.includes(name)) ?? names[0];
  for (const tab of dock.querySelectorAll(":scope > .tabs [role=tab]"))
    tab.tabIndex = tab.getAttribute("aria-controls") === shown ? 0 : -1;
  markTabs(dock);
  for (const panel of dock.querySelectorAll(":scope > .panel"))
    panel.hidden = panel.id !== shown && !(arrangement.large && panel.classList.contains("along"));
}

/** Mark the tab of the panel that a dock shows as selected, unless only another dock is visible. */
function markTabs(dock) {
  const isVisibleDock = dock.parentElement !== screen_() || !arrangement.narrow || dock.classList.contains("current");
  for (const tab of dock.querySelectorAll(":scope > .tabs [role=tab]"))
    tab.setAttribute("aria-selected", String(isVisibleDock && tab.tabIndex === 0));
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
  enlargeMore(next);
  next.focus();
}

/** Open the tab of the element that the address names. */
function openFromAddress() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const panel = named && named.closest(".panel");
  if (panel) openPanel(panel);
}
