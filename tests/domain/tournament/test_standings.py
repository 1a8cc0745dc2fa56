"""Points and tiebreaks from the results of games."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.facts import Drawn
from domain.tournament.rules import Rules
from domain.tournament.standings import Result, Round, points_of, standings

RULES = Rules(ruleset="toy", seats=4)


def played(game: str, *users: str | None, places: tuple[int, ...], points: tuple[int, ...] = ()) -> Result:
    return Result(game=game, users=users, places=places, points=points or tuple(10 - place for place in places))


def rounds(*tables: tuple[str, ...], byes: tuple[str, ...] = ()) -> list[Round]:
    drawn = tuple(Drawn(game=f"g{number}", seats=seats) for number, seats in enumerate(tables))
    return [Round(tables=drawn, byes=byes)]


def points(rules: Rules, entrants: str, found: list[Round], *results: Result) -> dict[str, Fraction]:
    actual = standings(rules, list(entrants), found, {result.game: result for result in results})
    return {each.person: each.points for each in actual}


@given(st.lists(st.integers(0, 20), min_size=2, max_size=5))
def test_table_awards_all_its_points_despite_ties(scores: list[int]) -> None:
    places = [1 + sum(other > score for other in scores) for score in scores]
    awarded = sum(points_of(RULES.points, places, seat) for seat in range(len(scores)))
    assert awarded == sum(RULES.points[: len(scores)])


@given(st.permutations("abcdefgh"), st.permutations([1, 2, 3, 4]), st.permutations([1, 2, 3, 4]))
def test_standings_depend_on_results_not_table_order(order: list[str], one: list[int], other: list[int]) -> None:
    tables = (tuple(order[:4]), tuple(order[4:]))
    results = {
        "g0": played("g0", *tables[0], places=tuple(one)),
        "g1": played("g1", *tables[1], places=tuple(other)),
    }
    found = standings(RULES, sorted(order), rounds(*tables), results)
    backward = [Round(tables=tuple(reversed(each.tables))) for each in rounds(*tables)]
    assert found == standings(RULES, sorted(order), backward, results)
    keys = [(each.points, *each.tie_breaks) for each in found]
    assert keys == sorted(keys, reverse=True)
    assert [each.place for each in found] == [1 + sum(above > key for above in keys) for key in keys]
    assert sum(each.points for each in found) == 2 * sum(RULES.points)


def test_tied_players_share_the_points_of_their_places() -> None:
    actual = points(RULES, "abcd", rounds(tuple("abcd")), played("g0", *"abcd", places=(2, 1, 2, 4)))
    assert actual == {"b": 10, "a": Fraction(9, 2), "c": Fraction(9, 2), "d": 1}


def test_no_points_for_players_who_left_or_games_without_result() -> None:
    found = rounds(tuple("abcd"), tuple("efgh"), tuple("ijkl"))
    taken = played("g0", "a", "x", None, "d", places=(3, 1, 2, 4))
    void = Result(game="g1", users=tuple("efgh"))
    actual = points(RULES, "abcdefghijkl", found, taken, void)
    assert {person: each for person, each in actual.items() if each} == {"a": 3, "d": 1}


def test_bye_awards_its_points() -> None:
    rules = Rules(ruleset="toy", seats=4, bye=4)
    assert points(rules, "abcde", rounds(tuple("abcd"), byes=("e",)))["e"] == 4


def test_tiebreaks_apply_in_order() -> None:
    """Both have 10 points: one from a win, the other from a bye, with fewer game points."""
    rules = Rules(ruleset="toy", seats=2, points=(10,), bye=10, tie_breaks=("wins", "game_points"))
    actual = standings(
        rules, ["c", "b", "a"], rounds(("a", "b"), byes=("c",)), {"g0": played("g0", "a", "b", places=(1, 2))}
    )
    assert [(each.place, each.person) for each in actual] == [(1, "a"), (2, "c"), (3, "b")]
    assert actual[0].tie_breaks == (1, 9)


def test_points_of_opponents_break_ties() -> None:
    rules = Rules(ruleset="toy", seats=2, points=(2,), tie_breaks=("opponents",))
    first, second = rounds(("a", "b"), ("c", "d"))[0], Round(tables=(Drawn(game="h", seats=("b", "d")),))
    results = {
        "g0": played("g0", "a", "b", places=(1, 2)),
        "g1": played("g1", "c", "d", places=(1, 2)),
        "h": played("h", "b", "d", places=(1, 2)),
    }
    actual = standings(rules, list("abcd"), [first, second], results)
    assert [(each.place, each.person) for each in actual] == [(1, "a"), (1, "b"), (3, "c"), (4, "d")]
