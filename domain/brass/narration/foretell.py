"""Previews of a move in either Brass game: for each sentence about the past, the same sentence in the future."""

from __future__ import annotations

from domain.message import message

FUTURES = {
    told: foretold.text
    for told, foretold in (
        (
            "{seat} played {card} and built {industry} level {level} in {place} for £{cost}, over level "
            "{old_level} of {owner}.",
            message(
                "{seat} will play {card} and build {industry} level {level} in {place} for £{cost}, over level "
                "{old_level} of {owner}."
            ),
        ),
        (
            "{seat} played {card} and built {industry} level {level} in {place} for £{cost}.",
            message("{seat} will play {card} and build {industry} level {level} in {place} for £{cost}."),
        ),
        (
            "{seat} discarded {card} and linked {lines} for £{cost}.",
            message("{seat} will discard {card} and link {lines} for £{cost}."),
        ),
        (
            "{seat} discarded {card} and developed {tiles} for £{cost}.",
            message("{seat} will discard {card} and develop {tiles} for £{cost}."),
        ),
        (
            "{seat} discarded {card} and took a loan of £{money}; the income marker fell from space "
            "{income_from} to {income_to}.",
            message(
                "{seat} will discard {card} and take a loan of £{money}; the income marker will fall from space "
                "{income_from} to {income_to}."
            ),
        ),
        (
            "{seat} discarded {card} and passed.",
            message("{seat} will discard {card} and pass."),
        ),
        (
            "{seat} discarded {card} to sell.",
            message("{seat} will discard {card} to sell."),
        ),
        (
            "{seat} discarded {cards} and took {gained}.",
            message("{seat} will discard {cards} and take {gained}."),
        ),
        (
            "{seat} went on selling.",
            message("{seat} will go on selling."),
        ),
        (
            "{seat} sold nothing more.",
            message("{seat} will sell nothing more."),
        ),
        (
            "It took both actions and a second card, {card}.",
            message("It will take both actions and a second card, {card}."),
        ),
        (
            "The coal came from {sources}.",
            message("The coal will come from {sources}."),
        ),
        (
            "The iron came from {sources}.",
            message("The iron will come from {sources}."),
        ),
        (
            "The beer came from {sources}.",
            message("The beer will come from {sources}."),
        ),
        (
            "Coal moved to the market: {count}, for £{money}.",
            message("Coal will move to the market: {count}, for £{money}."),
        ),
        (
            "Iron moved to the market: {count}, for £{money}.",
            message("Iron will move to the market: {count}, for £{money}."),
        ),
        (
            "{industry} in {place} flipped: the income marker of {owner} moved from space {income_from} to "
            "{income_to}.",
            message(
                "{industry} in {place} will flip: the income marker of {owner} will move from space {income_from} to "
                "{income_to}."
            ),
        ),
        (
            "{industry} in {place} went to the merchant in {merchant}; the income marker of {seat} moved from "
            "space {income_from} to {income_to}.",
            message(
                "{industry} in {place} will go to the merchant in {merchant}; the income marker of {seat} will move "
                "from space {income_from} to {income_to}."
            ),
        ),
        (
            "The merchant's beer let {seat} develop {tile} without iron.",
            message("The merchant's beer will let {seat} develop {tile} without iron."),
        ),
        (
            "The merchant's beer moved the income marker of {seat} from space {income_from} to {income_to}.",
            message(
                "The merchant's beer will move the income marker of {seat} from space {income_from} to {income_to}."
            ),
        ),
        (
            "The merchant's beer brought {seat} {points} VP.",
            message("The merchant's beer will bring {seat} {points} VP."),
        ),
        (
            "The merchant's beer brought {seat} £{money}.",
            message("The merchant's beer will bring {seat} £{money}."),
        ),
        (
            "{seat} had no tile to develop with the merchant's beer.",
            message("{seat} will have no tile to develop with the merchant's beer."),
        ),
        (
            "The cotton of {place} went through the port in {port}.",
            message("The cotton of {place} will go through the port in {port}."),
        ),
        (
            "The cotton of {place} went to the distant market.",
            message("The cotton of {place} will go to the distant market."),
        ),
        (
            "The tile of the distant market showed {steps}: its marker moved from space {space_from} to {space_to}.",
            message(
                "The tile of the distant market will show {steps}: its marker will move from space {space_from} to "
                "{space_to}."
            ),
        ),
        (
            "The market closed, and the cotton of {place} was not sold.",
            message("The market will close, and the cotton of {place} will not be sold."),
        ),
        (
            "The sale moved the income marker of {seat} from space {income_from} to {income_to}.",
            message("The sale will move the income marker of {seat} from space {income_from} to {income_to}."),
        ),
        (
            "{seat} removed {tile} in {place} to raise £{raised}.",
            message("{seat} will remove {tile} in {place} to raise £{raised}."),
        ),
        (
            "{seat} settled the negative income with £{paid}.",
            message("{seat} will settle the negative income with £{paid}."),
        ),
        (
            "{seat} could pay only £{paid} of the negative income and lost {points} VP.",
            message("{seat} will be able to pay only £{paid} of the negative income and lose {points} VP."),
        ),
        (
            "{seat} ended the turn; there were no cards to draw.",
            message("{seat} will end the turn; there will be no cards to draw."),
        ),
        (
            "{seat} ended the turn; cards drawn: {count}.",
            message("{seat} will end the turn; cards to be drawn: {count}."),
        ),
        (
            "{seat} ended the turn and drew {cards}.",
            message("{seat} will end the turn and draw {cards}."),
        ),
        (
            "The money spent sets the next turn order: {order}.",
            message("The money spent will set the next turn order: {order}."),
        ),
        (
            "Income was settled: {income}.",
            message("Income will be settled: {income}."),
        ),
        (
            "{seat} paid £{pounds}",
            message("{seat} will pay £{pounds}"),
        ),
        (
            "{seat} received £{pounds}",
            message("{seat} will receive £{pounds}"),
        ),
        (
            "{seat} owes £{owed} and cannot pay it in full.",
            message("{seat} will owe £{owed} and be unable to pay it in full."),
        ),
        (
            "Round {round} began.",
            message("Round {round} will begin."),
        ),
        (
            "The canal era was scored: {points}.",
            message("The canal era will be scored: {points}."),
        ),
        (
            "The rail era was scored: {points}.",
            message("The rail era will be scored: {points}."),
        ),
        (
            "Money, income and higher tiles were scored: {points}.",
            message("Money, income and higher tiles will be scored: {points}."),
        ),
        (
            "Money was scored: {points}.",
            message("Money will be scored: {points}."),
        ),
        (
            "The rail era began; level 1 tiles removed from the board: {removed}, barrels put beside merchants: "
            "{barrels}.",
            message(
                "The rail era will begin; level 1 tiles to be removed from the board: {removed}, barrels put beside "
                "merchants: {barrels}."
            ),
        ),
        (
            "The rail era began; the distant market was reset; level 1 tiles removed from the board: {removed}.",
            message(
                "The rail era will begin; the distant market will be reset; level 1 tiles to be removed from the "
                "board: {removed}."
            ),
        ),
        (
            "The game is over: {seats} share the victory with {points} VP.",
            message("The game will be over: {seats} will share the victory with {points} VP."),
        ),
        (
            "The game is over: {seat} wins with {points} VP and the higher income.",
            message("The game will be over: {seat} will win with {points} VP and the higher income."),
        ),
        (
            "The game is over: {seat} wins with {points} VP and more money.",
            message("The game will be over: {seat} will win with {points} VP and more money."),
        ),
        (
            "The game is over: {seat} wins with {points} VP.",
            message("The game will be over: {seat} will win with {points} VP."),
        ),
    )
}
"""The future form of each sentence of ``narrate``, by its text."""
