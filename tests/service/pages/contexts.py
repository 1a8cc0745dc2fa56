"""Browser contexts that tests use one after another: each new one loads and compiles the files of the site again."""

from __future__ import annotations

from collections import defaultdict

from playwright.sync_api import Browser, BrowserContext, Page

CHANGED = "'__pwClock' in globalThis || !navigator.onLine"
"""Whether a test has changed a context in a way that cannot be undone."""


class Contexts:
    """The contexts of a browser by site and look. Idle ones have no pages and no cookies."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = defaultdict(list)
        self._used: dict[BrowserContext, str] = {}

    def page(self, address: str, look: dict[str, object]) -> Page:
        """Return a new page of a context that no other test uses."""
        key = repr((address, sorted(look.items())))
        while self._idle[key]:
            context = self._idle[key].pop()
            page = context.new_page()
            if not page.evaluate(CHANGED):
                self._empty(page, address)
                self._used[context] = key
                return page
            context.close()
        context = self._browser.new_context(base_url=address, **look)  # type: ignore[arg-type]
        self._used[context] = key
        return context.new_page()

    def give_back(self) -> None:
        """Keep the contexts in use for other tests, without their pages. Those with service workers are closed.

        Add scripts and bindings to pages, not to contexts: a context would keep them.
        """
        used, self._used = self._used, {}
        for context, key in used.items():
            if "'allow'" in key:
                context.close()
                continue
            for page in context.pages:
                page.close()
            context.unroute_all()
            context.clear_cookies()
            context.clear_permissions()
            self._idle[key].append(context)

    def close_idle(self) -> None:
        """Close the contexts that know files of the site: the next ones are those of a first visit."""
        for context in (context for kept in self._idle.values() for context in kept):
            context.close()
        self._idle.clear()

    @staticmethod
    def _empty(page: Page, address: str) -> None:
        """Delete what earlier tests have stored for this site, except for cached files."""
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        session.detach()
