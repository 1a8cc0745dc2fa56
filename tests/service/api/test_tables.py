"""Creating, finding and joining tables; private tables; starting and abandoning games."""

from __future__ import annotations

import pytest

from tests.service.sites import Person, Site


class TestRulesets:
    def test_rulesets_are_listed_with_their_options_and_bots(self, site: Site) -> None:
        games = {game["name"]: game for game in site.visitor().get("/rulesets").json}
        assert games["toy"]["seats"] == [2, 3]
        assert games["toy"]["bots"] == ["random", "best"]
        assert "coins" in str(games["toy"]["options"])

    def test_ruleset_is_found_by_name(self, site: Site) -> None:
        assert site.visitor().get("/rulesets/toy").json["title"] == "High and Low"
        assert site.visitor().get("/rulesets/chess").status_code == 404


class TestOpening:
    def test_new_table_has_free_seats_and_a_secret_seed(self, ada: Person) -> None:
        response = ada.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 3, "options": {"coins": 9}})
        table = response.json
        assert response.status_code == 201
        assert response.headers["Location"] == f"/api/games/{table['id']}"
        assert (table["phase"], table["version"], table["options"]) == ("open", 1, {"coins": 9, "automas": []})
        assert [seat["free"] for seat in table["seats"]] == [True] * 3
        assert len(table["randomness"]["commitment"]) == 64
        assert table["randomness"]["seed"] is None

    @pytest.mark.parametrize(
        "wrong",
        [
            {"seats": "2"},
            {"seats": True},
            {"undo": "always"},
            {"options": {"chips": 1}},
            {"options": {"coins": "many"}},
            {"colour": "red"},
            {"name": "a\u0007b"},
        ],
    )
    def test_validation_error_names_the_field(self, ada: Person, wrong: dict[str, object]) -> None:
        response = ada.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 2, **wrong})
        assert response.status_code == 422
        assert next(iter(wrong)) in response.json["errors"][0]["path"]

    def test_unknown_ruleset_or_number_of_seats_is_refused(self, ada: Person) -> None:
        assert ada.post("/games", {"ruleset": "chess", "name": "x", "seats": 2}).status_code == 404
        response = ada.post("/games", {"ruleset": "toy", "name": "x", "seats": 5})
        assert (response.status_code, response.json["detail"]) == (409, "High and Low can't be played with 5 seats.")

    @pytest.mark.rule("BL-V.2")
    def test_option_unavailable_for_the_number_of_seats_is_refused(self, ada: Person) -> None:
        wanted = {"ruleset": "brass-lancashire", "name": "x", "options": {"classic_deck": True}}
        response = ada.post("/games", {**wanted, "seats": 2})
        assert response.status_code == 409
        assert response.json["detail"] == "The classic deck isn't available with 2 players."
        assert ada.post("/games", {**wanted, "seats": 3}).status_code == 201

    def test_expansion_can_be_used_as_a_whole_or_in_modules(self, ada: Person) -> None:
        wanted = {"ruleset": "barrage", "name": "x", "seats": 2}
        for options in ({"leeghwater": True}, {"leeghwater": False, "netherlands": True}):
            opened = ada.post("/games", {**wanted, "options": options}).json["options"]
            assert opened | options == opened
        for options in ({"leeghwater": True, "netherlands": True}, {"leeghwater": True, "rules": "beginner"}):
            assert ada.post("/games", {**wanted, "options": options}).status_code == 409
        assert ada.post("/games", {**wanted, "options": {"leeghwater": "all"}}).status_code == 422
        assert ada.post("/games", {**wanted, "options": {"leeghwater": None}}).status_code == 422

    def test_opening_a_table_requires_login(self, site: Site) -> None:
        response = site.visitor().post("/games", {"ruleset": "toy", "name": "x", "seats": 2})
        assert response.status_code == 401


