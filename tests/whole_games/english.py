"""Texts in Latin letters on a page: visible texts, tooltips, labels for screen readers, and texts in drawings."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

LATIN = """({skipped, attributes}) => {
    const found = [], known = (globalThis.textsKnown ??= new Set());
    const add = (text, place) => {
        const said = (text ?? "").replace(/\\s+/g, " ").trim();
        if (known.has(said) || !/\\p{Script=Latin}/u.test(said)) return;
        known.add(said);
        found.push([place, said]);
    };
    const placeOf = each => {
        const named = each.closest("[id], dialog, main, header, footer");
        return `${named?.id ? `#${named.id}` : named?.localName ?? "body"} ${each.localName}`;
    };
    add(document.title, "title");
    for (const each of document.querySelectorAll("meta[property^='og:'][content]"))
        if (!/^https?:|^website$|^image/.test(each.content)) add(each.content, "meta");
    for (const text of Object.values(JSON.parse(document.getElementById("words")?.textContent ?? "{}")))
        add(text.replace(/\\{\\w+\\}/g, ""), "script");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement, line = parent.closest("text");
        if (!parent.closest(skipped)) add((line ?? walker.currentNode).textContent, placeOf(parent));
    }
    for (const name of attributes)
        for (const each of document.body.querySelectorAll(`[${name}]`))
            if (!each.closest(skipped)) add(each.getAttribute(name), `${placeOf(each)}[${name}]`);
    for (const sheet of document.styleSheets)
        for (const rule of sheet.cssRules)
            if (rule.style?.content && !/attr|counter|url/.test(rule.style.content)) add(rule.style.content, "style");
    return found;
}"""
"""Return the texts with a Latin letter that the page did not have before, each with its place. Texts in closed tabs,
dialogs and menus count, too: these open without a request."""

ATTRIBUTES = ("title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "placeholder")
"""The attributes whose text is shown or read aloud."""

_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_WORD = re.compile(f"[{_LETTER}][{_LETTER}'’]*")


class Allowed(NamedTuple):
    """The Latin texts that remain in every language (``allowed.toml``)."""

    texts: re.Pattern[str]
    skipped: str
    """A selector of elements whose text is not in the language of the page."""


class English(NamedTuple):
    """A text with words that are not allowed."""

    text: str
    words: tuple[str, ...]
    place: str

    def __str__(self) -> str:
        return f"{', '.join(self.words)}: “{self.text}” ({self.place})"


@cache
def allowed(language: str) -> Allowed:
    """Read the list of texts that are allowed in a language."""
    listed: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("allowed.toml").read_text())
    groups = [group for group in listed["names"] if language in group.get("languages", [language])]
    names = sorted({name for group in groups for name in group["names"]}, key=len, reverse=True)
    patterns = [group["pattern"] for group in listed["patterns"]]
    whole = "|".join([*patterns, *map(re.escape, names)])
    texts = re.compile(f"(?<![{_LETTER}])(?:{whole})(?![{_LETTER}])")
    return Allowed(texts, ", ".join(group["selector"] for group in listed["skipped"]))


def english(page: Page) -> list[English]:
    """Return the new texts of a page with words that are not allowed in its language."""
    texts, skipped = allowed(page.evaluate("document.documentElement.lang"))
    found: list[tuple[str, str]] = page.evaluate(LATIN, {"skipped": skipped, "attributes": ATTRIBUTES})
    return [
        English(text, words, place) for place, text in found if (words := tuple(_WORD.findall(texts.sub(" ", text))))
    ]
