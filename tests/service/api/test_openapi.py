"""The OpenAPI document, its page, and schemathesis' attempts to find an answer that does not fit it."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    max_examples=8,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = site_on(f"sqlite:///{tmp_path_factory.mktemp('openapi')}/x.sqlite", live_wait=0.02)
    yield made
    close(made)


@pytest.fixture(scope="module")
def document(shared_site: Site) -> Any:
    return shared_site.app.test_client().get("/api/openapi.json").json


class TestDocument:
    def test_every_operation_says_what_it_does(self, document: Any) -> None:
        assert document["openapi"] == "3.1.0"
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if method != "parameters":
                    assert operation["summary"], (method, path)
                    assert "default" in operation["responses"], (method, path)

    def test_commands_facts_and_states_of_every_game_are_described(self, document: Any) -> None:
        schemas = document["components"]["schemas"]
        for name in ("toy.Call", "toy.Drawn", "toy.State", "brass-birmingham.Build", "daybook.TableOpened"):
            assert schemas[name]["type"] == "object", name
        assert schemas["toy.Call"]["properties"]["action"] == {"enum": ["call"]}

    def test_all_references_lead_somewhere(self, document: Any) -> None:
        for reference in set(re.findall(r'"\$ref": ?"([^"]*)"', str(document).replace("'", '"'))):
            found = document
            for key in reference.removeprefix("#/").split("/"):
                found = found[key]

    def test_writes_take_an_idempotency_key_and_moves_a_version(self, document: Any) -> None:
        operation = document["paths"]["/api/games/{stream}/moves"]["post"]
        assert "Idempotency-Key" in str(operation["parameters"])
        assert {"$ref": "#/components/parameters/IF_MATCH"} in operation["parameters"]
        assert {"412", "422", "428"} <= set(operation["responses"])

    def test_the_page_shows_all_of_it_without_scripts(self, shared_site: Site, document: Any) -> None:
        page = shared_site.app.test_client().get("/api/docs").text
        assert 'rel="icon" href="/static/daybook.svg"' in page
        assert all(f"<code>{path}</code>" in page for path in document["paths"])
        assert 'id="illegal-move"' in page
        assert "<strong>Writing.</strong>" in page
        assert "<script" not in page


def test_no_request_gets_an_answer_that_is_not_described(shared_site: Site) -> None:
    """A bounded run over every operation, as a user who has a game to play, a game that is over, and a branch."""
    ada = shared_site.person("Ada")
    running, over = shared_site.game(ada, ada), shared_site.game(ada, ada)
    shared_site.finish(over, ada, ada)
    branch = ada.post(f"/games/{running}/branches", {}).json["id"]
    shared_site.catch_up()
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", shared_site.app)
    seen = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        for known in (running, over, branch) if "{stream}" in operation.path else (None,):
            _attack(operation, ada, known)
        seen.add(operation.label)
    assert len(seen) > 30


def _attack(operation: schemathesis.APIOperation, ada: Person, stream: str | None) -> None:
    """Requests that fit the description, and requests that do not."""
    kinds = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    cases = one_of(*(operation.as_strategy(generation_mode=kind) for kind in kinds))

    @BOUNDED
    @given(case=cases)
    def attempt(case: schemathesis.Case) -> None:
        if stream is not None:
            case.path_parameters = {**(case.path_parameters or {}), "stream": stream}
        case.call_and_validate(headers={"Authorization": f"Bearer {ada.token}"}, checks=CHECKS)

    attempt()
