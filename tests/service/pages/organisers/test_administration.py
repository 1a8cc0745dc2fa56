"""The administrators' page, without scripts."""

from __future__ import annotations

from collections.abc import Callable

from service.administration import roles
from tests.service.pages.reading import Reader, create_game, text_of


def make_administrator(reader: Reader, name: str) -> None:
    own = reader.site.services
    user = own.accounts.named(name)
    assert user is not None
    roles.appoint(own.storage.database, user.id)


def test_administrator_voids_a_game_and_suspends_an_account(
    ada: Reader, ben: Reader, reader: Callable[[], Reader]
) -> None:
    olga = reader().registered("Olga")
    assert olga.get("/admin").status_code == 403
    assert "Administration" not in text_of(olga.get("/"))
    make_administrator(olga, "Olga")
    assert "Administration" in text_of(olga.get("/"))
    game = create_game(ada, ben)
    shown = olga.send("/admin/void", game=f"http://localhost{game}?at=3", reason="fault", note="the clock stood")
    assert "Game voided." in text_of(shown)
    assert "the clock stood" in text_of(shown)
    assert "The game was abandoned" in text_of(ada.get(game))
    assert "Reason: a site error" in text_of(ada.get(game))
    shown = olga.send("/admin/suspensions", name="Ben", reason="Two accounts")
    assert "Two accounts" in text_of(shown)
    assert "Log out" not in text_of(ben.get("/"))
    refused = ben.client.post(
        "/log-in", data={"name": "Ben", "password": "password of Ben"}, headers={"Origin": "http://localhost"}
    )
    assert (refused.status_code, "Two accounts" in text_of(refused)) == (403, True)
    user = olga.site.services.accounts.named("Ben")
    assert user is not None
    assert "Account reinstated." in text_of(olga.send(f"/admin/suspensions/{user.id}/end"))
    shown = text_of(olga.get("/admin?action=void"))
    assert "the clock stood" in shown
    assert "Two accounts" not in shown.partition("Audit trail")[2]
    assert "Two accounts" in text_of(olga.get("/admin?action=suspend"))
