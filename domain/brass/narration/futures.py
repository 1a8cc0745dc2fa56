"""Previews of a move in either Brass game: for each sentence about the past, the same sentence in the future."""

from __future__ import annotations

from domain.message import counted, message, previews

FUTURES = previews(
    message(
        "brass.built-over.preview",
        "{seat} will play {card} and build a level {level} {industry} in {place} for £{cost}, replacing "
        "{owner}'s level {old_level} tile.",
    ),
    message(
        "brass.built.preview",
        "{seat} will play {card} and build a level {level} {industry} in {place} for £{cost}.",
    ),
    counted(
        "brass.linked.preview",
        "{seat} will discard {card} and place a link for £{cost}: {lines}.",
        "{seat} will discard {card} and place {count} links for £{cost}: {lines}.",
    ),
    message("brass.developed.preview", "{seat} will discard {card} and develop {tiles} for £{cost}."),
    message(
        "brass.took-loan.preview",
        "{seat} will discard {card} and take a loan of £{money}. The income marker will fall from space "
        "{income_from} to space {income_to}.",
    ),
    message("brass.passed.preview", "{seat} will discard {card} and pass."),
    message("brass.took-sell-action.preview", "{seat} will discard {card} to take a sell action."),
    message("birmingham.scouted.preview", "{seat} will discard {cards} and take {gained}."),
    message("lancashire.continued-selling.preview", "{seat} will continue selling."),
    message("lancashire.stopped-selling.preview", "{seat} will stop selling."),
    message("lancashire.built-with-second-card.preview", "The build will take both actions and a second card, {card}."),
    message("brass.consumed-coal.preview", "The coal will come from {sources}."),
    message("brass.consumed-iron.preview", "The iron will come from {sources}."),
    message("birmingham.consumed-beer.preview", "The beer will come from {sources}."),
    counted(
        "brass.coal-moved-to-market.preview",
        "{count} coal cube will move to the market for £{money}.",
        "{count} coal cubes will move to the market for £{money}.",
    ),
    counted(
        "brass.iron-moved-to-market.preview",
        "{count} iron cube will move to the market for £{money}.",
        "{count} iron cubes will move to the market for £{money}.",
    ),
    message(
        "brass.flipped.preview",
        "The {industry} in {place} will flip. {owner}'s income marker will move from space {income_from} to "
        "space {income_to}.",
    ),
    message(
        "birmingham.sold-to-merchant.preview",
        "{seat} will sell the {industry} in {place} to the merchant in {merchant}.",
    ),
    message(
        "birmingham.sale-moved-income-marker.preview",
        "The sale will move {seat}'s income marker from space {income_from} to space {income_to}.",
    ),
    message(
        "birmingham.merchant-bonus-developed.preview",
        "The merchant beer bonus will let {seat} develop {tile} without iron.",
    ),
    message(
        "birmingham.merchant-bonus-income.preview",
        "The merchant beer bonus will move {seat}'s income marker from space {income_from} to space {income_to}.",
    ),
    message("birmingham.merchant-bonus-points.preview", "The merchant beer bonus will give {seat} {points} VP."),
    message("birmingham.merchant-bonus-money.preview", "The merchant beer bonus will give {seat} £{money}."),
    message(
        "birmingham.merchant-bonus-not-developed.preview",
        "{seat} will have no tile to develop for the merchant beer bonus.",
    ),
    message("lancashire.sold-through-port.preview", "{place} will sell its cotton through the port in {port}."),
    message("lancashire.sold-to-distant-market.preview", "{place} will offer its cotton to the distant cotton market."),
    message(
        "lancashire.distant-market-moved.preview",
        "The distant market tile will show {steps}. The marker will move from space {space_from} to space {space_to}.",
    ),
    message(
        "lancashire.distant-market-closed.preview",
        "The market will close, and {place} will not sell its cotton.",
    ),
    message(
        "lancashire.gained-sale-income.preview",
        "The sale will move {seat}'s income marker from space {income_from} to space {income_to}.",
    ),
    message("brass.removed-tile.preview", "{seat} will remove {tile} from {place} to raise £{raised}."),
    message("brass.shortfall-paid.preview", "{seat} will pay £{paid} to the bank for negative income."),
    message(
        "brass.shortfall-paid-partly.preview",
        "{seat} will be able to pay only £{paid} of the negative income and will lose {points} VP.",
    ),
    message(
        "brass.shortfall-cancelled.preview",
        "{seat} will have no money or VP left to lose. The shortfall will be cancelled.",
    ),
    message("brass.ended-turn-without-drawing.preview", "{seat} will end the turn without drawing cards."),
    counted(
        "brass.ended-turn-drawing-hidden-cards.preview",
        "{seat} will end the turn and draw {count} card.",
        "{seat} will end the turn and draw {count} cards.",
    ),
    message("brass.ended-turn-drawing-cards.preview", "{seat} will end the turn and draw {cards}."),
    message("brass.turn-order-set.preview", "The amounts spent will determine the next turn order: {order}."),
    message("brass.income-settled.preview", "Income will be settled: {income}."),
    message("brass.shortfall-incurred.preview", "{seat} will owe £{owed} and will be unable to pay in full."),
    message("brass.round-began.preview", "Round {round} will start."),
    message("brass.scored-canal-era.preview", "The canal era will be scored: {points}."),
    message("brass.scored-rail-era.preview", "The rail era will be scored: {points}."),
    message("brass.scored-introductory-game.preview", "Money, income and higher-level tiles will be scored: {points}."),
    message("lancashire.scored-money.preview", "Money will be scored: {points}."),
    counted(
        "birmingham.rail-era-began.preview",
        "The rail era will start, and {count} level 1 tile will leave the board.",
        "The rail era will start, and {count} level 1 tiles will leave the board.",
    ),
    counted(
        "birmingham.merchants-refilled.preview",
        "Merchants will receive {count} beer barrel.",
        "Merchants will receive {count} beer barrels.",
    ),
    counted(
        "lancashire.rail-era-began.preview",
        "The rail era will start. The distant cotton market will be reset, and {count} level 1 tile will leave the "
        "board.",
        "The rail era will start. The distant cotton market will be reset, and {count} level 1 tiles will leave the "
        "board.",
    ),
    message("brass.victory-shared.preview", "The game will end: {seats} will share the victory with {points} VP."),
    message(
        "brass.won-by-income.preview",
        "The game will end: {seat} will win with {points} VP. A higher income level will break the tie.",
    ),
    message(
        "brass.won-by-money.preview",
        "The game will end: {seat} will win with {points} VP. More money will break the tie.",
    ),
    message("brass.won.preview", "The game will end: {seat} will win with {points} VP."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
