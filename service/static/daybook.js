/* Daybook in the browser: every page works without this module for reading; it adds moves, live updates and playback. */

import { startAids } from "./panels/overlays.js";
import { startChanges } from "./drawings/changes.js";
import { clearCompared, startComparing } from "./history/compare.js";
import { Chooser } from "./move/move_form.js";
import { Offers } from "./move/highlights.js";
import { startInspecting } from "./panels/tooltip.js";
import { follow } from "./core/live.js";
import { followLink, isPlain, load, loadAgain, onPage, onSwap, send, settled } from "./core/partial_reload.js";
import { startNext } from "./panels/next_game.js";
import { startKeeping, startOffline } from "./panels/offline.js";
import { startPush } from "./pages/push.js";
import { startReaching } from "./move/keyboard_nav.js";
import { startReasons } from "./history/reasons.js";
import { startSession } from "./core/session.js";
import { startSifting } from "./history/filters.js";
import { startSince } from "./history/recap.js";
import { startSplitters } from "./core/splitters.js";
import { startStatements } from "./history/ledger.js";
import { startTabs } from "./core/tabs.js";
import { hearTalk, startTalk } from "./panels/chat.js";
import { startTimeline } from "./history/timeline.js";
import { startTimes } from "./core/times.js";
import { startViews } from "./drawings/zoom_pan.js";
import { words } from "./core/i18n.js";

const page = () => document.querySelector("main[data-api]");

function startGame() {
  const offers = new Offers();
  const chooser = new Chooser(offers);
  const show = () => chooser.show(page().dataset);
  startTabs();
  startSplitters();
  startViews();
  clearCompared();
  startChanges();
  onSwap(show);
  show();
  startInspecting();
  startReaching();
  startReasons();
  startStatements();
  startTimeline();
  startComparing();
  startSifting();
  startSince();
  startTalk();
  startNext();
  startKeeping();
}

/** The table that was waited at has become its game: who listens is told by whose turn it is, as by a page that was loaded. */
function beginGame() {
  startGame();
  document.getElementById("status").focus({ preventScroll: true });
}

/**
 * Load what changed as soon as the service tells of it; a look at the past stays where it is. What was loaded behind
 * another page is loaded once more when the reader comes back to it: only then have they seen it.
 */
function followGame() {
  const { api, invite, version, talk } = page().dataset;
  const game = { id: api.split("/").pop(), version: Number(version), talk: talk && Number(talk), invite };
  let unseen = false;
  document.addEventListener("visibilitychange", () => {
    if (!unseen || document.visibilityState === "hidden") return;
    unseen = false;
    settled().then(loadAgain);
  });
  const versionShown = () => Number(page().dataset.version);
  const look = async (version) => {
    await settled();
    unseen = document.visibilityState === "hidden";
    if (!(versionShown() >= version)) await loadAgain(); // What was done here is shown, with what was told of it.
    return versionShown();
  };
  follow(game, {
    changed: look,
    lost: () => location.reload(),
    said: () => (page().matches(".game") ? hearTalk() : look()),
    polling: (late) => {
      document.getElementById("polling").textContent = late ? words().polling : "";
    },
  });
}

/** Lists that may change while they are looked at: load them again now and then, and when the reader comes back. */
function startRefresh(seconds) {
  const refresh = () => {
    if (document.visibilityState === "visible" && document.body.dataset.refresh) settled().then(loadAgain);
  };
  setInterval(refresh, seconds * 1000);
  document.addEventListener("visibilitychange", refresh);
}

/** Forms and links marked data-live change the page in place. */
function startLiveForms() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-live]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-live]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    followLink(link);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
    if (event.target.matches("[data-checks]")) checkAll(event.target);
  });
  window.addEventListener("popstate", () => load(location.href));
}

/** A box that checks all boxes of its form that have the name it names. */
function checkAll(box) {
  const named = box.form.querySelectorAll(`input[name="${box.dataset.checks}"]`);
  for (const each of named) each.checked = box.checked;
}

/** Buttons that copy the text of the field they name. */
function startCopying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copies);
    field.select();
    if (await copied(field.value)) button.textContent = button.dataset.copied;
  });
}

/** Copy what is selected, which is this text. Browsers know the clipboard only on sites with https or on this machine. */
async function copied(text) {
  if (!navigator.clipboard) return document.execCommand("copy");
  await navigator.clipboard.writeText(text);
  return true;
}

document.documentElement.classList.add("scripted");
startLiveForms();
startCopying();
startAids();
startPush();
startOffline();
startSession();
navigator.serviceWorker?.register("/service-worker.js");
startTimes();
if (page()) followGame();
if (page()?.matches(".game")) startGame();
else onPage(beginGame);
if (document.body.dataset.refresh) startRefresh(Number(document.body.dataset.refresh));
