/* The scripts of every page. Pages are readable without this module; it adds moves, live updates and playback. */

import { messages } from "./core/i18n.js";
import { subscribe } from "./core/live.js";
import { startMiniatures } from "./core/miniatures.js";
import {
  followLink,
  isPlainClick,
  load,
  onGameStart,
  onSwap,
  reload,
  reloadFor,
  submitForm,
  whenIdle,
} from "./core/partial_reload.js";
import { startSession } from "./core/session.js";
import { startShiftedClicks } from "./core/shifted_clicks.js";
import { startSplitters } from "./core/splitters.js";
import { startTabs } from "./core/tabs.js";
import { startTimes } from "./core/times.js";
import { startChanges } from "./drawings/changes.js";
import { startZoomPan } from "./drawings/zoom_pan.js";
import { clearOutlinesOnSwap, startCompare } from "./history/compare.js";
import { startFilters } from "./history/filters.js";
import { startLedger } from "./history/ledger.js";
import { startReasons } from "./history/reasons.js";
import { startRecap } from "./history/recap.js";
import { startTimeline } from "./history/timeline.js";
import { Highlights } from "./move/highlights.js";
import { startKeyboardNav } from "./move/keyboard_nav.js";
import { MoveForm } from "./move/move_form.js";
import { startPush } from "./pages/push.js";
import { refreshChat, startChat } from "./panels/chat.js";
import { startGuide } from "./panels/guide.js";
import { startNextGame } from "./panels/next_game.js";
import { startOfflineCopies, startOfflineNote } from "./panels/offline.js";
import { startOverlays } from "./panels/overlays.js";
import { startTooltip } from "./panels/tooltip.js";

const page = () => document.querySelector("main[data-api]");

function startGame() {
  const moveForm = new MoveForm(new Highlights());
  const show = (swapped) => moveForm.show(page().dataset, swapped);
  startTabs();
  startSplitters();
  startZoomPan();
  clearOutlinesOnSwap();
  startChanges();
  onSwap(show);
  show();
  startTooltip();
  startKeyboardNav();
  startReasons();
  startLedger();
  startTimeline();
  startCompare();
  startFilters();
  startRecap();
  startChat();
  startGuide();
  startNextGame();
  startOfflineCopies();
}

/** Start the game after its table has filled. The focus makes screen readers announce whose turn it is. */
function onTableStarted() {
  startGame();
  document.getElementById("status").focus({ preventScroll: true });
}

/**
 * Reload the page when the game changes; an earlier position stays. A page that was hidden then is reloaded again when
 * the user returns to it: only then does the service know that they have seen the change.
 */
function followGame() {
  const { api, invite, version, chat } = page().dataset;
  const game = { id: api.split("/").pop(), version: Number(version), chat: chat && Number(chat), invite };
  let isUnseen = false;
  document.addEventListener("visibilitychange", () => {
    if (!isUnseen || document.visibilityState === "hidden") return;
    isUnseen = false;
    whenIdle().then(reload);
  });
  const versionShown = () => Number(page().dataset.version);
  const loadVersion = async (version) => {
    await whenIdle();
    isUnseen = document.visibilityState === "hidden";
    await (version ? reloadFor(version) : reload());
    return versionShown();
  };
  subscribe(game, {
    onVersion: loadVersion,
    onReset: () => location.reload(),
    onChat: () => (page().matches(".game") ? refreshChat() : loadVersion()),
    onPolling: (late) => {
      document.getElementById("polling").textContent = late ? messages().polling : "";
    },
  });
}

/** Reload lists now and then, and when the user returns to them. */
function startRefresh(seconds) {
  const refresh = () => {
    if (document.visibilityState === "visible" && document.body.dataset.refresh) whenIdle().then(reload);
  };
  setInterval(refresh, seconds * 1000);
  document.addEventListener("visibilitychange", refresh);
}

/** Let forms and links marked data-live change the page in place. */
function startLiveForms() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-live]")) return;
    event.preventDefault();
    submitForm(event.target, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-live]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    followLink(link);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
    if (event.target.matches("[data-checks]")) checkAll(event.target);
  });
  window.addEventListener("popstate", () => load(location.href));
}

/** Check all boxes of the form that have the name given by a box. */
function checkAll(box) {
  const named = box.form.querySelectorAll(`input[name="${box.dataset.checks}"]`);
  for (const each of named) each.checked = box.checked;
}

/** Handle buttons that copy the text of the field they name. */
function startCopying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copies);
    field.select();
    if (await copied(field.value)) button.textContent = button.dataset.copied;
  });
}

/** Copy the selected text. Browsers offer the clipboard only on sites with https and on localhost. */
async function copied(text) {
  if (!navigator.clipboard) return document.execCommand("copy");
  await navigator.clipboard.writeText(text);
  return true;
}

document.documentElement.classList.add("scripted");
startShiftedClicks();
startLiveForms();
startCopying();
startOverlays();
startPush();
startOfflineNote();
startSession();
startMiniatures();
navigator.serviceWorker?.register("/service-worker.js");
startTimes();
if (page()) followGame();
if (page()?.matches(".game")) startGame();
else onGameStart(onTableStarted);
if (document.body.dataset.refresh) startRefresh(Number(document.body.dataset.refresh));