class TestSeats:
    def test_players_join_any_free_seat_or_a_specific_one(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada, seats=3)
        assert ada.post(f"/games/{game}/join", {"seat": 1}).json["seats"][1]["yours"]
        seats = ben.post(f"/games/{game}/join").json["seats"]
        assert [(seat["name"], seat["yours"]) for seat in seats] == [("Ben", True), ("Ada", False), ("", False)]

    def test_joining_a_taken_or_missing_seat_is_refused(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        ada.post(f"/games/{game}/join", {"seat": 0})
        taken = ben.post(f"/games/{game}/join", {"seat": 0})
        assert (taken.status_code, taken.json["detail"]) == (409, "This seat is taken.")
        assert ben.post(f"/games/{game}/join", {"seat": 7}).status_code == 409
        assert ben.get(f"/games/{game}").json["version"] == 2

    def test_players_can_free_their_own_seats_and_the_host_any_seat(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        ben.post(f"/games/{game}/join", {"seat": 0})
        assert ben.post(f"/games/{game}/leave").json["seats"][0]["free"]
        ben.post(f"/games/{game}/join", {"seat": 0})
        assert ada.post(f"/games/{game}/leave", {"seat": 0}).json["seats"][0]["free"]
        assert ada.post(f"/games/{game}/leave", {"seat": 0}).status_code == 409

    def test_other_users_cannot_free_a_seat(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        ada.post(f"/games/{game}/join", {"seat": 0})
        response = ben.post(f"/games/{game}/leave", {"seat": 0})
        assert (response.status_code, response.json["type"]) == (403, "/api/docs#not-yours")

    def test_only_the_host_can_add_bots(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        assert ben.post(f"/games/{game}/bots", {"bot": "best"}).status_code == 403
        assert ada.post(f"/games/{game}/bots", {"bot": "brilliant"}).status_code == 422
        seats = ada.post(f"/games/{game}/bots", {"bot": "best", "seat": 1}).json["seats"]
        assert (seats[1]["bot"], seats[1]["name"]) == ("best", "Best 2")

    def test_players_contribute_to_the_seed_until_the_start(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        ada.post(f"/games/{game}/join")
        assert (
            ada.post(f"/games/{game}/seed-contribution", {"seed_contribution": "abracadabra"}).json["seats"][0][
                "seed_contribution"
            ]
            == "abracadabra"
        )
        assert ben.post(f"/games/{game}/seed-contribution", {"seed_contribution": "hocus pocus"}).status_code == 403
        running = site.game(ada, ben)
        assert ada.post(f"/games/{running}/seed-contribution", {"seed_contribution": "too late"}).status_code == 409

    def test_turns_of_a_seat_can_end_automatically(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben)
        assert ada.post(f"/games/{game}/turn-confirmation", {"automatic": True}).json["seats"][0]["automatic"]
        ada.move(game, {"command": {"action": "take_coins"}})
        state = ada.move(game, {"command": {"action": "take_coins"}}).json
        assert state["to_act"][0]["seat"] == 1


class TestPrivateTables:
    def test_existence_is_hidden_from_other_users(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        game = any_site.table(ada, private=True)
        any_site.catch_up()
        assert ben.get(f"/games/{game}").status_code == 404
        assert ben.post(f"/games/{game}/join").status_code == 404
        assert ben.get(f"/games/{game}").json["detail"] == ben.get(f"/games/{'0' * 32}").json["detail"]
        assert ben.get("/games").json["games"] == []
        assert [table["id"] for table in ada.get("/games").json["games"]] == [game]

    def test_invitation_link_lets_a_user_see_and_join_the_table(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada, private=True)
        invitation = ada.get(f"/games/{game}/invitation-link").json
        assert invitation["link"] == f"/games/{game}?invite={invitation['invite']}"
        assert ben.get(f"/games/{game}?invite={invitation['invite']}").status_code == 200
        assert ben.get(f"/games/{game}?invite=guessed").status_code == 404
        assert ben.post(f"/games/{game}/join", {"invite": invitation["invite"]}).status_code == 200
        assert ben.get(f"/games/{game}").status_code == 200
        assert ben.get(f"/games/{game}/invitation-link").status_code == 403

    def test_response_to_a_stale_join_contains_newer_events(self, site: Site, ada: Person, ben: Person) -> None:
        table = site.table(ada, private=True)
        invitation = ada.get(f"/games/{table}/invitation-link").json["invite"]
        version = ada.get(f"/games/{table}").headers["ETag"]
        ada.post(f"/games/{table}/join", {})
        response = ben.post(f"/games/{table}/join", {"invite": invitation}, headers={"If-Match": version})
        assert response.status_code == 412
        assert [event["text"] for event in response.json["since"]] == ["Ada took seat 1."]


class TestInvitations:
    @pytest.fixture
    def ada(self, any_site: Site) -> Person:
        return any_site.person("Ada")

    @pytest.fixture
    def ben(self, any_site: Site) -> Person:
        return any_site.person("Ben")

    @pytest.fixture
    def table(self, any_site: Site, ada: Person) -> str:
        return any_site.table(ada, seats=3, private=True)

    @pytest.fixture
    def link(self, ada: Person, table: str) -> str:
        return link_of(ada, table)

    def test_renewing_the_link_invalidates_the_old_one(self, ada: Person, ben: Person, table: str, link: str) -> None:
        renewed = ada.post(f"/games/{table}/invitation-link").json["invite"]
        assert not opens(ben, table, link)
        assert ben.post(f"/games/{table}/join", {"invite": link}).status_code == 404
        assert opens(ben, table, renewed)
        assert ben.post(f"/games/{table}/join", {"invite": renewed}).status_code == 200
        assert ben.post(f"/games/{table}/invitation-link").status_code == 403
        assert len({link, renewed, ada.post(f"/games/{table}/invitation-link").json["invite"]}) == 3
        assert ben.get(f"/games/{table}").status_code == 200, "a seated player needs no link"

    def test_removing_a_player_invalidates_the_link(
        self, any_site: Site, ada: Person, ben: Person, table: str, link: str
    ) -> None:
        """The link works with any account or none, so the old one ends for everyone."""
        ben.post(f"/games/{table}/join", {"seat": 1, "invite": link})
        assert ada.post(f"/games/{table}/leave", {"seat": 1}).status_code == 200
        for person in (ben, any_site.person("Benny"), any_site.visitor()):
            assert not opens(person, table, link)
        assert ben.post(f"/games/{table}/join", {"invite": link}).status_code == 404
        assert opens(ben, table, link_of(ada, table))

    def test_link_stays_valid_unless_others_are_removed(self, ada: Person, ben: Person, table: str, link: str) -> None:
        ada.post(f"/games/{table}/join", {"seat": 0})
        ada.post(f"/games/{table}/bots", {"seat": 1, "bot": "best"})
        ben.post(f"/games/{table}/join", {"seat": 2, "invite": link})
        ben.post(f"/games/{table}/leave", {})
        for seat in (0, 1):
            assert ada.post(f"/games/{table}/leave", {"seat": seat}).status_code == 200
        assert opens(ben, table, link)

    def test_link_gives_a_user_one_seat(self, ada: Person, ben: Person, table: str, link: str) -> None:
        assert ben.post(f"/games/{table}/join", {"seat": 1, "invite": link}).status_code == 200
        for body in ({"seat": 2, "invite": link}, {"seat": 2}):
            response = ben.post(f"/games/{table}/join", body)
            assert (response.status_code, response.json["type"]) == (409, "/api/docs#refused")
        ben.post(f"/games/{table}/leave", {})
        assert ben.post(f"/games/{table}/join", {"seat": 2, "invite": link}).status_code == 200

    def test_host_or_user_at_an_open_table_can_take_several_seats(
        self, any_site: Site, ada: Person, ben: Person
    ) -> None:
        hotseat, listed = any_site.table(ada, private=True), any_site.table(ada)
        for person, table in ((ada, hotseat), (ben, listed)):
            assert [person.post(f"/games/{table}/join", {}).status_code for _ in range(2)] == [200, 200]


def link_of(owner: Person, table: str) -> str:
    return str(owner.get(f"/games/{table}/invitation-link").json["invite"])


def opens(person: Person, table: str, link: str) -> bool:
    """Return whether the invitation makes the table visible."""
    return person.get(f"/games/{table}?invite={link}").status_code == 200


class TestStarting:
    def test_only_the_host_can_start_a_full_table_once(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        ada.post(f"/games/{game}/join")
        early = ada.post(f"/games/{game}/start")
        assert (early.status_code, early.json["detail"]) == (409, "1 seat is still free.")
        ben.post(f"/games/{game}/join")
        assert ben.post(f"/games/{game}/start").status_code == 403
        started = ada.post(f"/games/{game}/start").json
        assert (started["phase"], started["to_act"]) == ("running", [{"seat": 0, "reason": "Ada is to act."}])
        assert ada.post(f"/games/{game}/start").status_code == 409

    def test_table_has_no_state_before_the_start(self, site: Site, ada: Person) -> None:
        game = site.table(ada)
        response = ada.get(f"/games/{game}/state")
        assert (response.status_code, response.json["type"]) == (409, "/api/docs#not-started")


class TestAbandoning:
    def test_only_the_host_can_withdraw_a_table_before_the_start(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.table(ada)
        assert ben.post(f"/games/{game}/abandon").status_code == 403
        assert ada.post(f"/games/{game}/abandon").json["phase"] == "abandoned"

    def test_running_game_is_abandoned_if_all_players_agree(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben)
        assert ada.post(f"/games/{game}/abandon").json["phase"] == "running"
        assert not ada.post(f"/games/{game}/abandon", {"agrees": False}).json["seats"][0]["agrees_to_abandon"]
        assert ben.post(f"/games/{game}/abandon").json["phase"] == "running"
        assert ada.post(f"/games/{game}/abandon").json["phase"] == "abandoned"
        over = ada.move(game, {"command": {"action": "take_coins"}})
        assert (over.status_code, over.json["type"]) == (409, "/api/docs#game-over")


class TestFinding:
    def test_filters_select_games(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        waiting, running = any_site.table(ada), any_site.game(ada, ben)
        any_site.catch_up()

        def found(person: Person, which: str) -> list[str]:
            return [game["id"] for game in person.get(f"/games?filter={which}").json["games"]]

        assert found(ada, "all") == [running, waiting]
        assert found(ben, "mine") == found(ben, "playing") == [running]
        assert (found(ada, "my_turn"), found(ben, "my_turn")) == ([running], [])
        assert found(ben, "open") == [waiting]
        assert found(any_site.visitor(), "running") == [running]
        assert found(ada, "finished") == []
        assert ada.get("/games?filter=lost").status_code == 422

    def test_list_shows_the_headline_and_points(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        waiting, running = any_site.table(ada), any_site.game(ada, ben)
        any_site.catch_up()
        listed = {game["id"]: game for game in any_site.visitor().get("/games").json["games"]}
        state = ada.get(f"/games/{running}/state").json
        assert listed[running]["headline"] == state["summary"]["headline"] != ""
        assert listed[running]["points"] == state["standing"]["points"]
        assert (listed[waiting]["headline"], listed[waiting]["points"]) == (None, [])

    def test_cursor_leads_through_all_pages(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        tables = [any_site.table(ada, name=f"Table {number}") for number in range(5)]
        any_site.catch_up()
        seen: list[str] = []
        cursor: dict[str, str] = {}
        for _ in range(3):
            page = ada.get("/games", query_string={"limit": 2, **cursor}).json
            seen += [game["id"] for game in page["games"]]
            cursor = {"cursor": page["next"]} if page["next"] else {}
        assert seen == tables[::-1]
        assert not cursor

    def test_invalid_cursor_is_refused(self, ada: Person) -> None:
        assert ada.get("/games?cursor=xyz").status_code == 422


def test_history_names_earlier_players_of_a_seat(site: Site) -> None:
    ada, ben, cleo = (site.person(name) for name in ("Ada", "Ben", "Cleo"))
    game = site.table(ada)
    for person, what in ((ada, "join"), (ben, "join"), (ben, "leave"), (cleo, "join"), (ada, "start")):
        body = {"seat": 1} if what == "leave" else {}
        assert person.post(f"/games/{game}/{what}", body, headers={"If-Match": "*"}).status_code == 200
    site.catch_up()
    texts = [each["text"] for each in ada.get(f"/games/{game}/history?limit=100").json["events"]]
    assert {"Ben took seat 2.", "Seat 2 became free.", "Cleo took seat 2."} <= set(texts)
