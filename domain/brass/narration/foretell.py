"""Previews of a move in either Brass game: for each sentence about the past, the same sentence in the future."""

from __future__ import annotations

from domain.message import message, previews

FUTURES = previews(
    message(
        "brass.built-over.preview",
        "{seat} will play {card} and build {industry} level {level} in {place} for £{cost}, over level "
        "{old_level} of {owner}.",
    ),
    message(
        "brass.built.preview",
        "{seat} will play {card} and build {industry} level {level} in {place} for £{cost}.",
    ),
    message("brass.linked.preview", "{seat} will discard {card} and link {lines} for £{cost}."),
    message("brass.developed.preview", "{seat} will discard {card} and develop {tiles} for £{cost}."),
    message(
        "brass.took-loan.preview",
        "{seat} will discard {card} and take a loan of £{money}; the income marker will fall from space "
        "{income_from} to {income_to}.",
    ),
    message("brass.passed.preview", "{seat} will discard {card} and pass."),
    message("brass.took-sell-action.preview", "{seat} will discard {card} to sell."),
    message("birmingham.scouted.preview", "{seat} will discard {cards} and take {gained}."),
    message("lancashire.continued-selling.preview", "{seat} will go on selling."),
    message("lancashire.stopped-selling.preview", "{seat} will sell nothing more."),
    message("lancashire.built-with-second-card.preview", "It will take both actions and a second card, {card}."),
    message("brass.consumed-coal.preview", "The coal will come from {sources}."),
    message("brass.consumed-iron.preview", "The iron will come from {sources}."),
    message("birmingham.consumed-beer.preview", "The beer will come from {sources}."),
    message("brass.coal-moved-to-market.preview", "Coal will move to the market: {count}, for £{money}."),
    message("brass.iron-moved-to-market.preview", "Iron will move to the market: {count}, for £{money}."),
    message(
        "brass.flipped.preview",
        "{industry} in {place} will flip: the income marker of {owner} will move from space {income_from} "
        "to {income_to}.",
    ),
    message(
        "birmingham.sold-to-merchant.preview",
        "{industry} in {place} will go to the merchant in {merchant}; the income marker of {seat} will "
        "move from space {income_from} to {income_to}.",
    ),
    message(
        "birmingham.merchant-bonus-developed.preview",
        "The merchant's beer will let {seat} develop {tile} without iron.",
    ),
    message(
        "birmingham.merchant-bonus-income.preview",
        "The merchant's beer will move the income marker of {seat} from space {income_from} to {income_to}.",
    ),
    message("birmingham.merchant-bonus-points.preview", "The merchant's beer will bring {seat} {points} VP."),
    message("birmingham.merchant-bonus-money.preview", "The merchant's beer will bring {seat} £{money}."),
    message(
        "birmingham.merchant-bonus-not-developed.preview",
        "{seat} will have no tile to develop with the merchant's beer.",
    ),
    message("lancashire.sold-through-port.preview", "The cotton of {place} will go through the port in {port}."),
    message("lancashire.sold-to-distant-market.preview", "The cotton of {place} will go to the distant market."),
    message(
        "lancashire.distant-market-moved.preview",
        "The tile of the distant market will show {steps}: its marker will move from space {space_from} to {space_to}.",
    ),
    message(
        "lancashire.distant-market-closed.preview",
        "The market will close, and the cotton of {place} will not be sold.",
    ),
    message(
        "lancashire.gained-sale-income.preview",
        "The sale will move the income marker of {seat} from space {income_from} to {income_to}.",
    ),
    message("brass.removed-tile.preview", "{seat} will remove {tile} in {place} to raise £{raised}."),
    message("brass.shortfall-paid.preview", "{seat} will settle the negative income with £{paid}."),
    message(
        "brass.shortfall-paid-partly.preview",
        "{seat} will be able to pay only £{paid} of the negative income and lose {points} VP.",
    ),
    message("brass.ended-turn-without-drawing.preview", "{seat} will end the turn; there will be no cards to draw."),
    message("brass.ended-turn-drawing-hidden-cards.preview", "{seat} will end the turn; cards to be drawn: {count}."),
    message("brass.ended-turn-drawing-cards.preview", "{seat} will end the turn and draw {cards}."),
    message("brass.turn-order-set.preview", "The money spent will set the next turn order: {order}."),
    message("brass.income-settled.preview", "Income will be settled: {income}."),
    message("brass.income-paid.preview", "{seat} will pay £{pounds}"),
    message("brass.income-received.preview", "{seat} will receive £{pounds}"),
    message("brass.shortfall-incurred.preview", "{seat} will owe £{owed} and be unable to pay it in full."),
    message("brass.round-began.preview", "Round {round} will begin."),
    message("brass.scored-canal-era.preview", "The canal era will be scored: {points}."),
    message("brass.scored-rail-era.preview", "The rail era will be scored: {points}."),
    message("brass.scored-introductory-game.preview", "Money, income and higher tiles will be scored: {points}."),
    message("lancashire.scored-money.preview", "Money will be scored: {points}."),
    message(
        "birmingham.rail-era-began.preview",
        "The rail era will begin; level 1 tiles to be removed from the board: {removed}, barrels put "
        "beside merchants: {barrels}.",
    ),
    message(
        "lancashire.rail-era-began.preview",
        "The rail era will begin; the distant market will be reset; level 1 tiles to be removed from the "
        "board: {removed}.",
    ),
    message("brass.victory-shared.preview", "The game will be over: {seats} will share the victory with {points} VP."),
    message(
        "brass.won-by-income.preview",
        "The game will be over: {seat} will win with {points} VP and the higher income.",
    ),
    message("brass.won-by-money.preview", "The game will be over: {seat} will win with {points} VP and more money."),
    message("brass.won.preview", "The game will be over: {seat} will win with {points} VP."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
