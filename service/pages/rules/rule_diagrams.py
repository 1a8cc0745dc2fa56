"""Diagrams in the rules, drawn by the game from fixed positions."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from flask import Response
from flask_babel import get_locale, gettext

from domain.game import Ruleset, ruleset
from domain.message import Seat, message
from service.container import services
from service.http import messages
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.presenters.sample_positions import sample_position

blueprint = page_blueprint("rule_diagrams", "/rules/<string(maxlength=60):name>/diagrams")

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_WIDE = 4
"""The aspect ratio from which a diagram has a row of its own."""


class Diagram(NamedTuple):
    """A diagram by the end of its URL, its subject and its size, for which a page reserves the space."""

    name: str
    title: str
    width: int
    height: int

    @property
    def wide(self) -> bool:
        """Whether it would be too low in a narrow column."""
        return self.width >= _WIDE * self.height


def of_game(rules: Ruleset[Any]) -> list[Diagram]:
    """Return the diagrams of a game: its drawings that are not empty, and a player's area."""
    titles = {drawing.name: messages.text(drawing.title) for drawing in rules.drawings}
    _, names = sample_position(rules.name, rules.current_figures())
    titles["mat"] = messages.text(message("site.player-area", "{seat}'s mat", seat=Seat(0)), names)
    drawn = {name: _kept(rules, name) for name in titles}
    return [Diagram(name, titles[name], *_size(svg)) for name, svg in drawn.items() if svg]


def _size(svg: str) -> tuple[int, int]:
    """Return the width and height of a drawing; a square for one that states none."""
    box = _VIEW_BOX.search(svg)
    return (round(float(box[1])), round(float(box[2]))) if box else (100, 100)


@blueprint.get("/<string(maxlength=60):part>.svg")
def diagram(name: str, part: str) -> Response:
    """Return one diagram as SVG."""
    rules = ruleset(name)
    if part not in {shown.name for shown in of_game(rules)}:
        raise Problem("not-found", gettext("Diagram not found."))
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(_kept(rules, part), content_type="image/svg+xml; charset=utf-8", headers=headers)


def _kept(rules: Ruleset[Any], part: str) -> str:
    key = ("figure", rules.name, rules.current_figures(), part, str(get_locale()))
    drawn: str = services().drawing_cache.get(key, lambda: _drawn(rules, part))
    return drawn


def _drawn(rules: Ruleset[Any], part: str) -> str:
    position, names = sample_position(rules.name, rules.current_figures())
    say = messages.saying(names)
    if part == "mat":
        return rules.draw_seat(rules.view(position, 0), 0, names, say)
    drawing = next(drawing for drawing in rules.drawings if drawing.name == part)
    return drawing.draw(rules.view(position, "spectator"), names, say)
