"""Pages without scripts: lobby, tables and the public view of a game; forms act only once, and only from this site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from domain.game import rulesets
from service.pages.game import position
from service.pages.template_context import clock, moment
from tests.service.pages.reading import (
    Reader,
    address_in,
    create_game,
    create_table,
    faults_in,
    link_in,
    play_moves,
    text_of,
)
from tests.service.sites import close, site_on

RECORDS = Path(__file__).parents[2] / "records"

People = Callable[[], Reader]


class TestSafety:
    def test_forms_from_other_sites_are_refused(self, ada: Reader, reader: People) -> None:
        form = {"ruleset": "brass-birmingham", "seat-2": "player"}
        for header in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert ada.client.post("/games/new", data=form, headers=header).status_code == 403
        credentials = {"name": "Ada", "password": "password of Ada"}
        foreign = {"Origin": "https://elsewhere.example"}
        assert reader().client.post("/log-in", data=credentials, headers=foreign).status_code == 403

    def test_no_page_needs_inline_or_foreign_scripts(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        for path in ("/", "/games/new", game, f"{game}/audit", "/account", "/nowhere"):
            response = ada.get(path)
            policy = response.headers["Content-Security-Policy"]
            assert "script-src 'self'" in policy
            assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
            scripts = re.findall(r"<script[^>]*>", response.text)
            assert all('type="application/json"' in script or 'src="/static/' in script for script in scripts), path
            assert not re.search(r'\son\w+="', response.text), path

    def test_names_are_escaped(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben, name="<img src=x>")
        assert "<img src=x" not in ada.get(game).text
        assert "<img src=x" not in ada.get("/").text

    def test_missing_page_shows_an_error_page(self, ada: Reader) -> None:
        for path in ("/nowhere", "/games/" + "0" * 32):
            response = ada.get(path)
            assert response.status_code == 404
            assert "Go to games" in response.text

    def test_hidden_private_game_offers_to_log_in(self, ada: Reader, reader: People) -> None:
        table = f"{create_table(ada, private='on', ruleset='toy')}?seat=0"
        visitor = reader()
        asked = visitor.get(table)
        assert asked.status_code == 404
        arrived = visitor.send(link_in(asked, "Log in"), name="Ada", password="password of Ada")
        assert arrived.request.full_path == table
        assert link_in(ada.get(f"{table.partition('?')[0]}?seat=1"), "Log in")
        assert "Log in" not in visitor.client.post("/nowhere", headers={"Origin": "http://localhost"}).text

    def test_form_submitted_twice_acts_once(self, ada: Reader) -> None:
        form = {"ruleset": "brass-birmingham", "name": "Evening", "seat-2": "player", "command": "a" * 32}
        first, second = (ada.client.post("/games/new", data=form).location for _ in range(2))
        assert first == second
        assert ada.get("/").text.count(">Evening</a>") == 1


class TestTables:
    def test_the_form_follows_the_ruleset(self, ada: Reader) -> None:
        page = ada.get("/games/new?ruleset=brass-birmingham")
        assert 'name="option-introductory"' in page.text
        assert "Introductory game" in page.text
        table = create_table(ada, **{"option-introductory": "on", "seat-2": "bot:greedy"})
        seated = text_of(ada.get(table))
        assert "Introductory game" in seated
        assert "Greedy 2 bot" in seated
        assert "All seats are taken" in seated

    def test_preset_sets_the_options(self, ada: Reader) -> None:
        for game in rulesets().values():
            for preset in game.presets:
                table = create_table(ada, ruleset=game.name, preset=preset.name, **{"seat-2": "player"})
                assert ada.client.get(f"/api{table}").json["options"].items() >= preset.options.items()
        table = create_table(ada, ruleset="barrage", preset="custom", **{"option-rules": "beginner"})
        assert ada.client.get(f"/api{table}").json["options"]["rules"] == "beginner"

    def test_each_seat_is_a_single_choice(self, ada: Reader) -> None:
        page = ada.get("/games/new?ruleset=arkwright").text
        chosen = re.findall(r'<select id="(seat-\d)".*?value="([a-z:]*)" selected', page, re.DOTALL)
        assert chosen == [("seat-2", "player"), ("seat-3", ""), ("seat-4", "")]
        seats = {"seat-2": "automa:keen", "seat-3": "bot:best"}
        table = ada.client.get(f"/api{create_table(ada, ruleset='toy', **seats)}").json
        seated = [(seat["bot"], seat["automa"]) for seat in table["seats"]]
        assert seated == [(None, None), ("best", None), (None, "keen")]

    def test_incompatible_options_are_reported_in_the_form(self, ada: Reader) -> None:
        form = {"ruleset": "brass-lancashire", "name": "Evening", "seat-2": "player", "undo": "turn"}
        response = ada.send("/games/new", **form, **{"option-classic_deck": "on"})
        assert "The classic deck isn't available with 2 players." in text_of(response)

    def test_suboptions_are_grouped_and_omitted_if_the_whole_is_chosen(self, ada: Reader) -> None:
        form = ada.get("/games/new?ruleset=barrage").text.partition(">Options<")[2]
        whole, parts, _rest = re.split(r'<fieldset class="parts">|</fieldset>', form, maxsplit=2)
        assert re.findall('name="option-([a-z_]+)"', whole) == ["rules", "leeghwater"]
        assert re.findall('name="option-([a-z_]+)"', parts) == [
            "external_works",
            "private_buildings",
            "netherlands",
            "leeghwater_officers",
        ]
        sent = {"ruleset": "barrage", "name": "Evening", "seat-2": "player", "undo": "turn", "option-netherlands": "on"}
        assert "The Netherlands" in text_of(ada.send("/games/new", **sent))
        summary = text_of(ada.send("/games/new", **sent, **{"option-leeghwater": "on"}))
        assert "The Leeghwater Project" in summary
        assert "The Netherlands" not in summary
        sent["option-rules"] = "beginner"
        assert "needs the expert rules" in text_of(ada.send("/games/new", **sent))

    @pytest.mark.parametrize(
        ("coins", "fault"),
        [
            ("²", "coins: Use a whole number instead of text."),
            ("--5", "coins: Use a whole number instead of text."),
            ("9" * 5000, "The option “coins” has a text or a number that can't be stored. Change it."),
            ("9" * 40, "The option “coins” has a text or a number that can't be stored. Change it."),
        ],
        ids=["superscript", "two signs", "thousands of digits", "too large"],
    )
    def test_invalid_number_is_refused_and_named(self, ada: Reader, coins: str, fault: str) -> None:
        form = {"ruleset": "toy", "name": "Evening", "seat-2": "player", "undo": "turn", "option-coins": coins}
        response = ada.send("/games/new", **form)
        assert response.status_code == 422
        assert faults_in(response) == [("options", fault)]

    def test_several_games_are_offered(self, ada: Reader) -> None:
        page = ada.get("/games/new")
        assert "Brass: Birmingham" in page.text
        assert "High and Low" in page.text

    def test_players_join_add_seed_contributions_and_start(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada)
        assert "Open tables" in ben.get("/").text
        assert "Start game" not in ben.get(table).text
        joined = text_of(ben.send(f"{table}/join", seat=1))
        assert "All seats are taken" in joined
        assert "“a word of mine”" in text_of(
            ben.send(f"{table}/seed-contribution", seat=1, seed_contribution="a word of mine")
        )
        started = ada.send(f"{table}/start")
        assert "<svg" in started.text
        assert 'id="entries"' in started.text

    def test_a_refusal_is_shown_at_the_table(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada)
        taken = ben.send(f"{table}/join", seat=0)
        assert "This seat is taken." in taken.text
        assert "1 seat is still free." in ada.send(f"{table}/start").text
        assert "Only the host of the table can do this." in ben.send(f"{table}/bots", seat=1, bot="greedy").text

    def test_player_can_leave_and_host_can_close_the_table(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada)
        ben.send(f"{table}/join", seat=1)
        assert "1 seat is free" in text_of(ben.send(f"{table}/leave", seat=1))
        assert "This table was closed." in ada.send(f"{table}/close").text

    def test_removing_a_player_reports_that_the_link_has_changed(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada, private="on", seats=3)
        link = re.search(r"\?invite=(\w+)", ada.get(table).text)
        assert link is not None
        ben.send(f"{table}/join", seat=1, invite=link[1])
        ada.send(f"{table}/bots", seat=2, bot="greedy")
        assert "The invitation link was renewed" not in ada.send(f"{table}/leave", seat=2).text
        assert "The invitation link was renewed" in ada.send(f"{table}/leave", seat=1).text

    def test_private_table_opens_by_its_link(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada, private="on")
        assert ben.get(table).status_code == 404
        link = re.search(rf"{table}\?invite=(\w+)", ada.get(table).text)
        assert link is not None
        assert ">Join<" in ben.get(link[0]).text
        ben.send(f"{table}/join", seat=1, invite=link[1])
        assert "All seats are taken" in ben.get(table).text

    def test_invitation_link_can_be_renewed_and_is_for_one_seat(self, ada: Reader, ben: Reader) -> None:
        table = create_table(ada, private="on", seats=3)
        old, new = (
            re.search(rf"{table}\?invite=(\w+)", page().text)
            for page in (lambda: ada.get(table), lambda: ada.send(f"{table}/invitation"))
        )
        assert old is not None
        assert new is not None
        assert [ben.get(link[0]).status_code for link in (old, new)] == [404, 200]
        assert "Renew link" not in ben.get(new[0]).text
        assert ">Join<" not in ben.send(f"{table}/join", seat=1, invite=new[1]).text
        assert "An invitation is for one seat" in ben.send(f"{table}/join", seat=2).text

    def test_started_game_keeps_its_link_and_the_host_can_renew_it(
        self, ada: Reader, ben: Reader, reader: People
    ) -> None:
        table = create_table(ada, private="on")
        link = re.search(rf"{table}\?invite=(\w+)", ada.get(table).text)
        assert link is not None
        ben.send(f"{table}/join", seat=1, invite=link[1])
        assert link[0] in ada.send(f"{table}/start").text
        assert link[0] not in ben.get(table).text
        assert reader().get(link[0]).status_code == 200
        assert link[0] not in ada.send(f"{table}/invitation").text
        assert reader().get(link[0]).status_code == 404


class TestGame:
    def test_everyone_sees_the_game_but_only_players_see_their_hands(
        self, ada: Reader, ben: Reader, reader: People
    ) -> None:
        game = create_game(ada, ben)
        hands = [len(re.findall(r'data-element="card:', viewer.get(game).text)) for viewer in (ada, ben, reader())]
        assert hands == [8, 8, 0]

    def test_a_player_of_several_seats_chooses_a_view(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ada)
        assert [f'data-seat="{seat}"' in ada.get(f"{game}?seat={seat}").text for seat in (0, 1)] == [True, True]
        assert 'name="seat" value="1"' in ada.get(f"{game}?seat=1").text, "history navigation keeps the chosen seat"
        assert ben.get(f"{game}?seat=1").status_code == 403
        assert ada.get(f"{game}?seat={'9' * 5000}").status_code == 200

    def test_hotseat_page_names_the_acting_player(self, ada: Reader) -> None:
        game = create_game(ada, ada, ruleset="toy")
        assert "Your turn as Ada " in text_of(ada.get(game))
        play_moves(ada.site, game, 3, bot="best")
        assert "Your turn as Ada 2 " in text_of(ada.get(game))

    def test_longest_waiting_game_is_offered_after_a_move(self, ada: Reader, ben: Reader) -> None:
        games = [create_game(ada, ben, ruleset="toy", name=name) for name in ("First", "Second", "Third")]
        assert "Your turn in" not in ada.get(games[2]).text
        play_moves(ada.site, games[2], 3, bot="best")
        page = " ".join(ada.get(games[2]).text.split())
        assert "Waiting for" in page
        assert f'href="{games[0]}">Your turn in First' in page
        assert "Your turn in Third" in ben.get(games[0]).text

    def test_earlier_position_is_labelled_and_links_to_the_latest(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        play_moves(ada.site, game, 3)
        page = ada.get(f"{game}?at=5")
        assert "Position #5 of" in text_of(page)
        assert 'class="one-screen is-past"' in page.text
        assert f'href="{game}"' in page.text
        assert "Go to latest" not in ada.get(game).text

    def test_every_version_can_be_viewed(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        play_moves(ada.site, game, 9)
        last = ada.site.services.handler.games.game(game.rpartition("/")[2]).version
        assert [ada.get(f"{game}?at={version}").status_code for version in range(4, last)] == [200] * (last - 4)
        assert ada.get(f"{game}?at=1").status_code == 404
        for none in ("abc", "99999", "-1"):
            assert f"This game has no position #{none}. This page shows the latest position instead." in text_of(
                ada.get(f"{game}?at={none}")
            )
        assert "This game has no position" not in ada.get(f"{game}?at={last}").text

    def test_todays_events_show_the_time_and_earlier_ones_the_day(self, ada: Reader) -> None:
        now = datetime.now(UTC)
        with ada.site.app.test_request_context():
            assert clock(now, "en") == f"{now:%H:%M}"
            assert clock(now - timedelta(days=1), "en") == f"{now - timedelta(days=1):%b %-d}"
            assert moment(now, "en").endswith(" UTC")

    def test_events_name_the_player_at_that_time_only_once(self, ada: Reader, ben: Reader, reader: People) -> None:
        table = create_table(ada, ruleset="toy")
        cleo = reader().registered("Cleo")
        cleo.send(f"{table}/join", seat=1)
        cleo.send(f"{table}/seed-contribution", seat=1, seed_contribution="of mine")
        cleo.send(f"{table}/leave", seat=1)
        ben.send(f"{table}/join", seat=1)
        ada.send(f"{table}/start")
        shown_text = text_of(ada.get(table))
        assert "Cleo took seat 2." in shown_text
        assert "Cleo added a seed contribution" in shown_text
        assert "Ben took seat 2." in shown_text
        assert not re.search(r"(Ada|Ben|Cleo): ", shown_text.partition("History")[2].partition("Charts")[0])

    def test_long_history_is_paginated(self, ada: Reader, ben: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(position, "ENTRIES", 4)
        page = create_game(ada, ben)
        play_moves(ada.site, page, 5)
        latest = ada.get(page).text
        assert "Earlier events" in latest
        assert "Later events" not in latest
        assert latest.partition("<footer")[0].count("aria-current") == 1
        numbers = [int(number) for number in re.findall(r'class="number">(\d+)<', latest)]
        assert numbers == list(range(numbers[0], numbers[0] - 4, -1))
        earlier = ada.get(f"{page}?at={numbers[-1] - 1}").text
        assert f'class="number">{numbers[-1]}<' in earlier
        assert "Later events" in earlier

    def test_undone_events_stay_in_the_history_until_redone(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        play_moves(ada.site, game, 1)
        acting = ada if 'id="undo"' in ada.get(game).text else ben
        undone = acting.send(f"{game}/undo")
        assert 'class="abandoned' in undone.text
        assert "undone" in undone.text
        assert 'id="redo"' in undone.text
        assert 'class="abandoned' not in acting.send(f"{game}/redo").text

    def test_stale_form_reports_what_happened_since(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        version = ada.site.services.handler.games.game(game.rpartition("/")[2]).version
        play_moves(ada.site, game, 1)
        stale = ada.send(f"{game}/undo", version=version)
        assert "Meanwhile:" in stale.text

    def test_undo_can_be_requested_and_granted(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben, undo="consent")
        play_moves(ada.site, game, 4)
        assert "You requested an undo" in ada.send(f"{game}/undo-request").text
        assert "Ada requests an undo" in ben.get(game).text
        granted = ben.send(f"{game}/undo-response", granted="yes")
        assert 'name="granted"' not in granted.text
        assert 'class="abandoned' in granted.text

    def test_automatic_end_of_turns_can_be_switched_on_and_off(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        assert re.search(r'name="automatic"[^>]*checked', ada.send(f"{game}/confirmation", automatic="on").text)
        assert not re.search(r'name="automatic"[^>]*checked', ada.send(f"{game}/confirmation").text)

    def test_game_is_abandoned_when_all_players_agree(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        assert "You agreed to abandon the game." in ada.send(f"{game}/abandon", agrees="yes").text
        assert "Agree to abandon" in ada.send(f"{game}/abandon", agrees="no").text
        ada.send(f"{game}/abandon", agrees="yes")
        assert "The game was abandoned" in ben.send(f"{game}/abandon", agrees="yes").text

    def test_branch_looks_different_and_is_private_to_its_owner(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben)
        play_moves(ada.site, game, 4)
        branch = ada.send(f"{game}/branch", at=5, name="The other canal")
        address = address_in(branch.request.path)
        assert 'class="one-screen is-branch"' in branch.text
        assert "You play every seat." in branch.text
        assert "The other canal" in ada.get(game).text
        assert "The other canal" not in ben.get(game).text
        assert ben.get(address).status_code == 404
        play_moves(ada.site, address, 1)
        assert [ada.get(f"{address}?at={at}").status_code for at in range(3)] == [200, 200, 200]
        deeper = ada.send(f"{address}/branch", at=1, name="Deeper")
        assert "from #1 of another branch of Evening" in text_of(deeper)

    def test_running_game_cannot_be_verified_yet(self, ada: Reader, ben: Reader) -> None:
        audit = text_of(ada.get(f"{create_game(ada, ben)}/audit"))
        assert "you can verify its whole log" in audit
        assert "intact" not in audit

    def test_finished_game_shows_its_result_seed_and_audit(self, ada: Reader, ben: Reader) -> None:
        game = create_game(ada, ben, ruleset="toy")
        play_moves(ada.site, game, 100, bot="best")
        page = ada.get(game)
        shown_text = text_of(page)
        assert "The game is over" in shown_text
        assert " wins with " in shown_text
        seed = ada.site.services.handler.games.game(game.rpartition("/")[2]).table.opened.seed
        assert seed in page.text
        assert sha256(bytes.fromhex(seed)).hexdigest() in page.text
        audit = text_of(ada.get(f"{game}/audit"))
        assert "the results are identical." in audit
        assert f"all {ada.site.services.handler.games.game(game.rpartition('/')[2]).version} events is intact" in audit
        assert "Every shuffle follows from the seed" in audit
        assert "The points match: Ada " in audit
        assert " won with " in ada.get("/").text


class TestFiles:
    def test_exported_game_can_be_imported_on_another_site(self, ada: Reader, ben: Reader, tmp_path: Path) -> None:
        game = create_game(ada, ben, ruleset="toy")
        play_moves(ada.site, game, 100, bot="best")
        exported = ada.client.get(f"/api{game}/export").data
        assert "This game already exists here." in text_of(import_game(ada, exported))

        other = site_on(f"sqlite:///{tmp_path}/elsewhere.sqlite")
        cleo = Reader(other, other.app.test_client()).registered("Cleo")
        assert "/games/import" in cleo.get("/games/new").text
        assert " wins with " in text_of(import_game(cleo, exported))
        assert " won with " in cleo.get("/games?list=mine").text
        close(other)

    def test_invalid_file_is_reported_and_not_stored(self, ada: Reader) -> None:
        record = json.loads((RECORDS / "birmingham-2-seats.json").read_bytes())
        record["moves"].insert(0, record["moves"][1])
        response = import_game(ada, json.dumps(record).encode())
        assert response.status_code == 422
        assert "Line 1 " in text_of(response)
        assert "Nothing was stored" in text_of(response)
        assert import_game(ada, b"").status_code == 422
        assert not re.search("/games/[0-9a-f]{32}", ada.get("/").text)

    def test_a_file_may_be_larger_than_other_forms(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", largest_body=1000, largest_import=3000)
        ada = site.person("Ada")
        headers = {"Authorization": f"Bearer {ada.token}"}
        forms = [{"file": (BytesIO(b"x" * size), "game.ndjson")} for size in (1500, 3000)]
        responses = [ada.client.post("/games/import", data=form, headers=headers) for form in forms]
        assert [response.status_code for response in responses] == [422, 413]
        close(site)

    def test_imports_by_page_and_api_share_one_rate_limit(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", import_limit="1 per hour")
        ada = site.person("Ada")
        assert ada.send_file(b"{}").status_code == 422
        sent = {"file": (BytesIO(b"{}"), "game.json")}
        response = ada.client.post("/games/import", data=sent, headers={"Authorization": f"Bearer {ada.token}"})
        assert response.status_code == 429
        close(site)

    def test_only_users_can_import_games(self, ada: Reader, reader: People) -> None:
        assert reader().get("/games/import").location == "/log-in?next=/games/import"
        assert import_game(reader(), b"{}").request.path == "/log-in"


def import_game(reader: Reader, content: bytes) -> TestResponse:
    return reader.send("/games/import", file=(BytesIO(content), "game.ndjson"))
