"""The service worker of a browser: the page it controls, and the push notifications it shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

ACTIVATED = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") await new Promise((done) => setTimeout(done, 20));
}"""

UNTIL = """async ([condition, argument]) => {
  const holds = eval(condition);
  for (let tries = 0; tries < 2000; tries++) {
    if (await holds(argument)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`never true: ${condition}`);
}"""

HEARD = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.shown = new Promise((done, failed) => {
    self.registration.showNotification = (...notification) => show(...notification).then(done, failed);
  });
}"""
"""Make ``self.shown`` a promise of the next notification. Polling loses it: a browser drops one not displayed yet."""

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const [shown] = await worker.getNotifications();
  return { title: shown.title, body: shown.body, data: shown.data };
}"""


def with_worker(page: Page) -> None:
    """Wait until the worker is active, and reload the page: the worker does not control a page that was loading while
    the worker started.
    """
    page.evaluate(ACTIVATED)
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller", polling=50)


def until(page: Page, condition: str, argument: object = None) -> None:
    """Wait until an asynchronous condition holds in the page, such as one on its caches.

    Playwright's `wait_for_function` does not await a condition: a promise counts as true.
    """
    page.evaluate(UNTIL, [condition, argument])


def pushed(page: Page, address: str, message: Mapping[str, str]) -> Any:
    """Push a message from the site at this address, and return the notification that the browser's worker shows."""
    page.context.grant_permissions(["notifications"])
    page.evaluate(ACTIVATED)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(500):
        if not found:
            page.wait_for_timeout(20)
    assert found, "no service worker is registered"
    worker = next(iter(page.context.service_workers), None) or page.context.wait_for_event("serviceworker")
    worker.evaluate(HEARD)
    push = {"origin": address, "registrationId": found[0], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", push)
    worker.evaluate("self.shown")
    return page.evaluate(SHOWN)
