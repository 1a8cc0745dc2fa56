"""User-supplied text: the content that each kind allows, and the one form in which it is stored.

Every text is normalised to NFC. Characters are judged by their Unicode properties:

* Letters, marks, digits, punctuation, symbols and spaces of every script are allowed.
* Invisible characters are allowed where they change how a text looks or breaks: in emoji sequences, ideographic and
  Mongolian variants, as joiners in Arabic and Indic scripts, between words in Khmer, Lao, Myanmar and Thai.
* Controls, unpaired surrogates, characters that change the direction of text, other invisible characters, and
  private or undefined characters are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import accumulate, pairwise
from typing import Literal

import icu

from domain.message import Message, counted, message

Kind = Literal["line", "lines", "title", "name", "display_name", "address", "search", "token", "file"]
"""``line``, ``lines``: text on one line or on several. ``title``: a line shown in lists. ``name``: of an account.
``address``: of email or of a notification channel. ``search``: text that is only compared with stored text.
``token``: text from a program. ``file``: the content of a text file, with any line endings.
"""

MOST_MARKS = 6
"""Marks on one letter: more than languages need, too few to cover the text around it."""

_UNICODE: str = icu.UNICODE_VERSION


class Unfit(Exception):
    """A text with content that its kind may not have; ``detail`` names the content and a remedy."""

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


def cleaned(text: str, kind: Kind) -> str:
    """Return the form in which a text is stored. Raises Unfit."""
    require_storable(text)
    return _CLEANING[kind](normalised(text))


def is_fit(text: str, kind: Kind) -> bool:
    """Return whether a text may be of this kind."""
    try:
        cleaned(text, kind)
    except Unfit:
        return False
    return True


def require_storable(text: str) -> None:
    """Raise Unfit for text that a database cannot store: NUL and unpaired surrogates."""
    if "\0" in text:
        raise Unfit(message("text.nul-character", "Text can't contain the character NUL (U+0000). Remove it."))
    if not text.isascii() and (half := _SURROGATE.search(text)):
        raise Unfit(
            message(
                "text.half-character",
                "The text contains half a character ({code}). Type the character again.",
                code=_code(half[0]),
            )
        )


def normalised(text: str) -> str:
    """Return a text in NFC."""
    return text if text.isascii() else str(_NFC.normalize(text))


def without_unfit(text: str) -> str:
    """Return a line or title without invalid characters, for text from before there was a rule."""
    kept = normalised(_SURROGATE.sub("", text))
    while (end := _end_of(_LINE, kept)) < len(kept):
        kept = kept[:end] + (" " if kept[end] in _ENDS_OF_LINES else "") + kept[end + 1 :]
    return " ".join(_compiled(_MARKS).sub(lambda found: found[0][:MOST_MARKS], kept).split())


def without_controls(text: str) -> str:
    """Return a text without unpaired surrogates and controls except line ends and tabs: XML 1.0 and emails cannot
    contain them, and text from before there was a rule may.
    """
    return _compiled(_UNSHOWN).sub("", text)


def shortened(text: str, octets: int) -> str:
    """Return a text of at most so many bytes in UTF-8: its beginning and an ellipsis if it is longer. Characters stay
    whole, as readers see them.
    """
    text = _SURROGATE.sub("\ufffd", text)
    if len(text.encode()) <= octets:
        return text
    in_utf_16 = icu.UnicodeString(text)
    ends = icu.BreakIterator.createCharacterInstance(icu.Locale.getRoot())
    ends.setText(in_utf_16)
    characters = [str(in_utf_16[start:end]) for start, end in pairwise([0, *ends])]
    sizes = accumulate((len(character.encode()) for character in characters), initial=len("…".encode()))
    kept = max(0, sum(size <= octets for size in sizes) - 1)
    return "".join(characters[:kept]) + "…"


# --------------------------------------------------------------------------------------------------------------------
# Characters
# --------------------------------------------------------------------------------------------------------------------

_NFC = icu.Normalizer2.getNFCInstance()

_SURROGATE = re.compile("[\ud800-\udfff]")

_UNSHOWN = "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"

_ENDS_OF_LINES = "\n\r\v\f\x85\u2028\u2029"


def _those(pattern: str) -> str:
    """Return the characters of one of ICU's sets, as a class of a regular expression."""
    found = icu.UnicodeSet(pattern)
    ranges = ((found.getRangeStart(each), found.getRangeEnd(each)) for each in range(found.getRangeCount()))
    return "[" + "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in ranges) + "]"


