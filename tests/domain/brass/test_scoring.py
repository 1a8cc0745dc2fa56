"""Points if the era were scored now, and the last board of an era: compared with the scoring of recorded games."""

from __future__ import annotations

import re
from functools import cache

import pytest

from domain import aggregate, log
from domain.brass.model.facts import EraScored
from domain.brass.narration.standing import if_scored_now
from domain.graphics.drawing import as_drawn
from domain.message import Message, plain
from tests.domain.brass.birmingham.builder import Game as Birmingham
from tests.domain.brass.lancashire.builder import Game as Lancashire
from tests.golden import logs

GAMES = sorted(file.name.removesuffix(".ndjson.gz") for file in logs.DIRECTORY.glob("[bl][ia][rn]*.ndjson.gz"))
FINISHED = ("birmingham-2-seats", "lancashire-introductory-game")
NAMES = ["Ada", "Brunel", "Clara", "Darby"]


@cache
def recorded(name):
    return logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))


def scorings(game):
    """The versions of the scorings on the main line, with their facts."""
    facts = ((version, game.records[version - 1].fact) for version in log.line(game.tree))
    return [(version, fact) for version, fact in facts if isinstance(fact, EraScored)]


def if_scored(game, state):
    summary = game.ruleset.summary(state)
    return next(figure.values for figure in summary.figures if figure.label.id == "brass.points-if-scored-now")


@pytest.mark.parametrize("name", GAMES)
def test_points_if_scored_now_are_those_of_the_scoring(name):
    """Every viewer sees the same points before the scoring; afterwards nothing is left to score."""
    game = recorded(name)
    for version, fact in scorings(game):
        before = aggregate.state(game, version - 1)
        for viewer in (*range(len(before.players)), "spectator"):
            assert if_scored(game, game.ruleset.view(before, viewer)) == fact.points
        after = if_scored(game, aggregate.state(game, version))
        assert all(isinstance(value, Message) for value in after)


def test_some_recorded_games_have_scorings():
    assert sum(len(scorings(recorded(name))) for name in GAMES) >= 20


@pytest.mark.parametrize("builder", [Birmingham, Lancashire])
def test_points_if_scored_now_predict_nothing(builder):
    """An unflipped tile counts for nothing, however close it is to being flipped."""
    game = builder(2)
    line = game.components.lines_of["canal"][0]
    game.links(line.id, owner=1)
    printed = sum(game.components.printed_link_icons[end] for end in line.ends)
    assert if_scored_now(game.components, game.state) == (0, printed)
    town = next(place for place in line.ends if game.components.slots.get(place))
    industry = game.components.slots[town][0][0]
    figures = game.components.tile(industry, 2)
    game.tile(f"{town}/0", industry, 2, cubes=0)
    assert if_scored_now(game.components, game.state) == (0, printed)
    game.state.board[f"{town}/0"].flipped = True
    assert if_scored_now(game.components, game.state) == (figures.vp, printed + figures.link_icons)


def shown_on_board(game, view, at=None):
    return as_drawn(game.ruleset.last_board, view, lambda kinds: aggregate.state_before(game, kinds, at))


@pytest.mark.parametrize("name", FINISHED)
def test_the_last_board_keeps_its_links(name):
    game = recorded(name)
    version, fact = scorings(game)[-1]
    owners = aggregate.state(game, version - 1).links
    assert owners
    for at in (version, game.version):
        for viewer in (0, "spectator"):
            view = game.ruleset.view(aggregate.state(game, at), viewer)
            shown = shown_on_board(game, view, at)
            assert not view.links
            assert shown.links == owners
            assert shown.players == view.players
    drawn = game.ruleset.draw(shown_on_board(game, aggregate.state(game)), NAMES, plain)
    assert len(re.findall(r"VP so far</title>", drawn)) >= len(owners)
    for line, points in fact.links.items():
        title = re.search(rf'data-element="link:{line}"[^>]*><title>([^<]*)<', drawn)
        assert title and f"link, {points} VP so far" in title[1].replace("&#39;", "'")


def test_the_links_of_the_canal_era_leave_when_the_rail_era_begins():
    game = recorded("birmingham-2-seats")
    version, fact = scorings(game)[0]
    assert set(shown_on_board(game, aggregate.state(game, version), version).links) == set(fact.links)
    assert shown_on_board(game, aggregate.state(game, version + 1), version + 1).links == {}


@pytest.mark.parametrize("name", GAMES)
def test_scorings_are_itemised_piece_by_piece(name):
    """The pieces of each seat add up to its points for links and tiles, and each has a drawn part with its number."""
    game = recorded(name)
    itemised = game.ruleset.itemised
    for version, fact in scorings(game):
        pieces = list(itemised.items(aggregate.state(game, version - 1), fact))
        for seat, points in enumerate(fact.points):
            assert sum(piece.amount for piece in pieces if piece.seat == seat) == points
        shown = shown_on_board(game, aggregate.state(game, version), version)
        drawn = game.ruleset.draw(shown, NAMES, plain)
        assert all(f'data-element="{piece.part}"' in drawn for piece in pieces)
        assert len({piece.part for piece in pieces}) == len(pieces) == len(fact.links) + len(fact.tiles)
