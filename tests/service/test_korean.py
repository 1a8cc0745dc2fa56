"""Korean particles: the form fits the last sound of the inserted value."""

from __future__ import annotations

import pytest

from domain.message import Seat, message
from service.http import messages
from service.http.korean import with_particles


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("버밍엄은(는)", "버밍엄은"),
        ("더비은(는)", "더비는"),
        ("석탄이(가) 없습니다", "석탄이 없습니다"),
        ("맥주이(가) 없습니다", "맥주가 없습니다"),
        ("철을(를) 쓰고 석탄와 도자기을(를)", "철을 쓰고 석탄와 도자기를"),
        ("석탄과(와) 맥주과(와) 철", "석탄과 맥주와 철"),
        ("리즈(으)로, 스톤(으)로, 서울(으)로", "리즈로, 스톤으로, 서울로"),
        ("카드(이)라, 타일(이)라", "카드라, 타일이라"),
        ("1은(는) 2은(는) 3은(는) 10은(는) 100은(는) 0은(는)", "1은 2는 3은 10은 100은 0은"),
        ("1(으)로 6(으)로 9(으)로 10(으)로", "1로 6으로 9로 10으로"),
        ("VP을(를) L을(를) M을(를) R(으)로", "VP를 L을 M을 R로"),
        ("Ada이(가) Ben이(가) Carol이(가) Thomas이(가) Young이(가)", "Ada가 Ben이 Carol이 Thomas가 Young이"),
        ("Carol(으)로", "Carol로"),
        ("Jane을(를) Michelle이(가) Michelle(으)로", "Jane을 Michelle이 Michelle로"),
        ("Grace이(가) George이(가) Mike을(를) Kate은(는) Zoe은(는)", "Grace가 George가 Mike를 Kate는 Zoe는"),
        ("Mark은(는) Robert이(가) Leek을(를) Ellesmere Port이(가)", "Mark는 Robert가 Leek를 Ellesmere Port가"),
        ("Jack은(는) Scott을(를) Eric이(가) Pat(으)로", "Jack은 Scott을 Eric이 Pat으로"),
        ("Bob은(는) 鈴木이(가)", "Bob은(는) 鈴木이(가)"),
        ("\u2068דן\u2069이(가)", "\u2068דן\u2069이(가)"),
        ("\u2068버밍엄\u2069(으)로", "\u2068버밍엄\u2069으로"),
        ("“버밍엄”을(를) <b>더비</b>을(를) 더비 (2)을(를)", "“버밍엄”을 <b>더비</b>를 더비 (2)를"),
        ("(이)라고 은(는)", "(이)라고 은(는)"),
    ],
)
def test_a_particle_fits_the_word_before_it(sentence: str, read: str) -> None:
    assert with_particles(sentence, sentence) == read


def test_a_sentence_without_particles_is_not_changed() -> None:
    assert with_particles("{name} 님", "이름이(가) 님") == "이름이(가) 님"


def test_game_messages_use_fitting_particles() -> None:
    korean = {"{seat} passed to {town}.": "{seat}이(가) {town}(으)로 패스했습니다."}

    def word(text: str, context: str = "", plural: str = "", count: int = 1) -> str:
        return korean[text]

    render = messages.saying(("민수", "지영"), (word, "ko"))
    first = message("test.passed", "{seat} passed to {town}.", seat=Seat(0), town="서울")
    assert render(first) == "민수가 서울로 패스했습니다."
    other = message("test.passed", "{seat} passed to {town}.", seat=Seat(1), town="스톤")
    assert render(other) == "지영이 스톤으로 패스했습니다."
