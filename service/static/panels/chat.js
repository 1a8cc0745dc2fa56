/* The chat of a game: new messages come from the page of the chat, fetched when the live connection announces them. */

import { messages } from "../core/i18n.js";
import { clearPrefetched } from "../core/prefetch.js";
import { newIdempotencyKey } from "../core/requests.js";
import { checkSession, hasSessionEnded } from "../core/session.js";
import { isVisible } from "../core/tabs.js";
import { localizeTimes } from "../core/times.js";

/** Seconds until a failed request is repeated. */
const RETRY_AFTER = 20;

/** Pixels of the list that must be visible for it to count as read. */
const MIN_HEIGHT = 24;

const chat = () => document.getElementById("talk");
const list = () => document.getElementById("talk-words");
const errorNote = () => document.getElementById("talk-trouble");
const unreadMark = () => document.getElementById("talk-unread");
const page = () => document.querySelector("main[data-api]").dataset;

let isInView = false;
let latest = 0;
/** Whether new messages have not been fetched yet: the page was hidden, or a request failed. */
let missed = false;

/** Keep the chat of the game up to date. */
export function startChat() {
  if (!chat()) return;
  document.addEventListener("submit", onSubmit);
  chat().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
  });
  chat().addEventListener("input", (event) => delete event.target.form.dataset.command);
  new IntersectionObserver(onIntersection, { threshold: [0, 0.5, 1] }).observe(list());
  // Messages may have been read in another window.
  document.addEventListener("visibilitychange", () => (missed || !unreadMark().hidden) && fetchMessages());
}

/** Whether the user sees the messages. The observer reports a closed tab a little late, hence `isVisible`. */
const isRead = () => isInView && isVisible(list());

/** Fetch new messages. Spectators have no count of unread messages, so they only need them with the chat open. */
export function refreshChat() {
  if (isRead() || page().seat) fetchMessages();
}

/** Fetch messages when the chat becomes visible; on a narrow screen it may be below the visible part of the sheet. */
function onIntersection(entries) {
  const before = isInView;
  isInView = entries.at(-1).intersectionRect.height >= MIN_HEIGHT;
  if (isInView && !before) fetchMessages();
}

/** Fetch the messages from the page of the chat. If the chat is visible, the service marks them as read. */
async function fetchMessages() {
  missed = document.visibilityState === "hidden";
  if (missed) return;
  const ticket = ++latest;
  const headers = { Accept: "text/html", ...(!isRead() && { "Daybook-Hidden": "yes" }) };
  const answer = await fetch(chat().dataset.page, { headers }).catch(() => null);
  if (ticket !== latest) return;
  if (!answer?.ok) {
    missed = true;
    setTimeout(() => missed && fetchMessages(), RETRY_AFTER * 1000);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const unread = fresh.getElementById("talk-unread");
  if (hasSessionEnded(fresh) || !unread) return;
  if (!unreadMark().isEqualNode(unread)) clearPrefetched(); // Prefetched pages have the old count.
  unreadMark().replaceWith(document.adoptNode(unread));
  if (isRead()) show(fresh.getElementById("talk-words"));
}

/** Add new messages and keep the others, so that the scroll position stays; at the end, scroll to new ones. */
function show(fresh) {
  const atEnd = list().scrollTop + list().clientHeight >= list().scrollHeight - 8;
  const existing = list().querySelector("ol");
  if (existing) for (const message of fresh.querySelectorAll("li")) putMessage(existing, document.adoptNode(message));
  else list().replaceChildren(...[...fresh.childNodes].map((part) => document.adoptNode(part)));
  localizeTimes();
  if (atEnd || !existing) list().scrollTop = list().scrollHeight;
}

/** Add a message, or replace it if it was deleted. */
function putMessage(list, message) {
  const old = document.getElementById(message.id);
  if (!old) list.append(message);
  else if (old.lastElementChild.textContent !== message.lastElementChild.textContent) old.replaceWith(message);
}

function onSubmit(event) {
  const form = event.target;
  if (!form.matches("#talk form[data-talk]")) return;
  event.preventDefault();
  const number = event.submitter?.dataset.number;
  if (number) send(`/${number}`, { method: "DELETE" }).then(showAnswer);
  else post(form);
}

/** Post a message and clear the field at once. A failed text comes back; if sent again unchanged, it is posted once. */
async function post(form) {
  const field = form.elements.text;
  const button = form.querySelector("button");
  if (button.disabled) return; // One message at a time.
  const text = field.value.trim();
  const command = form.dataset.command ?? newIdempotencyKey();
  delete form.dataset.command;
  field.value = "";
  button.disabled = true;
  const answer = await send("", { method: "POST", body: JSON.stringify({ text }) }, command);
  button.disabled = false;
  if (!answer?.ok) {
    if (!field.value) form.dataset.command = command;
    field.value = [text, field.value].filter(Boolean).join("\n");
  }
  await showAnswer(answer);
}

/** Send a request and return the answer; null if the server can't be reached. */
function send(path, options, command) {
  const { api, invite } = page();
  const query = invite ? `?${new URLSearchParams({ invite })}` : "";
  const headers = { "Content-Type": "application/json", ...(command && { "Idempotency-Key": command }) };
  return fetch(`${api}/chat${path}${query}`, { ...options, headers }).catch(() => null);
}

/** Show what came of a request; the user logs in first if the session has ended. */
async function showAnswer(answer) {
  if ([401, 404].includes(answer?.status) && (await checkSession())) return;
  errorNote().hidden = Boolean(answer?.ok);
  errorNote().textContent = answer?.ok ? "" : await reason(answer);
  if (answer?.ok) fetchMessages();
}

async function reason(answer) {
  if (!answer) return messages().offline;
  const problem = await answer.json().catch(() => ({}));
  return problem.errors?.[0].detail ?? problem.detail ?? messages().failed;
}