_PLAIN = "[:L:][:M:][:N:][:P:][:S:][:Zs:][:Prepended_Concatenation_Mark:][:Extended_Pictographic:]"
_CURSIVE = "[[:jt=D:][:jt=L:][:jt=R:][[:M:]&[[:scx=Arab:][:scx=Syrc:]]]-[:DI:]]"
_VIRAMA = _those("[:ccc=Virama:]")
_PICTURE = _those("[:Extended_Pictographic:]")
_IN_ONE = _those("[:Line_Break=SA:]")

_INVISIBLE = "|".join(
    [
        "(?<=" + _those("[:Emoji:]") + ")[\ufe0e\ufe0f]",
        "(?<=" + _those("[[:Extended_Pictographic:][:Emoji_Modifier:][\ufe0f]]") + ")\u200d(?=" + _PICTURE + ")",
        "(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f",
        "(?<=" + _those("[:Ideographic:]") + ")[\ufe00-\ufe0d\U000e0100-\U000e01ef]",
        "(?<=" + _those("[:sc=Mongolian:]") + ")[\u180b-\u180f]",
        "(?<=" + _those(_CURSIVE) + ")[\u200c\u200d]",
        "(?<=" + _VIRAMA + ")[\u200c\u200d]",
        "(?<=" + _those("[[:L:]&[:InSC=Consonant:]]") + ")\u200d(?=" + _VIRAMA + ")",
        "(?<=" + _IN_ONE + ")\u200b(?=" + _IN_ONE + ")",
    ]
)
"""The contexts in which invisible characters are allowed: each has an effect on its neighbours."""


def _made_of(pattern: str) -> str:
    return "(?:" + _those(pattern) + "+|" + _INVISIBLE + ")*"


_LINE = _made_of(f"[{_PLAIN}-[:DI:]-[\ufffc\ufffd]]")
_LINES = _made_of(f"[{_PLAIN}[\\n\\t]-[:DI:]-[\ufffc\ufffd]]")
_NAME = _made_of("[[:L:][:M:][:N:][\\ .'’_\\-·・]-[:DI:]]")
_ADDRESS = _those(f"[{_PLAIN}-[:DI:]-[:Zs:]-[\ufffc\ufffd]]") + "*"
_SEARCH = _those("[^[:Cc:][:Bidi_C:][:Zl:][:Zp:]]") + "*"
_FILE = _those("[^[[:Cc:]-[\\t\\n\\r]][:Bidi_C:]\ufffd]") + "*"
_TOKEN = re.compile(r"[\x21-\x7e]*")

_AT_THE_ENDS = "(?s)" + _those("[[:L:][:N:]]") + "(?:.*" + _those("[[:L:][:N:][:M:]]") + ")?"
_SEEN = _those("[[:L:][:N:][:Extended_Pictographic:][:Regional_Indicator:]-[:DI:]]")
_MARKS = _those("[[:Mn:][:Me:]]") + f"{{{MOST_MARKS + 1},}}"
_DIRECTION = _those("[:Bidi_C:]")
_CONTROL = _those("[:Cc:]")
_UNDEFINED = _those("[[:Cn:][:Co:]-[:DI:]]")
_HIDDEN = _those("[[:DI:][:Cf:]\ufffc]")
_SPACE = _those("[:Zs:]")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when it is first used: compiling all of them takes a fifteenth of a process's start."""
    return re.compile(pattern)


