"""The OpenAPI document and its page; schemathesis looks for responses that do not conform."""

from __future__ import annotations

import compileall
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.service.openapi_client import registry_of, validator_at
from tests.service.sites import Person, Site, close, site_on

CHECKS: list[schemathesis.CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
]
BOUNDED = settings(
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

GENERATED_WITHOUT_BODIES = [
    "GET /api/tournaments/{id}/export",
    "GET /api/games/{id}/board.svg",
    "GET /api/games/{id}/drawings/{name}.svg",
    "GET /api/games/{id}/history/{version}/drawing.svg",
    "GET /api/games/{id}/export",
    "GET /api/users/me/data-export",
    "POST /api/import",
]
"""Operations with pictures or files, whose bodies a generated client does not handle."""


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = site_on(f"sqlite:///{tmp_path_factory.mktemp('openapi')}/x.sqlite", live_wait=0.02)
    yield made
    close(made)


@pytest.fixture(scope="module")
def document(shared_site: Site) -> Any:
    return shared_site.app.test_client().get("/api/openapi.json").json


def _operations(document: Any) -> Iterator[list[Any]]:
    """Yield the parameters of each operation."""
    for operations in document["paths"].values():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method != "parameters":
                yield [_resolved(document, part) for part in (*shared, *operation.get("parameters", []))]


def _resolved(document: Any, part: Any) -> Any:
    return document["components"]["parameters"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part


def _described(document: Any) -> Iterator[dict[str, Any]]:
    """Yield every parameter and every field with a description: where it is, and its schema."""
    for parameters in _operations(document):
        yield from ({"where": part["name"], "schema": part["schema"]} for part in parameters if "description" in part)
    for name, schema in document["components"]["schemas"].items():
        for field, part in schema.get("properties", {}).items():
            if "description" in part:
                yield {"where": f"{name}.{field}", "schema": part}


class TestDocument:
    def test_every_operation_has_a_summary_and_a_default_response(self, document: Any) -> None:
        assert document["openapi"] == "3.1.0"
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if method != "parameters":
                    assert operation["summary"], (method, path)
                    assert "default" in operation["responses"], (method, path)

    def test_commands_events_and_states_of_games_have_schemas(self, document: Any) -> None:
        schemas = document["components"]["schemas"]
        for name in ("toy.Call", "toy.Drawn", "toy.State", "brass-birmingham.Build", "daybook.TableOpened"):
            assert schemas[name]["type"] == "object", name
        assert schemas["toy.Call"]["properties"]["action"] == {"enum": ["call"]}

    def test_all_references_resolve(self, document: Any) -> None:
        for reference in set(re.findall(r'"\$ref": ?"([^"]*)"', str(document).replace("'", '"'))):
            found = document
            for key in reference.removeprefix("#/").split("/"):
                found = found[key]

    def test_described_fields_have_valid_examples(self, document: Any) -> None:
        described = [part for part in _described(document) if "examples" not in part["schema"]]
        assert described == []
        schemas = {str(number): part["schema"] for number, part in enumerate(_described(document))}
        registry = registry_of({**document, "described": schemas})
        for number, schema in schemas.items():
            validator = validator_at(registry, "described", number)
            for example in schema["examples"]:
                validator.validate(example)

    def test_parameters_have_descriptions_and_standard_names(self, document: Any) -> None:
        parameters = [parameter for operation in _operations(document) for parameter in operation]
        assert all(parameter.get("description") for parameter in parameters)
        assert {parameter["name"] for parameter in parameters if parameter["in"] == "path"} == {
            "id",
            "name",
            "number",
            "user",
            "version",
        }

    def test_titles_are_unique(self, document: Any) -> None:
        titles = [schema.get("title", name) for name, schema in document["components"]["schemas"].items()]
        assert len(titles) == len(set(titles))

    def test_client_can_be_generated_except_drawings_and_files(self, document: Any, tmp_path: Path) -> None:
        (tmp_path / "openapi.json").write_text(json.dumps(document))
        (tmp_path / "settings.yml").write_text("post_hooks: []")
        generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
        paths = ["--path", "openapi.json", "--config", "settings.yml", "--output-path", "client"]
        done = subprocess.run([*generator, *paths], cwd=tmp_path, check=False, text=True, stdout=PIPE, stderr=STDOUT)
        left_out = re.findall(r"^WARNING parsing (.*) within", done.stdout, re.MULTILINE)
        warnings = done.stdout.count("WARNING")
        assert (done.returncode, left_out, warnings) == (0, GENERATED_WITHOUT_BODIES, len(left_out)), done
        assert compileall.compile_dir(tmp_path / "client", quiet=1)

    def test_moves_accept_an_idempotency_key_and_a_version(self, document: Any) -> None:
        operation = document["paths"]["/api/games/{id}/moves"]["post"]
        assert "Idempotency-Key" in str(operation["parameters"])
        assert {"$ref": "#/components/parameters/IF_MATCH"} in operation["parameters"]
        assert {"412", "422", "428"} <= set(operation["responses"])

    def test_docs_page_shows_all_paths_without_scripts(self, shared_site: Site, document: Any) -> None:
        page = shared_site.app.test_client().get("/api/docs").text
        assert 'rel="icon" href="/static/daybook.svg"' in page
        assert all(f"<code>{path}</code>" in page for path in document["paths"])
        assert 'id="illegal-move"' in page
        assert "<strong>Writing.</strong>" in page
        assert "<script" not in page

    def test_docs_page_links_schemas_and_shows_no_raw_json(self, shared_site: Site, document: Any) -> None:
        page = shared_site.app.test_client().get("/api/docs").text
        links = set(re.findall(r'href="#(schema-[^"]*)"', page))
        shown = re.findall(r'id="(schema-[^"]*)"', page)
        assert sorted(shown) == sorted(f"schema-{name}" for name in document["components"]["schemas"])
        assert links <= set(shown)
        assert {"schema-Table", "schema-Problem", "schema-toy.Player"} & links
        assert "&#34;type&#34;" not in page.partition('id="schemas"')[0]


def test_all_responses_conform_to_the_document(shared_site: Site) -> None:
    """A bounded run over every operation, as a user with a game to play, a finished game, and a branch."""
    ada = shared_site.person("Ada")
    running, finished = shared_site.game(ada, ada), shared_site.game(ada, ada)
    shared_site.finish(finished, ada, ada)
    branch = ada.post(f"/games/{running}/branches", {}).json["id"]
    shared_site.catch_up()
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", shared_site.app)
    seen = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        _fuzz(operation, ada, [running, finished, branch] if "{id}" in operation.path else [])
        seen.add(operation.label)
    assert len(seen) > 30


def _fuzz(operation: schemathesis.APIOperation, ada: Person, streams: list[str]) -> None:
    """Send valid and invalid requests to each of the streams in turn."""
    kinds = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    cases = one_of(*(operation.as_strategy(generation_mode=kind) for kind in kinds))

    turns = cycle(streams)

    @settings(BOUNDED, max_examples=12 if streams else 8)
    @given(case=cases)
    def attempt(case: schemathesis.Case) -> None:
        if streams:
            case.path_parameters = {**(case.path_parameters or {}), "id": next(turns)}
        case.call_and_validate(headers={"Authorization": f"Bearer {ada.token}"}, checks=CHECKS)

    attempt()
