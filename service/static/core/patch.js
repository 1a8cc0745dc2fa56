/* Making what stands on the page like what was newly rendered by changing no more than differs: the rest need not be laid
   out and painted anew, and keeps the focus. */

/**
 * Make an element like a fresh one, which stays as it is but for parts that were left out: `fillIn` puts them there. Parts
 * of the same digest say the same, and are left alone.
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

/** Scripts have written on it, or will: further attributes and what is in it are theirs. */
const isScripted = (old) => "scripted" in old.dataset;

/** Whether both are elements with the same attributes, in the same order: who compares what is drawn reads their text. */
function isAlike(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.nodeType !== Node.ELEMENT_NODE || old.id !== fresh.id) return false;
  return isScripted(old) || old.getAttributeNames().join() === fresh.getAttributeNames().join();
}

/** What both begin and end with stays. Of what is between, as many become each other; all of it is replaced otherwise. */
function patchChildren(parent, fresh, fillIn) {
  for (const added of parent.querySelectorAll(":scope > [data-of]")) added.remove();
  const [olds, news] = [[...parent.childNodes], [...fresh.childNodes]];
  const same = (one, other) => one && other && one.isEqualNode(other) && !one.dataset?.part;
  const most = Math.min(olds.length, news.length);
  let [begin, end] = [0, 0];
  while (begin < most && same(olds[begin], news[begin])) begin += 1;
  while (end < most - begin && same(olds.at(-1 - end), news.at(-1 - end))) end += 1;
  const [gone, come] = [olds.slice(begin, olds.length - end), news.slice(begin, news.length - end)];
  if (gone.length === come.length) {
    gone.forEach((node, index) => patch(node, come[index], fillIn));
    return;
  }
  const after = olds[olds.length - end] ?? null;
  gone.forEach((node) => node.remove());
  for (const node of come) parent.insertBefore(copied(node, fillIn), after);
}

function copied(node, fillIn) {
  if (node.nodeType === Node.ELEMENT_NODE) fillIn(node);
  return node.cloneNode(true);
}
