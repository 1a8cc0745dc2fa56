"""Offline verification of exports: valid ones pass, and any change is found on its line."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import aggregate, log, verifiable_random
from domain.aggregate import Game
from domain.game import IllegalMove
from domain.log import HeadMoved
from domain.message import message
from service.storage.mapper import FactMapper
from service.transfer.export import export_lines
from service.transfer.export_format import End, Event, Names, Words, decode, encode
from service.transfer.verification import VerificationReport, verify
from service.usecases import branches, moves, tables
from service.usecases.command_handler import CommandHandler
from tests import toy
from tests.golden import logs
from tests.service import playing
from tests.service.transfer.tampering import assert_problem, line_of, tampered_export, with_trailer


@pytest.fixture(scope="module")
def handler(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("verification"))


@pytest.fixture(scope="module")
def game(handler: CommandHandler) -> Game:
    return playing.play_to_end(handler, playing.start_game(handler, 3))


@pytest.fixture(scope="module")
def lines(handler: CommandHandler, game: Game) -> list[bytes]:
    return list(export_lines(handler, game, "spectator"))


@pytest.fixture(scope="module")
def branch_lines(handler: CommandHandler, game: Game) -> list[bytes]:
    """Return a branch of a branch of the finished game, each with moves of its own."""
    chance = playing.random.Random(5)
    for name in ("first", "second"):
        write = playing.CommandContext(actor="ada", command=f"branch-{name}")
        game = branches.open_branch(handler, game.id, write, at=game.version // 2, viewer="auditor", name=name)
        for _ in range(4):
            game = playing.move_undo_and_redo(handler, game, chance)
    return list(export_lines(handler, game, "spectator"))


def test_finished_game_verifies(game: Game, lines: list[bytes]) -> None:
    report = verify(lines)
    assert report.problem is None
    assert report.events == game.version == len(lines) - 4
    assert report.points == game.ruleset.standing(aggregate.state(game)).points
    assert report.names == ["Ada", "Ben", "Cleo"]
    assert not report.notes
    undone = [record for record in game.records if isinstance(record.fact, HeadMoved)]
    assert undone, "this test needs a game with abandoned paths"


def test_nested_branch_export_includes_all_ancestors(branch_lines: list[bytes]) -> None:
    report = verify(branch_lines)
    assert report.problem is None
    streams = {line.stream for line in map(decode, branch_lines) if isinstance(line, Event)}
    assert len(streams) == 3


def test_branch_of_running_game_verifies_once_the_game_finishes(handler: CommandHandler) -> None:
    running = playing.start_game(handler, name="running while branched")
    write = playing.CommandContext(actor="ada", command="peek")
    branch = branches.open_branch(handler, running.id, write, at=running.version, viewer=0, name="what if")
    branch = playing.make_random_move(handler, branch, playing.random.Random(2))
    playing.play_to_end(handler, running)
    report = verify(export_lines(handler, handler.games.game(branch.id), "spectator"))
    assert report.problem is None
    assert [note.text for note in report.notes] == [
        "The branch starts from an imagined position, which can't be verified."
    ]


def test_abandoned_and_never_started_games_verify(handler: CommandHandler) -> None:
    game = playing.make_random_move(handler, playing.start_game(handler, name="to abandon"), playing.random.Random(1))
    for seat in range(2):
        game = tables.agree_to_abandon(handler, game.id, playing.context_for(game, seat), True)
    assert verify(export_lines(handler, game, 0)).problem is None
    closed = playing.open_table(handler, name="to close")
    closed = tables.close_table(handler, closed.id, playing.context_for(closed, 0))
    assert verify(export_lines(handler, closed, 0)).problem is None


def test_undo_by_consent_verifies_only_if_granted(handler: CommandHandler) -> None:
    game = playing.start_game(handler, name="by consent", undo="consent")
    chance = playing.random.Random(3)
    for _ in range(3):
        game = playing.make_random_move(handler, game, chance)
    game = handler.run(moves.request_undo(handler, game.id, playing.context_for(game, 0), aggregate.move_ends(game)[1]))
    game = handler.run(moves.answer_undo(handler, game.id, playing.context_for(game, 1), True))
    consented = game.version
    while game.table.phase == "running":
        game = playing.make_random_move(handler, game, chance)
    exported = list(export_lines(handler, game, "auditor"))
    assert verify(exported).problem is None

    def refuse(facts: list[Any]) -> None:
        facts[consented - 2]["fact"]["granted"] = False

    assert_problem(verify(tampered_export(exported, refuse)), line=consented + 1, kind="diverges")


def test_running_game_cannot_be_verified(handler: CommandHandler) -> None:
    running = playing.start_game(handler, name="running")
    report = verify(export_lines(handler, running, 1))
    assert_problem(report, line=1, kind="veiled")


# Bytes ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(data=st.data())
def test_a_flipped_byte_is_found_on_its_line(lines: list[bytes], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[number]) - 1))
    line = bytearray(lines[number])
    line[place] ^= data.draw(st.integers(1, 255))
    report = verify([*lines[:number], bytes(line), *lines[number + 1 :]])
    assert_found(report, lines, number)


@settings(max_examples=30)
@given(data=st.data())
@pytest.mark.parametrize("generation", range(3), ids=["game", "branch", "nested branch"])
def test_a_flipped_byte_in_any_stream_of_a_branch_export_is_found_on_its_line(
    branch_lines: list[bytes], data: st.DataObject, generation: int
) -> None:
    """A branch of a branch contains the streams it continues, oldest first."""
    ends = [number for number, line in enumerate(map(decode, branch_lines), 1) if isinstance(line, Names)]
    starts = [0, *ends]
    number = data.draw(st.integers(starts[generation], ends[generation] - 1))
    place = data.draw(st.integers(0, len(branch_lines[number]) - 1))
    line = bytearray(branch_lines[number])
    line[place] ^= data.draw(st.integers(1, 255))
    report = verify([*branch_lines[:number], bytes(line), *branch_lines[number + 1 :]])
    assert_found(report, branch_lines, number)


def assert_found(report: VerificationReport, lines: list[bytes], number: int) -> None:
    """Check that the changed line is reported or, for names, which no log has hashed, the trailer."""
    assert report.problem is not None
    still_a_name = isinstance(decode(lines[number]), Names) and report.problem.line == len(lines)
    assert report.problem.line == number + 1 or still_a_name


@given(data=st.data())
@settings(max_examples=40)
def test_dropped_line_is_reported_where_it_is_missing(branch_lines: list[bytes], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(branch_lines) - 1))
    report = verify(branch_lines[:number] + branch_lines[number + 1 :])
    assert report.problem is not None
    assert report.problem.line == number + 1


@given(data=st.data())
@settings(max_examples=40)
def test_duplicated_line_is_found(branch_lines: list[bytes], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(branch_lines) - 1))
    place = data.draw(st.integers(number + 1, len(branch_lines)))
    report = verify([*branch_lines[:place], branch_lines[number], *branch_lines[place:]])
    assert report.problem is not None
    assert report.problem.line == place + 1


@given(data=st.data())
@settings(max_examples=40)
def test_swapped_lines_are_reported_at_the_first_one(branch_lines: list[bytes], data: st.DataObject) -> None:
    first, second = sorted(data.draw(st.sets(st.integers(0, len(branch_lines) - 1), min_size=2, max_size=2)))
    swapped = list(branch_lines)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    report = verify(swapped)
    assert report.problem is not None
    assert report.problem.line == first + 1


def test_trailer_between_two_streams_is_found(branch_lines: list[bytes]) -> None:
    end = next(number for number, line in enumerate(branch_lines) if isinstance(decode(line), End))
    report = verify([*branch_lines[: end + 1], branch_lines[-1], *branch_lines[end + 1 : -1]])
    assert_problem(report, end + 2, "altered")


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"{}\n", b'{"line":"trailer"}\n', b"\xff\xfe\n"])
def test_a_file_that_is_not_an_export_fails_on_line_1(content: bytes) -> None:
    assert_problem(verify(content.splitlines(keepends=True)), line=1, kind="altered")


# Forgeries with matching hashes --------------------------------------------------------------------------------------


def test_forging_nothing_changes_nothing(lines: list[bytes]) -> None:
    assert tampered_export(lines, lambda records: None) == lines


def test_number_not_in_hand_is_illegal(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.called")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["number"] = "12"

    assert_problem(verify(tampered_export(lines, change)), line, "illegal", rule="TOY-2")


def test_move_out_of_turn_is_illegal(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.coins_taken")

    def change(records: list[Any]) -> None:
        records[line - 2]["seat"] = (records[line - 2]["seat"] + 1) % 3

    assert_problem(verify(tampered_export(lines, change)), line, "illegal")


def test_unearned_points_diverge(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.called")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["points"] += 1

    report = verify(tampered_export(lines, change))
    assert_problem(report, line, "diverges")
    (difference,) = report.problem.differences
    assert (difference.version, difference.field) == (line - 1, "points")
    assert difference.recorded == difference.now + 1


def test_drawn_card_not_from_the_deck_diverges(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.drawn")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["number"] = "8" if records[line - 2]["fact"]["number"] == "9" else "9"

    # The line that is wrong is the drawn card's, although the command's own fact comes before it.
    assert_problem(verify(tampered_export(lines, change)), line, "diverges")


def test_setup_not_derived_from_the_seed_diverges(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.started")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["deck"].reverse()

    assert_problem(verify(tampered_export(lines, change)), line, "diverges")


def test_changed_seed_contribution_diverges_at_setup(lines: list[bytes]) -> None:
    words, start = line_of(lines, "table.words_sealed"), line_of(lines, "toy.started")

    def change(records: list[Any]) -> None:
        records[words - 2]["fact"]["digest"] = "00" * 32

    assert_problem(verify(tampered_export(lines, change)), start, "diverges")


class TestContributionsFromBeforeSealing:
    """Before sealing, the text of contributions decided shuffles, even where the log now has only digests."""

    WORDS = ("coal and iron", "beer")

    @pytest.fixture
    def with_digests(self) -> list[bytes]:
        added = logs.lines_of(logs.DIRECTORY / "lancashire-2-seats.ndjson.gz")
        assert verify(added).problem is None

        def seal(records: list[Any]) -> None:
            for fact in (record["fact"] for record in records):
                if fact["topic"] == "table.words_added":
                    digest = verifiable_random.sealed("salt", fact.pop("words"))
                    fact.update({"topic": "table.words_sealed", "digest": digest, "themselves": True})

        return tampered_export(added, seal)

    def test_texts_on_the_names_line_verify_the_shuffles(self, with_digests: list[bytes]) -> None:
        words = [Words(seat=seat, salt="salt", words=text) for seat, text in enumerate(self.WORDS)]
        names_line = msgspec.structs.replace(decode(with_digests[-2]), words=words)  # type: ignore[type-var]
        report = verify(with_trailer([*with_digests[:-2], encode(names_line)]))
        assert (report.problem, report.notes) == (None, ())

    def test_missing_texts_leave_only_shuffles_unverified(self, with_digests: list[bytes]) -> None:
        report = verify(with_digests)
        assert report.problem is None
        assert [note.text.partition(",")[0] for note in report.notes] == [
            "A seed contribution was deleted with its author's account"
        ]


@pytest.mark.parametrize("topic", ["table.opened", "table.seat_taken"])
def test_name_in_a_fact_is_rejected(lines: list[bytes], topic: str) -> None:
    line = line_of(lines, topic)

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["name"] = "Ada"

    assert_problem(verify(tampered_export(lines, change)), line, "altered")


def test_prerelease_format_is_rejected(lines: list[bytes]) -> None:
    assert_problem(verify([lines[0].replace(b"daybook.export/2", b"daybook.export/1"), *lines[1:]]), 1, "altered")


def test_seed_not_matching_the_commitment_is_illegal(lines: list[bytes]) -> None:
    def change(records: list[Any]) -> None:
        records[0]["fact"]["seed"] = "00" * 32

    assert_problem(verify(tampered_export(lines, change)), 2, "illegal")


def test_wrong_seed_published_at_the_end_diverges(lines: list[bytes]) -> None:
    def change(records: list[Any]) -> None:
        records[-1]["fact"]["seed"] = "00" * 32

    assert_problem(verify(tampered_export(lines, change)), len(lines) - 3, "diverges")


def test_undo_further_than_allowed_is_illegal(lines: list[bytes]) -> None:
    line = line_of(lines, "log.head_moved")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["to"] = 3

    assert_problem(verify(tampered_export(lines, change)), line, "illegal")


def test_forged_move_on_an_abandoned_path_diverges(lines: list[bytes], game: Game) -> None:
    on_line = set(log.line(game.tree))
    abandoned = next(
        record.originator_version
        for record in game.records
        if isinstance(record.fact, toy.CoinsTaken) and record.originator_version not in on_line
    )

    def change(records: list[Any]) -> None:
        records[abandoned - 1]["fact"]["coins"] = 20

    assert_problem(verify(tampered_export(lines, change)), abandoned + 1, "diverges")


def test_truncated_log_is_rejected(lines: list[bytes]) -> None:
    shorter = tampered_export(lines, lambda records: records.__delitem__(slice(-1, None)))
    assert_problem(verify(shorter), len(shorter) - 2, "altered")


def test_wrong_final_points_diverge(lines: list[bytes]) -> None:
    end = msgspec.structs.replace(decode(lines[-3]), points=[99, 0, 0])
    assert_problem(verify(with_trailer([*lines[:-3], encode(end), lines[-2]])), len(lines) - 2, "diverges")


def test_different_component_figures_are_noted(lines: list[bytes]) -> None:
    content = "numbers = 9\ncoins = 3\n"
    digest = hashlib.sha256(content.encode()).hexdigest()

    def change(records: list[Any]) -> None:
        records[0]["fact"]["figures"] = digest

    header = encode(msgspec.structs.replace(decode(lines[0]), figures=digest, content=content))
    report = verify(tampered_export([header, *lines[1:]], change))
    assert report.problem is None
    assert [note.text for note in report.notes] == [
        "The component figures used in the game differ from this site's current ones."
    ]


def test_figures_not_matching_the_header_digest_are_rejected(lines: list[bytes]) -> None:
    header = encode(msgspec.structs.replace(decode(lines[0]), content="numbers = 8\n"))
    assert_problem(verify(with_trailer([header, *lines[1:-1]])), 1, "altered")


def test_figures_not_named_in_the_log_are_rejected(lines: list[bytes]) -> None:
    content = "numbers = 8\n"
    digest = hashlib.sha256(content.encode()).hexdigest()
    header = encode(msgspec.structs.replace(decode(lines[0]), figures=digest, content=content))
    assert_problem(verify(with_trailer([header, *lines[1:-1]])), 1, "altered")


def test_seat_taken_twice_is_illegal(lines: list[bytes]) -> None:
    line = line_of(lines, "table.seat_taken", nth=1)

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["seat"] = 0

    assert_problem(verify(tampered_export(lines, change)), line, "illegal")


@pytest.mark.parametrize(
    ("topic", "field", "value"),
    [
        ("toy.called", "seat", 77),
        ("toy.called", "number", "not a number"),
        ("toy.turn_begun", "seat", -9),
        ("log.head_moved", "to", 10**9),
        ("table.seat_taken", "seat", -1),
        ("table.words_sealed", "seat", 12),
    ],
)
def test_facts_impossible_in_any_position_are_found(lines: list[bytes], topic: str, field: str, value: Any) -> None:
    line = line_of(lines, topic)

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"][field] = value

    report = verify(tampered_export(lines, change))
    assert report.problem is not None
    assert report.problem.line == line


def test_first_wrong_line_is_reported_despite_later_damage(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.called")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["points"] += 1

    damaged = tampered_export(lines, change)
    damaged[-3] = damaged[-3].replace(b'"seed"', b'"sead"')
    assert_problem(verify(damaged), line, "diverges")


def test_corrected_rule_reports_the_move_it_now_forbids(lines: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def stricter(state: Any, seat: int, command: Any) -> Any:
        if isinstance(command, toy.TakeCoins):
            raise IllegalMove("TOY-9", message("test.nobody-takes-coins-any", "Nobody takes coins any more."))
        return toy.RULESET.decide(state, seat, command)

    today = dataclasses.replace(toy.RULESET, decide=stricter)
    monkeypatch.setitem(toy.game.rulesets(), "toy", today)
    assert_problem(verify(lines), line_of(lines, "toy.coins_taken"), "illegal", rule="TOY-9")


# Former topics -------------------------------------------------------------------------------------------------------


def test_a_log_with_a_former_topic_is_read_through_its_upcaster(lines: list[bytes]) -> None:
    line = line_of(lines, "toy.called")

    def change(records: list[Any]) -> None:
        records[line - 2]["fact"]["topic"] = "toy.said"

    old = tampered_export(lines, change)
    assert decode(old[line - 1]).topic == "toy.said"
    assert verify(old).problem is None


def test_a_former_topic_is_never_written() -> None:
    assert "toy.said" in FactMapper().former_topics
    assert all(fact.__struct_config__.tag != "toy.said" for fact in toy.RULESET.facts)


def test_verification_needs_only_the_file(lines: list[bytes], tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    file.write_bytes(b"".join(lines))
    with file.open("rb") as opened:
        assert verify(opened).problem is None
