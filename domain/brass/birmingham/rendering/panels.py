"""The header and the key of the board of Brass: Birmingham."""

from __future__ import annotations

from domain.brass.birmingham.rendering.sheet import Sheet
from domain.brass.rendering import panels
from domain.message import counted, message


def head(drawn: Sheet) -> str:
    """Draw the era and the round, the deck and the two piles of wild cards."""
    view = drawn.view
    location = drawn.say(
        counted(
            "birmingham.wild-location-cards",
            "{count} wild location card",
            "{count} wild location cards",
            count=view.wild_location,
        )
    )
    industry = drawn.say(
        counted(
            "birmingham.wild-industry-cards",
            "{count} wild industry card",
            "{count} wild industry cards",
            count=view.wild_industry,
        )
    )
    return panels.head(
        drawn,
        drawn.components.constants.rounds_per_era[len(view.players)],
        panels.deck(drawn, 585),
        panels.pile("pile:wild_location", location, "location", view.wild_location, 735),
        panels.pile("pile:wild_industry", industry, "industry", view.wild_industry, 870),
    )


def key(drawn: Sheet) -> str:
    """Explain the lines and signs."""
    signs = (
        ("vp", drawn.say(message("brass.sign-victory-points", "VP")), 480.0),
        ("income", drawn.say(message("brass.sign-income", "Income")), 580.0),
        ("develop", drawn.say(message("birmingham.sign-develop", "Develop")), 725.0),
        ("link", drawn.say(message("brass.sign-links", "Links")), 880.0),
    )
    return panels.key(drawn, signs)
