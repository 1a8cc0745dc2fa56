"""Turning points: changes of the lead that last, and the largest gain of each seat."""

from __future__ import annotations

from domain.report.turning_points import LEADS, PointsAtVersion, TurningPoint, leader, standings, turning_points


def history(*rows: tuple[int, ...]) -> list[PointsAtVersion]:
    """Return the points after each version, starting with version 0."""
    return [PointsAtVersion(version, points) for version, points in enumerate(rows)]


def test_points_after_each_fact_are_computed_from_changes() -> None:
    changes = [(3, 0, 5, 15), (3, 1, 2, 12), (7, 0, -4, 11)]
    assert standings(3, changes) == [
        PointsAtVersion(0, (10, 10, 0)),
        PointsAtVersion(3, (15, 12, 0)),
        PointsAtVersion(7, (11, 12, 0)),
    ]


def test_a_tie_has_no_leader() -> None:
    assert leader([5, 5, 3]) is None
    assert leader([5, 6, 3]) == 1
    assert leader([5]) is None


def test_the_first_lead_and_ties_are_not_changes_of_the_lead() -> None:
    found = turning_points(history((0, 0), (3, 0), (3, 3), (4, 3)), until=3)
    assert [(point.version, point.leads) for point in found] == [(1, None), (2, None)]


def test_lead_changes_and_largest_gains_are_turning_points() -> None:
    found = turning_points(history((0, 0), (3, 0), (3, 9), (5, 9), (10, 9)), until=4)
    assert found == [
        TurningPoint(version=2, points=(3, 9), leads=1, gained={1: 9}),
        TurningPoint(version=4, points=(10, 9), leads=0, gained={0: 5}),
    ]


def test_only_lasting_changes_of_the_lead_are_turning_points() -> None:
    short = [PointsAtVersion(version, (version, version + (1 if version % 2 else -1))) for version in range(1, 21)]
    long = [PointsAtVersion(30, (50, 40)), PointsAtVersion(60, (50, 60)), PointsAtVersion(90, (70, 60))]
    leads = [point.version for point in turning_points([*short, *long], until=99) if point.leads is not None]
    assert len(leads) == LEADS
    assert leads[-3:] == [20, 60, 90]


def test_losses_are_not_gains() -> None:
    assert turning_points(history((5, 5), (4, 5), (3, 5)), until=2) == []
