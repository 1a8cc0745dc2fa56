"""Browser contexts that tests reuse, since each new one loads and compiles the files of the site again."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

CHANGED = "'__pwClock' in globalThis || !navigator.onLine"
"""Whether a test has changed a context in a way that cannot be undone."""

ELSEWHERE = "/static/core/dom.js"
"""A small file that a browser shows as text: a page that shows it follows no game but keeps its site's renderer."""

RENDERERS = 4
"""The number of contexts that keep their renderer processes."""


class Contexts:
    """The contexts of a browser by site and look. Idle ones have no cookies, and no pages but a placeholder.

    With ``--process-per-site``, the pages of a context share a renderer process, which lives as long as one of them.
    The placeholder stays open between tests, so that the next page need not start a process and compile the scripts.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = defaultdict(list)
        self._used: dict[BrowserContext, tuple[str, str]] = {}
        self._placeholders: dict[BrowserContext, Page] = {}

    def page(self, address: str, look: dict[str, Any]) -> Page:
        """Return a new page of a context that no other test uses. Contexts are shared by pages of all sizes."""
        page = self._page(address, {part: value for part, value in look.items() if part != "viewport"})
        if "viewport" in look:
            page.set_viewport_size(look["viewport"])
        return page

    def _page(self, address: str, look: dict[str, Any]) -> Page:
        key = repr((address, sorted(look.items())))
        while self._idle[key]:
            context = self._idle[key].pop()
            page = context.new_page()
            if not page.evaluate(CHANGED):
                self._empty(page, address)
                self._used[context] = key, address
                return page
            self._close(context)
        context = self._browser.new_context(base_url=address, **look)
        self._used[context] = key, address
        return context.new_page()

    def give_back(self) -> None:
        """Close all pages in use, and keep their contexts for other tests, except those with service workers.

        Add scripts and bindings to pages, not to contexts: a context would keep them.
        """
        used, self._used = self._used, {}
        for context, (key, address) in used.items():
            context.unroute_all()
            if "'allow'" in key or not self._has_placeholder(context, address):
                self._close(context)
                continue
            for page in context.pages:
                if page is not self._placeholders[context]:
                    page.close()
            context.clear_cookies()
            context.clear_permissions()
            self._idle[key].append(context)
        while len(self._placeholders) > RENDERERS:
            self._placeholders.pop(next(iter(self._placeholders))).close()

    def close_idle(self) -> None:
        """Close the idle contexts, which have cached files of the site: the next page is that of a first visit."""
        for context in [context for kept in self._idle.values() for context in kept]:
            self._close(context)
        self._idle.clear()

    def _has_placeholder(self, context: BrowserContext, address: str) -> bool:
        """Open a placeholder if it is missing, make it the latest, and return whether the context can load it."""
        page = self._placeholders.pop(context, None)
        if page is None:
            page = context.new_page()
            try:
                page.goto(f"{address}{ELSEWHERE}")
            except Error:
                return False
        self._placeholders[context] = page
        return True

    def _close(self, context: BrowserContext) -> None:
        self._placeholders.pop(context, None)
        context.close()

    @staticmethod
    def _empty(page: Page, address: str) -> None:
        """Delete what earlier tests have stored for this site, except for cached files."""
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        session.detach()
