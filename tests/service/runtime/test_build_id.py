"""ETags: they include the build id, so a new release never confirms an old drawing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from projections.program import digest_of
from service.runtime import build_id
from tests.service.sites import Person, Site, close, site_on

COINS = {"command": {"action": "take_coins"}}


def test_processes_with_the_same_files_have_the_same_build_id(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[3])
    command = [sys.executable, "-c", "from service.runtime.build_id import digest; print(digest())"]
    digests = {
        subprocess.check_output(command, cwd=where, env={**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": seed})
        for where, seed in ((root, "1"), (str(tmp_path), "2"))
    }
    assert digests == {f"{build_id.digest()}\n".encode()}


@pytest.mark.parametrize("changed", ["__init__.py", "rules/drawing.py", "rules/figures.toml", "another.py"])
def test_any_changed_file_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    package = tmp_path / "some_game"
    (package / "rules" / "__pycache__").mkdir(parents=True)
    for name in ("__init__.py", "rules/drawing.py", "rules/figures.toml"):
        (package / name).write_text("")
    before = digest_of(["some_game"])
    (package / "rules" / "__pycache__" / "drawing.pyc").write_bytes(b"compiled")
    assert digest_of(["some_game"]) == before
    (package / changed).write_text("# changed")
    assert digest_of(["some_game"]) != before


class TestUpgrade:
    @pytest.fixture
    def site(self, sqlite_url: str) -> Iterator[Site]:
        made = site_on(sqlite_url)
        yield made
        close(made)

    @pytest.fixture
    def ada(self, site: Site) -> Person:
        return site.person("Ada")

    @pytest.fixture
    def game(self, site: Site, ada: Person) -> str:
        return site.game(ada, ada)

    def upgrade(self, site: Site) -> None:
        site.app.extensions["daybook"] = replace(site.services, build_id="another program")

    @pytest.mark.parametrize(
        "path", ["", "/state", "/board.svg", "/history", "/ledger", "/choices", "/export", "/audit"]
    )
    def test_pages_cached_by_another_build_are_sent_again(self, site: Site, game: str, ada: Person, path: str) -> None:
        conditional = {"If-None-Match": ada.get(f"/games/{game}{path}").headers["ETag"]}
        assert ada.get(f"/games/{game}{path}", headers=conditional).status_code == 304
        self.upgrade(site)
        assert ada.get(f"/games/{game}{path}", headers=conditional).status_code == 200

    @pytest.mark.parametrize("tag", ["{seen}", '"{game}.4.0.en"', '"{game}.4.0.en.0123456789ab"', '"4"'])
    def test_a_move_decided_under_another_build_is_accepted(self, site: Site, game: str, ada: Person, tag: str) -> None:
        etag = ada.get(f"/games/{game}/state").headers["ETag"]
        self.upgrade(site)
        answer = ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": tag.format(seen=etag, game=game)})
        assert answer.status_code == 200
        assert ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": etag}).status_code == 412
