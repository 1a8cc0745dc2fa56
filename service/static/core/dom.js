/* Creation of page elements. */

/** Create an element with attributes and children; text is never read as markup. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== ""));
  return made;
}
