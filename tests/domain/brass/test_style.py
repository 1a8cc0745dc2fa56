"""The style sheets of the drawings of both games, which have a part in common."""

import re

import pytest

from domain.brass.birmingham.rendering.style import STYLE as BIRMINGHAM
from domain.brass.lancashire.rendering.style import STYLE as LANCASHIRE
from domain.brass.rendering.style import STYLE

CLASS = re.compile(r"\.(bb-[\w-]+)")


@pytest.mark.parametrize("whole", [BIRMINGHAM, LANCASHIRE], ids=["birmingham", "lancashire"])
def test_a_game_adds_classes_and_changes_none(whole):
    """Otherwise the cross over a discarded card would look like that of the closed market, for example."""
    own = whole.removeprefix(STYLE)
    assert own != whole
    assert set(CLASS.findall(own)) & set(CLASS.findall(STYLE)) == set()
