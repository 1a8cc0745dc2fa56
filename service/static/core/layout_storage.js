/* The layout that a user chose, kept in this browser: sizes and tabs, separately for each ruleset. */

const key = () => `daybook.screen.${document.querySelector("main.game").dataset.game}`;

/** Return the value stored under a name; undefined if the browser stores nothing. */
export function loadLayout(name) {
  return read()[name];
}

/** Store a value under a name. */
export function saveLayout(name, value) {
  try {
    localStorage.setItem(key(), JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // Without storage the page keeps its default layout.
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}
