/* Patching of DOM elements: changes only the differences, so the rest keeps its layout, its paint and the focus. */

/**
 * Make an element equal to a fresh one. The fresh one is left alone, except that `fillIn` fills parts that the service
 * left out. Parts with the same digest have the same content and are skipped.
 */
export function patch(old, fresh, fillIn) {
  if (isSamePart(old, fresh)) return;
  if (fresh.dataset?.part) fillIn(fresh);
  if (old.isEqualNode(fresh)) return;
  if (!isAlike(old, fresh)) {
    old.replaceWith(copied(fresh, fillIn));
    return;
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (!isScripted(old)) patchChildren(old, fresh, fillIn);
}

const isSamePart = (old, fresh) => Boolean(fresh.dataset?.part) && old.dataset?.part === fresh.dataset.part;

/** Whether scripts fill this element: its content and additional attributes are theirs. */
const isScripted = (old) => "scripted" in old.dataset;

/** Whether both are elements with the same attributes in the same order: `changes.js` compares drawings as text. */
function isAlike(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.nodeType !== Node.ELEMENT_NODE || old.id !== fresh.id) return false;
  return isScripted(old) || old.getAttributeNames().join() === fresh.getAttributeNames().join();
}

/** Keep the common start and end. Patch the nodes between them one by one if their numbers match; else replace them. */
function patchChildren(parent, fresh, fillIn) {
  for (const added of parent.querySelectorAll(":scope > [data-of]")) added.remove();
  const [olds, news] = [[...parent.childNodes], [...fresh.childNodes]];
  const same = (one, other) => one && other && one.isEqualNode(other) && !one.dataset?.part;
  const most = Math.min(olds.length, news.length);
  let [begin, end] = [0, 0];
  while (begin < most && same(olds[begin], news[begin])) begin += 1;
  while (end < most - begin && same(olds.at(-1 - end), news.at(-1 - end))) end += 1;
  const [removed, added] = [olds.slice(begin, olds.length - end), news.slice(begin, news.length - end)];
  if (removed.length === added.length) {
    removed.forEach((node, index) => patch(node, added[index], fillIn));
    return;
  }
  const after = olds[olds.length - end] ?? null;
  removed.forEach((node) => node.remove());
  for (const node of added) parent.insertBefore(copied(node, fillIn), after);
}

function copied(node, fillIn) {
  if (node.nodeType === Node.ELEMENT_NODE) fillIn(node);
  return node.cloneNode(true);
}
