"""Korean particles after inserted values: translations write ``{seat}이(가)``, and readers see the form that fits."""

from __future__ import annotations

import re
from typing import Literal

Final = Literal["none", "rieul", "other"]
"""The final consonant of a syllable; ㄹ is special before 로."""

_FORMS = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)라": ("이라", "라"),
}
"""The form after a final consonant, and the one without."""

_ANY_FORM = "|".join(map(re.escape, _FORMS))
_HAS_PARTICLES = re.compile(_ANY_FORM).search
_PARTICLE = re.compile(
    rf"(?P<word>[^\W_]+)(?P<between>(?:[\u2066-\u2069\"'’”」』)\]]|<[^<>]*>)*)(?P<particle>{_ANY_FORM})"
)
"""A word, marks and tags that have no sound, and a particle."""

_HANGUL = re.compile("[가-힣]")
_RIEUL = 8
"""The number of ㄹ among the final consonants of a syllable in Unicode."""


def with_particles(template: str, sentence: str) -> str:
    """Choose the particles of a sentence that was filled; other languages have none in their ``template``."""
    return _PARTICLE.sub(_chosen, sentence) if "(" in template and _HAS_PARTICLES(template) else sentence


def _chosen(found: re.Match[str]) -> str:
    final = _final(found["word"])
    if final is None:
        return found[0]
    after, without = _FORMS[found["particle"]]
    has_final = final == "other" or (final == "rieul" and found["particle"] != "(으)로")
    return f"{found['word']}{found['between']}{after if has_final else without}"


def _final(word: str) -> Final | None:
    """Return the final consonant of a word as Koreans read it; None if that is not known."""
    last = word[-1]
    if _HANGUL.match(last):
        number = (ord(last) - ord("가")) % 28
        return "rieul" if number == _RIEUL else "other" if number else "none"
    if last in "0123456789":  # 영 일 이 삼 사 오 육 칠 팔 구, and 십, 백, 천, 만
        return "rieul" if last in "178" else "other" if last in "036" else "none"
    if "A" <= last <= "Z":  # read by its name: 엘, 알, 엠, 엔
        return "rieul" if last in "LR" else "other" if last in "MN" else "none"
    if last == "e":
        return _before_silent_e(word[-2:-1])
    if last in "aiouwydfhjqrsvxz":
        return "none"
    if last == "l":
        return "rieul"
    return "other" if last in "mn" or word.endswith("ng") else _stop(word)


def _before_silent_e(letter: str) -> Final:
    """Return the final consonant of an English word with a silent e: 제인, 미셸, but 그레이스, 마이크."""
    return "rieul" if letter == "l" else "other" if letter in ("m", "n") else "none"


def _stop(word: str) -> Final | None:
    """Return the final consonant of a word that ends in a stop: 마크, 로버트 and 리크, but 잭, 팻 and 에릭."""
    if word[-1] not in "ckpt":
        return None
    if word[-3:-1] in ("ai", "ea", "ee", "oa"):
        return "none"
    return "other" if word[-2:-1] in tuple("aeiou") or word[-2:] in ("ck", "pp", "tt") else "none"
