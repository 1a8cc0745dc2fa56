"""Catalogues: updating keeps translations, compiling makes them usable, and the check finds faults."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from service.catalogues import catalogue_file, uncompiled
from service.catalogues.check import check
from service.catalogues.files import compile_all, update

Texts = list[tuple[str, str | tuple[str, str]]]

ENGLISH: Texts = [
    ("toy.passed", "{seat} passed."),
    ("toy.coins", ("{count} coin", "{count} coins")),
    ("", "Log in"),
    ("", "Hello %(name)s"),
]
KOREAN = ["{seat}: 패스", ("동전 {count}개",), "로그인", "%(name)s 님, 안녕하세요"]


def write_file(file: Path, texts: Texts, translations: list[object] | None = None, fuzzy: bool = False) -> Path:
    """Write a catalogue with these texts, translated or not."""
    catalogue = Catalog(locale="ko" if translations else None, fuzzy=False)
    for (context, text), string in zip(texts, translations or [None] * len(texts), strict=True):
        catalogue.add(text, string, context=context or None, flags=["fuzzy"] if fuzzy else [])  # type: ignore[arg-type]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue)
    return file


@pytest.fixture
def template(tmp_path: Path) -> Path:
    return write_file(tmp_path / "messages.pot", ENGLISH)


@pytest.fixture
def korean(tmp_path: Path) -> Path:
    return write_file(catalogue_file("ko", directory=tmp_path), ENGLISH, KOREAN)


def faults(template: Path, complete: tuple[str, ...] = ("ko",)) -> list[str]:
    return check(complete, ("ko",), template, template.parent)[1]


def test_update_creates_a_catalogue_and_can_be_repeated(template: Path) -> None:
    update(["zh_Hant_TW"], template, template.parent)
    text = catalogue_file("zh_Hant_TW", directory=template.parent).read_text()
    assert 'msgctxt "toy.passed"\nmsgid "{seat} passed."\nmsgstr ""' in text
    assert "Date" not in text
    assert text.index("Hello") < text.index("Log in")
    update(["zh_Hant_TW"], template, template.parent)
    assert catalogue_file("zh_Hant_TW", directory=template.parent).read_text() == text


def test_update_keeps_translations_and_clears_reworded_messages(template: Path, korean: Path) -> None:
    write_file(template, [("toy.passed", "{seat} has passed."), *ENGLISH[1:3]])
    update(["ko"], template, template.parent)
    text = korean.read_text()
    assert 'msgid "Log in"\nmsgstr "로그인"' in text
    assert "# was: {seat} passed.\n" in text
    assert 'msgid "{seat} has passed."\nmsgstr ""' in text
    assert "Hello" not in text
    assert "fuzzy" not in text
    update(["ko"], template, template.parent)
    assert korean.read_text() == text


def test_a_compiled_catalogue_translates(template: Path, korean: Path) -> None:
    assert uncompiled(template.parent) == ["ko"]
    assert compile_all(template.parent) == ["ko"]
    assert uncompiled(template.parent) == []
    with catalogue_file("ko", "mo", template.parent).open("rb") as file:
        words = GNUTranslations(file)
    assert words.gettext("Log in") == "로그인"
    assert words.npgettext("toy.coins", "{count} coin", "{count} coins", 3) == "동전 {count}개"


def test_a_complete_catalogue_has_no_faults(template: Path, korean: Path) -> None:
    assert check(("ko",), ("ko",), template, template.parent) == (["ko: 4 of 4 messages translated"], [])


def test_a_missing_message_is_a_fault_only_in_a_complete_language(template: Path, korean: Path) -> None:
    write_file(template, [*ENGLISH, ("", "Log out")])
    assert faults(template) == ["ko: missing:  'Log out'"]
    assert check((), ("ko",), template, template.parent) == (["ko: 4 of 5 messages translated"], [])


def test_a_stale_message_is_a_fault(template: Path, korean: Path) -> None:
    write_file(template, ENGLISH[1:])
    assert faults(template) == ["ko: stale: toy.passed '{seat} passed.'"]


def test_a_fuzzy_message_is_a_fault(template: Path) -> None:
    write_file(catalogue_file("ko", directory=template.parent), ENGLISH, KOREAN, fuzzy=True)
    assert len([fault for fault in faults(template) if fault.startswith("ko: fuzzy")]) == len(ENGLISH)


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (0, "패스"),
        (0, "{sitz}: 패스"),
        (0, "{seat}: 패스 {"),
        (1, ("동전",)),
        (3, "안녕하세요"),
        (3, "%(name)s 100%"),
        (3, "%(name) 님"),
    ],
)
@pytest.mark.parametrize("complete", [("ko",), ()])
def test_a_wrong_placeholder_is_a_fault_in_every_language(
    template: Path, number: int, wrong: str, complete: tuple[str, ...]
) -> None:
    words = [*KOREAN[:number], wrong, *KOREAN[number + 1 :]]
    write_file(catalogue_file("ko", directory=template.parent), ENGLISH, words)
    found = faults(template, complete)
    assert len(found) == 1
    assert "placeholders differ" in found[0]


def test_translation_may_match_placeholders_of_one_source_form_only(template: Path) -> None:
    write_file(template, [("", ("One game", "%(num)s games"))])
    write_file(
        catalogue_file("ko", directory=template.parent), [("", ("One game", "%(num)s games"))], [("%(num)s게임",)]
    )
    assert faults(template) == []


def test_the_committed_catalogues_can_be_read() -> None:
    for file in catalogue_file("ko").parents[2].glob("*/LC_MESSAGES/messages.po"):
        with file.open("rb") as opened:
            assert read_po(opened).locale is not None
