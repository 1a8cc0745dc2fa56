/* Pictures that are still loading. */

/** Mark the figure around a picture as busy until the picture has loaded or failed to. */
export function showLoading(picture) {
  const figure = picture.closest("figure");
  if (picture.complete) return figure.removeAttribute("aria-busy");
  figure.setAttribute("aria-busy", "true");
  const end = () => picture.complete && figure.removeAttribute("aria-busy");
  for (const kind of ["load", "error"]) picture.addEventListener(kind, end, { once: true });
}
