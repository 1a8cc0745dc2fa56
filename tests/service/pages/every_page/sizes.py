"""Pages at several sizes without loading them again."""

from __future__ import annotations

from playwright.sync_api import Page

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Waits until the page has heard of a change of its size, and is laid out anew."""


def from_here(page: Page, looks: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return looks, which start with widths, backwards if the window has the last width: it need not change."""
    shown = page.viewport_size
    return looks[::-1] if shown and shown["width"] == looks[-1][0] else looks
