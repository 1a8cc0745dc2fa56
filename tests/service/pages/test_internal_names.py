"""Rules pages, player aids and options name everything as the game prints it: no names of fields and files."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from domain.game import rulesets
from service.catalogues import COMPLETE
from service.http.i18n import tag
from tests.service.pages.reading import Reader, text_of

RAW = re.compile(r"\b[A-Za-z0-9.]*[a-z]+_[a-z][a-z_.0-9]*|\b[a-z]+\.[a-z]{3,}\b")
"""Names with underscores or inner dots, such as ``player_board.shipping_penalty`` or ``components.toml``."""

RULE = re.compile(r"\b[A-Z]{2}-(?:[A-Z]\.)?\d+(?:\.\d+)?")


@pytest.mark.parametrize("rules", sorted(rulesets()))
def test_rules_and_options_show_no_raw_names(reader: Callable[[], Reader], rules: str) -> None:
    ada = reader().registered("Ada")
    form = f"/games/new?ruleset={rules}"
    for language in ("en", *map(tag, COMPLETE)):
        ada.send("/language", language=language)
        for path in (f"/rules/{rules}", f"/rules/{rules}/player-aid", form):
            assert RAW.findall(text_of(ada.get(path))) == [], f"{path} in {language}"
    assert RULE.findall(text_of(ada.get(form))) == []
