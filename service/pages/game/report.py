"""The report of a game: sources of points as a table and bars, growth over time, turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from flask import render_template, request
from flask_babel import gettext
from markupsafe import Markup

from domain.numerals import numeral
from domain.report import report
from service import auth, queries
from service.auth import ViewerContext
from service.http import messages
from service.http.isolation import isolated
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.pages.game.shown_events import ShownEvent, standalone
from service.presenters import games
from service.presenters.history import timeline
from service.presenters.history.events import events

blueprint = page_blueprint("report", "/games/<stream:stream>/report")

ROW = 50
LONGEST = 84.0
"""The length of the longest bar in percent of the width: numbers in letters of a fixed size follow the bars."""
BAR = 20
"""The top of a bar in its row, below the name."""


@blueprint.get("")
def page(stream: str) -> str:
    """Show the sources of points, now or up to ``?at=`` a version."""
    seen = auth.view_game(stream, request.args.get("seat", type=int))
    at = request.args.get("at", type=int)
    state = games.state(seen, at)
    say, names = messages.saying(), position.names(seen)
    sources = [(say(source.category), source.points) for source in report(seen.game, at)]
    points = state.standing.points
    turned = timeline.turned(seen, at)
    return render_template(
        "game/report.html",
        **position.beside(seen, state.state),
        state=state,
        sources=sources,
        points=points,
        bars=Markup(stacked_bars(gettext("Points by category"), names, sources, points)),  # noqa: S704 - escaped there
        turned=list(zip(turned, _happened(seen, [each.version for each in turned]), strict=True)),
        charts=position.charts(seen, seen.now.ruleset.emblems(state.state)),
        chart_mark=position.chart_mark(seen.now, at),
    )


def _happened(seen: ViewerContext, versions: Sequence[int]) -> list[ShownEvent]:
    """Return the turning points in sentences."""
    facts = events(seen, queries.by_replay(seen.game, versions))
    return [standalone(fact) for fact in facts]


def stacked_bars(
    title: str, names: Sequence[str], sources: Sequence[tuple[str, Sequence[int]]], points: Sequence[int]
) -> str:
    """Return SVG of a bar for each seat: its points in each category in a row, losses to the left of zero. Bars are as
    long as the page allows; letters have the same size on every screen.
    """
    gained = [sum(max(had[seat], 0) for _, had in sources) for seat in range(len(names))]
    lost = [sum(min(had[seat], 0) for _, had in sources) for seat in range(len(names))]
    scale = LONGEST / max(max(gained, default=0) - min(lost, default=0), 1)
    zero = -min(lost, default=0) * scale
    rows = (
        part
        for seat, name in enumerate(names)
        for part in _bar(name, points[seat], [(label, had[seat]) for label, had in sources], (zero, seat * ROW, scale))
    )
    height = len(names) * ROW
    return "".join([f'<svg class="bars" height="{height}" role="img" aria-label="{escape(title)}">', *rows, "</svg>"])


def _bar(name: str, points: int, parts: Sequence[tuple[str, int]], where: tuple[float, float, float]) -> Iterator[str]:
    zero, top, scale = where
    right = left = zero
    yield f'<text y="{top + 14}">{escape(name)}</text>'
    for number, (label, had) in enumerate(parts):
        width = abs(had) * scale
        left, begin = (left - width, left - width) if had < 0 else (left, right)
        right = right + width if had > 0 else right
        if had:
            said = escape(f"{isolated(name)}: {label} {numeral(had)}")
            box = f'x="{begin:.2f}%" y="{top + BAR}" width="{width:.2f}%" height="{ROW - BAR - 4}"'
            yield f'<rect class="category-{number % 12}" {box}><title>{said}</title></rect>'
    yield f'<text x="{right:.2f}%" dx="6" y="{top + BAR + 18}">{numeral(points)}</text>'
