"""Worked examples in the rules: a small board with its steps in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any, NamedTuple

from flask import Response, render_template, request, url_for
from flask_babel import get_locale, gettext

from domain.game import IllegalMove, Ruleset, ruleset
from domain.graphics.drawing import Drawing
from domain.message import Message, Say
from domain.numerals import numeral
from domain.tutorials import examples
from domain.tutorials.examples import Example, ExamplePosition
from service.container import services
from service.http import i18n, messages
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint

blueprint = page_blueprint("examples", "/rules/<string(maxlength=60):name>/examples")

_NAMES = ("Ada", "Ben", "Cleo", "Dora")


class ChangedFigure(NamedTuple):
    """A figure of a seat that is another after a step."""

    seat: str
    figure: str
    before: str
    after: str


class ExampleStep(NamedTuple):
    """A step in words; the URL of the drawing after it; the seats' figures that it changed."""

    text: str
    drawing: str
    changed: list[ChangedFigure]


def of_rules(rules: Ruleset[Any]) -> dict[str, Example]:
    """Return the examples of a game by name: those possible with the current component figures."""
    figures = rules.current_figures()
    return {each.name: each for each in examples.of_game(rules) if _shown(rules.name, figures, each)}


@blueprint.get("/<string(maxlength=60):which>")
def page(name: str, which: str) -> str:
    """Show one example, from ``?step=`` on."""
    rules = ruleset(name)
    known = of_rules(rules)
    example = _example(known, which)
    shown = _shown(name, rules.current_figures(), example)
    steps = [
        ExampleStep(
            _step_text(rules, each),
            url_for("examples.drawing", name=name, which=which, step=number),
            _changed(rules, shown[max(number - 1, 0)], each),
        )
        for number, each in enumerate(shown)
    ]
    at = request.args.get("step", 0, type=int)
    order = list(known)
    place = order.index(which)
    return render_template(
        "rules/example.html",
        rules=rules,
        example=example,
        steps=steps,
        at=min(max(at, 0), len(steps) - 1),
        stated={rule: rules.rule_text(rule, i18n.language()) for rule in example.rules},
        following=known[order[place + 1]] if place + 1 < len(order) else None,
    )


@blueprint.get("/<string(maxlength=60):which>/<int:step>.svg")
def drawing(name: str, which: str, step: int) -> Response:
    """Return the board after a step, with the step's parts highlighted."""
    rules = ruleset(name)
    example = _example(of_rules(rules), which)
    shown = _shown(name, rules.current_figures(), example)
    if step >= len(shown):
        raise Problem("not-found", gettext("Step not found."))
    key = ("example", name, rules.current_figures(), which, step, str(get_locale()))
    drawn: str = services().drawing_cache.get(key, lambda: _drawn(rules, example, shown[step]))
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(drawn, content_type="image/svg+xml; charset=utf-8", headers=headers)


def _example(known: dict[str, Example], which: str) -> Example:
    try:
        return known[which]
    except KeyError:
        raise Problem("not-found", gettext("Example not found.")) from None


@cache
def _shown(name: str, figures: str, example: Example) -> tuple[ExamplePosition, ...]:
    """Return an example's positions; none if corrected figures forbid a move."""
    try:
        return tuple(examples.shown(ruleset(name), example))
    except IllegalMove:
        return ()


def _step_text(rules: Ruleset[Any], shown: ExamplePosition) -> str:
    if shown.fact is None:
        return str(gettext("Starting position"))
    seats = len(rules.standing(shown.position).points)
    return messages.text(rules.narrate(shown.fact, rules.current_figures(), seats), _NAMES)


def _changed(rules: Ruleset[Any], before: ExamplePosition, after: ExamplePosition) -> list[ChangedFigure]:
    one, other = (rules.summary(rules.view(shown.position, "spectator")).figures for shown in (before, after))
    say = messages.saying(_NAMES)
    return [
        ChangedFigure(_NAMES[seat], say(figure.label), _value(say, then), _value(say, now))
        for known, figure in zip(one, other, strict=True)
        for seat, (then, now) in enumerate(zip(known.values, figure.values, strict=True))
        if then != now
    ]


def _value(say: Say, value: Message | int) -> str:
    return numeral(value) if isinstance(value, int) else say(value)


def _drawn(rules: Ruleset[Any], example: Example, shown: ExamplePosition) -> str:
    seats = _NAMES[: len(rules.standing(shown.position).points)]
    drawing: Drawing = next(each for each in rules.drawings if each.name == example.drawing)
    drawn: str = drawing.draw(rules.view(shown.position, "spectator"), seats, messages.saying(seats))
    return _set_off(drawn, rules.places(shown.fact) if shown.fact is not None else ())


def _set_off(drawn: str, places: Iterable[str]) -> str:
    """Highlight some parts of a drawing, by the names that they have in it."""
    parts = ",".join(f'[data-element="{escape(place)}"]' for place in places)
    style = f"<style>{parts}{{filter:drop-shadow(0 0 3px #d4380d) drop-shadow(0 0 6px #d4380d)}}</style></svg>"
    return drawn.rstrip().removesuffix("</svg>") + style if parts else drawn