def _end_of(pattern: str, text: str) -> int:
    found = _compiled(pattern).match(text)
    return found.end() if found else 0


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


# --------------------------------------------------------------------------------------------------------------------
# Kinds
# --------------------------------------------------------------------------------------------------------------------


def _line(text: str) -> str:
    kept = text.strip()
    _require(_LINE, kept)
    return kept


def _lines(text: str) -> str:
    kept = re.sub(f"\r\n|[{_ENDS_OF_LINES}]", "\n", text).strip()
    _require(_LINES, kept)
    return kept


def _name(text: str) -> str:
    kept = _spaced(_line(text))
    _require(_NAME, kept)
    if kept and not _compiled(_AT_THE_ENDS).fullmatch(kept):
        raise Unfit(
            message(
                "text.name-ends-not-alphanumeric",
                "A name must start and end with a letter or a digit. Change its first or last character.",
            )
        )
    return kept


def _display_name(text: str) -> str:
    kept = _spaced(_line(text))
    if kept and ("\u2800" in kept or not _compiled(_SEEN).search(kept)):
        raise Unfit(
            message("text.name-not-visible", "This name has no visible characters. Use letters, digits or emoji.")
        )
    if "#" in kept:
        raise Unfit(
            message(
                "text.number-sign-in-name",
                "A name can't contain #. Remove it.",
            )
        )
    return kept


def _spaced(name: str) -> str:
    """Return a text with any run of spaces as one space, as it looks."""
    return " ".join(name.split())


def _address(text: str) -> str:
    kept = text.strip()
    _require(_ADDRESS, kept)
    return kept


def _search(text: str) -> str:
    kept = text.strip()
    _require(_SEARCH, kept)
    return kept


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise Unfit(
            message(
                "text.token-character-not-allowed",
                "This contains an invalid character. Copy the whole text again.",
            )
        )
    return text


def _file(text: str) -> str:
    _require(_FILE, text)
    return text


_CLEANING: dict[Kind, Callable[[str], str]] = {
    "line": _line,
    "lines": _lines,
    "title": _line,
    "name": _name,
    "display_name": _display_name,
    "address": _address,
    "search": _search,
    "token": _token,
    "file": _file,
}


def _require(pattern: str, text: str) -> None:
    end = _end_of(pattern, text)
    if end < len(text):
        raise Unfit(_refusal(text[end]))
    if _compiled(_MARKS).search(text):
        raise Unfit(
            counted(
                "text.too-many-marks",
                "A letter can have at most {count} accent or other mark. Remove some.",
                "A letter can have at most {count} accents or other marks. Remove some.",
                count=MOST_MARKS,
            )
        )


def _refusal(character: str) -> Message:
    code = _code(character)
    if character == "\ufffd":
        return message(
            "text.lost-character",
            "The text contains {code}, which replaces a lost character. Type the original character again.",
            code=code,
        )
    if character in _ENDS_OF_LINES:
        return message("text.line-break-not-allowed", "This must be one line. Remove the line break.")
    if _compiled(_CONTROL).match(character):
        return message(
            "text.control-character", "Text can't contain the control character {code}. Remove it.", code=code
        )
    if _compiled(_DIRECTION).match(character):
        return message(
            "text.direction-character",
            "Text can't contain {code}, which changes the text direction. Remove it.",
            code=code,
        )
    if _compiled(_HIDDEN).match(character):
        return message(
            "text.invisible-character", "Text can't contain the invisible character {code} here. Remove it.", code=code
        )
    if _compiled(_UNDEFINED).match(character):
        return message(
            "text.undefined-character",
            "Unicode {version} doesn't define the character {code}. Remove it.",
            version=_UNICODE,
            code=code,
        )
    if _compiled(_SPACE).match(character):
        return message("text.spaces-not-allowed", "This can't contain spaces. Remove them.")
    return message(
        "text.character-not-allowed", "You can't use the character {character} here. Remove it.", character=character
    )
