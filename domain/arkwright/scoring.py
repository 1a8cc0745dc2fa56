"""Final scoring and the ranking (AW-18, AW-S.31)."""

from __future__ import annotations

from domain.arkwright.model.components import Components
from domain.arkwright.model.facts import GameEnded
from domain.arkwright.model.lookup import clockwise, components_of
from domain.arkwright.model.state import Automa, AutomaScore, Awaiting, DecidedBy, Player, Score, State
from domain.arkwright.solo.achievements import allowed, reached
from domain.game_kit.course import Course
from domain.presentation import Place


def score_of(components: Components, seat: int, player: Player) -> Score:
    """Return the steps of the final scoring of a player, in order (AW-18.2 to AW-18.6)."""
    goods = sum(warehouse.goods for warehouse in player.warehouses)
    income = sum(components.final_sale[house.good] * house.goods for house in player.warehouses if house.goods)
    funds = player.funds + income
    each = player.share_value
    bought = min(funds // each, components.tracks.shares.last - player.shares) if each else 0
    loans = player.loans * components.constants.loan_penalty_shares
    lost = components.player_board.shipping_penalty[player.shipping_tokens]
    shares = components.tracks.shares.clamp(player.shares + bought - loans)
    value = components.tracks.share_value.clamp(each - lost)
    return Score(
        seat=seat,
        goods=goods,
        goods_income=income,
        bought=bought,
        paid=bought * each,
        loans=loans,
        shipping_loss=lost,
        shares=shares,
        share_value=value,
        score=shares * value,
        funds=funds - bought * each,
    )


def automa_score(automa: Automa) -> AutomaScore:
    """Return shares times share value of an automa (AW-S.31)."""
    return AutomaScore(automa.colour, automa.shares, automa.share_value, automa.shares * automa.share_value)


def _ranked(state: State, scores: list[Score]) -> list[Place]:
    """Return places by score, then by funds left; bankrupt players come last with nothing (AW-18.7, AW-D.25)."""
    keys = {score.seat: (score.score, score.funds) for score in scores}
    best_first = sorted(keys, key=keys.__getitem__, reverse=True)
    places = [Place(1 + sum(keys[other] > keys[seat] for other in keys), seat, keys[seat][0]) for seat in best_first]
    out = (seat for seat, player in enumerate(state.players) if player.bankrupt)
    return [*places, *(Place(len(keys) + 1, seat, 0) for seat in out)]


def _decided_by(state: State, scores: list[Score]) -> DecidedBy:
    if len(scores) == 1 and len(state.players) > 1:
        return "last_player"
    best = max(score.score for score in scores)
    first = [score.funds for score in scores if score.score == best]
    if len(first) == 1:
        return "score"
    return "funds" if first.count(max(first)) == 1 else "shared"


def end_game(course: Course[State]) -> None:
    """End the game with the final scoring (AW-17.7), or because one player is left (AW-D.25)."""
    if course.state.solo:
        _end_solo(course)
        return
    state = course.state
    scores = [score_of(components_of(course.state), seat, state.players[seat]) for seat in clockwise(course.state)]
    course.happen(
        GameEnded(
            scores=tuple(sorted(scores, key=lambda score: score.seat)),
            ranking=tuple(_ranked(state, scores)),
            decided_by=_decided_by(state, scores),
            pending=(),
        )
    )


def _end_solo(course: Course[State]) -> None:
    """End the solo game: the human has to beat both automas and wins ties (AW-S.1, AW-D.63); bankruptcy loses
    (AW-D.66).
    """
    state, solo, components = course.state, course.state.solo, components_of(course.state)
    assert solo is not None
    player = state.players[0]
    automas = tuple(map(automa_score, solo.automas))
    score = None if player.bankrupt else score_of(components, 0, player)
    points = score.score if score else 0
    place = 1 + sum(score is None or automa.score > points for automa in automas)
    chosen = state.options.choose_achievements
    found = reached(components, player, score) if score and (place == 1 or (chosen and place == 2)) else ()
    to_choose = chosen and bool(found) and allowed(components, place) > 0
    course.happen(
        GameEnded(
            scores=(score,) if score else (),
            automa_scores=automas,
            ranking=(Place(place, 0, points),),
            decided_by="score" if score else "bankruptcy",
            achievements=found,
            pending=(Awaiting("achievements", 0),) if to_choose else (),
        )
    )
