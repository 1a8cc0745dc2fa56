"""Exports and records of play with other line endings, byte order marks or blank lines, or compressed by gzip."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.aggregate import Game
from service import text_files
from service.transfer.export import export_lines
from service.transfer.file_problems import WrongFile
from service.transfer.importing import MAX_BYTES, AlreadyHere, import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.tournament import recomputed
from service.transfer.verification import verify
from service.usecases.command_handler import CommandHandler
from tests.golden.logs import lines_of
from tests.golden.tournaments.logs import TOURNAMENTS
from tests.service import playing
from tests.service.transfer.file_forms import DAMAGED, otherwise


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(scope="module")
def finished(elsewhere: CommandHandler) -> Game:
    return playing.play_to_end(elsewhere, playing.start_game(elsewhere, 3))


@pytest.fixture(scope="module")
def export(elsewhere: CommandHandler, finished: Game) -> bytes:
    return b"".join(export_lines(elsewhere, finished, "spectator"))


@pytest.fixture(scope="module")
def record(elsewhere: CommandHandler, finished: Game) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record_of_play(elsewhere, finished)), indent=1) + b"\n"


@pytest.fixture
def here(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


def lines(content: bytes) -> list[bytes]:
    return text_files.lines(text_files.plain(content, MAX_BYTES))


def test_export_verifies_in_every_text_form(export: bytes) -> None:
    for about, content in otherwise(export).items():
        assert verify(lines(content)).valid, about


def test_altered_line_is_reported_by_its_number_in_the_file(export: bytes) -> None:
    plain = export.splitlines(keepends=True)
    altered = [*plain[:4], plain[4].replace(b'"version":', b'"version": '), *plain[5:]]
    for about, content in otherwise(b"".join(altered)).items():
        problem = verify(lines(content)).problem
        assert problem is not None
        assert (problem.kind, problem.line) == ("altered", 2 * 4 + 3 if about == "blank lines" else 5), about


def test_export_imports_byte_for_byte_in_every_form(here: CommandHandler, export: bytes, finished: Game) -> None:
    forms = otherwise(export)
    assert import_file(here, "", forms.pop("gzip")) == finished.id
    exported = b"".join(export_lines(here, here.games.game(finished.id), "spectator"))
    assert exported.splitlines()[: finished.version + 1] == export.splitlines()[: finished.version + 1]
    for content in forms.values():
        with pytest.raises(AlreadyHere):
            import_file(here, "", content)


@pytest.mark.parametrize("about", otherwise(b"{\n}\n"))
def test_each_form_of_an_export_can_be_imported(
    here: CommandHandler, export: bytes, finished: Game, about: str
) -> None:
    assert import_file(here, "", otherwise(export)[about]) == finished.id


def test_all_forms_of_a_record_are_the_same_game(here: CommandHandler, record: bytes) -> None:
    forms = otherwise(record)
    stream = import_file(here, "", forms.pop("a mark, CR"))
    for about, content in forms.items():
        with pytest.raises(AlreadyHere) as already:
            import_file(here, "", content)
        assert already.value.stream == stream, about


@pytest.mark.parametrize("about", DAMAGED)
def test_damaged_or_empty_file_is_refused_and_not_stored(here: CommandHandler, about: str) -> None:
    with pytest.raises(WrongFile) as refused:
        import_file(here, "", DAMAGED[about])
    assert refused.value.problem.detail.text
    assert here.storage.application.recorder.max_notification_id() is None


def test_tournament_is_recomputed_from_every_file_form() -> None:
    files = {file.name: b"".join(lines_of(file)) for file in sorted(TOURNAMENTS[0].glob("*.ndjson.gz"))}
    known = recomputed(lines(files["competition.ndjson.gz"]), {})
    for about in otherwise(b"{}"):
        found = {name: lines(otherwise(content)[about]) for name, content in files.items()}
        computed = recomputed(found.pop("competition.ndjson.gz"), dict(list(found.items())[:1]))
        assert computed.tournament == known.tournament, about
        assert computed.unsound == []
