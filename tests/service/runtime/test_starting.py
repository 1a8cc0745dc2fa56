"""Start-up: a process loads what it needs to respond and leaves the rest to the first request that needs it."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

from service.runtime.gc_freeze import freeze_startup_objects

STARTED = """
import json, sys
from domain.game import rulesets
from service.cli.site import serve
from service.server import server
from service.app import create_app
from service.config import Config
rulesets()
create_app(Config(database_url="sqlite:///%s", secret_key="secret"))
heavy = {"PIL", "apprise", "cryptography", "http_ece", "icalendar", "lxml", "markdown_it", "networkx", "py_vapid"}
heavy |= {"resvg_py", "rich", "ua_parser", "urllib3"}
print(json.dumps(sorted(heavy & set(sys.modules))))
"""


def test_modules_not_needed_at_start_are_loaded_later(tmp_path: Path) -> None:
    output = subprocess.check_output([sys.executable, "-c", STARTED % (tmp_path / "new.sqlite")])
    assert json.loads(output) == []


def test_startup_objects_are_excluded_from_garbage_collection() -> None:
    before = gc.get_freeze_count()
    try:
        with freeze_startup_objects():
            assert not gc.isenabled()
            made = [[]]
        assert gc.isenabled()
        assert gc.get_freeze_count() > before
        assert not any(kept is made for kept in gc.get_objects())
    finally:
        gc.unfreeze()
