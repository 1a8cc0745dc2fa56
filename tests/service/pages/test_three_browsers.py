"""Three browsers play a game over several days on a real process with a fast clock.

One player stays away and is replaced, one is on vacation and gets a daily digest, one gets push notifications.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from domain import audit
from domain.aggregate import Game
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Clock, DaysPerTurn
from domain.table.facts import SeatTaken
from service.accounts.users import Accounts, User
from service.notifications import channels
from service.notifications.quiet_hours import Times
from service.storage import Storage, connect
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.https_server import Pushed, Receiver, receiver
from tests.processes import await_ready, go, process
from tests.servers import await_port, free_port
from tests.service.pages.conftest import ARGUMENTS, CHROMIUM, PATIENCE, installed, make_first_move_and_wait
from tests.service.pages.workers import pushed
from tests.service.sites import confirm_address
from tests.smtp_server import Mailbox, mailbox
from tests.wait_until import wait_until

MONDAY = datetime(2027, 3, 1, 12, tzinfo=UTC)
AGREED = Clock(pace=DaysPerTurn(days=1), vacation="planned", ran_out="offer", by_itself=True)


@dataclass
class FastSite:
    """A real process whose time a test sets, and its users with their mailbox and push receiver."""

    storage: Storage
    address: str
    ahead: Path
    mailbox: Mailbox
    receiver: Receiver
    users: dict[str, User]

    def set_time(self, moment: datetime) -> None:
        """Set the time; it continues from there."""
        written = self.ahead.with_suffix(".new")
        written.write_text(str((moment - datetime.now(UTC)).total_seconds()))
        written.replace(self.ahead)

    def await_turn_held(self, name: str) -> None:
        """Wait until a user's turn notification is held; later ones are held until the next delivery."""
        held = (
            "SELECT 1 FROM held_notifications JOIN notifications ON notifications.id = held_notifications.notification"
            " WHERE held_notifications.user_id = :user AND kind = 'turn' AND seen_at IS NULL"
        )

        def found() -> bool:
            with self.storage.database.reading() as rows:
                return bool(rows.execute(held, {"user": self.users[name].id}))

        wait_until(found)

    def game(self, stream: str) -> Game:
        return CommandHandler(self.storage).games.game(stream)

    def start_game(self) -> str:
        """Start a game between Ada and Ben, in which Ada plays first."""
        handler = CommandHandler(self.storage, lambda: MONDAY)
        first = CommandContext(actor=self.users["Ada"].id)
        game = tables.open_table(handler, first, rules="toy", name="Fast", seats=2, options={}, clock=AGREED)
        for seat, name in enumerate(("Ada", "Ben")):
            user = self.users[name].id
            tables.take_seat(handler, game.id, CommandContext(actor=user, seat=seat), SeatTaken(seat=seat, user=user))
        tables.start(handler, game.id, CommandContext(actor=first.actor, seat=0))
        return game.id


@pytest.fixture
def fast(sqlite_url: str, tmp_path: Path) -> Iterator[FastSite]:
    port, storage = free_port(), connect(sqlite_url)
    accounts = Accounts(storage.database, memory_cost=64)
    users = {name: accounts.register(name, f"password of {name}") for name in ("Ada", "Ben", "Cleo")}
    with mailbox() as mails, receiver() as there:
        made = FastSite(storage, f"http://127.0.0.1:{port}", tmp_path / "ahead", mails, there, users)
        made.set_time(MONDAY)
        with process("fast_site", sqlite_url, str(port), str(made.ahead), there.certificate, mails.url) as running:
            await_ready(running)
            go(running)
            await_port(port, running)  # type: ignore[arg-type]
            yield made
    storage.close()


def add_daily_digest(site: FastSite, name: str) -> None:
    """Give a user a daily digest at eight in the morning."""
    user = site.users[name]
    confirm_address(site.storage.database, user, f"{name.lower()}@example.org")
    with site.storage.database.transaction() as rows:
        made = channels.add(rows, user.id, "email", "", "", MONDAY)
        channels.change(rows, msgspec.structs.replace(made, daily_digest=True))
        channels.save_times(rows, user.id, Times())


def add_push_channel(site: FastSite, name: str) -> Pushed:
    browser = Pushed(site.receiver)
    with site.storage.database.transaction() as rows:
        channels.add(rows, site.users[name].id, "push", "", browser.subscription, MONDAY)
    return browser


# --------------------------------------------------------------------------------------------------------------------
# Browsers
# --------------------------------------------------------------------------------------------------------------------


