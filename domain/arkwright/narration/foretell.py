"""Previews of a move: for each sentence about the past in Arkwright, the same sentence in the future."""

from __future__ import annotations

from domain.message import message, previews

FUTURES = previews(
    message("arkwright.chose-no-achievement.preview", "{seat} will choose no achievement."),
    message("arkwright.chose-achievements.preview", "{seat} will choose the achievements {names}."),
    message("arkwright.took-no-action.preview", "{seat} will take no action."),
    message("arkwright.advanced-track.preview", "{seat} will advance {track} to level {level} (value {value})."),
    message(
        "arkwright.automa-advanced.preview",
        "The automa {colour} has a marker on {good}: it will advance from {start} to {end}.",
    ),
    message(
        "arkwright.automa-opened-factory.preview",
        "The automa {colour} has no marker on {good} and will open a factory: {opening} and {extra} for "
        "the era will give appeal {appeal}. Arrows crossed: {arrows}; demand will be {demand}, the wage "
        "marker will move to space {wage}.",
    ),
    message(
        "arkwright.automa-sold.preview",
        "The automa {colour} will sell {sold} {good} at appeal {appeal} and demand {demand}.",
    ),
    message(
        "arkwright.automa-gained-shares.preview",
        "Too few for its share value to rise, so it will gain shares: {gained}, then {shares}.",
    ),
    message(
        "arkwright.undrawn-automas-gained-shares.preview",
        "Automas whose colour was not drawn will gain shares: {gains}.",
    ),
    message(
        "arkwright.automa-markers-placed.preview",
        "The automas' appeal markers will be laid out: {markers}. Demand will rise to {demand}.",
    ),
    message("arkwright.automated.preview", "{seat} will add machines at {cards}."),
    message("arkwright.went-bankrupt.preview", "{seat} will not be able to pay and will be bankrupt."),
    message(
        "arkwright.bought-broker-shares.preview",
        "{seat} will buy shares at half price: {shares} at £{each}, £{paid} in all.",
    ),
    message(
        "arkwright.discarded-card-to-display.preview",
        "{seat} will discard the {card}; it will go to place {place} of the display.",
    ),
    message("arkwright.discarded-card.preview", "{seat} will discard the {card}."),
    message(
        "arkwright.demand-fell-wages-rose.preview",
        "Demand will fall to {demand}, the wage marker will move to space {space}.",
    ),
    message("arkwright.built.preview", "{seat} will build {factories} at level {level}."),
    message("arkwright.factory-token-moved.preview", "Its token will go to space {space}."),
    message("arkwright.upgraded.preview", "{seat} will upgrade {good} to level {level}."),
    message(
        "arkwright.upgraded-with-worker-cards.preview",
        "{seat} will upgrade {good} to level {level}; its worker cards will show {sides}.",
    ),
    message("arkwright.took-card-to-factory.preview", "{seat} will take the {card} and put it at {good}."),
    message("arkwright.took-card.preview", "{seat} will take the {card}."),
    message("arkwright.lost-quality.preview", "{good} will lose {value} quality."),
    message("arkwright.quality-replaced.preview", "At {good} quality {value} will be replaced by {instead}."),
    message("arkwright.lost-distribution.preview", "{good} will lose {value} distribution."),
    message("arkwright.used-developer.preview", "{seat} will use the developer: the {card} will be ready again."),
    message("arkwright.developed-nothing.preview", "{seat} will develop nothing."),
    message(
        "arkwright.added-distribution.preview",
        "{seat} will add {points} distribution; distribution cards then at {cards}.",
    ),
    message("arkwright.added-quality.preview", "{seat} will add {points} quality; quality cards then at {cards}."),
    message("arkwright.no-distribution-worn.preview", "No distribution will wear."),
    message("arkwright.distribution-worn.preview", "Distribution will fall by 1: {factories}."),
    message("arkwright.named-start-player.preview", "{seat} will name {start} the start player."),
    message("arkwright.plays-after-opponents.preview", "{seat} will play after the opponents in the next round."),
    message("arkwright.plays-before-opponents.preview", "{seat} will play before the opponents in the next round."),
    message("arkwright.kept-entrepreneur.preview", "{seat} will keep the entrepreneur."),
    message("arkwright.era-began.preview", "Era {era} will begin."),
    message(
        "arkwright.paid-for-extra-production.preview",
        "{seat} will pay £{paid} of £{cost} for the extra production.",
    ),
    message(
        "arkwright.produced-extra.preview",
        "{seat} will produce {produced} {good}; worker cards used: {cards}, stored there then: {stored} "
        "({before} before), lost: {lost}.",
    ),
    message("arkwright.opened-starting-factory.preview", "{seat} will open a factory for {good}."),
    message(
        "arkwright.funds-marker-moved.preview",
        "The {colour} funds marker will move on by {steps}, from place {start} to place {end}: {card}.",
    ),
    message("arkwright.hired.preview", "{seat} will hire for {cards}."),
    message("arkwright.advanced-with-inventor.preview", "{seat} will make {points} development steps: {tracks}."),
    message("arkwright.opponents-marker-drawn.preview", "The opponents' turn: a {colour} marker will be drawn."),
    message(
        "arkwright.neutral-appeal-rose.preview",
        "The neutral company's appeal will rise to {neutral}; demand will be {demand}.",
    ),
    message(
        "arkwright.demand-moved.preview",
        "Arrows crossed: {arrows}; demand for {good} will move from {start} to {end}.",
    ),
    message(
        "arkwright.demand-stayed-at-limit.preview",
        "Arrows crossed: {arrows}; demand for {good} will stay at its end, {demand}.",
    ),
    message("arkwright.no-arrow-crossed.preview", "No arrow crossed, demand for {good} will stay {demand}."),
    message(
        "arkwright.price-and-appeal-set.preview",
        "{seat} will set {good} to price £{price} and appeal {appeal}; the marker will go from {start} to {end}.",
    ),
    message("arkwright.stored-and-lost.preview", "Stored then: {stored}, lost: {lost}."),
    message("arkwright.contract-paid.preview", "The contract will bring £{contract}."),
    message(
        "arkwright.produced-with-overtime.preview",
        "{seat} will produce {produced} {good}, {overtime} by overtime.",
    ),
    message("arkwright.produced.preview", "{seat} will produce {produced} {good}."),
    message(
        "arkwright.production-began-without-factories.preview",
        "Production of {good}: nobody will have a factory.",
    ),
    message(
        "arkwright.round-began-opponents-first.preview",
        "Era {era}, round {round} will begin: {good}. The opponents will have their turn first.",
    ),
    message("arkwright.round-began.preview", "Era {era}, round {round} will begin: {good}. Start player: {seat}."),
    message(
        "arkwright.bought-starting-shares.preview",
        "{seat} will buy shares before the game: {shares} at £{price}, £{paid} in all.",
    ),
    message("arkwright.no-share-value-rose.preview", "No share value will rise for {good}."),
    message(
        "arkwright.appeal-tie-without-bonus.preview",
        "Several will have the highest appeal; nobody will gain the extra step.",
    ),
    message(
        "arkwright.share-value-stayed-at-limit.preview",
        "{who} will have sold {sold} at appeal {appeal}: the share value will stay at its end, £{value}.",
    ),
    message(
        "arkwright.share-value-rose.preview",
        "{who} will have sold {sold} at appeal {appeal}: share value +{sales} for sales, +{highest} for "
        "the highest appeal, then £{value}.",
    ),
    message("arkwright.shipped-early.preview", "{seat} will ship {shipments}; ships used: {ships}."),
    message(
        "arkwright.named-era-start-player.preview",
        "Share value times shares (funds): {products}. {seat} will name {start} the start player.",
    ),
    message("arkwright.bought-shares.preview", "{seat} will buy shares: {bought}, £{paid} in all."),
    message("arkwright.made-ships-ready.preview", "{seat} will have ships ready again: {ships}."),
    message("arkwright.took-loans.preview", "{seat} will take bank loans: {loans}, £{money} in all."),
    message("arkwright.placed-supervisor.preview", "{seat} will put the supervisor at {good}."),
    message(
        "arkwright.broke-appeal-tie.preview",
        "{seat} will break the tie for the highest appeal with the entrepreneur.",
    ),
    message("arkwright.tie-not-broken.preview", "{seat} will not use the entrepreneur to break the tie."),
    message("arkwright.ended-turn.preview", "{seat} will end the turn."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
