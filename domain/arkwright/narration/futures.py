"""Previews of a move: for each sentence about the past in Arkwright, the same sentence in the future."""

from __future__ import annotations

from domain.message import counted, message, previews

FUTURES = previews(
    message("arkwright.chose-no-achievement.preview", "{seat} will choose no achievements."),
    message("arkwright.chose-achievements.preview", "{seat} will choose these achievements: {names}."),
    message("arkwright.took-no-action.preview", "{seat} will take no action."),
    message("arkwright.advanced-track.preview", "{seat} will advance {track} to level {level} (value {value})."),
    message(
        "arkwright.automa-advanced.preview",
        "The {colour} automa's marker for {good} will advance from {start} to {end}.",
    ),
    message(
        "arkwright.automa-opened-factory.preview",
        "The {colour} automa has no marker for {good} and will open a factory. Appeal: {opening} + {extra} for the era "
        "= {appeal}. Arrows crossed: {arrows}. Demand: {demand}. The wage marker will move to space {space} (£{wage} "
        "per worker).",
    ),
    counted(
        "arkwright.automa-sold.preview",
        "The {colour} automa will sell {count} good ({good}) at appeal {appeal} and demand {demand}.",
        "The {colour} automa will sell {count} goods ({good}) at appeal {appeal} and demand {demand}.",
    ),
    counted(
        "arkwright.automa-gained-shares.preview",
        "That will not be enough to raise its share value, so it will gain {count} share instead (total: {shares}).",
        "That will not be enough to raise its share value, so it will gain {count} shares instead (total: {shares}).",
    ),
    message(
        "arkwright.undrawn-automas-gained-shares.preview",
        "Automas whose colour is not drawn will gain shares: {gains}.",
    ),
    message(
        "arkwright.automa-markers-placed.preview",
        "The automas' appeal markers will be placed: {markers}. Demand will rise to {demand}.",
    ),
    message("arkwright.automated.preview", "{seat} will add machines: {cards}."),
    message("arkwright.went-bankrupt.preview", "{seat} will not be able to pay and will go bankrupt."),
    counted(
        "arkwright.bought-broker-shares.preview",
        "{seat} will buy {count} share at half price for £{paid} (£{each} per share).",
        "{seat} will buy {count} shares at half price for £{paid} (£{each} per share).",
    ),
    message(
        "arkwright.discarded-card-to-display.preview",
        "{seat} will discard the {card} card, which will go to place {place} in the display.",
    ),
    message("arkwright.discarded-card.preview", "{seat} will discard the {card} card."),
    message(
        "arkwright.demand-fell-wages-rose.preview",
        "Demand will fall to {demand}; the wage marker will move to space {space} (£{wage} per worker).",
    ),
    counted(
        "arkwright.built.preview",
        "{seat} will build {count} factory at level {level}: {factories}.",
        "{seat} will build {count} factories at level {level}: {factories}.",
    ),
    message("arkwright.factory-token-moved.preview", "Its token will move to space {space}."),
    message("arkwright.upgraded.preview", "{seat} will upgrade the {good} factory to level {level}."),
    message(
        "arkwright.upgraded-with-worker-cards.preview",
        "{seat} will upgrade the {good} factory to level {level}. Worker card sides: {sides}.",
    ),
    message(
        "arkwright.took-card-to-factory.preview", "{seat} will take the {card} card and place it at the {good} factory."
    ),
    message("arkwright.took-card.preview", "{seat} will take the {card} card."),
    message("arkwright.lost-quality.preview", "The {good} factory will lose {value} quality."),
    message(
        "arkwright.quality-replaced.preview", "At the {good} factory, quality {instead} will replace quality {value}."
    ),
    message("arkwright.lost-distribution.preview", "The {good} factory will lose {value} distribution."),
    message(
        "arkwright.used-developer.preview", "{seat} will use the developer: the {card} card will become ready again."
    ),
    message("arkwright.developed-nothing.preview", "{seat} will skip development."),
    message(
        "arkwright.added-distribution.preview", "{seat} will add {points} distribution. Distribution cards: {cards}."
    ),
    message("arkwright.added-quality.preview", "{seat} will add {points} quality. Quality cards: {cards}."),
    message("arkwright.no-distribution-worn.preview", "No distribution will decrease."),
    message("arkwright.distribution-worn.preview", "Distribution will decrease by 1: {factories}."),
    message("arkwright.named-start-player.preview", "{seat} will choose {start} as start player."),
    message("arkwright.plays-after-opponents.preview", "{seat} will play after the opponents in the next round."),
    message("arkwright.plays-before-opponents.preview", "{seat} will play before the opponents in the next round."),
    message("arkwright.kept-entrepreneur.preview", "{seat} will keep the entrepreneur."),
    message("arkwright.era-began.preview", "Era {era} will start."),
    message(
        "arkwright.paid-for-extra-production.preview",
        "{seat} will pay £{paid} for the extra production (cost: £{cost}).",
    ),
    counted(
        "arkwright.produced-extra.preview",
        "{seat} will produce {count} good in the {good} factory. Worker cards used: {cards}. Stored before: {before}, "
        "after: {stored}. Lost: {lost}.",
        "{seat} will produce {count} goods in the {good} factory. Worker cards used: {cards}. Stored before: {before}, "
        "after: {stored}. Lost: {lost}.",
    ),
    message("arkwright.opened-starting-factory.preview", "{seat} will open the {good} factory."),
    counted(
        "arkwright.funds-marker-moved.preview",
        "The {colour} funds marker will move {count} card, from place {start} to place {end}: {card}.",
        "The {colour} funds marker will move {count} cards, from place {start} to place {end}: {card}.",
    ),
    message("arkwright.hired.preview", "{seat} will hire workers: {cards}."),
    counted(
        "arkwright.advanced-with-inventor.preview",
        "{seat} will use {count} development point: {tracks}.",
        "{seat} will use {count} development points: {tracks}.",
    ),
    message("arkwright.opponents-marker-drawn.preview", "The opponents will draw a marker: {colour}."),
    message(
        "arkwright.neutral-appeal-rose.preview", "The neutral company's appeal will rise: {neutral}. Demand: {demand}."
    ),
    counted(
        "arkwright.demand-moved.preview",
        "The appeal marker will cross {count} arrow; demand for {good} will move from {start} to {end}.",
        "The appeal marker will cross {count} arrows; demand for {good} will move from {start} to {end}.",
    ),
    counted(
        "arkwright.demand-stayed-at-limit.preview",
        "The appeal marker will cross {count} arrow; demand for {good} will stay at {demand}, the end of its scale.",
        "The appeal marker will cross {count} arrows; demand for {good} will stay at {demand}, the end of its scale.",
    ),
    message("arkwright.no-arrow-crossed.preview", "No arrow will be crossed; demand for {good} will stay at {demand}."),
    message(
        "arkwright.price-and-appeal-set.preview",
        "{seat} will set {good} to price £{price} and appeal {appeal}; the marker will move from {start} to {end}.",
    ),
    message("arkwright.contract-paid.preview", "The contract will pay £{contract}."),
    counted(
        "arkwright.trading-office-spared-tokens.preview",
        "The trading office will save {count} shipping token.",
        "The trading office will save {count} shipping tokens.",
    ),
    counted(
        "arkwright.produced-with-overtime.preview",
        "{seat} will produce {count} good in the {good} factory, including {overtime} from overtime.",
        "{seat} will produce {count} goods in the {good} factory, including {overtime} from overtime.",
    ),
    counted(
        "arkwright.produced.preview",
        "{seat} will produce {count} good in the {good} factory.",
        "{seat} will produce {count} goods in the {good} factory.",
    ),
    message(
        "arkwright.sales-limit.preview",
        "At appeal {appeal} and demand {demand}, the home market limit will be {limit}.",
    ),
    message(
        "arkwright.sales-limit-with-patron.preview",
        "At appeal {appeal} and demand {demand}, the home market limit will be {limit}, including {patron} from the "
        "patron.",
    ),
    message(
        "arkwright.sales-limit-patron-without-effect.preview",
        "At appeal {appeal} and demand {demand}, the home market limit will be {limit}; the patron will not raise it.",
    ),
    message(
        "arkwright.production-began-without-factories.preview",
        "No player will have a {good} factory, so the production phase will be skipped.",
    ),
    message("arkwright.production-began.preview", "Production of {good} will start. Producing: {seats}."),
    message(
        "arkwright.round-began-opponents-first.preview",
        "Round {round} of era {era} will start: {good}. The opponents will take their turn first.",
    ),
    message("arkwright.round-began.preview", "Round {round} of era {era} will start: {good}. Start player: {seat}."),
    counted(
        "arkwright.bought-starting-shares.preview",
        "{seat} will buy {count} share before the game for £{paid} (£{price} per share).",
        "{seat} will buy {count} shares before the game for £{paid} (£{price} per share).",
    ),
    message("arkwright.no-share-value-rose.preview", "No company's share value will rise from sales of {good}."),
    message(
        "arkwright.appeal-tie-without-bonus.preview",
        "The highest appeal will be tied, so no one will gain the extra step.",
    ),
    counted(
        "arkwright.share-value-stayed-at-limit.preview",
        "{company} will have sold {count} good at appeal {appeal}: the share value will stay at the maximum, £{value}.",
        "{company} will have sold {count} goods at appeal {appeal}:"
        " the share value will stay at the maximum, £{value}.",
    ),
    counted(
        "arkwright.share-value-rose.preview",
        "{company} will have sold {count} good at appeal {appeal}: the share value will rise to £{value} (+{sales} for "
        "sales, +{highest} for the highest appeal).",
        "{company} will have sold {count} goods at appeal {appeal}: the share value will rise to £{value} (+{sales} "
        "for sales, +{highest} for the highest appeal).",
    ),
    message("arkwright.shipped-early.preview", "{seat} will ship goods: {shipments}. Ships used: {ships}."),
    message(
        "arkwright.named-era-start-player.preview",
        "Share value × shares (funds): {products}. {seat} will choose {start} as start player.",
    ),
    message("arkwright.bought-shares.preview", "{seat} will buy shares: {bought}. Total: £{paid}."),
    counted(
        "arkwright.made-ships-ready.preview",
        "{seat} will reactivate ships: {count} ship ready.",
        "{seat} will reactivate ships: {count} ships ready.",
    ),
    counted(
        "arkwright.took-loans.preview",
        "{seat} will take {count} bank loan for £{money}.",
        "{seat} will take {count} bank loans for £{money} in total.",
    ),
    message("arkwright.placed-supervisor.preview", "{seat} will place the supervisor at the {good} factory."),
    message(
        "arkwright.broke-appeal-tie.preview",
        "{seat} will use the entrepreneur to break the tie for the highest appeal.",
    ),
    message("arkwright.tie-not-broken.preview", "{seat} will not use the entrepreneur to break the tie."),
    message(
        "arkwright.scored.preview",
        "{seat} will score {score} ({shares} × £{value}) and have £{funds} left. Goods sold: {goods} for £{income}. "
        "Shares bought: {bought} for £{paid}. Shares lost for loans: {loans}. Share value lost for shipping: £{loss}.",
    ),
    message("arkwright.automa-scored.preview", "The {colour} automa will score {score} ({shares} × £{value})."),
    message("arkwright.ended-turn.preview", "{seat} will end their turn."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
