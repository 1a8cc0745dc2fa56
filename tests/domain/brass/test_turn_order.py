"""Turn order: by money spent, least first."""

import pytest

from domain.brass.turn_order import by_money_spent


@pytest.mark.rule("BB-5.5")
def test_least_spent_goes_first_and_most_spent_last():
    assert by_money_spent([0, 1, 2, 3], [9, 0, 30, 4]) == [1, 3, 0, 2]


@pytest.mark.rule("BB-5.6")
def test_equal_spenders_keep_their_order():
    assert by_money_spent([2, 3, 1, 0], [5, 5, 5, 0]) == [3, 2, 1, 0]
