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


def test_a_setting_that_cannot_be_used_is_named() -> None:
    with pytest.raises(ConfigError, match=r"DAYBOOK_TRUSTED_PROXIES is invalid\. Use a whole number"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", "DAYBOOK_TRUSTED_PROXIES": "many"})


def test_a_limit_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ConfigError, match="DAYBOOK_WRITE_LIMIT"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", "DAYBOOK_WRITE_LIMIT": "as many as you like"})


def test_every_limit_is_read_at_the_start() -> None:
    assert set(LIMITS) == {field for field in Config.__struct_fields__ if "_limit" in field}


def test_on_postgresql_the_secret_key_must_be_given() -> None:
    with pytest.raises(ConfigError, match="DAYBOOK_SECRET_KEY"):
        from_environment({"DATABASE_URL": "postgresql://somewhere/daybook"})


@pytest.mark.parametrize("name", ["DATABASE_REPLICA_URL", "DATABASE_DIRECT_URL"])
def test_a_sqlite_file_has_neither_replicas_nor_poolers(name: str) -> None:
    with pytest.raises(ConfigError, match=f"{name} needs PostgreSQL"):
        from_environment({"DAYBOOK_SECRET_KEY": "x", name: "postgresql://elsewhere/daybook"})


def test_on_sqlite_a_secret_key_is_made_once_and_kept_beside_the_file(tmp_path: Path) -> None:
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
def test_a_site_that_sends_mails_says_where_it_is(missing: dict[str, str], named: str) -> None:
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
