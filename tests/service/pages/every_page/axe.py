"""axe-core on a page: its findings at both sizes, light and dark, without work that cannot find anything."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

WEIGHTY = {"moderate", "serious", "critical"}

EVERYTHING = {"resultTypes": ["violations"], "elementRef": False, "preload": False}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast"]}
"""The checks of the dark scheme: only colours depend on it."""

LOOKS: tuple[tuple[dict[str, int], str, dict[str, Any]], ...] = (
    (WIDE, "light", EVERYTHING),
    (WIDE, "dark", COLOURS),
    (NARROW, "dark", COLOURS),
    (NARROW, "light", EVERYTHING),
)
"""Each differs from the one before in one respect, since pages are laid out anew for each difference."""

KNOWN_COLOURS = """() => {
    const colour = axe.commons.color.Color.prototype, parse = colour.parseString, known = new Map();
    colour.parseString = function (text) {
        if (!known.has(text)) {
            parse.call(this, text);
            known.set(text, [this.r, this.g, this.b, this.alpha]);
        }
        [this.r, this.g, this.b, this.alpha] = known.get(text);
        return this;
    };
    axe.configure({rules: [
        {id: "color-contrast", selector: "*:not([data-alike])"},
        {id: "link-in-text-block", selector: "a[href]:not([data-alike]), [role=link]:not([data-alike])"},
    ]});
}"""
"""axe-core takes most of its time to parse the same few colours again and again, and to compare equal ones."""

REMOVE_SHAPES = """() => {
    const names = /^(a|svg|style|foreignObject)$/, attributes = /^(id|role|tabindex|lang|xml:lang|style|aria-.*)$/;
    const matters = part => names.test(part.localName) || [...part.attributes].some(each => attributes.test(each.name));
    const kept = part => {
        if (matters(part) || [...part.children].filter(kept).length) return true;
        part.remove();
        return false;
    };
    document.querySelectorAll("main svg > :not(title, desc)").forEach(part => part.isConnected && kept(part));
    document.querySelectorAll(
        "svg :is(path, rect, circle, line, ellipse, polygon, use):empty:not([id], [role], [tabindex], a *)"
    ).forEach(shape => shape.remove());
}"""
"""Half of a game's page is shapes and letters in drawings that have neither a role nor a name, and that no key reaches.
axe-core finds nothing in them, but takes its time for each. Scripts draw again, so this is repeated.
"""

JUDGE = """async ([most, options]) => {
    const styles = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight", "textShadow",
        "textDecorationLine", "position", "zIndex", "filter", "mixBlendMode"];
    const looks = new Map(), met = new Map(), places = [], aside = new WeakSet();
    const number = text => looks.get(text) ?? looks.set(text, looks.size).get(text);
    const block = part => /^(inline|contents)/.test(getComputedStyle(part).display) ? block(part.parentElement) : part;
    const place = (part, letters) => {
        if (part.localName === "a") places.push(block(part).getBoundingClientRect());
        places.push(part.getBoundingClientRect());
        for (const node of letters) {
            const range = document.createRange();
            range.selectNodeContents(node);
            places.push(range.getBoundingClientRect());
        }
    };
    const leave = part => part.setAttribute("data-alike", "");
    const mark = (part, around) => {
        const style = getComputedStyle(part);
        if (style.display === "none") return leave(part);
        const look = number([around, part.localName, part.className, ...styles.map(each => style[each])].join("|"));
        const letters = [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!letters.length && !part.matches("a, input, select, textarea")) leave(part);
        else if (part.checkVisibility({visibilityProperty: true}) && part.getClientRects().length) {
            met.set(look, (met.get(look) ?? 0) + 1);
            if (met.get(look) > most) leave(part);
            else place(part, letters);
        }
        for (const inner of part.children) {
            if (inner.localName !== "svg") mark(inner, look);
            else {
                inner.querySelectorAll(":not(foreignObject *)").forEach(leave);
                inner.querySelectorAll("foreignObject > *").forEach(each => mark(each, look));
            }
        }
    };
    const touches = part => {
        if (part.matches("[data-alike]") && getComputedStyle(part).display === "none") return aside.add(part) && false;
        const {left, right, top, bottom} = part.getBoundingClientRect();
        let near = places.some(each => left <= each.right + 1 && each.left <= right + 1
            && top <= each.bottom + 1 && each.top <= bottom + 1);
        for (const inner of part.children) near = touches(inner) || near;
        if (!near) aside.add(part);
        return near;
    };
    removeShapes();
    document.querySelectorAll("[data-alike]").forEach(part => part.removeAttribute("data-alike"));
    mark(document.documentElement, -1);
    touches(document.body);
    const filter = part => aside.has(part) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    const walker = Document.prototype.createTreeWalker;
    document.createTreeWalker = (root, shown) => walker.call(document, root, shown, filter);
    const {violations} = await axe.run(document, options);
    delete document.createTreeWalker;
    return violations;
}"""
"""Mark elements after the first few that have the same styles within ancestors of the same styles: their contrast is
the same. Mark letters in drawings, too: axe-core cannot judge them, and test_contrast.py does. To find out what is
behind a text, axe-core walks through all elements; parts that touch no text whose contrast is judged are left out.
"""

ALIKE = 3
"""Elements of each look whose colours are judged."""


REFUSED = ("/notifications/unsubscribe/nobody", "/nothing")
"""Error pages, which are judged like others."""


def with_axe(page: Page) -> Page:
    """Load axe-core into whatever this page opens from now on."""
    from axe_playwright_python.base import AXE_SCRIPT  # If it is not installed, only these checks fail.

    page.add_init_script(f"{AXE_SCRIPT};({KNOWN_COLOURS})();globalThis.removeShapes = {REMOVE_SHAPES}")
    return page


def faults(page: Page, path: str) -> list[str]:
    """Return the findings of axe-core, at both sizes, light and dark."""
    response = page.goto(path)
    assert response is None or response.ok or path in REFUSED, (path, response.status)
    return [f"{path} {fault}" for fault in findings(page)]


def findings(page: Page) -> list[str]:
    """Return what axe-core finds on the open page, at both sizes, light and dark."""
    found, seen = [], (None, None)
    for size, scheme, options in LOOKS:
        if size != seen[0]:
            page.set_viewport_size(size)  # type: ignore[arg-type]
        if scheme != seen[1]:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        seen = (size, scheme)
        for fault in page.evaluate(JUDGE, [ALIKE, options]):
            if fault["impact"] in WEIGHTY:
                places = [f"{node['target']} {node['html'][:120]}" for node in fault["nodes"][:4]]
                found.append(f"{size['width']} {scheme} {fault['id']} ({fault['impact']}): {places}")
    return found
