"""Comparison of the OpenAPI document, the messages and the golden drawings with those of another revision.

``python -m tests.unchanged [REVISION]`` prints one line per comparison and exits with 1 on any difference. It uses only
commands, settings and URLs of both trees, so modules may be renamed between them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
SHOWN = 10
"""Differences to print per comparison."""

Ask = Callable[..., bytes]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the working tree with a revision.")
    parser.add_argument("revision", nargs="?", default="main", help="default: main")
    parser.add_argument("--every", type=int, default=10, metavar="N", help="draw every Nth position (default: 10)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
        tree = export(chosen.revision, Path(directory))
        before, now = pool.map(lambda each: observe(each, chosen.every), (tree, ROOT))
    before["components"], now["components"] = (
        without(before["components"], now["components"]),
        without(now["components"], before["components"]),
    )
    found = {kind: list(differences(before[kind], now[kind])) for kind in now}
    for kind, differing in found.items():
        print(f"{kind}: {f'{len(differing)} different' if differing else 'equal'}")
        print(*(f"  {each:.300}\n" for each in differing[:SHOWN]), sep="", end="")
    return 1 if any(found.values()) else 0


def export(revision: str, directory: Path) -> Path:
    """Unpack the files of a revision."""
    archive = directory / "tree.tar"
    subprocess.run(["git", "archive", "-o", archive, revision], cwd=ROOT, check=True)
    shutil.unpack_archive(archive, directory / "tree", filter="data")
    return directory / "tree"


def observe(tree: Path, every: int) -> dict[str, dict[str, Any]]:
    """Collect everything that is compared."""
    with tempfile.TemporaryDirectory() as directory:
        found: dict[str, dict[str, Any]] = {"messages": extract_messages(tree, f"{directory}/messages.pot")}
        with serve(tree, f"sqlite:///{directory}/daybook.sqlite") as ask:
            found |= describe(json.loads(ask("/api/openapi.json")))
            found["drawings"] = dict(draw(tree, every, ask))
    return found


def python(tree: Path, *arguments: str, **variables: str) -> subprocess.Popen[str]:
    """Start Python with the tree's modules; ``-S`` hides the installed project, which is always the working tree."""
    path = os.pathsep.join((str(tree), sysconfig.get_path("purelib")))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DAYBOOK_", "DATABASE_"))}
    environment = kept | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1"} | variables
    command = [sys.executable, "-S", "-m", *arguments]
    return subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True)


def extract_messages(tree: Path, file: str) -> dict[str, None]:
    """Extract messages with the command of ``make messages``."""
    steps = subprocess.check_output(["make", "--dry-run", "messages"], cwd=tree, text=True).replace("\\\n", "")
    command = shlex.split(next(line for line in steps.splitlines() if "pybabel" in line))
    command[command.index("-o") + 1] = file
    if python(tree, "babel.messages.frontend", *command[1:]).wait():
        raise SystemExit(f"Messages of {tree} could not be extracted.")
    with Path(file).open("rb") as opened:
        return {repr((each.context, each.id)): None for each in read_po(opened) if each.id}


def describe(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Split the OpenAPI document into paths and components."""
    found = resolve(document, document)
    components = found.pop("components")
    found["securitySchemes"] = components.pop("securitySchemes", None)
    named = {f"{kind}/{name}": each for kind, all_of in components.items() for name, each in all_of.items()}
    return {"openapi": found, "components": named}


def resolve(node: Any, document: Any, within: tuple[str, ...] = ()) -> Any:
    """Resolve references, write a recursive one as its distance, and leave out titles, tags and operation ids."""
    match node:
        case list():
            return [resolve(each, document, within) for each in node]
        case str() if node.startswith("#/components/"):  # in the mapping of a discriminator
            return resolve({"$ref": node}, document, within)
        case {"$ref": str(reference)} if reference in within:
            return {"recursive": len(within) - within.index(reference)}
        case {"$ref": str(reference), **beside}:
            target = document
            for part in reference.removeprefix("#/").split("/"):
                target = target[part]
            return resolve(target, document, (*within, reference)) | resolve(beside, document, within)
        case dict():
            return {key: resolve(each, document, within) for key, each in node.items() if not is_label(key, each)}
    return node


def is_label(key: str, value: Any) -> bool:
    """Return whether this is a label, and not the schema of a property with the same name."""
    return (key in ("title", "operationId") and isinstance(value, str)) or (key == "tags" and isinstance(value, list))


@contextmanager
def serve(tree: Path, database: str) -> Iterator[Ask]:
    """Serve a site and log in."""
    variables = {"DATABASE_URL": database, "DAYBOOK_IMPORT_LIMIT": "10000 per hour"}
    with python(tree, "service", "serve", "--port", "0", **variables) as server:
        try:
            found = (re.search(r"http://[\w.]+:\d+", line) for line in server.stdout or ())
            address = next(filter(None, found), None)
            if address is None:
                raise SystemExit(f"The site of {tree} did not start.")
            opener = build_opener(HTTPCookieProcessor(CookieJar()))

            def ask(path: str, body: bytes | None = None, kind: str = "application/json") -> bytes:
                with opener.open(Request(address[0] + path, body, {"Content-Type": kind})) as response:
                    return bytes(response.read())

            account = json.dumps({"name": "Ada", "password": "correct horse battery"}).encode()
            ask("/api/users", account)
            ask("/api/session", account)
            yield ask
        finally:
            server.terminate()


def draw(tree: Path, every: int, ask: Ask) -> Iterator[tuple[str, str]]:
    """Hash the board at every Nth position of each golden log, and the other drawings at a quarter of these."""
    for file in sorted(tree.glob("tests/golden/*.positions")):
        log = file.with_suffix(".ndjson.gz").read_bytes()
        game = f"/api/games/{json.loads(ask('/api/import', log, 'application/gzip'))['id']}"
        *versions, last = (line.split()[0] for line in file.read_text().splitlines())
        for number, version in enumerate([*versions[::every], last]):
            links = [f"{game}/board.svg?at={version}"]
            if number % 4 == 0:
                links += [each["link"] for each in json.loads(ask(f"{game}/drawings?at={version}"))]
            for link in links:
                yield f"{file.stem}{link.removeprefix(game)}", hashlib.sha256(ask(link)).hexdigest()


def without(components: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """Leave out components that have an equal under any name."""
    return {name: each for name, each in components.items() if each not in others.values()}


def differences(before: Any, now: Any, path: str = "") -> Iterator[str]:
    """Yield the differences between two structures."""
    if isinstance(before, list) and isinstance(now, list):
        before, now = dict(enumerate(before)), dict(enumerate(now))
    if not (isinstance(before, dict) and isinstance(now, dict)):
        if before != now:
            yield f"{path}: {before!r:.120} -> {now!r:.120}"
        return
    for key in {**before, **now}:
        if key in before and key in now:
            yield from differences(before[key], now[key], f"{path}/{key}")
        else:
            yield f"only {'before' if key in before else 'now'}: {path}/{key}"


if __name__ == "__main__":
    sys.exit(main())
