"""Files in deploy/: their references exist and the service knows their settings. No containers are built."""

from __future__ import annotations

import json
import pkgutil
import re
import stat
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Context, Group

from service.app import create_app
from service.cli import main
from service.config import VARIABLES, from_environment

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DAYBOOK_SERVICES = {name: service for name, service in SERVICES.items() if service["image"].startswith("daybook")}
NGINX = (DEPLOY / "nginx.conf").read_text()


def example_settings() -> dict[str, str]:
    lines = (DEPLOY / ".env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def interpolate(text: str, settings: dict[str, str]) -> str:
    """Return the text with its variables substituted as Compose would."""
    return re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?)?\}", lambda name: settings.get(name[1]) or name[2] or "", text)


def test_compose_runs_two_web_processes_workers_migration_and_database() -> None:
    commands = sorted(service["command"][0] for service in DAYBOOK_SERVICES.values())
    assert commands == ["migrate", "serve", "serve", "workers"]
    assert SERVICES["database"]["image"].startswith("postgres:18")


def test_services_wait_for_migration_and_migration_for_database() -> None:
    for service in DAYBOOK_SERVICES.values():
        if service["command"] == ["migrate"]:
            assert service["depends_on"] == {"database": {"condition": "service_healthy"}}
        else:
            assert service["depends_on"] == {"migration": {"condition": "service_completed_successfully"}}


def test_health_conditions_refer_to_services_with_health_checks() -> None:
    for service in SERVICES.values():
        for awaited, condition in service.get("depends_on", {}).items():
            assert "healthcheck" in SERVICES[awaited] or condition["condition"] != "service_healthy"


@pytest.mark.parametrize("name", DAYBOOK_SERVICES)
def test_command_is_accepted_by_the_cli(name: str) -> None:
    assert_accepted(DAYBOOK_SERVICES[name]["command"])


def assert_accepted(words: Sequence[str]) -> None:
    command, *arguments = words
    assert isinstance(main, Group)
    found = main.get_command(Context(main), command)
    assert found is not None
    found.make_context(command, arguments)


@pytest.mark.parametrize("name", DAYBOOK_SERVICES)
def test_environment_variables_are_known_and_usable(name: str) -> None:
    environment: dict[str, str] = DAYBOOK_SERVICES[name]["environment"]
    assert set(environment) <= {*VARIABLES.values(), "TMPDIR"}
    given = {**example_settings(), "DATABASE_PASSWORD": "x", "SECRET_KEY": "y"}
    config = from_environment({key: interpolate(value, given) for key, value in environment.items()})
    assert config.database_url == "postgresql://daybook:x@database/daybook"
    assert config.secret_key == "y"
    assert not config.embedded
    assert config.trusted_proxies == 1


def test_health_checks_use_the_health_endpoints(sqlite_url: str) -> None:
    asked = {path for service in SERVICES.values() for path in _health_check_paths(service)}
    assert len(asked) == 1
    client = create_app(from_environment({"DATABASE_URL": sqlite_url, "DAYBOOK_SECRET_KEY": "y"})).test_client()
    assert client.get(asked.pop()).status_code == 200


def _health_check_paths(service: dict[str, Any]) -> list[str]:
    test = " ".join(service.get("healthcheck", {}).get("test", []))
    return re.findall(r"http://127\.0\.0\.1:\d+(/[\w/]*)", test)


def test_env_example_lists_every_compose_variable() -> None:
    used = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert used - {"DAYBOOK_VERSION"} == set(example_settings())


def test_mounts_exist_and_entrypoints_are_executable() -> None:
    for service in SERVICES.values():
        mounts = dict(volume.split(":")[:2] for volume in service.get("volumes", []) if volume.startswith("."))
        for source in mounts:
            assert (DEPLOY / source).exists()
        for program in service.get("entrypoint", []):
            file = DEPLOY / Path(program).relative_to("/deploy")
            assert file.stat().st_mode & stat.S_IXUSR
            subprocess.run(["sh", "-n", file], check=True)


def test_the_proxy_uses_the_names_and_ports_of_the_web_processes() -> None:
    web = {
        f"{name}:{service['command'][service['command'].index('--port') + 1]}"
        for name, service in DAYBOOK_SERVICES.items()
        if service["command"][0] == "serve"
    }
    assert set(re.findall(r"server ([\w-]+:\d+)", NGINX)) == web
    listening = re.findall(r"listen (\d+);", NGINX)
    assert [port.split(":")[-1] for port in SERVICES["proxy"]["ports"]] == listening


def test_the_proxy_accepts_the_largest_import() -> None:
    limit = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert int(limit[0]) * 1024 * 1024 == from_environment({"DAYBOOK_SECRET_KEY": "y"}).largest_import


def test_image_copies_existing_files_and_runs_as_daybook_user() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for sources in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists()
            assert f"!{source}" in ignored
    assert re.findall(r"^USER (.+)$", text, re.MULTILINE) == ["daybook"]


def test_image_runs_an_installed_command_that_the_cli_accepts() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    entrypoint, default = map(json.loads, re.findall(r"^(?:ENTRYPOINT|CMD) (.+)$", text, re.MULTILINE))
    (program,) = entrypoint
    installed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert callable(pkgutil.resolve_name(installed[program]))
    assert_accepted(default)


@pytest.mark.parametrize(("asked", "port"), [((), "8000"), (("PORT=8123",), "8123")])
def test_make_run_serves_the_demo_on_the_port_of_its_links(asked: tuple[str, ...], port: str) -> None:
    done = subprocess.run(["make", "--dry-run", "run", *asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"daybook (demo --site http://127.0.0.1:|serve --port )(\d+)", done.stdout) == [
        ("demo --site http://127.0.0.1:", port),
        ("serve --port ", port),
    ]
