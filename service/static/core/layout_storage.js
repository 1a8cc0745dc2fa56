/* What this browser keeps of how somebody arranged a page: sizes and tabs, for each game by itself. */

const key = () => `daybook.screen.${document.querySelector("main.game").dataset.game}`;

/** What was kept under a name; nothing where a browser keeps nothing. */
export function kept(name) {
  return read()[name];
}

/** Keep a value under a name. */
export function keep(name, value) {
  try {
    localStorage.setItem(key(), JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // A browser that keeps nothing shows the page as it comes.
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}
