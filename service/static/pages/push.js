/* Web push on the account page: asks for permission and registers this browser as a notification channel. */

import { messages } from "../core/i18n.js";

/** Handle the button that enables push; if the browser has no push, say so. */
export function startPush() {
  const button = document.querySelector("[data-push]");
  if (!button) return;
  if (!("PushManager" in window)) {
    button.disabled = true;
    button.nextElementSibling.textContent = messages().noPush;
    return;
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe(button.dataset.push, button.dataset.label);
      location.reload();
    } catch (error) {
      button.nextElementSibling.textContent = `${messages().pushRefused} (${error.message})`;
      button.disabled = false;
    }
  });
}

async function subscribe(key, label) {
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await worker.pushManager.subscribe(options);
  const body = JSON.stringify({ kind: "push", label, address: JSON.stringify(subscription) });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/users/me/notifications/channels", { method: "POST", body, headers });
  if (!answer.ok) throw new Error((await answer.json()).detail);
}
