"""The header and the key of the board of Brass: Lancashire."""

from __future__ import annotations

from domain.brass.lancashire.rendering.sheet import Sheet
from domain.brass.rendering import panels
from domain.message import counted, message


def head(drawn: Sheet) -> str:
    """Draw the era and the round, the deck, and the cards set aside in the canal era (BL-2.6)."""
    view = drawn.view
    count = len(view.set_aside)
    said = drawn.say(
        counted("lancashire.cards-set-aside", "{count} card set aside", "{count} cards set aside", count=count)
    )
    return panels.head(
        drawn,
        drawn.components.constants.rounds_per_era[len(view.players)],
        panels.deck(drawn, 720),
        panels.pile("pile:set_aside", said, "lock", count, 870),
    )


def key(drawn: Sheet) -> str:
    """Explain the lines and signs."""
    signs = (
        ("vp", drawn.say(message("brass.sign-victory-points", "VP")), 480.0),
        ("income", drawn.say(message("brass.sign-income", "Income")), 580.0),
        ("trade", drawn.say(message("lancashire.sign-trade", "Trade")), 725.0),
        ("link", drawn.say(message("brass.sign-links", "Links")), 880.0),
    )
    return panels.key(drawn, signs)
