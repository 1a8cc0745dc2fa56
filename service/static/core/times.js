/* Times in the user's time zone; the service renders them in UTC. */

import { onSwap } from "./partial_reload.js";

/** Show times in the user's time zone, now and whenever the page changes. */
export function startTimes() {
  onSwap(localizeTimes);
  localizeTimes();
  fillInTimeZone();
}

/** Suggest the browser's time zone in fields where the user has not chosen one. */
function fillInTimeZone() {
  for (const field of document.querySelectorAll("[data-own-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}

/** The day on which each time was last written: writing it again would lay out the whole list anew. */
const written = new WeakMap();

/** Show the time of day for today, else the date; the tooltip has both. */
export function localizeTimes() {
  const today = new Date().toDateString();
  const fresh = [...document.querySelectorAll("time[datetime]")].filter((time) => written.get(time) !== today);
  if (!fresh.length) return;
  const language = document.documentElement.lang || "en";
  const inFull = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" });
  const timeOfDay = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  const future = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  for (const time of fresh) {
    written.set(time, today);
    const at = new Date(time.dateTime);
    time.title = inFull.format(at);
    const past = at.toDateString() === today ? timeOfDay : date;
    time.textContent = ("ahead" in time.dataset ? future : past).format(at);
  }
}
