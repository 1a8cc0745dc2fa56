"""User text: what each kind may contain, and the form in which it is stored."""

from __future__ import annotations

import unicodedata

import pytest

from domain.message import plain
from service.user_text import Kind, Unfit, cleaned, is_fit, without_unfit

ALL: tuple[Kind, ...] = ("line", "lines", "title", "name", "display_name", "address", "search", "token")
TEXTS: tuple[Kind, ...] = ("line", "lines", "title", "display_name")


def refusal(text: str, kind: Kind) -> str:
    with pytest.raises(Unfit) as refused:
        cleaned(text, kind)
    return plain(refused.value.detail)


class TestEveryKind:
    @pytest.mark.parametrize("kind", [*ALL, "file"])
    @pytest.mark.parametrize("bad", ["a\0b", "a\ud800b", "a\udfff"])
    def test_refuses_characters_that_no_database_can_store(self, kind: Kind, bad: str) -> None:
        assert refusal(bad, kind).count(".") == 2, "one sentence says what happened, one what to do"

    @pytest.mark.parametrize("kind", ALL)
    @pytest.mark.parametrize("bad", ["a\x1bb", "a\x07b", "a\x7fb", "a\x9bb", "a\u202eb", "a\u2066b", "a\u200fb"])
    def test_refuses_control_and_direction_characters(self, kind: Kind, bad: str) -> None:
        assert refusal(bad, kind)

    @pytest.mark.parametrize("kind", TEXTS)
    @pytest.mark.parametrize(
        "bad",
        [
            *["a\u200bb", "a\u200cb", "a\u200db", "a\u2060b", "a\ufeffb", "a\u00adb", "Olga\u3164", "a\u115fb"],
            *["a\u034fb", "a\ufe0fb", "a\U000e0041b", "a\U000e0100b", "\u180ba", "a\ufff9b", "👩\u200d", "\u200d🚀"],
        ],
    )
    def test_refuses_invisible_characters_without_effect(self, kind: Kind, bad: str) -> None:
        assert "invisible" in refusal(bad, kind)

    @pytest.mark.parametrize("kind", TEXTS)
    @pytest.mark.parametrize("bad", ["a\ue000", "a\U000f0000", "a\U0010fffe", "a\u0378"])
    def test_refuses_private_and_undefined_characters(self, kind: Kind, bad: str) -> None:
        assert refusal(bad, kind)

    @pytest.mark.parametrize("kind", [*TEXTS, "name", "search"])
    def test_is_stored_in_nfc(self, kind: Kind) -> None:
        assert cleaned("Zoe\u0308", kind) == "Zoë"
        assert cleaned("\u1100\u1161", kind) == "가"

    @pytest.mark.parametrize("kind", TEXTS)
    @pytest.mark.parametrize(
        "good",
        [
            *["👩‍🚀 night", "👨‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "👍🏽", "1️⃣", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☕︎"],
            *["می‌خواهم بازی کنم", "शक्‍ति", "क्‌ष", "ශ්‍රී", "র‍্যাব", "葛󠄀城", "ខ្ញុំ​សូម", "ᠠ᠋"],
            *["שָׁלוֹם", "Привет", "日本語テスト", "naïve façade", "Tiếng Việt", 'a & b <c> "d" 100% £5 — …'],
        ],
    )
    def test_accepts_characters_that_scripts_and_emoji_need(self, kind: Kind, good: str) -> None:
        assert cleaned(good, kind) == unicodedata.normalize("NFC", good)

    def test_refuses_too_many_marks_on_a_letter(self) -> None:
        assert cleaned("ཧཱུྃ လျှို့", "line")
        assert "marks" in refusal("q" + "\u0301" * 7, "line")


class TestLines:
    def test_line_endings_are_normalised(self) -> None:
        assert cleaned("\r\na\r\nb\rc\u2028d\x85e\n", "lines") == "a\nb\nc\nd\ne"
        assert cleaned("a\tb", "lines") == "a\tb"

    @pytest.mark.parametrize("kind", ["line", "title", "name", "display_name", "search"])
    @pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\v"])
    def test_line_breaks_are_refused_in_single_line_text(self, kind: Kind, end: str) -> None:
        assert refusal(f"a{end}b", kind) == "This must be one line. Remove the line break."

    def test_no_break_spaces_are_kept_except_at_the_ends(self) -> None:
        assert cleaned(" Partie\u00a0: 3\u202f\u00a0", "title") == "Partie\u00a0: 3"


class TestNames:
    @pytest.mark.parametrize(
        "name",
        ["आदित्य", "สมศรี", "தமிழ்", "Zoë", "Ада", "아다", "愛田 Ada", "O'Neil", "Ἀδα", "Ada_7", "ジョン・スミス", "محمد",
         "שרה", "葛󠄀城", "علی‌رضا"],
    )  # fmt: skip
    def test_may_contain_letters_and_marks_of_any_script(self, name: str) -> None:
        assert cleaned(name, "name") == unicodedata.normalize("NFC", name)

    @pytest.mark.parametrize("name", ["-Ada", "Ada-", "Ada!", "👩‍🚀", "Ada🚀", "\u0301Ada", "Ada#1", "a@b"])
    def test_may_not_contain_or_start_with_other_characters(self, name: str) -> None:
        assert refusal(name, "name")

    @pytest.mark.parametrize("kind", ["name", "display_name"])
    def test_spaces_are_collapsed_and_trimmed(self, kind: Kind) -> None:
        assert cleaned(" Ada \u00a0 Lovelace\u3000", kind) == "Ada Lovelace"

    @pytest.mark.parametrize("name", ["...", "\u2800", "Olga\u2800", "'", "Ann #1f0c2b3a"])
    def test_blank_or_ambiguous_display_names_are_refused(self, name: str) -> None:
        assert refusal(name, "display_name")

    def test_older_names_lose_characters_that_are_now_refused(self) -> None:
        assert without_unfit(" Ada\n\x1b[31mx\u202e y\u200b\ud800\0") == "Ada [31mx y"
        assert without_unfit("👩‍🚀 e\u0301") == "👩‍🚀 é"


def test_addresses_and_tokens_cannot_contain_spaces() -> None:
    assert cleaned(" ada@bücher.example ", "address") == "ada@bücher.example"
    assert "spaces" in refusal("a b@example.org", "address")
    assert refusal("abc def", "token")
    assert cleaned("WyIyMDI2Il0", "token") == "WyIyMDI2Il0"


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("a" * 1_000_000 + "\u202e", False),
        ("\u200d" * 1_000_000, False),
        ("a\u0301" * 500_000, True),
        ("👩\u200d" * 300_000, False),
        ("\U0001f3f4\U000e0067" * 200_000, False),
    ],
    ids=["letters", "joiners", "marks", "emoji", "flags"],
)
def test_no_part_of_a_long_text_is_checked_again_and_again(text: str, fit: bool) -> None:
    """Each alternative begins with a different character; otherwise this test would practically never end."""
    assert is_fit(text, "lines") is fit
