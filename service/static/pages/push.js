/* Being told by this browser: asks for leave, and tells the service where the browser takes pushes. */

import { words } from "../core/i18n.js";

/** The button that asks to be told here; where a browser cannot, it says so. */
export function startPush() {
  const button = document.querySelector("[data-push]");
  if (!button) return;
  if (!("PushManager" in window)) {
    button.disabled = true;
    button.nextElementSibling.textContent = words().noPush;
    return;
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe(button.dataset.push, button.dataset.label);
      location.reload();
    } catch (error) {
      button.nextElementSibling.textContent = `${words().pushRefused} (${error.message})`;
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
  const answer = await fetch("/api/users/me/notices/channels", { method: "POST", body, headers });
  if (!answer.ok) throw new Error((await answer.json()).detail);
}
