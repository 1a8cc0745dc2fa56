/* Daybook in the browser: every page works without this module for reading; it adds moves, live updates and playback. */

import { startAids } from "./beside/aids.js";
import { startChanges } from "./deciding/changes.js";
import { clearCompared, startComparing } from "./looking_back/compare.js";
import { Chooser } from "./deciding/chooser.js";
import { Offers } from "./deciding/offers.js";
import { startInspecting } from "./deciding/inspect.js";
import { follow } from "./page/live.js";
import { followLink, isPlain, load, loadAgain, onPage, onSwap, send, settled } from "./page/regions.js";
import { startNext } from "./beside/next.js";
import { startKeeping, startOffline } from "./beside/offline.js";
import { startPush } from "./beside/push.js";
import { startReaching } from "./deciding/reach.js";
import { startReasons } from "./looking_back/reasons.js";
import { startSession } from "./page/session.js";
import { startSifting } from "./looking_back/sift.js";
import { startSince } from "./looking_back/since.js";
import { startSplitters } from "./page/splitters.js";
import { startStatements } from "./looking_back/statement.js";
import { startTabs } from "./page/tabs.js";
import { hearTalk, startTalk } from "./beside/talk.js";
import { startTimeline } from "./looking_back/timeline.js";
import { startTimes } from "./page/times.js";
import { startViews } from "./page/views.js";
import { words } from "./page/words.js";

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
