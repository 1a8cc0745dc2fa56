"""Every kind of page in the pseudo-locale: nothing is clipped, and no text is in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from domain.game import rulesets
from service.http import i18n
from tests.service.pages.conftest import Served
from tests.service.pages.every_page.sizes import DRAWN, from_here
from tests.service.pages.reading import play_moves
from tests.service.pseudo_locale import LANGUAGE, PLAIN, write_pseudo

SIZES = ((1280, 720), (390, 844))
GAMES = sorted(set(rulesets()) - {"toy"})

UNTRANSLATED = """() => {
    const skipped = "script, style, noscript, time, code, pre, kbd, textarea, [lang], #time_zone, .emblem";
    const block = node => {
        let each = node.parentElement;
        while (/^(inline|contents)/.test(getComputedStyle(each).display) && each.localName !== "text"
            && each.parentElement) each = each.parentElement;
        return each;
    };
    const texts = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, within = block(node);
        let [depth, outside] = texts.get(within) ?? [0, []];
        let loose = "";
        for (const letter of node.textContent) {
            if (letter === "⟧") depth = Math.max(0, depth - 1);
            else if (letter === "⟦") depth += 1;
            else if (!depth) loose += letter;
        }
        const shown = node.parentElement.checkVisibility({visibilityProperty: true});
        if (shown && !node.parentElement.closest(skipped.replace("[lang]", "body [lang]"))) outside.push(loose);
        texts.set(within, [depth, outside]);
    }
    return [...texts.values()].flatMap(([, outside]) => outside.map(each => each.trim())).filter(Boolean);
}"""
"""The visible texts outside of brackets. A sentence may contain elements, so brackets are counted block by block."""

CLIPPED = """() => [...document.querySelectorAll("body *:not(svg, svg *)")]
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".visually-hidden"))
    .filter(each => {
        const style = getComputedStyle(each);
        if (style.clipPath === "inset(50%)") return false; // for screen readers only
        const cut = /hidden|clip/.test(style.overflowX + style.overflowY) && style.textOverflow !== "ellipsis";
        const wide = each.scrollWidth > each.clientWidth + 1, tall = each.scrollHeight > each.clientHeight + 1;
        return (cut && (wide || tall)) || (each.matches("button, .button, summary, label") && wide && each.clientWidth);
    })
    .map(each => `${each.localName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""
"""The elements whose own text does not fit into them."""

WIDER = "() => document.documentElement.scrollWidth - innerWidth"

LOOK = f"""async () => {{
    await ({DRAWN})();
    return [document.documentElement.lang, ({UNTRANSLATED})(), ({CLIPPED})(), ({WIDER})()];
}}"""

NAMES = {
    *(
        "daybook",
        "ada",
        "ben",
        "evening",
        "api",
        "english",
        "esperanto",
        "utc",
        "automa",
        "greedy",
        "random",
        "atom",
        "gentle",
        "keen",
    ),
    *(word.lower() for rules in rulesets().values() for word in re.findall(r"\w+", rules.title)),
}
"""Names, which are the same in every language."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(scope="session")
def pseudo_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pseudo(tmp_path_factory.mktemp("pseudo"))


@pytest.fixture(autouse=True)
def _pseudo_locale(pseudo_catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "CATALOGUES", str(pseudo_catalogues))


def untranslated(found: list[str]) -> list[str]:
    """Return the visible texts that are not names, numbers or ids."""
    return [text for text in found if any(not is_name(word) for word in _WORD.findall(text))]


def is_name(word: str) -> bool:
    """Return whether a word is a name, an id or accented: a drawing may break a sentence into several lines."""
    return word.lower() in NAMES or word.isupper() or not PLAIN.search(word)


def find_faults(page: Page, path: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """Return the faults of a page at each of these sizes."""
    faults = []
    sizes = from_here(page, sizes)
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    response = page.goto(path, wait_until="networkidle")
    assert response and (response.ok or path.endswith("/nothing")), path
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        language, texts, clipped, wider = page.evaluate(LOOK)
        assert language == LANGUAGE
        place = f"{path} {width}"
        faults += [f"{place}: in English: {text}" for text in untranslated(texts)]
        faults += [f"{place}: clipped: {text}" for text in clipped]
        if wider > 0:
            faults.append(f"{place}: wider than the window: {wider}")
    return faults


def test_the_check_finds_english_and_clipped_text(served: Served) -> None:
    page = served.visitor(locale=LANGUAGE)
    page.goto("/keyboard-shortcuts", wait_until="networkidle")
    page.evaluate("document.querySelector('h1').textContent = 'Left in English'")
    page.evaluate("document.querySelector('h1').style = 'width: 20px; overflow: hidden; white-space: nowrap'")
    assert untranslated(page.evaluate(UNTRANSLATED)) == ["Left in English"]
    assert [each for each in page.evaluate(CLIPPED) if "Left in English" in each]


VISITORS = (
    "/",
    "/log-in",
    "/sign-up",
    "/forgot-password",
    "/keyboard-shortcuts",
    "/offline",
    "/tournaments",
    "/games",
    "/games/nothing",
)
USERS = (
    "/",
    "/account",
    "/account/notification-channels",
    "/games/new",
    "/games/solo",
    "/games/import",
    "/tournaments/new",
)


OF_GAMES = ("/report", "/branches", "/history", "/chat", "/audit")
BEFORE_GAMES = ("/games/new?ruleset={rules}", "/rules/{rules}/player-aid")


def test_visitor_pages_have_no_faults(served: Served) -> None:
    visitor = served.visitor(locale=LANGUAGE)
    assert [fault for path in VISITORS for fault in find_faults(visitor, path)] == []


def test_user_pages_have_no_faults(served: Served) -> None:
    served.game("Ada", "Ben")
    ada = served.person("Ada", locale=LANGUAGE)
    assert [fault for path in USERS for fault in find_faults(ada, path)] == []


@pytest.mark.parametrize("rules", GAMES)
def test_game_pages_forms_and_aids_have_no_faults(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    play_moves(served.site, address, 12, "random")
    page = served.person(served.acting(address), locale=LANGUAGE)
    paths = [*(address + path for path in OF_GAMES), *(path.format(rules=rules) for path in BEFORE_GAMES)]
    faults = [fault for size in SIZES for fault in find_faults(page, address, (size,))]  # Phones get another page.
    assert faults + [fault for path in paths for fault in find_faults(page, path)] == []
