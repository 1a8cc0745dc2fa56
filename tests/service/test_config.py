"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from service.config import LIMITS, Config, ConfigError, from_environment


def test_variables_become_settings() -> None:
    variables = {
        "DATABASE_URL": "postgresql://somewhere/daybook",
        "DAYBOOK_SECRET_KEY": "secret",
        "DAYBOOK_EMBEDDED": "false",
        "DAYBOOK_TRUSTED_PROXIES": "2",
        "DAYBOOK_PROJECTION_PATIENCE": "1.5",
    }
    assert from_environment(variables) == Config(
        database_url="postgresql://somewhere/daybook",
        secret_key="secret",
        embedded=False,
        trusted_proxies=2,
        projection_patience=1.5,
    )


def test_error_names_the_invalid_setting() -> None:
    with pytest.raises(ConfigError, match=r"DAYBOOK_TRUSTED_PROXIES is invalid\. Use a whole number"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", "DAYBOOK_TRUSTED_PROXIES": "many"})


def test_error_names_the_invalid_limit() -> None:
    with pytest.raises(ConfigError, match="DAYBOOK_WRITE_LIMIT"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", "DAYBOOK_WRITE_LIMIT": "as many as you like"})


def test_every_limit_setting_is_in_limits() -> None:
    assert set(LIMITS) == {field for field in Config.__struct_fields__ if "_limit" in field}


def test_postgresql_requires_a_secret_key() -> None:
    with pytest.raises(ConfigError, match="DAYBOOK_SECRET_KEY"):
        from_environment({"DATABASE_URL": "postgresql://somewhere/daybook"})


@pytest.mark.parametrize("name", ["DATABASE_REPLICA_URL", "DATABASE_DIRECT_URL"])
def test_replica_and_direct_urls_require_postgresql(name: str) -> None:
    with pytest.raises(ConfigError, match=f"{name} needs PostgreSQL"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", name: "postgresql://elsewhere/daybook"})


def test_sqlite_secret_key_is_generated_once_and_stored_by_the_file(tmp_path: Path) -> None:
    keys: list[str] = []
    variables = {"DATABASE_URL": f"sqlite:///{tmp_path}/var/daybook.sqlite"}
    starts = [Thread(target=lambda: keys.append(from_environment(variables).secret_key)) for _ in range(8)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    kept = tmp_path / "var" / "secret_key"
    assert keys == [kept.read_text()] * 8
    assert len(keys[0]) == 64
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in kept.parent.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ({"DAYBOOK_SITE_URL": ""}, "DAYBOOK_SITE_URL"),
        ({"DAYBOOK_MAIL_FROM": ""}, "DAYBOOK_MAIL_FROM"),
        ({"DAYBOOK_SMTP_URL": "mail.example.org:25"}, "DAYBOOK_SMTP_URL"),
        ({"DAYBOOK_SMTP_URL": "smtp://"}, "DAYBOOK_SMTP_URL"),
    ],
)
def test_sending_email_requires_site_url_sender_and_valid_smtp_url(missing: dict[str, str], named: str) -> None:
    variables = {
        "DAYBOOK_SECRET_KEY": "x",
        "DAYBOOK_SMTP_URL": "smtp://mail.example.org",
        "DAYBOOK_SITE_URL": "https://daybook.example.org",
        "DAYBOOK_MAIL_FROM": "daybook@example.org",
    }
    assert from_environment(variables).smtp_url
    assert from_environment({"DAYBOOK_SECRET_KEY": "x", "DAYBOOK_SMTP_URL": "log"}).smtp_url == "log"
    with pytest.raises(ConfigError, match=named):
        from_environment({**variables, **missing})
