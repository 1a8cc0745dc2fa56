/* Downloads of pictures and animations, which take the service a while to create: progress is shown until the file is
   here. Without this script they are ordinary links. */

import { isPlainClick } from "../core/partial_reload.js";

async function download(link, shown) {
  const { creating, created, failed } = shown.dataset;
  const output = shown.querySelector("output");
  const finish = (text) => {
    shown.removeAttribute("aria-busy");
    output.textContent = text;
  };
  shown.hidden = false;
  shown.setAttribute("aria-busy", "true");
  output.textContent = creating;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) return finish(failed);
    const file = document.createElement("a");
    file.href = URL.createObjectURL(await answer.blob());
    file.download = link.download;
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
    finish(created);
  } catch {
    finish(failed);
  }
}

const shown = document.querySelector("[data-creating]");
for (const link of document.querySelectorAll("a[data-slow]"))
  link.addEventListener("click", (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (shown.ariaBusy !== "true") download(link, shown);
  });
