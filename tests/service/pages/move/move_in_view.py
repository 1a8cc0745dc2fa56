"""Visibility of a complete move on a page, without scrolling: its outcome, the changed figures and Confirm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (390, 844))
PERCENTS = (100, 150, 200)

HIDDEN = """async ([percent, names, optional, most]) => {
    document.documentElement.style.fontSize = `${percent}%`;
    const frame = () => new Promise(requestAnimationFrame);
    for (let quiet = 0, frames = 0, before = ""; quiet < 3; frames += 1) {
        if (frames > 1000) throw new Error("the outcome never stops moving");
        await frame();
        const now = JSON.stringify(document.querySelector(".outcome").getBoundingClientRect());
        quiet = now === before ? quiet + 1 : 0;
        before = now;
    }
    const rooms = [".act", ".side", ".screen"].map(name => document.querySelector(name).getBoundingClientRect());
    const top = Math.max(0, ...rooms.map(room => room.top)) - 1;
    const bottom = Math.min(innerHeight, ...rooms.map(room => room.bottom)) + 1;
    const parts = name => [...document.querySelectorAll(`.outcome ${name}`)].slice(0, most[name]);
    const seen = name => (parts(name).length || optional.includes(name)) && parts(name).every(part => {
        const box = part.getBoundingClientRect();
        // Lines of text overlap a little.
        const lines = [...part.getClientRects()], edge = lines[1] ? box.height / lines.length / 4 : 2;
        const spots = lines.flatMap(({left, top, bottom}) =>
            [top + edge, bottom - edge].map(y => document.elementFromPoint(left + 4, y)));
        return box.height && box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth + 1 &&
            spots.every(spot => part.contains(spot) || spot?.contains(part));
    });
    return names.filter(name => !seen(name));
}"""
"""Return the parts of the outcome that are missing, cut off or covered at a text size, once nothing moves."""

SENTENCES, EACH, FIGURES, CONFIRM = (
    ".preview > ul > li",
    ".preview > ul .sentence",
    ".preview .figures",
    "button.primary",
)
MOST = {EACH: 3}
"""The number of parts that must be visible, where the first few are enough."""


def hidden(page: Page, sizes: Sequence[tuple[int, int]] = SIZES, percents: Sequence[int] = PERCENTS) -> Iterator[str]:
    """Yield the parts that are not visible at each window and text size; leave the page at the last sizes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for percent in percents:
            needed = [SENTENCES, FIGURES, CONFIRM] if percent <= 150 else [EACH, CONFIRM]
            unseen = page.evaluate(HIDDEN, [percent, needed, [FIGURES], MOST])
            yield from (f"{width}x{height} at {percent} %: {part}" for part in unseen)
