"""Default choices after a player touches a place for quality or distribution."""

from domain.arkwright import ruleset
from domain.arkwright.model.commands import AddDistribution, AddQuality, DistributionAt, QualityAt
from domain.board_input import select, selectable
from domain.refusals import why_not
from tests.domain.arkwright.builder import Game


def game():
    """Two open factories, and quality and distribution to be laid up to level 2."""
    return Game(3).open("food").open("lamps").levels(quality=2, distribution=2)


def made(game, *touched):
    return select(ruleset, game.state, 0, (), touched).choice.command


def test_a_card_is_laid_where_it_was_touched_and_shows_as_much_as_it_can():
    assert made(game(), "quality:lamps/appeal") == AddQuality(cards=(QualityAt("Q1", "lamps", 2, "appeal"),))
    assert made(game(), "quality:food/price") == AddQuality(cards=(QualityAt("Q1", "food", 2, "price"),))
    assert made(game(), "distribution:lamps") == AddDistribution(cards=(DistributionAt("T1", "lamps", 3),))


def test_it_can_show_less_and_lie_elsewhere_instead():
    found = select(ruleset, game().state, 0, (), ["distribution:lamps"])
    laid = next(option for option in found.taken if option.value == "lamps/3/")
    assert {"lamps/1/", "lamps/2/", "lamps/3/", "food/1/"} <= {other.value for other in laid.among}


def test_without_a_selected_part_the_card_s_place_is_asked():
    found = select(ruleset, game().state, 0, ["distribution"], ())
    assert "lamps/3/" in [option.value for option in found.choice.options]


def test_a_card_that_lies_stays_while_another_can_come():
    before = game().levels(distribution=3).distribution("T1", "lamps", 1)
    assert "distribution:food" in selectable(ruleset, before.state, 0)
    cards = made(before, "distribution:food").cards
    assert cards[0] == DistributionAt("T1", "lamps", 1)
    assert [(card.card, card.good) for card in cards] == [("T1", "lamps"), ("T2", "food")]


def test_a_card_that_lies_is_turned_by_touching_it():
    assert made(game().distribution("T1", "lamps", 1), "distribution:lamps").cards[0].value > 1


def test_a_place_where_nothing_can_be_laid_says_why():
    before = game()
    before.player().max_quality = 0
    assert "quality:food/price" not in selectable(ruleset, before.state, 0)
    assert "AW-8.5" in [refusal.rule for refusal in why_not(ruleset, before.state, 0, "quality:food/price")]
