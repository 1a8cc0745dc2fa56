"""verify, export and import from the command line: their output and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from domain.aggregate import Game
from service.cli.accounts import found_user
from service.transfer.export import export_lines
from service.transfer.importing import import_file
from service.transfer.record_of_play import record_of_play
from service.usecases.command_handler import CommandHandler
from service.usecases.visibility import is_listed
from tests.golden import logs
from tests.service import playing
from tests.service.cli.conftest import Run
from tests.service.transfer.file_forms import DAMAGED, otherwise


def other_site(tmp_path: Path) -> CommandHandler:
    directory = tmp_path / "elsewhere"
    directory.mkdir()
    return playing.new_daybook(directory)


class TestVerify:
    def test_valid_file_is_accepted(self, run: Run, exported: Path, finished: Game) -> None:
        result = run("verify", str(exported))
        assert result.exit_code == 0
        assert finished.id in result.output
        assert "Ada" in result.output

    def test_needs_no_database(self, run: Run, exported: Path, tmp_path: Path) -> None:
        for file in tmp_path.glob("daybook.sqlite*"):
            file.unlink()
        assert run("verify", str(exported)).exit_code == 0
        assert not list(tmp_path.glob("daybook.sqlite*"))

    def test_reads_standard_input(self, run: Run, exported: Path) -> None:
        assert run("verify", "-", input=exported.read_text()).exit_code == 0

    def test_file_predating_a_rules_correction_is_invalid_not_illegal(
        self, run: Run, handler: CommandHandler, tmp_path: Path
    ) -> None:
        file = tmp_path / "old.ndjson"
        file.write_bytes(b"".join(logs.lines_of(logs.DIRECTORY / "birmingham-4-seats.ndjson.gz")))
        result = run("verify", str(file))
        assert result.exit_code == 1
        assert (
            "Line 97: different under today's rules [BB-8.2, corrected on 2026-11-21]: The coal mine in"
            in result.output
        )
        assert "Not valid" in result.output
        assert "illegal" not in result.output
        stream = run("import", str(file)).output.strip()
        again = run("audit", "-q", stream)
        assert again.exit_code == 1
        assert "BB-8.2 was corrected on 2026-11-21." in again.output
        assert "Moves that differ under today's rules: 7 of 189." in again.output

    def test_imported_record_of_play_is_valid(
        self, run: Run, finished: Game, handler: CommandHandler, tmp_path: Path
    ) -> None:
        stream = import_file(handler, "", msgspec.json.encode(record_of_play(handler, finished)))
        file = tmp_path / "recorded.ndjson"
        file.write_bytes(b"".join(export_lines(handler, handler.games.game(stream), "spectator")))
        result = run("verify", str(file))
        assert result.exit_code == 0
        assert "seed" not in result.output
        unwrapped = " ".join(result.output.split())
        assert "its recorded random outcomes" in unwrapped

    def test_altered_file_reports_the_first_wrong_line(self, run: Run, exported: Path) -> None:
        exported.write_bytes(exported.read_bytes().replace(b'"seat":1', b'"seat":0', 1))
        result = run("verify", str(exported))
        assert result.exit_code == 1
        assert "Line 4: altered" in result.output

    def test_a_running_game_cannot_be_verified(self, run: Run, running: Game, tmp_path: Path) -> None:
        file = tmp_path / "running.ndjson"
        assert run("export", running.id, "-o", str(file)).exit_code == 0
        result = run("verify", str(file))
        assert result.exit_code == 1
        assert "running" in result.output

    def test_names_are_not_interpreted_as_markup(self, run: Run, handler: CommandHandler, tmp_path: Path) -> None:
        record = msgspec.to_builtins(
            record_of_play(handler, playing.play_to_end(handler, playing.start_game(handler, 2)))
        )
        stream = import_file(handler, "", msgspec.json.encode(record | {"names": ["[/red]", "[bold]Ben"]}))
        file = tmp_path / "marked.ndjson"
        file.write_bytes(b"".join(export_lines(handler, handler.games.game(stream), "spectator")))
        for shown in (run("verify", str(file)), run("replay", stream, input="q")):
            assert shown.exit_code == 0, shown.output
            assert "[/red]" in shown.output
            assert "[bold]Ben" in shown.output

    def test_control_characters_of_an_invalid_file_are_not_printed(self, run: Run, exported: Path) -> None:
        exported.write_bytes(b'{"line":"header","\x1b[2J\xc2\x9b2J":1}\n')
        result = run("verify", str(exported))
        assert result.exit_code == 1
        assert result.output.strip().isprintable()

    def test_missing_file_is_not_found(self, run: Run, tmp_path: Path) -> None:
        assert run("verify", str(tmp_path / "none")).exit_code == 3


class TestEncodings:
    def test_reencoded_files_verify_and_are_recognised_on_import(
        self, run: Run, exported: Path, tmp_path: Path
    ) -> None:
        file, export = tmp_path / "otherwise", exported.read_bytes()
        for about, content in otherwise(export).items():
            file.write_bytes(content)
            assert run("verify", str(file)).exit_code == 0, about
            assert run("import", str(file)).exit_code == 4, "the game exists already, exactly as in this file"

    def test_damaged_files_are_reported_as_errors(self, run: Run, handler: CommandHandler, tmp_path: Path) -> None:
        file = tmp_path / "damaged"
        for about, content in DAMAGED.items():
            file.write_bytes(content)
            for command in (["verify"], ["import"], ["tournament", "standings"]):
                result = run(*command, str(file))
                assert (result.exit_code, result.exception.__class__) == (1, SystemExit), f"{command} {about}"
                assert result.output.startswith("Error: ")


class TestExport:
    def test_writes_to_standard_output(self, run: Run, finished: Game, exported: Path) -> None:
        assert run("export", finished.id).stdout_bytes == exported.read_bytes()

    def test_seat_export_of_a_running_game_shows_only_its_own_hand(self, run: Run, running: Game) -> None:
        for seat in (0, 1):
            lines = run("export", running.id, "--seat", str(seat)).stdout.splitlines()
            hands = next(
                fact["hands"] for fact in (json.loads(line).get("fact", {}) for line in lines) if "hands" in fact
            )
            assert [hand == ["hidden", "hidden"] for hand in hands] == [other != seat for other in (0, 1)]

    def test_exports_a_record_of_play(self, run: Run, finished: Game) -> None:
        record = json.loads(run("export", finished.id, "--record").stdout)
        assert record["format"] == "daybook.record-of-play/1"
        assert record["names"] == ["Ada", "Ben"]

    def test_record_of_a_running_game_is_refused(self, run: Run, running: Game) -> None:
        assert run("export", running.id, "--record").exit_code == 4

    def test_missing_game_or_seat_is_not_found(self, run: Run, running: Game) -> None:
        assert run("export", "0" * 32).exit_code == 3
        assert run("export", running.id, "--seat", "7").exit_code == 3


class TestImport:
    def test_imports_an_export_for_a_user(self, run: Run, handler: CommandHandler, tmp_path: Path) -> None:
        other = other_site(tmp_path)
        game = playing.play_to_end(other, playing.start_game(other))
        file = tmp_path / "from-elsewhere.ndjson"
        file.write_bytes(b"".join(export_lines(other, game, "spectator")))
        run("users", "add", "Zoe", "--password", "a long password")
        result = run("import", str(file), "--user", "Zoe")
        assert (result.exit_code, result.output.strip()) == (0, game.id)
        assert handler.games.game(game.id).table.opened.owner == found_user(handler.storage, "Zoe").id

    def test_import_names_its_importer_and_is_listed_on_request(
        self, run: Run, handler: CommandHandler, tmp_path: Path
    ) -> None:
        file = tmp_path / "record.json"
        run("users", "add", "Zoe", "--password", "a long password")
        for name, more in (("unlisted", ()), ("listed", ("--listed",)), ("Zoe's", ("--user", "Zoe", "--listed"))):
            game = playing.play_to_end(handler, playing.start_game(handler, name=name))
            file.write_bytes(msgspec.json.encode(record_of_play(handler, game)))
            stream = run("import", str(file), *more).output.strip()
            assert is_listed(handler.storage.database, stream) == ("--listed" in more)
            importer = "Zoe" if "--user" in more else "the operator"
            for shown in (run("audit", stream), run("replay", stream, input="q")):
                assert f"Imported from a file by {importer} on " in shown.output
            assert "Imported" not in run("audit", game.id).output

    def test_existing_import_can_be_listed_but_a_local_game_cannot(
        self, run: Run, handler: CommandHandler, exported: Path, tmp_path: Path
    ) -> None:
        file = tmp_path / "record.json"
        file.write_bytes(
            msgspec.json.encode(record_of_play(handler, playing.play_to_end(handler, playing.start_game(handler))))
        )
        stream = run("import", str(file)).output.strip()
        assert (run("import", str(file)).exit_code, run("import", str(file), "--listed").exit_code) == (4, 0)
        assert is_listed(handler.storage.database, stream)
        assert run("import", str(exported), "--listed").exit_code == 4

    def test_existing_game_is_refused(self, run: Run, exported: Path) -> None:
        assert run("import", str(exported)).exit_code == 4

    def test_record_with_an_illegal_move_is_refused(self, run: Run, finished: Game, tmp_path: Path) -> None:
        record = json.loads(run("export", finished.id, "--record").stdout)
        record["moves"][0]["seat"] = 1
        file = tmp_path / "record.json"
        file.write_text(json.dumps(record))
        result = run("import", str(file))
        assert result.exit_code == 1
        assert "Line 1: illegal [TOY-1]" in result.output

    def test_unknown_user_is_not_found(self, run: Run, exported: Path) -> None:
        assert run("import", str(exported), "--user", "Nobody").exit_code == 3

    def test_missing_file_is_not_found(self, run: Run, handler: CommandHandler, tmp_path: Path) -> None:
        assert run("import", str(tmp_path / "none")).exit_code == 3
