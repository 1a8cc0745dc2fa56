/* What people at a table say: the page of the talk is asked for what is new, as long as somebody looks at it. */

import { forgetPages } from "./ahead.js";
import { onSwap } from "./regions.js";
import { isOpen, onTabs } from "./tabs.js";
import { localize } from "./times.js";
import { newCommand, words } from "./words.js";

/** Seconds between two looks: at the talk, and at how much of it is unread where another tab is open. */
const LOOKS = 20;
const COUNTS = 60;

const talk = () => document.getElementById("talk");
const list = () => document.getElementById("talk-words");
const trouble = () => document.getElementById("talk-trouble");
const page = () => document.querySelector("main[data-api]").dataset;

let shown = false;
let asked = 0;
let last = 0;
let version;

/** Keep the talk of the game as new as its page. */
export function startTalk() {
  if (!talk()) return;
  version = page().version;
  document.addEventListener("submit", onSubmit);
  talk().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
  });
  talk().addEventListener("input", (event) => delete event.target.form.dataset.command);
  onTabs(lookAtOnce);
  onSwap(onNews);
  document.addEventListener("visibilitychange", look);
  setInterval(lookNowAndThen, 1000);
  lookAtOnce();
}

/** The game has gone on; to look at another position of it is no news. */
function onNews() {
  if (page().version === version) return;
  version = page().version;
  if (shown) look();
}

/** The tab was opened, or left. */
function lookAtOnce() {
  const before = shown;
  shown = isOpen(talk());
  if (shown && !before) look();
}

/** Who only watches is not told how much they have not read. */
function lookNowAndThen() {
  const every = shown ? LOOKS : COUNTS;
  if ((shown || page().seat) && Date.now() - last >= every * 1000) look();
}

/** Take what is said from the talk's own page; with it open and in sight this means that it is read. */
async function look() {
  if (document.visibilityState === "hidden") return;
  const ticket = ++asked;
  last = Date.now();
  const headers = { Accept: "text/html", ...(!shown && { "Daybook-Hidden": "yes" }) };
  const answer = await fetch(talk().dataset.page, { headers }).catch(() => null);
  if (!answer?.ok || ticket !== asked) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const unread = fresh.getElementById("talk-unread");
  if (ticket !== asked || !unread) return;
  const mark = document.getElementById("talk-unread");
  if (!mark.isEqualNode(unread)) forgetPages(); // Those that were fetched ahead have the mark of before.
  mark.replaceWith(document.adoptNode(unread));
  if (shown) show(fresh.getElementById("talk-words"));
}

/** What is here already stays, so that nobody loses their place; who was at the end sees what was added. */
function show(fresh) {
  const atEnd = list().scrollTop + list().clientHeight >= list().scrollHeight - 8;
  const here = list().querySelector("ol");
  if (here) for (const word of fresh.querySelectorAll("li")) put(here, document.adoptNode(word));
  else list().replaceChildren(...[...fresh.childNodes].map((part) => document.adoptNode(part)));
  localize();
  if (atEnd || !here) list().scrollTop = list().scrollHeight;
}

/** What was said is new, or was taken back. */
function put(here, word) {
  const old = document.getElementById(word.id);
  if (!old) here.append(word);
  else if (old.lastElementChild.textContent !== word.lastElementChild.textContent) old.replaceWith(word);
}

function onSubmit(event) {
  const form = event.target;
  if (!form.matches("#talk form[data-talk]")) return;
  event.preventDefault();
  const number = event.submitter?.dataset.number;
  if (number) send(`/${number}`, { method: "DELETE" });
  else say(form);
}

/** Sent again where no answer came, the same text is said once. */
async function say(form) {
  const text = form.elements.text.value.trim();
  form.dataset.command ||= newCommand();
  if (!(await send("", { method: "POST", body: JSON.stringify({ text }) }, form.dataset.command))) return;
  delete form.dataset.command;
  form.reset();
}

/** Whether it was done; else it is told why not, and what was typed stays. */
async function send(path, what, command) {
  const { api, invite } = page();
  const query = invite ? `?${new URLSearchParams({ invite })}` : "";
  const headers = { "Content-Type": "application/json", ...(command && { "Idempotency-Key": command }) };
  const answer = await fetch(`${api}/talk${path}${query}`, { ...what, headers }).catch(() => null);
  trouble().hidden = Boolean(answer?.ok);
  trouble().textContent = answer?.ok ? "" : await reason(answer);
  if (answer?.ok) await look();
  return Boolean(answer?.ok);
}

async function reason(answer) {
  if (!answer) return words().offline;
  const problem = await answer.json().catch(() => ({}));
  return problem.errors?.[0].detail ?? problem.detail ?? words().failed;
}
