"""Pages at several sizes without loading them again."""

from __future__ import annotations

from playwright.sync_api import Page

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""A script that waits until the page has handled a change of its size and is laid out again."""


def from_here(page: Page, looks: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the looks in reverse order if the window has the width of the last one, so that it need not change first.

    Each look starts with a width.
    """
    shown = page.viewport_size
    return looks[::-1] if shown and shown["width"] == looks[-1][0] else looks
