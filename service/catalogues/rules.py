"""How many rules each language has."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import rulesets
from domain.rules import translated_rules
from service.catalogues import LANGUAGES


def report() -> Iterator[str]:
    """Yield a line for each game and language that lacks rules."""
    for name, rules in sorted(rulesets().items()):
        for language in LANGUAGES:
            translated, all_of_them = translated_rules.counted(rules.catalogue, language)
            if translated < all_of_them:
                yield f"{language}: {translated} of {all_of_them} rules of {name} translated"
