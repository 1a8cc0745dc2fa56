"""Database connections: one is enough for each endpoint and each page.

New endpoints are tested automatically; a write that needs more than an empty body is listed below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from service.administration import roles
from tests.service.runtime.fixtures import ANY_VERSION, COINS, CREDENTIALS, Scene, record
from tests.service.sites import Site, close, site_on


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    """Yield a web process that works on one request at a time, and has a projector elsewhere."""
    made = site_on(
        storage_url,
        requests=1,
        embedded=False,
        live_wait=0.01,
        site_url="https://daybook.example",
        mail_from="Daybook <d@daybook.example>",
    )
    assert made.services.config.connections == 1
    yield made
    close(made)


Prepare = Callable[[Scene], Any]
Prepared = Callable[[Prepare], Any]
"""Returns what a function prepares in the scene."""
ON: dict[str, Prepare] = {
    "games.join": Scene.free,
    "games.add_bot": Scene.free,
    "games.leave": Scene.seated,
    "games.contribute_to_seed": Scene.seated,
    "games.agree_on_clock": Scene.free,
    "games.start": Scene.full,
    "tournaments.one": Scene.opened_round,
    "tournaments.running_games": Scene.opened_round,
    "tournaments.apply_action": Scene.opened_round,
    "tournaments.export": Scene.opened_round,
    "tournaments.uninvite": Scene.tournament,
    "tournament_pages.show": Scene.opened_round,
    "tournament_pages.invite": Scene.tournament,
    "tournament_pages.uninvite": Scene.tournament,
    "tournament_pages.enter": Scene.tournament,
    "tournament_pages.withdraw": Scene.entered,
    "tournament_pages.open_round": Scene.entered,
    "tournament_pages.close": Scene.entered,
    "tournament_pages.name_organiser": Scene.entered,
    "tournament_pages.download": Scene.entered,
    "dashboard.page": Scene.opened_round,
    "dashboard.apply_action": Scene.opened_round,
    "dashboard.adjudication": Scene.opened_round,
    "dashboard.adjudicate": Scene.opened_round,
    "tournaments.standings": Scene.entered,
    "tournaments.enter": Scene.tournament,
    "tournaments.withdraw": Scene.entered,
    "tournaments.open_round": Scene.entered,
    "tournaments.close": Scene.entered,
    "tournaments.name_organiser": Scene.entered,
    "invitations.invite": Scene.free,
    "administration.void_game": Scene.of_others,
    "replacements.take_over": Scene.given_up,
    "replacements.replace": Scene.wanted_as_replacement,
    "replacements.decline": Scene.wanted_as_replacement,
    "seat_changes.replace": Scene.wanted_as_replacement,
    "replacements.substitute_bot": lambda scene: scene.out_of_time(scene.ben, scene.ada),
    "replacements.return_to_seat": Scene.stood_in,
    "replacements.pause": Scene.with_clock,
    "replacements.swap": Scene.with_clock,
    "seat_changes.take_over": Scene.given_up,
    "seat_changes.substitute_bot": lambda scene: scene.out_of_time(scene.ben, scene.ada),
    "seat_changes.return_to_seat": Scene.stood_in,
    "seat_changes.pause": Scene.with_clock,
    "seat_changes.swap": Scene.with_clock,
    "invitations.rematch": Scene.over,
    "play.play_branch": Scene.with_line,
    **dict.fromkeys(("history.rename", "history.comment", "history.hide"), lambda scene: scene.lines()[1]),
    **dict.fromkeys(("history.share", "history.end_sharing", "play.play_bot"), lambda scene: scene.lines()[1]),
    **dict.fromkeys(
        ("chat.delete_message", "chat_pages.remove_message", "administration.remove_message"), Scene.talked
    ),
    "play.redo": Scene.taken_back,
    "play.request_undo": lambda scene: scene.asked_by(scene.ada),
    "play.answer_undo": lambda scene: scene.asked_by(scene.ben),
    "games.set_listing": Scene.brought_in,
    "session.end_one_session": Scene.session,
    "session.revoke": Scene.token,
    "seats.join": Scene.free,
    "seats.add_bot": Scene.free,
    "seats.leave": Scene.seated,
    "seats.contribute_to_seed": Scene.seated,
    "seats.close_table": Scene.free,
    "seats.invite": Scene.free,
    "seats.rematch": Scene.over,
    "seats.start": Scene.full,
    **dict.fromkeys(
        (
            "moves.rename_branch",
            "moves.comment_branch",
            "moves.hide_branch",
            "moves.share_branch",
            "moves.play_bot_turn",
        ),
        lambda scene: scene.lines()[1],
    ),
    "moves.redo": Scene.taken_back,
    "moves.request_undo": lambda scene: scene.asked_by(scene.ada),
    "moves.answer_undo": lambda scene: scene.asked_by(scene.ben),
    "accounts.revoke_token": Scene.token,
    "notifications.change_channel": Scene.channel,
    "notifications.remove_channel": Scene.channel,
    "notifications.test_channel": Scene.channel,
    "notifications.retry_channel": Scene.channel,
    "channels.change": Scene.channel,
    "channels.remove": Scene.channel,
    "channels.test": Scene.channel,
    "channels.retry": Scene.channel,
    "channels.unsubscribe_form": Scene.secret,
    "channels.unsubscribe": Scene.secret,
    "email_pages.confirm_form": Scene.confirming,
    "email_pages.confirm": Scene.confirming,
    "email_pages.reset_form": Scene.recovering,
    "email_pages.reset_password": Scene.recovering,
}
"""The stream that an endpoint is tried on, if it is not a running game."""

ADDRESS = {"address": "ada@example.org", "password": "password of Ada"}
TIMES = {"quiet_from": "22:00", "quiet_until": "07:00", "daily_at": "08:00"}
SENT: dict[str, Mapping[str, Any] | Callable[[Scene], Mapping[str, Any]]] = {
    "games.open_table": {"ruleset": "toy", "name": "Evening", "seats": 2},
    "games.open_solo_game": {"ruleset": "arkwright", "name": "Alone"},
    "games.add_bot": {"bot": "random"},
    "games.contribute_to_seed": {"seed_contribution": "of mine"},
    "tournaments.create": {"title": "League", "rules": {"ruleset": "toy", "seats": 2}},
    "tournaments.apply_action": {"games": ["0" * 32], "action": "remind", "reason": "absence"},
    "tournament_pages.invite": {"csv": "Ben"},
    "tournament_pages.create": {"ruleset": "toy", "title": "League", "seats": 2, "points": "2 0", "rounds-0": 1},
    "tournaments.name_organiser": {"name": "Ben"},
    "tournament_pages.name_organiser": {"name": "Ben"},
    "dashboard.adjudicate": {"way": "winner", "winner": "0", "reason": "fault"},
    "dashboard.apply_action": {"games": "0" * 32, "action": "remind", "reason": "absence"},
    "invitations.invite": {"name": "Ben"},
    "blocks.block": lambda scene: {"name": scene.stranger()},
    "block_pages.block": lambda scene: {"name": scene.stranger()},
    "vacations.plan": lambda scene: scene.day(),
    "calendar.add_vacation": lambda scene: scene.day(),
    "calendar.cancel_vacation": lambda scene: scene.day(),
    "replacements.offer_seat": {"seat": 0},
    "replacements.take_over": {"seat": 0},
    "replacements.substitute_bot": {"seat": 0},
    "replacements.swap": {"other": 1},
    "seat_changes.offer": {"seat": 0},
    "seat_changes.take_over": {"seat": 0},
    "seat_changes.substitute_bot": {"seat": 0},
    "seat_changes.return_to_seat": {"seat": 0},
    "seat_changes.pause": {"seat": 0, "agrees": "yes"},
    "seat_changes.swap": {"seat": 0, "other": 1},
    "seats.invite": {"name": "Ben"},
    "administration.suspend": lambda scene: {"name": scene.stranger(), "reason": "for a test"},
    "administration.void_game": {"reason": "fault"},
    "administration_pages.suspend": lambda scene: {"name": scene.stranger(), "reason": "for a test"},
    "administration.remove_message": {"reason": "for a test"},
    "administration_pages.remove_message": lambda scene: {
        "word": f"/games/{scene.talked()}/chat#message-1",
        "reason": "for a test",
    },
    "administration_pages.void_game": lambda scene: {"reason": "fault", "game": scene.of_others()},
    "games.agree_on_clock": {"clock": {"pace": {"kind": "days_per_turn"}}},
    "games.set_turn_confirmation": {"automatic": True},
    "games.set_listing": {"listed": True},
    "history.open_branch": {"name": "What if"},
    "history.rename": {"name": "Renamed"},
    "moves.rename_branch": {"name": "Renamed"},
    "history.comment": {"comment": "Too early"},
    "moves.comment_branch": {"comment": "Too early"},
    "history.hide": {"hidden": True},
    "moves.hide_branch": {"hidden": "yes"},
    "play.play_bot": {"bot": "random"},
    "moves.play_bot_turn": {"bot": "random"},
    "chat.post_message": {"text": "Hello"},
    "chat.mark_read": {"number": 1},
    "chat_pages.post_message": {"text": "Hello"},
    "play.move": COINS,
    "play.answer_undo": {"granted": True},
    "play.play_branch": Scene.newest_line,
    "session.sign_up": {"name": "Cleo", "password": "password of Cleo"},
    "session.log_in": CREDENTIALS,
    "session.add_token": {"label": "one more"},
    "email.set_email_address": ADDRESS,
    "email.confirm_email": lambda scene: {"token": scene.confirming()},
    "email.request_password_reset": {"name": "Ada"},
    "email.reset_password": lambda scene: {"token": scene.recovering(), "password": "a new password"},
    "notifications.add_channel": Scene.by_mail,
    "notifications.set_schedule": TIMES,
    "channels.add": Scene.by_mail,
    "channels.set_schedule": TIMES,
    "email_pages.set_address": ADDRESS,
    "email_pages.request_reset": {"name": "Ada"},
    "email_pages.reset_password": {"password": "a new password"},
    "lobby.open_table": {"ruleset": "toy", "name": "Evening", "seat-2": "bot:random"},
    "guest_play.start": {"ruleset": "toy"},
    "solo.open_table": {"ruleset": "arkwright"},
    "accounts.log_in": CREDENTIALS,
    "accounts.sign_up": {"name": "Dora", "password": "password of Dora"},
    "accounts.delete_account": {"password": "password of Dora"},
    "accounts.update_profile": {"display_name": "The Countess"},
    "language.choose": {"language": "en"},
    "session.set_profile": {"display_name": "The Countess"},
    "accounts.add_token": {"label": "one more"},
    "accounts.change_password": {"old": "password of Ada", "password": "password of Ada"},
    "seats.join": {"seat": 0},
    "seats.leave": {"seat": 0},
    "seats.add_bot": {"seat": 0, "bot": "random"},
    "seats.contribute_to_seed": {"seat": 0, "seed_contribution": "of mine"},
    "moves.answer_undo": {"granted": "yes"},
    "moves.open_branch": {"name": "What if"},
}
"""The bodies of requests, if not empty: as JSON to the API, as a form to a page."""


@pytest.fixture
def scene(site: Site) -> Scene:
    ada, ben = site.person("Ada"), site.person("Ben")
    logged_in = ada.client.post("/log-in", data=CREDENTIALS, headers={"Origin": "http://localhost"})
    assert logged_in.status_code == 303
    roles.appoint(site.services.storage.database, ada.id)
    return Scene(site, ada, ben)


NAMED = {"drawings.part": "deck"} | dict.fromkeys(
    ("rulebook.player_aid", "examples.page", "examples.drawing"), "barrage"
)
"""Things other than the toy game that a URL names."""
ASKED = {
    "drawings.preview_drawings": "?picks=take_coins",
    "play.refusals": "?element=action:end_turn",
    "games_events.games_events": f"?games={'0' * 32}:1",
}


def call_endpoint(scene: Scene, rule: Rule, method: str, prepared: Prepared) -> TestResponse:
    """Return the response of an endpoint to a request that it can serve."""
    of_a_fact = "version" in rule.arguments
    prepare = ON.get(rule.endpoint, Scene.explained if of_a_fact else Scene.running)
    named = NAMED.get(rule.endpoint, "toy")
    known = {
        "name": named,
        "filename": "styles/daybook.css",
        "user": scene.ada.id,
        "account": "coins",
        "player_seat": 0,
        "part": "mat",
        "frame": 0,
        "which": "produce",
        "step": 1,
        "number": 1,
    }
    values = {name: known[name] if name in known else prepared(prepare) for name in rule.arguments - {"version"}}
    if of_a_fact:
        values["version"] = scene.version_explained(next(iter(values.values())))
    if rule.endpoint == "drawings.part":
        drawn, *_ = scene.ada.get(f"/games/{values['id']}/drawings").json
        values["name"] = drawn["name"]
    if rule.arguments == {"stream", "branch"}:
        values["stream"], values["branch"] = prepared(Scene.lines)
    if rule.arguments == {"stream", "game"}:
        values["game"] = scene.first_game(values["stream"])
    path = scene.site.app.url_map.bind("localhost").build(rule.endpoint, values, method)
    if rule.endpoint == "vacations.cancel":
        path += f"?first={scene.away()}"
    if rule.endpoint == "play.board_choices":
        (element, *_) = scene.ada.get(f"/games/{values['id']}/board-elements").json["elements"]
        path += f"?elements={element}"
    path += ASKED.get(rule.endpoint, "")
    if rule.endpoint in ("feed.your_turn", "calendar.deadlines"):
        path += "?" + re.findall(r"your-turn.atom\?(key=\w+)", scene.ada.client.get("/account").text)[0]
    sent = SENT.get(rule.endpoint, {})
    body = sent(scene) if callable(sent) else sent
    if rule.endpoint == "session.delete_account":
        return scene.site.person("Leaving").delete("/users/me", json={"password": "password of Leaving"})
    if rule.endpoint == "files.import_game":
        return scene.ada.send_file(record("By API"))
    if rule.endpoint == "imports.upload":
        form = {"file": (BytesIO(record("By page")), "record.json")}
        return scene.ada.client.post(path, data=form, headers={"Origin": "http://localhost"})
    if path.startswith("/api/"):
        send = {"json": body} if method != "GET" else {"headers": {"Accept": "text/event-stream"}}
        return scene.ada._send(method, path.removeprefix("/api"), **{"headers": ANY_VERSION, **send})
    return scene.ada.client.open(path, method=method, data=body, headers={"Origin": "http://localhost"})


LAST = [
    "session.log_out",
    "accounts.log_in",
    "accounts.change_password",
    "accounts.log_out",
    "accounts.sign_up",
    "accounts.delete_account",
    "email_pages.reset_password",
]
"""Endpoints that start or end sessions, or revoke tokens."""


def endpoints(site: Site) -> Iterator[tuple[Rule, str]]:
    """Yield every endpoint with every method."""
    for rule in sorted(site.app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield rule, method


def test_one_connection_serves_every_endpoint_and_every_page(scene: Scene) -> None:
    """Each write has a game of its own. Reads share games, before and after these are projected."""
    found = [*endpoints(scene.site)]
    reads = [(rule, method) for rule, method in found if method == "GET"]
    writes = [(rule, method) for rule, method in found if method != "GET" and rule.endpoint not in LAST]
    last = [(rule, method) for rule, method in found if method != "GET" and rule.endpoint in LAST]
    last.sort(key=lambda each: LAST.index(each[0].endpoint))
    refused = {}

    def call(rule: Rule, method: str, prepared: Prepared) -> None:
        response = call_endpoint(scene, rule, method, prepared)
        assert response.status_code < 500, (method, rule.rule, response.text)
        if response.status_code >= 400:
            refused[rule.endpoint, method] = response.status_code, response.text
        response.close()

    def write(rule: Rule, method: str) -> None:
        scene.site.catch_up()
        call(rule, method, lambda prepare: prepare(scene))

    once = cache(lambda prepare: prepare(scene))
    for each in writes:
        write(*each)
    for _ in range(2):
        for each in reads:
            call(*each, once)
        scene.site.catch_up()
    for each in last:
        write(*each)
    assert refused == {}


def test_one_connection_is_enough_to_report_errors(scene: Scene) -> None:
    """Errors include the events since, the rule's text, and a page for users."""
    game = scene.running()
    stale = scene.ada.move(game, COINS, version=3)
    assert (stale.status_code, len(stale.json["since"])) == (412, 2)
    assert scene.ada.move(game, {"command": {"action": "call"}}).status_code == 422
    assert scene.ada.client.get(f"/games/{'0' * 32}").status_code == 404
    assert scene.ada.client.post(f"/games/{game}/undo", data={"to": 99}).status_code == 303
