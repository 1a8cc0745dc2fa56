"""Whole random games of Brass: Lancashire."""

from functools import cache, partial

from domain.brass.lancashire import ruleset
from tests.domain.brass import playing

moves = partial(playing.moves, ruleset)
replay = partial(playing.replay, ruleset)
whole_game = cache(partial(playing.facts_of_game, ruleset))
