"""Delayed or failing requests of a page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request, Route


class HeldRequests:
    """Requests of a page that do not reach the service until they are released."""

    def __init__(self, page: Page, address: str, which: Callable[[Request], bool] = lambda _: True) -> None:
        self._page, self._routes, self._over = page, list[Route](), False
        page.route(address, lambda route: self._route(route, which))

    def _route(self, route: Route, which: Callable[[Request], bool]) -> None:
        if self._over or not which(route.request):
            route.continue_()
        else:
            self._routes.append(route)

    @property
    def count(self) -> int:
        return len(self._routes)

    def wait_for_request(self) -> None:
        for _ in range(600):
            if self._routes:
                return
            self._page.wait_for_timeout(50)
        raise AssertionError("the page sent no request")

    def release(self) -> None:
        self._over = True
        for route in self._routes:
            route.continue_()

    def abort(self) -> None:
        """Abort the requests, so that they never reach the service."""
        self._over = True
        for route in self._routes:
            route.abort()


def respond_unavailable(route: Route) -> None:
    """Respond as an overloaded service does."""
    route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")


def fail_first_request(
    page: Page,
    address: str,
    which: Callable[[Request], bool] = lambda _: True,
    how: Callable[[Route], None] = respond_unavailable,
) -> None:
    """Let the first matching request fail, and no other."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        if asked or not which(route.request):
            route.continue_()
        else:
            asked.append(route.request.url)
            how(route)

    page.route(address, answer)
