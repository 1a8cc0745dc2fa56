/* Times of the history in the reader's own zone; the service renders them in UTC. */

import { onSwap } from "./partial_reload.js";

/** Tell times where the reader is, now and whenever the history changes. */
export function startTimes() {
  onSwap(localize);
  localize();
  sayZone();
}

/** Where somebody lives is what the browser says, until they say it. */
function sayZone() {
  for (const field of document.querySelectorAll("[data-own-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}

/** What each time was told as, and on which day: to write it again would lay out the whole list anew. */
const told = new WeakMap();

/** Today by the clock, before that by the day; in full where the pointer rests. */
export function localize() {
  const today = new Date().toDateString();
  const fresh = [...document.querySelectorAll("time[datetime]")].filter((time) => told.get(time) !== today);
  if (!fresh.length) return;
  const language = document.documentElement.lang || "en";
  const inFull = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" });
  const byClock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  const byDay = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  const ahead = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  for (const time of fresh) {
    told.set(time, today);
    const at = new Date(time.dateTime);
    time.title = inFull.format(at);
    const past = at.toDateString() === today ? byClock : byDay;
    time.textContent = ("ahead" in time.dataset ? ahead : past).format(at);
  }
}
