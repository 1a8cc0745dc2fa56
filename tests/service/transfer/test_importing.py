"""Imports: exports byte for byte, records of play command by command, and no invalid file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest

from domain import aggregate, log
from domain.aggregate import Game
from domain.components import digest_of
from domain.table.facts import Imported, Superseded
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from projections.db_protocol import Rows
from projections.stream_folder import Change
from service.storage import Storage
from service.transfer import importing
from service.transfer.audit import audit
from service.transfer.export import export_lines, names
from service.transfer.export_format import Header, decode, encode
from service.transfer.file_problems import FileProblem, WrongFile
from service.transfer.importing import AlreadyHere, import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import verify
from service.usecases import branch_quota, branches
from service.usecases.command_handler import CommandContext, CommandHandler
from service.usecases.game_repository import UnknownGame
from tests import toy
from tests.golden import logs
from tests.service import playing
from tests.service.transfer.tampering import tampered_export, with_trailer


@pytest.fixture
def elsewhere(tmp_path: Path) -> CommandHandler:
    (tmp_path / "elsewhere").mkdir()
    return playing.new_daybook(tmp_path / "elsewhere")


@pytest.fixture
def here(tmp_path: Path) -> CommandHandler:
    (tmp_path / "here").mkdir()
    return playing.new_daybook(tmp_path / "here")


@pytest.fixture
def finished(elsewhere: CommandHandler) -> Game:
    return playing.play_to_end(elsewhere, playing.start_game(elsewhere, 3))


def exported(handler: CommandHandler, game: Game) -> bytes:
    return b"".join(export_lines(handler, game, "spectator"))


def branched(handler: CommandHandler, game: Game, at: int, name: str) -> Game:
    branch = branches.open_branch(
        handler, game.id, CommandContext(actor="ada", command=name), at=at, viewer="auditor", name=name
    )
    return playing.make_random_move(handler, branch, playing.random.Random(6))


def refusal(handler: CommandHandler, content: bytes) -> FileProblem:
    """Return why a file is refused, and check that nothing is stored."""
    before = handler.storage.last_id()
    with pytest.raises(WrongFile) as caught:
        import_file(handler, "zoe", content)
    assert handler.storage.last_id() == before
    return caught.value.problem


class TestExports:
    def test_the_stream_is_stored_byte_for_byte_and_marked_as_imported(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        assert import_file(here, "zoe", exported(elsewhere, finished)) == finished.id
        assert list(here.games.stored(finished.id))[:-1] == list(elsewhere.games.stored(finished.id))
        assert here.games.game(finished.id).records[-1].fact == Imported(by="zoe")
        assert here.games.position(here.games.game(finished.id)) == elsewhere.games.position(finished)

    def test_seed_contributions_in_old_logs_are_preserved(self, here: CommandHandler) -> None:
        lines = logs.lines_of(logs.DIRECTORY / "lancashire-2-seats.ndjson.gz")
        game = here.games.game(import_file(here, "zoe", b"".join(lines)))
        assert exported(here, game).splitlines(keepends=True)[1 : len(lines) - 3] == lines[1:-3]
        assert [chair.words for chair in game.table.chairs] == ["coal and iron", "beer"]
        assert names(here, game).seats == ["Ada", "Eve"]

    @pytest.mark.parametrize(
        ("name", "figure"),
        [("birmingham-2-seats-nearest-coal", "merchant_barrels = "), ("arkwright-2-seats", "plus_token = ")],
    )
    def test_log_with_removed_figures_replays_as_before(self, here: CommandHandler, name: str, figure: str) -> None:
        file = logs.DIRECTORY / f"{name}.ndjson.gz"
        lines = logs.lines_of(file)
        header = decode(lines[0])
        assert isinstance(header, Header)
        assert figure in header.content
        game = here.games.game(import_file(here, "zoe", b"".join(lines)))
        assert figure not in game.ruleset.figures_content(game.ruleset.current_figures()).decode()
        assert game.figures == header.figures == digest_of(header.content.encode())
        facts = len(game.records) - 1
        assert exported(here, game).splitlines(keepends=True)[: facts + 1] == lines[: facts + 1]
        assert logs.written(list(logs.positions(game))[:-1]) == logs.positions_file(file).read_text()
        assert {finding.verdict for finding in audit(here, game)} == {"identical"}

    def test_superseded_rules_are_recorded_on_import(self, here: CommandHandler) -> None:
        old = b"".join(logs.lines_of(logs.DIRECTORY / "birmingham-3-seats.ndjson.gz"))
        game = here.games.game(import_file(here, "zoe", old))
        superseded = (Superseded("BB-8.2", date(2026, 11, 21)),)
        assert game.records[-1].fact == Imported(by="zoe", superseded=superseded)
        assert game.table.imported is not None
        assert game.table.imported.superseded == superseded
        again = verify(export_lines(here, game, "spectator"))
        assert again.problem is None
        assert not again.valid

    def test_users_of_another_site_get_no_seats(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        game = here.games.game(import_file(here, "zoe", exported(elsewhere, finished)))
        assert seats_of(game.table, "ada") == []
        assert game.table.opened.owner == "zoe"
        assert names(here, game).seats == ["Ada", "Ben", "Cleo"]
        assert not any(chair.free for chair in game.table.chairs)

    def test_an_imported_game_can_be_exported_verified_and_audited(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        game = here.games.game(import_file(here, "zoe", exported(elsewhere, finished)))
        assert verify(export_lines(here, game, "spectator")).problem is None
        assert {finding.verdict for finding in audit(here, game)} == {"identical"}

    def test_same_game_can_be_imported_only_once(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        content = exported(elsewhere, finished)
        import_file(here, "zoe", content)
        before = here.storage.last_id()
        with pytest.raises(AlreadyHere):
            import_file(here, "yan", content)
        assert here.storage.last_id() == before

    def test_branch_import_includes_the_streams_it_continues(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        first = branched(elsewhere, finished, aggregate.move_ends(finished)[4], "first")
        second = branched(elsewhere, first, first.version, "second")
        game = here.games.game(import_file(here, "zoe", exported(elsewhere, second)))
        assert here.games.position(game) == elsewhere.games.position(second)
        assert here.games.game(finished.id).table.phase == "finished"
        assert seats_of(here.games.game(first.id).table, "ada") == seats_of(game.table, "ada") == []

    def test_branch_attaches_to_an_existing_origin(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        import_file(here, "zoe", exported(elsewhere, finished))
        branch = branched(elsewhere, finished, finished.version // 2, "later")
        import_file(here, "zoe", exported(elsewhere, branch))
        assert here.games.position(here.games.game(branch.id)) == elsewhere.games.position(branch)
        # Import a branch back: the original on the other site has no import marker, so it is one event shorter.
        third = branched(here, here.games.game(finished.id), finished.version // 2, "third")
        import_file(elsewhere, "ada", exported(here, third))
        assert elsewhere.games.position(elsewhere.games.game(third.id)) == here.games.position(third)

    def test_running_game_is_refused(self, here: CommandHandler, elsewhere: CommandHandler) -> None:
        running = playing.start_game(elsewhere)
        assert refusal(here, exported(elsewhere, running)).kind == "veiled"

    def test_a_flipped_byte_is_refused(self, here: CommandHandler, elsewhere: CommandHandler, finished: Game) -> None:
        content = exported(elsewhere, finished).replace(b'"points":5', b'"points":6', 1)
        problem = refusal(here, content)
        assert problem.kind == "altered"
        with pytest.raises(UnknownGame):
            here.games.game(finished.id)

    def test_content_after_the_trailer_is_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        assert refusal(here, exported(elsewhere, finished) + b"{}\n").kind == "altered"


def test_bytes_are_preserved_on_either_database(storage: Storage, elsewhere: CommandHandler, finished: Game) -> None:
    here = CommandHandler(storage)
    game = here.games.game(import_file(here, "zoe", exported(elsewhere, finished)))
    lines = exported(here, game).splitlines(keepends=True)
    assert lines[: finished.version + 1] == exported(elsewhere, finished).splitlines(keepends=True)[:-3]
    assert verify(lines).problem is None
    with pytest.raises(AlreadyHere):
        import_file(here, "zoe", exported(elsewhere, finished))


class TestBranchQuota:
    """Imported branches count like those opened here, and are imported completely or not at all."""

    @pytest.fixture(autouse=True)
    def _few(self, files: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(branch_quota, "MOST", 3)

    @pytest.fixture
    def here(self, storage: Storage) -> CommandHandler:
        return CommandHandler(storage)

    @pytest.fixture
    def files(self, elsewhere: CommandHandler, finished: Game) -> list[bytes]:
        """Return two files of one game, each with a branch of a branch."""
        at = aggregate.move_ends(finished)[4]
        pairs = []
        for name in ("one", "two"):
            first = branched(elsewhere, finished, at, name)
            pairs.append(exported(elsewhere, branched(elsewhere, first, first.version, f"{name} more")))
        return pairs

    def test_file_exceeding_the_quota_is_refused_entirely(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, files: list[bytes]
    ) -> None:
        import_file(here, "zoe", files[0])
        assert "at most {count} branch" in refusal(here, files[1]).detail.text
        branched_here = branches.open_branch(
            here, finished.id, CommandContext(actor="zoe"), at=finished.version, viewer=0, name="third"
        )
        assert branched_here.version == 1
        with pytest.raises(Refused):
            context = CommandContext(actor="zoe")
            branches.open_branch(here, finished.id, context, at=finished.version, viewer=0, name="fourth")
        import_file(here, "yan", files[1])

    def test_existing_and_failed_imports_do_not_count(
        self, here: CommandHandler, files: list[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(here.storage, "append", mock.Mock(side_effect=OSError))
            for _ in range(3):
                with pytest.raises(OSError):
                    import_file(here, "zoe", files[0])
        import_file(here, "zoe", files[0])
        for _ in range(3):
            with pytest.raises(AlreadyHere):
                import_file(here, "zoe", files[0])

    def test_imports_by_the_server_operator_are_unlimited(self, here: CommandHandler, files: list[bytes]) -> None:
        for content in files:
            import_file(here, "", content)


class TestTextLengths:
    """Texts in files may not be longer than those entered here."""

    def test_branch_name_is_limited(self, here: CommandHandler, elsewhere: CommandHandler, finished: Game) -> None:
        branch = branches.open_branch(
            elsewhere, finished.id, CommandContext(actor="ada"), at=finished.version, viewer=0, name="W" * 81
        )
        problem = refusal(here, exported(elsewhere, branch))
        assert "character" in problem.detail.text
        assert problem.line == finished.version + branch.version + 5

    def test_table_name_is_limited(self, here: CommandHandler, elsewhere: CommandHandler) -> None:
        for length in (80, 81):
            game = playing.play_to_end(elsewhere, playing.start_game(elsewhere, name="W" * length))
            content = exported(elsewhere, game)
            if length == 80:
                import_file(here, "zoe", content)
            else:
                assert refusal(here, content).line == game.version + 3

    def test_player_name_is_limited(self, here: CommandHandler, elsewhere: CommandHandler, finished: Game) -> None:
        lines = exported(elsewhere, finished).splitlines(keepends=True)
        renamed = msgspec.structs.replace(decode(lines[-2]), seats=["Ada", "W" * 101, "Cleo"])  # type: ignore[type-var]
        assert refusal(here, b"".join(with_trailer([*lines[:-2], encode(renamed)]))).line == len(lines) - 1

    def test_seed_contribution_in_old_log_is_limited(self, here: CommandHandler) -> None:
        """Logs from before seed contributions were sealed contain their text."""

        def longer(records: list[Any]) -> None:
            for record in records:
                if "words" in record["fact"]:
                    record["fact"]["words"] = "W" * 1001

        lines = logs.lines_of(logs.LOGS[0])
        assert "text or a number" in refusal(here, b"".join(tampered_export(lines, longer))).detail.text

    def test_name_in_record_of_play_is_limited(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game
    ) -> None:
        record = msgspec.to_builtins(record_of_play(elsewhere, finished))
        assert refusal(here, msgspec.json.encode(record | {"name": "W" * 81})).line == 0


class TestRecordsOfPlay:
    @pytest.fixture
    def record(self, elsewhere: CommandHandler, finished: Game) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(record_of_play(elsewhere, finished))
        return plain

    def test_imported_record_has_the_same_facts(
        self, here: CommandHandler, finished: Game, record: dict[str, Any]
    ) -> None:
        game = here.games.game(import_file(here, "zoe", msgspec.json.encode(record)))
        assert aggregate.line_facts(game) == aggregate.line_facts(finished)
        assert game.table.phase == "finished"
        assert game.table.opened.recorded
        assert names(here, game).seats == ["Ada", "Ben", "Cleo"]

    def test_each_move_is_imported_separately(self, here: CommandHandler, record: dict[str, Any]) -> None:
        game = here.games.game(import_file(here, "zoe", msgspec.json.encode(record)))
        assert len(log.moves(game.records, log.line(game.tree))) == len(record["moves"]) + 1

    def test_export_verifies_except_for_random_outcomes(self, here: CommandHandler, record: dict[str, Any]) -> None:
        game = here.games.game(import_file(here, "zoe", msgspec.json.encode(record)))
        report = verify(export_lines(here, game, "spectator"))
        assert report.problem is None
        assert [note.text for note in report.notes] == [
            "Random outcomes come from the record's author and can't be verified."
        ]

    def test_end_turn_commands_may_be_included(
        self, here: CommandHandler, finished: Game, record: dict[str, Any]
    ) -> None:
        line = [finished.records[version - 1] for version in log.line(finished.tree)]
        commands = [(entry.seat, toy.RULESET.recover(entry.fact)) for entry in line]
        record["moves"] = [
            {"seat": seat, "command": msgspec.to_builtins(command)} for seat, command in commands if command is not None
        ]
        assert {"action": "end_turn"} in [move["command"] for move in record["moves"]]
        game = here.games.game(import_file(here, "zoe", msgspec.json.encode(record)))
        assert aggregate.line_facts(game) == aggregate.line_facts(finished)

    def test_unfinished_record_is_imported_as_abandoned_game(
        self, here: CommandHandler, record: dict[str, Any]
    ) -> None:
        del record["moves"][7:]
        game = here.games.game(import_file(here, "zoe", msgspec.json.encode(record)))
        assert game.table.phase == "abandoned"
        assert verify(export_lines(here, game, "spectator")).problem is None

    def test_user_can_import_the_same_record_only_once(self, here: CommandHandler, record: dict[str, Any]) -> None:
        content = msgspec.json.encode(record)
        first = import_file(here, "zoe", content)
        with pytest.raises(AlreadyHere):
            import_file(here, "zoe", content)
        assert import_file(here, "yan", content) != first

    def test_first_illegal_move_is_reported_by_number_and_rule(
        self, here: CommandHandler, record: dict[str, Any]
    ) -> None:
        number = next(index for index, move in enumerate(record["moves"]) if move["command"]["action"] == "call")
        record["moves"][number]["command"]["number"] = "77"
        problem = refusal(here, msgspec.json.encode(record))
        assert (problem.line, problem.kind, problem.rule) == (number + 1, "illegal", "TOY-2")

    def test_a_move_out_of_turn_is_illegal(self, here: CommandHandler, record: dict[str, Any]) -> None:
        record["moves"][0]["seat"] = 2
        problem = refusal(here, msgspec.json.encode(record))
        assert (problem.line, problem.rule) == (1, "TOY-1")

    def test_invalid_seat_is_refused(self, here: CommandHandler, record: dict[str, Any]) -> None:
        record["moves"][0]["seat"] = -3
        assert "seat" in str(refusal(here, msgspec.json.encode(record)).detail)

    def test_a_move_after_the_end_is_illegal(self, here: CommandHandler, record: dict[str, Any]) -> None:
        record["moves"].append({"seat": 0, "command": {"action": "take_coins"}})
        assert refusal(here, msgspec.json.encode(record)).line == len(record["moves"])

    @pytest.mark.parametrize("command", [{}, {"action": "fly"}, {"action": "call"}, {"action": "take_coins", "n": 3}])
    def test_an_invalid_command_is_refused_with_its_number(
        self, here: CommandHandler, record: dict[str, Any], command: dict[str, Any]
    ) -> None:
        record["moves"][2]["command"] = command
        assert refusal(here, msgspec.json.encode(record)).line == 3

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("ruleset", "chess"),
            ("names", ["Ada"]),
            ("names", ["Ada", "Ben", ""]),
            ("options", {"coins": "many"}),
            ("options", {"jokers": 2}),
            ("chance", {}),
            ("chance", {"hands": [["1", "2"], ["3", "4"], ["5", "6"]], "deck": ["7", "8", "8"]}),
            ("chance", {"hands": [["1", "2"], ["3", "4"], ["5", "6"]], "deck": ["7", "8"]}),
            ("moves", {}),
            ("format", "daybook.record-of-play/99"),
            ("colour", "red"),
        ],
    )
    def test_game_that_cannot_be_set_up_is_refused(
        self, here: CommandHandler, record: dict[str, Any], field: str, value: Any
    ) -> None:
        assert refusal(here, msgspec.json.encode(record | {field: value})).line == 0

    @pytest.mark.parametrize("name", ["two\nlines", "\0", "\x1b[2J", "\u202eevil"])
    def test_names_with_control_characters_are_refused(
        self, here: CommandHandler, record: dict[str, Any], name: str
    ) -> None:
        for change in ({"name": name}, {"names": [name, *record["names"][1:]]}):
            found = refusal(here, msgspec.json.encode(record | change))
            assert found.line == 0
            assert "Remove" in found.detail.text


class TestLimits:
    def test_oversized_file_is_refused_before_parsing(
        self, here: CommandHandler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(importing, "MAX_BYTES", 10)
        assert "KiB" in refusal(here, b"{" * 11).detail.text

    def test_log_with_too_many_lines_is_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(importing, "MAX_FACTS", 10)
        assert refusal(here, exported(elsewhere, finished)).line == 10

    def test_record_with_too_many_moves_is_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("service.transfer.record_of_play.MAX_MOVES", 10)
        assert (
            "more than {count} move"
            in refusal(here, msgspec.json.encode(record_of_play(elsewhere, finished))).detail.text
        )

    def test_file_that_takes_too_long_is_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(importing, "MAX_SECONDS", -1.0)
        assert "{count} second" in refusal(here, exported(elsewhere, finished)).detail.text

    def test_branches_nested_too_deeply_are_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = branched(elsewhere, finished, finished.version // 2, "first")
        second = branched(elsewhere, first, first.version, "second")
        monkeypatch.setattr(branches, "DEEPEST", 1)
        assert "can be nested" in refusal(here, exported(elsewhere, second)).detail.text
        import_file(here, "zoe", exported(elsewhere, first))

    def test_a_log_that_a_read_model_cannot_process_is_refused(
        self, here: CommandHandler, elsewhere: CommandHandler, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def overflow(rows: Rows, changes: Sequence[Change]) -> None:
            rows.execute("SELECT :number", {"number": 2**70})

        broken = dataclasses.replace(importing.READ_MODELS["ledger"], process=overflow)
        monkeypatch.setattr(importing, "READ_MODELS", {"ledger": broken})
        assert "can't be shown" in refusal(here, exported(elsewhere, finished)).detail.text

    @pytest.mark.parametrize(
        "content", [b"", b"\xff", b"[]", b"null", b'{"line":', b'{"line":"header"}\n', b"[" * 9999]
    )
    def test_a_file_of_neither_format_is_refused(self, here: CommandHandler, content: bytes) -> None:
        refusal(here, content)
