/* What people at a table say: the page of the talk is asked for what is new, once the line of news tells that there is. */

import { forgetPages } from "../core/prefetch.js";
import { checkSession, isOfThisSession } from "../core/session.js";
import { isOpen } from "../core/tabs.js";
import { localize } from "../core/times.js";
import { newCommand, words } from "../core/i18n.js";

/** Seconds until it is looked again where the service could not be reached. */
const AGAIN = 20;

/** Pixels of it that must be in sight for it to be read. */
const LINE = 24;

const talk = () => document.getElementById("talk");
const list = () => document.getElementById("talk-words");
const trouble = () => document.getElementById("talk-trouble");
const mark = () => document.getElementById("talk-unread");
const page = () => document.querySelector("main[data-api]").dataset;

let inSight = false;
let asked = 0;
/** Whether there is something new that was not looked at, since nobody would have seen it. */
let missed = false;

/** Keep the talk of the game as new as its page. */
export function startTalk() {
  if (!talk()) return;
  document.addEventListener("submit", onSubmit);
  talk().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
  });
  talk().addEventListener("input", (event) => delete event.target.form.dataset.command);
  new IntersectionObserver(onSight, { threshold: [0, 0.5, 1] }).observe(list());
  document.addEventListener("visibilitychange", () => (missed || !mark().hidden) && look()); // Perhaps read elsewhere.
}

/** Whether it is read. A tab that is left is out of sight at once, which the observer tells a little later. */
const isShown = () => inSight && isOpen(list());

/** Something was said, or taken back. Who only watches is not told how much they have not read. */
export function hearTalk() {
  if (isShown() || page().seat) look();
}

/** The tab was opened, or left; on a telephone it may lie below what the sheet shows. */
function onSight(entries) {
  const before = inSight;
  inSight = entries.at(-1).intersectionRect.height >= LINE;
  if (inSight && !before) look();
}

/** Take what is said from the talk's own page; with it open and in sight this means that it is read. */
async function look() {
  missed = document.visibilityState === "hidden";
  if (missed) return;
  const ticket = ++asked;
  const headers = { Accept: "text/html", ...(!isShown() && { "Daybook-Hidden": "yes" }) };
  const answer = await fetch(talk().dataset.page, { headers }).catch(() => null);
  if (ticket !== asked) return;
  if (!answer?.ok) {
    missed = true;
    setTimeout(() => missed && look(), AGAIN * 1000);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const unread = fresh.getElementById("talk-unread");
  if (!isOfThisSession(fresh)) await checkSession();
  if (ticket !== asked || !unread) return;
  if (!mark().isEqualNode(unread)) forgetPages(); // Those that were fetched ahead have the mark of before.
  mark().replaceWith(document.adoptNode(unread));
  if (isShown()) show(fresh.getElementById("talk-words"));
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

/** There is room for the next text at once. What was not said comes back; sent again as it is, it is said once. */
async function say(form) {
  const field = form.elements.text;
  const button = form.querySelector("button");
  if (button.disabled) return; // One after the other: this one waits until it is sent once more.
  const text = field.value.trim();
  const command = form.dataset.command ?? newCommand();
  delete form.dataset.command;
  field.value = "";
  button.disabled = true;
  const isSaid = await send("", { method: "POST", body: JSON.stringify({ text }) }, command);
  button.disabled = false;
  if (isSaid) return;
  if (!field.value) form.dataset.command = command;
  field.value = [text, field.value].filter(Boolean).join("\n");
}

/** Whether it was done; else it is told why not, and what was typed stays. */
async function send(path, what, command) {
  const { api, invite } = page();
  const query = invite ? `?${new URLSearchParams({ invite })}` : "";
  const headers = { "Content-Type": "application/json", ...(command && { "Idempotency-Key": command }) };
  const answer = await fetch(`${api}/talk${path}${query}`, { ...what, headers }).catch(() => null);
  trouble().hidden = Boolean(answer?.ok);
  trouble().textContent = answer?.ok ? "" : await reason(answer);
  if (answer?.ok) look();
  return Boolean(answer?.ok);
}

async function reason(answer) {
  if (!answer) return words().offline;
  const problem = await answer.json().catch(() => ({}));
  return problem.errors?.[0].detail ?? problem.detail ?? words().failed;
}
