/* Tabs: each dock shows one panel. The user's choice is stored; on a narrow screen only one dock is visible. */

import { loadLayout, saveLayout } from "./layout_storage.js";
import { onSwap } from "./partial_reload.js";

const listeners = [];
const screen_ = () => document.getElementById("screen");
const isOffered = (tab) => !tab.hidden && getComputedStyle(tab).display !== "none";
const tabsOf = (dock) => [...dock.querySelectorAll(":scope > .tabs [role=tab]")].filter(isOffered);
/** Whether `screen.css` shows panels of class `along` beside the chosen one: it does in a window large for the font. */
const isLarge = () => getComputedStyle(screen_()).getPropertyValue("--large") === "1";
let large = false;

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
  showRefused();
}

/** Open the panel of a form that was refused: it tells why. */
function showRefused() {
  const form = document.querySelector("form[data-refused]");
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
}

/** Whether an element is visible: its tab is open, and on a narrow screen its dock too. */
export const isVisible = (part) => part.getClientRects().length > 0;

function choose(tab) {
  const dock = tab.closest(".dock");
  dock.dataset.shows = tab.getAttribute("aria-controls");
  saveLayout(`tab-${dock.id}`, dock.dataset.shows);
  showPanel(dock);
  showDock(dock);
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
  for (const each of screen_().querySelectorAll(":scope > .dock")) each.classList.toggle("current", each === dock);
  listeners.forEach((listener) => listener());
}

/** A new font size changes the size of the screen, too. */
function onResize() {
  if (large !== isLarge()) showAllPanels();
}

function showAllPanels() {
  large = isLarge();
  document.querySelectorAll(".dock").forEach(showPanel);
}

/** Show the panel that was opened or chosen, else the first one that has a tab. */
function showPanel(dock) {
  const tabs = tabsOf(dock);
  const wanted = [dock.dataset.shows, loadLayout(`tab-${dock.id}`)];
  const names = tabs.map((tab) => tab.getAttribute("aria-controls"));
  const shown = wanted.find((name) => names.includes(name)) ?? names[0];
  for (const tab of dock.querySelectorAll(":scope > .tabs [role=tab]")) {
    const selected = tab.getAttribute("aria-controls") === shown;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
  for (const panel of dock.querySelectorAll(":scope > .panel"))
    panel.hidden = panel.id !== shown && !(large && panel.classList.contains("along"));
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
  enlargeMore(next);
  next.focus();
}

/** Open the tab of the element that the address names. */
function openFromAddress() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const panel = named && named.closest(".panel");
  if (panel) openPanel(panel);
}