@contextmanager
def browsers(site: FastSite, browser: Browser, kind: BrowserType) -> Iterator[dict[str, Page]]:
    """Yield a page for each user, who is logged in there: Cleo's browser can show notifications."""
    with kind.launch(executable_path=installed(CHROMIUM), args=ARGUMENTS) as notifying:
        pages = {name: _logged_in(site, notifying if name == "Cleo" else browser, name) for name in site.users}
        yield pages
        for page in pages.values():
            page.context.close()


def _logged_in(site: FastSite, browser: Browser, name: str) -> Page:
    context = browser.new_context(base_url=site.address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/log-in")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(f"password of {name}")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    return page


def take_turn(page: Page, game: str) -> None:
    """Open the game, act, end the turn, and leave the page."""
    page.goto(f"/games/{game}")
    status = page.locator("#status")
    for _ in range(4):
        expect(status).to_contain_text("Your turn")
        make_first_move_and_wait(page)
        if "Your turn" not in status.inner_text():
            break
    expect(status).to_contain_text("Waiting for")
    page.goto("/account")


def text_of(mail) -> str:  # type: ignore[no-untyped-def]
    return str(mail.get_body(("plain",)).get_content())


def seats_out_of_time(game: Game) -> list[int]:
    return [record.fact.seat for record in game.records if isinstance(record.fact, TimeRanOut)]


# --------------------------------------------------------------------------------------------------------------------
# The game
# --------------------------------------------------------------------------------------------------------------------


def test_replacement_vacation_digest_and_push_work_over_several_days(
    fast: FastSite, browser: Browser, chromium: BrowserType
) -> None:
    add_daily_digest(fast, "Ada")
    push = add_push_channel(fast, "Cleo")
    game = fast.start_game()
    with browsers(fast, browser, chromium) as pages:
        ada, cleo = pages["Ada"], pages["Cleo"]
        take_turn(ada, game)

        # Ben stays away, and his seat is offered.
        ada.goto(f"/games/{game}")
        fast.set_time(MONDAY + timedelta(hours=25))
        expect(
            ada.get_by_text("Ben was out of time, so their seat was offered to a replacement.").first
        ).to_be_visible()
        pages["Ben"].goto("/")
        expect(pages["Ben"].get_by_role("main")).to_contain_text("Replacement wanted")

        # Ada sees that Cleo takes over the seat.
        cleo.goto(f"/games/{game}")
        cleo.get_by_role("button", name="Take over seat").click()
        expect(cleo.locator("#status")).to_contain_text("Your turn")
        expect(ada.locator("#status")).to_contain_text("Waiting for Cleo")

        # Ada is on vacation on Wednesday and Thursday; she is notified of her turn in the morning, and not before.
        ada.goto("/account")
        ada.get_by_label("First day").fill("2027-03-03")
        ada.get_by_label("Last day").fill("2027-03-04")
        ada.get_by_role("button", name="Schedule vacation").click()
        expect(ada.get_by_role("button", name="Cancel")).to_be_visible()
        take_turn(cleo, game)
        fast.await_turn_held("Ada")
        assert fast.mailbox.mails == []
        fast.set_time(datetime(2027, 3, 3, 8, 0, 5, tzinfo=UTC))
        digest = text_of(fast.mailbox.await_mail(1))
        assert "Your turn in Fast" in digest

        # Two days after her turn began, she is not out of time: a day and a half did not count.
        fast.set_time(datetime(2027, 3, 4, 14, tzinfo=UTC))
        ada.goto(f"/games/{game}")
        expect(ada.locator("#status")).to_contain_text("Your turn")
        fast.set_time(datetime(2027, 3, 5, 9, tzinfo=UTC))
        fast.receiver.requests.clear()
        take_turn(ada, game)
        assert seats_out_of_time(fast.game(game)) == [1]
        fast.await_turn_held("Cleo")

        # Cleo gets a push notification while she is on another page.
        fast.set_time(datetime(2027, 3, 5, 9, 5, tzinfo=UTC))
        while not fast.receiver.requests:
            cleo.wait_for_timeout(100)
        message = push.read(fast.receiver.requests[0].body)
        shown = pushed(cleo, fast.address, message)
        assert (shown["title"], shown["data"]) == ("Your turn in Fast", f"/games/{game}")

        found = fast.game(game)
        assert [chair.former for chair in found.table.chairs] == [(), (fast.users["Ben"].id,)]
        assert [each for each in audit.examine(game, found.records[:]) if each.verdict != "identical"] == []
        assert len(fast.mailbox.mails) == 1
