"""The translations of the site: one catalogue for each language, beside an English one in the source."""

from __future__ import annotations

from pathlib import Path

LANGUAGES = ("ko", "zh_Hant_TW")
"""The languages for which ``make messages`` keeps catalogues."""

COMPLETE: tuple[str, ...] = LANGUAGES
"""The languages in which ``make lint`` accepts no missing message."""

DIRECTORY = Path(__file__).parents[1] / "translations"
"""The directory of the catalogues: ``<language>/LC_MESSAGES/messages.po``."""

DOMAIN = "messages"
"""The gettext domain of everything that players see. API and command line have the domain ``docs``, in English only."""

TEMPLATE = DIRECTORY / f"{DOMAIN}.pot"
"""The messages in the source, as ``make messages`` extracts them."""


def catalogue_file(language: str, suffix: str = "po", directory: Path = DIRECTORY) -> Path:
    """Return the path of a catalogue."""
    return directory / language / "LC_MESSAGES" / f"{DOMAIN}.{suffix}"


def uncompiled(directory: Path = DIRECTORY) -> list[str]:
    """Return the languages whose catalogue is not compiled."""
    sources = sorted(directory.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return [file.parents[1].name for file in sources if not file.with_suffix(".mo").exists()]
