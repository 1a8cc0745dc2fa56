"""Short names of choices, for the list of those that a player has made."""

from __future__ import annotations

from domain.message import choice_names, message

CHOICE_NAMES = choice_names(
    message("brass.choose-action.name", "Action"),
    message("brass.choose-discard.name", "Discard"),
    message("brass.choose-industry.name", "Industry"),
    message("brass.choose-slot.name", "Slot"),
    message("brass.choose-coal-source.name", "Coal"),
    message("brass.choose-iron-source.name", "Iron"),
    message("brass.choose-line.name", "Link"),
    message("brass.choose-industry-to-develop.name", "First tile"),
    message("brass.choose-second-tile-to-develop.name", "Second tile"),
    message("brass.choose-tile-to-remove.name", "Tile to remove"),
    message("birmingham.choose-beer-source.name", "Beer"),
    message("birmingham.choose-second-link.name", "Second link"),
    message("birmingham.choose-tile-to-sell.name", "Tile to sell"),
    message("birmingham.choose-another-tile-to-sell.name", "Another tile"),
    message("birmingham.choose-merchant-tile.name", "Merchant"),
    message("birmingham.choose-bonus-development.name", "Merchant beer bonus"),
    message("birmingham.choose-discard-for-action.name", "Discard"),
    message("birmingham.choose-exchange-discard.name", "Exchanged card"),
    message("birmingham.choose-other-exchange-discard.name", "Second exchanged card"),
    message("lancashire.choose-other-discard.name", "Second discard"),
    message("lancashire.choose-second-link.name", "Second link"),
    message("lancashire.choose-loan.name", "Amount"),
    message("lancashire.choose-mill-to-sell.name", "Cotton mill"),
    message("lancashire.choose-where-to-sell.name", "Place of sale"),
    message("lancashire.choose-another-mill-to-sell.name", "Another cotton mill"),
)
