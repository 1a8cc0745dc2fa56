"""The rules of a game: its catalogue without notes for developers; every rule has a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from flask import Response, render_template, url_for
from flask_babel import gettext
from markupsafe import Markup, escape

from domain.components import reconstructed
from domain.game import Ruleset, ruleset
from domain.rules import player_aid as aid
from domain.rules import rulebook, translated_rules
from service.container import services
from service.http import messages
from service.http.i18n import language, translator
from service.http.problems import Problem
from service.http.request_bodies import run_queued
from service.pages.blueprint import page_blueprint
from service.pages.rules import examples, rule_diagrams
from service.presenters import miniatures
from service.presenters.markdown import rendered

blueprint = page_blueprint("rulebook", "/rules/<string(maxlength=60):name>")

_A_YEAR = "public, max-age=31536000, immutable"

_HEADING = re.compile(r"<h([123])")
_HEADED = re.compile(r"<h([123])>(.*?)</h\1>")
_RULE = re.compile(rf"<li>(\n?(?:<p>)?)<strong>({rulebook.RULE_ID})</strong>( \[\[en\]\])?")
_ENGLISH_HEADING = re.compile(r"<h([123])([^\n]*?) \[\[en\]\]<")
_STATED = re.compile(rf"^- \*\*({rulebook.RULE_ID})\*\*", re.MULTILINE)
_MARK = re.compile(r"\[([BE])\]")
_PLACE = re.compile(r"(?<![\w/])/rules/(?P<name>[a-z-]+)#(?P<anchor>[a-z0-9_-]+)")
_MENTION = re.compile(rf"(?<!<strong>)\b{rulebook.RULE_ID}\b")


@blueprint.get("")
def page(name: str) -> str:
    """Show all rules of a game."""
    rules = ruleset(name)
    marked = reconstructed(rules.figures_content(rules.current_figures()))
    shown = {
        "rulebook": _rulebook(rules.catalogue, language()),
        "figures": rule_diagrams.of_game(rules),
        "examples": examples.of_rules(rules).values(),
        "reconstructed": marked,
    }
    return render_template("rules/rules.html", rules=rules, **shown)


@blueprint.get("/picture.webp")
def picture(name: str) -> Response:
    """Return a picture of the game in progress. Its address on pages contains the build id."""
    known = ruleset(name).name
    made = run_queued(services().work_queue.pictures, lambda: miniatures.of_ruleset(known))
    return Response(made, content_type="image/webp", headers={"Cache-Control": _A_YEAR})


@blueprint.get("/player-aid")
def player_aid(name: str) -> str:
    """Show the player aid of a game."""
    rules = ruleset(name)
    sheet = aid.translated(aid.player_aid(rules.catalogue), translator())
    if not sheet:
        raise Problem("not-found", gettext("This game has no player aid."))
    address = url_for("rulebook.page", name=name)
    linking = _linking(rendered(sheet), rules.catalogue, f'href="{address}')
    return render_template("rules/player_aid.html", rules=rules, sheet=Markup(linking))  # noqa: S704 - our own text


def has_player_aid(rules: Ruleset[Any]) -> bool:
    """Return whether the game has a player aid."""
    return bool(aid.player_aid(rules.catalogue))


def notes(rules: Ruleset[Any]) -> list[Markup]:
    """Return the notes for a game's pages, with links to the rules that they name."""
    return [Markup(_PLACE.sub(_to_place, str(escape(messages.text(note))))) for note in rules.notes]  # noqa: S704


def _to_place(place: re.Match[str]) -> str:
    address = url_for("rulebook.page", name=place["name"], _anchor=place["anchor"])
    return f'<a href="{address}">{address}</a>'


class Section(NamedTuple):
    """A section of the rules in the contents."""

    anchor: str
    heading: str
    level: int


class Rulebook(NamedTuple):
    """The rules of a game for players, and the contents."""

    contents: list[Section]
    content: Markup


@cache
def _rulebook(path: Path, language: str) -> Rulebook:
    source = translated_rules.for_players(path, language)
    mentioning = _MARK.sub(_mark, _linking(rendered(source), path, 'href="'))
    anchored = _RULE.sub(_anchoring(_sections(path)), mentioning)
    numbers = count(1)
    numbered = _HEADING.sub(lambda found: f'<h{found[1]} id="section-{next(numbers)}"', anchored)
    content = _ENGLISH_HEADING.sub(rf'<h\1 lang="en"\2 {_english()}<', numbered)
    contents = [
        Section(f"section-{number}", re.sub(r"<[^>]*>| \[\[en\]\]", "", found[2]), int(found[1]))
        for number, found in enumerate(_HEADED.finditer(anchored), 1)
    ]
    return Rulebook([each._replace(heading=unescape(each.heading)) for each in contents], Markup(content))  # noqa: S704 - our own text


def _mark(mark: re.Match[str]) -> str:
    """Mark a rule with its game."""
    return f'<span class="tag">{gettext("beginner game") if mark[1] == "B" else gettext("expert game")}</span>'


def _english() -> str:
    """Return the mark of a text without a translation."""
    return f'<span class="tag">{gettext("in English")}</span>'


def _linking(markup: str, path: Path, page: str) -> str:
    known = _stated(path) | set(_sections(path).values())

    def link(mention: re.Match[str]) -> str:
        return f'<a {page}#{mention[0]}">{mention[0]}</a>' if mention[0] in known else mention[0]

    return _MENTION.sub(link, markup)


@cache
def _stated(path: Path) -> set[str]:
    """Return the rules for players."""
    return set(_STATED.findall(rulebook.for_players(path)))


def _anchoring(sections: dict[str, str]) -> Any:
    def anchor(item: re.Match[str]) -> str:
        section = f'<span id="{sections[item[2]]}"></span>' if item[2] in sections else ""
        attribute, mark = (' lang="en"', f" {_english()}") if item[3] else ("", "")
        return f'<li id="{item[2]}"{attribute}>{item[1]}{section}<a class="rule" href="#{item[2]}">{item[2]}</a>{mark}'

    return anchor


@cache
def _sections(path: Path) -> dict[str, str]:
    """Return the sections by the first rule of each: BB-26 by BB-26.1."""
    return dict(_first_rules(path))


def _first_rules(path: Path) -> Iterator[tuple[str, str]]:
    seen = set()
    for rule in (each for each in rulebook.rules(path) if each in _stated(path)):
        section = rule.rpartition(".")[0]
        if section and section not in seen:
            seen.add(section)
            yield rule, section
