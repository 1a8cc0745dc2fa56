"""Control characters in output: every command prints those in old names and files as visible text."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest

from service import cli
from service.cli.terminal.printing import printable
from service.transfer.export import export_lines
from service.transfer.record_of_play import record_of_play
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.cli.conftest import Run

CONTROL_CHARACTERS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]"
)
HOSTILE = "\x1b[2J\x9b31m\u202eEve\r\n\b[red] :bomb:"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 👩‍🚀 می‌خواهم", "Zoë 👩‍🚀 می‌خواهم"),
        ("\u2068אבי\u2069 waits", "אבי waits"),
        ("[red]Eve[/red] :bomb:", "[red]Eve[/red] :bomb:"),
        ("a\x1b[2Jb\x9bc", "a\\x1b[2Jb\\x9bc"),
        ("a\nb\n", "a\\nb\\n"),
        ("\r\x85a", "\\r\\x85a"),
        ("a\u202eb\u200bc", "a\\u202eb\\u200bc"),
        ("\ud800", "\\ud800"),
    ],
)
def test_control_characters_are_made_visible_and_letters_kept(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_commands_print_only_through_the_printing_module() -> None:
    for file in sorted(Path(cli.__file__).parent.glob("*.py")):
        if file.name in ("printing.py", "tables.py"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            assert called not in ("click.echo", "click.secho", "print", "echo"), file
            assert not called.endswith(".print"), file
            assert not (isinstance(node, ast.ImportFrom) and node.module == "rich.table"), file


@pytest.fixture
def hostile(handler: CommandHandler) -> CommandHandler:
    """Return a site with names that are older than the rules for names."""
    playing.register(handler)
    with handler.storage.database.transaction() as rows:
        rows.execute("UPDATE users SET name = :name WHERE id = 'ada'", {"name": HOSTILE})
    return handler


def test_no_command_prints_control_characters(run: Run, hostile: CommandHandler, tmp_path: Path) -> None:
    over = playing.play_to_end(hostile, playing.start_game(hostile, 2))
    running = playing.make_random_move(hostile, playing.start_game(hostile, 2, name=HOSTILE), playing.random.Random(1))
    file, record = tmp_path / "game.ndjson", tmp_path / "record.json"
    file.write_bytes(b"".join(export_lines(hostile, over, "spectator")))
    wrong = msgspec.to_builtins(record_of_play(hostile, over)) | {HOSTILE: 1}
    record.write_bytes(msgspec.json.encode(wrong))
    commands = {
        "users list": run("users", "list"),
        "verify": run("verify", str(file)),
        "replay": run("replay", over.id, input="l\nq\n"),
        "audit": run("audit", over.id),
        "replay a running game": run("replay", running.id, input="l\nq\n"),
        "import": run("import", str(record)),
        "an unknown user": run("import", str(file), "--user", HOSTILE),
        "an unknown command": run(HOSTILE),
        "an unknown game": run("audit", HOSTILE),
        "an unknown option": run("audit", f"--{HOSTILE}"),
        "a bad option": run("audit", "x", "--at", HOSTILE),
    }
    for about, result in commands.items():
        assert not CONTROL_CHARACTERS.search(result.output), f"{about}: {result.output!r}"
        assert about in ("audit", "an unknown game") or "[red]" in result.output, f"{about}: {result.output!r}"
        assert isinstance(result.exception, SystemExit | None), about
