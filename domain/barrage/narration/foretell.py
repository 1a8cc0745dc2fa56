"""Previews of a move: for each sentence about the past in Barrage, the same sentence in the future."""

from __future__ import annotations

from domain.message import message, previews

FUTURES = previews(
    message("barrage.action-phase-began.preview", "The action phase will begin."),
    message("barrage.wheel-turned.preview", "The wheel of {seat} will turn by {steps}."),
    message("barrage.gained.preview", "{seat} will gain {gains}."),
    message("barrage.lost-vp.preview", "{seat} will lose {points} VP."),
    message("barrage.paid.preview", "{seat} will pay {what}."),
    message("barrage.paid-to-player.preview", "{seat} will pay {what} to {owner}."),
    message("barrage.took-item.preview", "{seat} will take: {item}."),
    message("barrage.took-off-wheel.preview", "{seat} will take off the wheel: {what}."),
    message("barrage.placed-one-engineer.preview", "{seat} will place an engineer: {space}."),
    message("barrage.placed-engineers.preview", "{seat} will place {engineers} engineers: {space}."),
    message(
        "barrage.received-company-officer-and-contract.preview",
        "{seat} will take over {company} with {officer} and the {contract}.",
    ),
    message("barrage.received-company-and-officer.preview", "{seat} will take over {company} with {officer}."),
    message("barrage.received-company.preview", "{seat} will take over {company}."),
    message("barrage.has-power-of-officer.preview", "{seat} will have the power of {officer} in this turn."),
    message("barrage.contract-limit-restored.preview", "For {seat} the usual limit of contracts will hold again."),
    message(
        "barrage.contract-limit-raised.preview",
        "{seat} will be able to hold {limit} contracts until one is fulfilled.",
    ),
    message("barrage.contract-pile-renewed.preview", "The discarded {colour} contracts will become a new pile."),
    message(
        "barrage.drops-flowed-into-dam.preview",
        "Drops that will flow from {start} into the dam on {stop}: {count}.",
    ),
    message("barrage.drops-flowed-off-map.preview", "Drops that will flow from {start} off the map: {count}."),
    message("barrage.built.preview", "{seat} will build: {structure}."),
    message("barrage.special-tile-copied.preview", "It will copy the {tile}."),
    message("barrage.built-with-tile.preview", "{seat} will build with the {tile}: {structure}."),
    message("barrage.built-for-free.preview", "{seat} will build for free: {structure}."),
    message("automa.built-for-free.preview", "{seat} will build for free: {structure}."),
    message("barrage.drafted.preview", "{seat} will draft {company} with {officer} and the {contract}."),
    message("barrage.copied-officer.preview", "{seat} will copy {officer} for this turn."),
    message("barrage.passed.preview", "{seat} will pass."),
    message("barrage.ended-turn.preview", "{seat} will end the turn."),
    message("automa.ended-turn.preview", "{seat} will end the turn."),
    message(
        "barrage.produced.preview",
        "{seat} will produce {energy} energy: from the dam on {dam} through conduit {conduit} to the "
        "powerhouse on {powerhouse}, drops: {drops}.",
    ),
    message(
        "automa.produced.preview",
        "{seat} will produce {energy} energy: from the dam on {dam} through conduit {conduit} to the "
        "powerhouse on {powerhouse}, drops: {drops}.",
    ),
    message("barrage.fulfilled-contract.preview", "{seat} will fulfil the {contract}."),
    message("barrage.placed-drop-on-headstream.preview", "{seat} will put a drop onto headstream {headstream}."),
    message("barrage.filled-empty-dams.preview", "{seat} will put a drop on every own dam without water."),
    message("automa.filled-empty-dams.preview", "{seat} will put a drop on every own dam without water."),
    message("barrage.chose-machineries.preview", "{seat} will choose machineries."),
    message("automa.chose-machineries.preview", "{seat} will choose machineries."),
    message("barrage.took-contract.preview", "{seat} will take the {contract}."),
    message("barrage.discarded-contract.preview", "{seat} will discard the {contract}."),
    message("barrage.declined.preview", "{seat} will go without: {what}."),
    message("barrage.could-not-use.preview", "{seat} will not be able to use: {what}."),
    message("automa.could-not-use.preview", "{seat} will not be able to use: {what}."),
    message("barrage.round-began.preview", "Round {round} will begin."),
    message("barrage.gained-incomes.preview", "{seat} will gain the incomes of the company board."),
    message("barrage.water-flowed.preview", "The water of the headstreams will flow."),
    message("barrage.scored-energy.preview", "The energy of the round will be scored."),
    message("barrage.scored-bonus-tile.preview", "The bonus tile of the round will be scored ({tile})."),
    message("barrage.round-ended.preview", "The round will end. New turn order: {order}."),
    message("barrage.scored-objective.preview", "The objective will be scored ({objective}): {counts}."),
    message("barrage.scored-resources.preview", "Credits and machineries left will be scored."),
    message("barrage.scored-water-drops.preview", "Drops in own dams will be scored."),
    message(
        "barrage.game-over-decided-by-energy.preview",
        "The game will be over; more energy in the last round will decide: {places}.",
    ),
    message("barrage.game-over-shared-victory.preview", "The game will be over; the victory will be shared: {places}."),
    message("barrage.game-over-with-ranking.preview", "The game will be over: {places}."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
