"""axe-core's findings on a page at two sizes, light and dark, without checks that cannot find anything."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

WEIGHTY = {"moderate", "serious", "critical"}

EVERYTHING = {"resultTypes": ["violations"], "elementRef": False, "preload": False}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast"]}
"""The checks in the dark scheme, on which only colours depend."""

LOOKS: tuple[tuple[dict[str, int], str, dict[str, Any]], ...] = (
    (WIDE, "light", EVERYTHING),
    (WIDE, "dark", COLOURS),
    (NARROW, "dark", COLOURS),
    (NARROW, "light", EVERYTHING),
)
"""Each look differs from the one before in only one respect, since each difference makes the browser lay out the page
again. A page that is opened at the last size is checked in reverse order.
"""

CHEAPER = """() => {
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
        {id: "color-contrast", selector: "*:not([data-alike], [data-known])"},
        {id: "link-in-text-block", selector: "a[href]:not([data-alike]), [role=link]:not([data-alike])"},
    ]});
    const check = axe._audit.checks["color-contrast"], judge = check.evaluate;
    axe.judged = new Map();
    check.evaluate = function (part, ...others) {
        const tell = this.data;
        let ratio;
        this.data = data => { ratio = data.contrastRatio; tell.call(this, data); };
        const enough = judge.call(this, part, ...others);
        if (ratio !== undefined) axe.judged.set(part, enough);
        return enough;
    };
}"""
"""Without this script, axe-core spends most of its time parsing the same few colours again and comparing equal ones.
``axe.judged`` maps each element whose contrast could be judged to whether it is sufficient.
"""

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
"""Remove the shapes and letters in drawings that have no role and no name and cannot be focused. They are half of a
game's page; axe-core finds nothing in them but spends time on each. Scripts redraw them, so this is done repeatedly.
"""

JUDGE = """async ([most, options, known]) => {
    const styles = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight", "textShadow",
        "textDecorationLine", "position", "zIndex", "filter", "mixBlendMode"];
    const looks = new Map(), met = new Map(), places = [], aside = new WeakSet(), grounds = [], texts = new Map();
    const number = text => looks.get(text) ?? looks.set(text, looks.size).get(text);
    const block = part => /^(inline|contents)/.test(getComputedStyle(part).display) ? block(part.parentElement) : part;
    const meet = (one, other) => one.left <= other.right + 1 && other.left <= one.right + 1
        && one.top <= other.bottom + 1 && other.top <= one.bottom + 1;
    const overlap = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const covers = (ground, text) => ground.left <= text.left + 1 && ground.right >= text.right - 1
        && ground.top <= text.top + 1 && ground.bottom >= text.bottom - 1;
    const range = document.createRange();
    const box = node => {
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    const leave = part => part.setAttribute("data-alike", "");
    const background = (part, style, behind) => {
        const {backgroundColor, backgroundImage, opacity, filter, mixBlendMode} = style;
        const ground = `${backgroundColor} ${backgroundImage}`, blended = `${opacity} ${filter} ${mixBlendMode}`;
        const empty = ground === "rgba(0, 0, 0, 0) none";
        if (!empty || part.matches("img, svg, canvas, video, iframe, object, embed")) grounds.push(part);
        if (behind === null || style.zIndex < 0) return null;
        return empty && blended === "1 none normal" ? behind : `${behind} / ${ground} ${blended}`;
    };
    const mark = (part, around, below) => {
        const style = getComputedStyle(part);
        if (style.display === "none") return leave(part);
        const look = number([around, part.localName, part.className, ...styles.map(each => style[each])].join("|"));
        const behind = background(part, style, below);
        const letters = [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const unread = !letters.length && !part.matches("a, input, select, textarea");
        if (unread || style.clipPath === "inset(50%)") leave(part);
        else if (part.checkVisibility({visibilityProperty: true}) && part.getClientRects().length) {
            met.set(look, (met.get(look) ?? 0) + 1);
            if (met.get(look) > most) leave(part);
            else {
                const boxes = letters.length ? letters.map(box) : [part.getBoundingClientRect()];
                const {color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor} = style;
                const own = [color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor].join(" ");
                texts.set(part, {boxes, key: behind === null ? null : `${own}${behind}`});
            }
        }
        for (const inner of part.children) {
            if (inner.localName !== "svg") mark(inner, look, behind);
            else {
                grounds.push(inner);
                inner.querySelectorAll(":not(foreignObject *)").forEach(leave);
                inner.querySelectorAll("foreignObject > *").forEach(each => mark(each, look, null));
            }
        }
    };
    const everywhere = {left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity};
    const explain = () => {
        const boxes = grounds.map(part => [part, part === grounds[0] ? everywhere : part.getBoundingClientRect()]);
        for (const [part, text] of texts) {
            const explained = text.key && text.boxes.every(each => boxes.every(([ground, area]) =>
                ground.contains(part) ? covers(area, each) : !overlap(area, each)));
            if (!explained) text.key = null;
            else if (known.includes(text.key)) part.setAttribute("data-known", "");
        }
    };
    const place = links => {
        for (const [part, {boxes}] of texts) {
            const link = links && part.localName === "a";
            if (!link && part.hasAttribute("data-known")) continue;
            if (link) places.push(block(part).getBoundingClientRect());
            places.push(part.getBoundingClientRect(), ...boxes);
        }
    };
    const touches = part => {
        if (part.matches("[data-alike]") && getComputedStyle(part).display === "none") return aside.add(part) && false;
        const area = part.getBoundingClientRect();
        let near = places.some(each => meet(area, each));
        for (const inner of part.children) near = touches(inner) || near;
        if (!near) aside.add(part);
        return near;
    };
    removeShapes();
    for (const name of ["data-alike", "data-known"]) {
        document.querySelectorAll(`[${name}]`).forEach(part => part.removeAttribute(name));
    }
    mark(document.documentElement, -1, "");
    explain();
    place(!options.runOnly);
    if (options.runOnly && !places.length) return [[], []];
    touches(document.body);
    const filter = part => aside.has(part) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    const walker = Document.prototype.createTreeWalker;
    document.createTreeWalker = (root, shown) => walker.call(document, root, shown, filter);
    axe.judged.clear();
    const {violations} = await axe.run(document, options);
    delete document.createTreeWalker;
    const keys = enough => [...texts].filter(([part, {key}]) => key && axe.judged.get(part) === enough)
        .map(([, {key}]) => key);
    const faulty = keys(false);
    return [violations, [...new Set(keys(true))].filter(key => !faulty.includes(key))];
}"""
"""Mark elements after the first few that have the same styles within ancestors of the same styles: their contrast is
the same. Mark letters in drawings, too: axe-core cannot judge them; test_contrast.py does. To find the background of
a text, axe-core walks through all elements; parts that touch no text whose contrast is judged are left out.

If nothing is behind a text but ancestors that cover all of it, its contrast depends only on its own style and on the
backgrounds of these ancestors. Texts with a combination that was sufficient before are not judged again.
"""

ALIKE = 3
"""The number of elements of each look whose colours are judged."""


REFUSED = ("/notifications/unsubscribe/nobody", "/nothing")
"""Error pages, which are judged like others."""


def with_axe(page: Page) -> Page:
    """Load axe-core into every document that this page opens from now on, and return the page."""
    from axe_playwright_python.base import AXE_SCRIPT  # If it is not installed, only these checks fail.

    page.add_init_script(f"{AXE_SCRIPT};({CHEAPER})();globalThis.removeShapes = {REMOVE_SHAPES}")
    return page


def faults(page: Page, path: str, known: set[str]) -> list[str]:
    """Open a path, and return axe-core's findings at both sizes, light and dark."""
    response = page.goto(path)
    assert response is None or response.ok or path in REFUSED, (path, response.status)
    return [f"{path} {fault}" for fault in findings(page, known)]


def findings(page: Page, known: set[str]) -> list[str]:
    """Return axe-core's findings on the open page at both sizes, light and dark; add good contrasts to ``known``."""
    found, seen = [], (None, None)
    looks = LOOKS if page.viewport_size != NARROW else reversed(LOOKS)
    for size, scheme, options in looks:
        if size != seen[0]:
            page.set_viewport_size(size)  # type: ignore[arg-type]
        if scheme != seen[1]:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        seen = (size, scheme)
        violations, enough = page.evaluate(JUDGE, [ALIKE, options, list(known)])
        known.update(enough)
        for fault in violations:
            if fault["impact"] in WEIGHTY:
                places = [f"{node['target']} {node['html'][:120]}" for node in fault["nodes"][:6]]
                found.append(f"{size['width']} {scheme} {fault['id']} ({fault['impact']}): {places}")
    return found
