"""Previews of a move: for each sentence about the past in Barrage, the same sentence in the future."""

from __future__ import annotations

from domain.message import counted, message, previews

FUTURES = previews(
    message("barrage.action-phase-began.preview", "The action phase will start."),
    counted(
        "barrage.wheel-turned.preview",
        "{seat} will rotate the wheel by {count} segment.",
        "{seat} will rotate the wheel by {count} segments.",
    ),
    message("barrage.placed-in-open-segment.preview", "{seat} will put these on the wheel: {items}."),
    message("barrage.returned-from-wheel.preview", "{seat} will take these back from the wheel: {items}."),
    message("barrage.gained.preview", "{seat} will gain {gains}."),
    message("barrage.lost-vp.preview", "{seat} will lose {points} VP."),
    message("barrage.paid.preview", "{seat} will pay {what}."),
    message("barrage.paid-to-player.preview", "{seat} will pay {what} to {owner}."),
    message("barrage.took-item.preview", "{seat} will take the {item}."),
    message("barrage.took-off-wheel.preview", "{seat} will take these from the wheel: {items}."),
    counted(
        "barrage.placed-engineers.preview",
        "{seat} will place {count} engineer: {space}.",
        "{seat} will place {count} engineers: {space}.",
    ),
    message(
        "barrage.received-company-officer-and-contract.preview",
        "{seat} will receive {company} with {officer} and the {contract}.",
    ),
    message("barrage.received-company-and-officer.preview", "{seat} will receive {company} with {officer}."),
    message("barrage.received-company.preview", "{seat} will receive {company}."),
    message("barrage.has-power-of-officer.preview", "{seat} will gain {officer}'s power for this turn."),
    message("barrage.contract-limit-restored.preview", "{seat}'s contract limit will return to normal."),
    message(
        "barrage.contract-limit-raised.preview",
        "{seat}'s contract limit will rise to {limit} until a contract is fulfilled.",
    ),
    message(
        "barrage.contract-pile-renewed.preview", "The discarded {colour} contracts will be shuffled into a new pile."
    ),
    message("barrage.card-pile-renewed.preview", "All automa cards will be shuffled into a new pile."),
    message("barrage.card-turned-up.preview", "Card {card} will be turned over."),
    counted(
        "barrage.drops-flowed-into-dam.preview",
        "{count} drop will flow from {start} into dam {stop}.",
        "{count} drops will flow from {start} into dam {stop}.",
    ),
    counted(
        "barrage.drops-flowed-off-map.preview",
        "{count} drop will flow from {start} off the map.",
        "{count} drops will flow from {start} off the map.",
    ),
    counted(
        "barrage.drops-placed-on-headstream.preview",
        "{count} drop will be added to headstream {headstream}.",
        "{count} drops will be added to headstream {headstream}.",
    ),
    counted(
        "barrage.drops-added-to-dam.preview",
        "{count} drop will be added to dam {site}.",
        "{count} drops will be added to dam {site}.",
    ),
    message("barrage.built.preview", "{seat} will build {structure}."),
    message("barrage.special-tile-copied.preview", "The special tile will copy the {tile}."),
    message("barrage.built-with-tile.preview", "{seat} will build {structure} with the {tile}."),
    message("barrage.built-for-free.preview", "{seat} will build {structure} for free."),
    message("automa.built-for-free.preview", "{seat} will build {structure} for free."),
    message("barrage.drafted.preview", "{seat} will draft {company} with {officer} and the {contract}."),
    message("barrage.copied-officer.preview", "{seat} will copy {officer} for this turn."),
    message("barrage.passed.preview", "{seat} will pass."),
    message("barrage.ended-turn.preview", "{seat} will end the turn."),
    message("automa.ended-turn.preview", "{seat} will end the turn."),
    counted(
        "barrage.produced.preview",
        "{seat} will produce {energy} energy with {count} drop from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        "{seat} will produce {energy} energy with {count} drops from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
    ),
    counted(
        "automa.produced.preview",
        "{seat} will produce {energy} energy with {count} drop from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        "{seat} will produce {energy} energy with {count} drops from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
    ),
    message("barrage.fulfilled-contract.preview", "{seat} will fulfil the {contract}."),
    message("automa.fulfilled-contracts.preview", "{seat} will fulfil the {contracts}."),
    message("barrage.placed-drop-on-headstream.preview", "{seat} will place a drop on headstream {headstream}."),
    message(
        "automa.placed-drops-on-headstreams.preview", "{seat} will place drops on these headstreams: {headstreams}."
    ),
    message("barrage.filled-empty-dams.preview", "{seat} will place a drop on each of their empty dams."),
    message("automa.filled-empty-dams.preview", "{seat} will place a drop on each of their empty dams."),
    message("barrage.chose-machinery.preview", "{seat} will choose machinery."),
    message("automa.chose-machinery.preview", "{seat} will choose machinery."),
    message("barrage.took-contract.preview", "{seat} will take the {contract}."),
    message("barrage.discarded-contract.preview", "{seat} will discard the {contract}."),
    message("barrage.declined.preview", "{seat} will decline this: {offer}."),
    message("barrage.could-not-use.preview", "{seat} won't be able to use this: {offer}."),
    message("automa.could-not-use.preview", "{seat} won't be able to use this: {offer}."),
    message("automa.could-not-use-with-source.preview", "{seat} won't be able to use this: {offer}. Source: {source}."),
    message("barrage.effect-followed.preview", "{seat} will trigger an effect. Source: {source}."),
    message("barrage.described-effect-followed.preview", "{seat} will trigger an effect ({effect}). Source: {source}."),
    message("barrage.round-began.preview", "Round {round} will start."),
    message("barrage.gained-incomes.preview", "{seat} will receive income."),
    message("barrage.water-flowed.preview", "The water on the headstreams will flow."),
    message("barrage.scored-energy.preview", "Energy will be scored."),
    message("barrage.scored-bonus-tile.preview", "The bonus tile will be scored ({tile})."),
    message("barrage.round-ended.preview", "The round will end. New turn order: {order}."),
    message("barrage.scored-objective.preview", "The objective will be scored ({objective}): {counts}."),
    message("barrage.scored-resources.preview", "Remaining credits and machinery will be scored."),
    message("barrage.scored-water-drops.preview", "Drops in the companies' dams will be scored."),
    message(
        "barrage.game-over-decided-by-energy.preview",
        "The game will end. Energy in the last round will break the tie: {places}.",
    ),
    message("barrage.game-over-shared-victory.preview", "The game will end with a shared victory: {places}."),
    message("barrage.game-over-with-ranking.preview", "The game will end: {places}."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
