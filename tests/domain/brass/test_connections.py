"""Connections and distances over links."""

import pytest

from domain.brass.connections import Map

BOARD = Map({"ab": ("a", "b"), "bc": ("b", "c"), "cd": ("c", "d"), "ad": ("a", "d"), "xyz": ("x", "y", "z")})


def network(*links):
    return BOARD.network(frozenset(links))


@pytest.mark.rule("BB-7.3", "BB-7.10")
def test_only_lines_with_a_link_connect():
    assert set(network("ab").distances("a")) == {"a", "b"}
    assert set(network("ab", "bc").distances("a")) == {"a", "b", "c"}
    assert set(network().distances("a")) == {"a"}


@pytest.mark.rule("BB-7.4", "BB-D.14")
def test_a_place_is_connected_to_itself_at_distance_0():
    assert network().distances("a") == {"a": 0}


@pytest.mark.rule("BB-7.5")
def test_the_distance_is_the_shortest_chain():
    assert network("ab", "bc", "cd").distances("a")["d"] == 3
    assert network("ab", "bc", "cd", "ad").distances("a") == {"a": 0, "b": 1, "d": 1, "c": 2}


@pytest.mark.rule("BB-7.7", "BB-D.15")
def test_each_pair_of_ends_of_a_three_way_line_is_one_link_apart():
    assert network("xyz").distances("x") == {"x": 0, "y": 1, "z": 1}
    assert network("xyz").distances("y") == {"x": 1, "y": 0, "z": 1}


def test_from_several_places_the_nearest_counts():
    assert network("ab", "bc", "cd").distances("a", "d") == {"a": 0, "b": 1, "c": 1, "d": 0}


def test_a_map_keeps_the_latest_networks_only():
    small = Map({str(line): ("a", str(line)) for line in range(20)})
    for number in range(2000):
        links = frozenset(str(line) for line in range(20) if number >> line & 1)
        assert set(small.network(links).distances("a")) == {"a", *links}
    assert small.network.cache_info().currsize == 256
