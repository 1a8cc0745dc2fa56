"""Previews of a move: for each sentence about the past in Arkwright, the same sentence in the future."""

from __future__ import annotations

from domain.message import message

FUTURES = {
    told: foretold.text
    for told, foretold in (
        ("{seat} chose no achievement.", message("{seat} will choose no achievement.")),
        ("{seat} chose the achievements {names}.", message("{seat} will choose the achievements {names}.")),
        ("{seat} took no action.", message("{seat} will take no action.")),
        (
            "{seat} advanced {track} to level {level} (value {value}).",
            message("{seat} will advance {track} to level {level} (value {value})."),
        ),
        (
            "The automa {colour} has a marker on {good}: it advances from {start} to {end}.",
            message("The automa {colour} has a marker on {good}: it will advance from {start} to {end}."),
        ),
        (
            "The automa {colour} has no marker on {good} and opens a factory: {opening} and {extra} for "
            "the era give appeal {appeal}. Arrows crossed: {arrows}; demand is {demand}, the wage marker "
            "moves to space {wage}.",
            message(
                "The automa {colour} has no marker on {good} and will open a factory: {opening} and "
                "{extra} for the era will give appeal {appeal}. Arrows crossed: {arrows}; demand will be "
                "{demand}, the wage marker will move to space {wage}."
            ),
        ),
        (
            "The automa {colour} sells {sold} {good} at appeal {appeal} and demand {demand}.",
            message("The automa {colour} will sell {sold} {good} at appeal {appeal} and demand {demand}."),
        ),
        (
            "Too few for its share value to rise, so it gains shares: {gained}, now {shares}.",
            message("Too few for its share value to rise, so it will gain shares: {gained}, then {shares}."),
        ),
        (
            "Automas whose colour was not drawn gain shares: {gains}.",
            message("Automas whose colour was not drawn will gain shares: {gains}."),
        ),
        (
            "The automas' appeal markers are laid out: {markers}. Demand rises to {demand}.",
            message("The automas' appeal markers will be laid out: {markers}. Demand will rise to {demand}."),
        ),
        ("{seat} added machines at {cards}.", message("{seat} will add machines at {cards}.")),
        ("{seat} cannot pay and is bankrupt.", message("{seat} will not be able to pay and will be bankrupt.")),
        (
            "{seat} bought shares at half price: {shares} at £{each}, £{paid} in all.",
            message("{seat} will buy shares at half price: {shares} at £{each}, £{paid} in all."),
        ),
        (
            "{seat} discarded the {card}; it goes to place {place} of the display.",
            message("{seat} will discard the {card}; it will go to place {place} of the display."),
        ),
        ("{seat} discarded the {card}.", message("{seat} will discard the {card}.")),
        (
            "Demand falls to {demand}, the wage marker moves to space {space}.",
            message("Demand will fall to {demand}, the wage marker will move to space {space}."),
        ),
        ("{seat} built {factories} at level {level}.", message("{seat} will build {factories} at level {level}.")),
        ("Its token goes to space {space}.", message("Its token will go to space {space}.")),
        ("{seat} upgraded {good} to level {level}.", message("{seat} will upgrade {good} to level {level}.")),
        (
            "{seat} upgraded {good} to level {level}; its worker cards show {sides}.",
            message("{seat} will upgrade {good} to level {level}; its worker cards will show {sides}."),
        ),
        (
            "{seat} took the {card} and put it at {good}.",
            message("{seat} will take the {card} and put it at {good}."),
        ),
        ("{seat} took the {card}.", message("{seat} will take the {card}.")),
        ("{good} loses {value} quality.", message("{good} will lose {value} quality.")),
        (
            "At {good} quality {value} is replaced by {instead}.",
            message("At {good} quality {value} will be replaced by {instead}."),
        ),
        ("{good} loses {value} distribution.", message("{good} will lose {value} distribution.")),
        (
            "{seat} used the developer: the {card} is ready again.",
            message("{seat} will use the developer: the {card} will be ready again."),
        ),
        ("{seat} developed nothing.", message("{seat} will develop nothing.")),
        (
            "{seat} added {points} distribution; distribution cards at {cards}.",
            message("{seat} will add {points} distribution; distribution cards then at {cards}."),
        ),
        (
            "{seat} added {points} quality; quality cards at {cards}.",
            message("{seat} will add {points} quality; quality cards then at {cards}."),
        ),
        ("No distribution wears.", message("No distribution will wear.")),
        ("Distribution falls by 1: {factories}.", message("Distribution will fall by 1: {factories}.")),
        ("{seat} named {start} the start player.", message("{seat} will name {start} the start player.")),
        (
            "{seat} plays after the opponents in the next round.",
            message("{seat} will play after the opponents in the next round."),
        ),
        (
            "{seat} plays before the opponents in the next round.",
            message("{seat} will play before the opponents in the next round."),
        ),
        ("{seat} kept the entrepreneur.", message("{seat} will keep the entrepreneur.")),
        ("Era {era} began.", message("Era {era} will begin.")),
        (
            "{seat} paid £{paid} of £{cost} for the extra production.",
            message("{seat} will pay £{paid} of £{cost} for the extra production."),
        ),
        (
            "{seat} produced {produced} {good}; worker cards used: {cards}, stored there now: {stored} "
            "({before} before), lost: {lost}.",
            message(
                "{seat} will produce {produced} {good}; worker cards used: {cards}, stored there then: "
                "{stored} ({before} before), lost: {lost}."
            ),
        ),
        ("{seat} opened a factory for {good}.", message("{seat} will open a factory for {good}.")),
        (
            "The {colour} funds marker moves on by {steps}, from place {start} to place {end}: {card}.",
            message("The {colour} funds marker will move on by {steps}, from place {start} to place {end}: {card}."),
        ),
        ("{seat} hired for {cards}.", message("{seat} will hire for {cards}.")),
        (
            "{seat} made {points} development steps: {tracks}.",
            message("{seat} will make {points} development steps: {tracks}."),
        ),
        (
            "The opponents' turn: a {colour} marker is drawn.",
            message("The opponents' turn: a {colour} marker will be drawn."),
        ),
        (
            "The neutral company's appeal rises to {neutral}; demand is {demand}.",
            message("The neutral company's appeal will rise to {neutral}; demand will be {demand}."),
        ),
        (
            "Arrows crossed: {arrows}; demand for {good} moves from {start} to {end}.",
            message("Arrows crossed: {arrows}; demand for {good} will move from {start} to {end}."),
        ),
        (
            "Arrows crossed: {arrows}; demand for {good} stays at its end, {demand}.",
            message("Arrows crossed: {arrows}; demand for {good} will stay at its end, {demand}."),
        ),
        (
            "No arrow crossed, demand for {good} stays {demand}.",
            message("No arrow crossed, demand for {good} will stay {demand}."),
        ),
        (
            "{seat} set {good} to price £{price} and appeal {appeal}; the marker goes from {start} to {end}.",
            message(
                "{seat} will set {good} to price £{price} and appeal {appeal}; the marker will go from "
                "{start} to {end}."
            ),
        ),
        ("Stored now: {stored}, lost: {lost}.", message("Stored then: {stored}, lost: {lost}.")),
        ("The contract brings £{contract}.", message("The contract will bring £{contract}.")),
        (
            "{seat} produced {produced} {good}, {overtime} by overtime.",
            message("{seat} will produce {produced} {good}, {overtime} by overtime."),
        ),
        ("{seat} produced {produced} {good}.", message("{seat} will produce {produced} {good}.")),
        ("Production of {good}: nobody has a factory.", message("Production of {good}: nobody will have a factory.")),
        (
            "Era {era}, round {round} began: {good}. The opponents have their turn first.",
            message("Era {era}, round {round} will begin: {good}. The opponents will have their turn first."),
        ),
        (
            "Era {era}, round {round} began: {good}. Start player: {seat}.",
            message("Era {era}, round {round} will begin: {good}. Start player: {seat}."),
        ),
        (
            "{seat} bought shares before the game: {shares} at £{price}, £{paid} in all.",
            message("{seat} will buy shares before the game: {shares} at £{price}, £{paid} in all."),
        ),
        ("No share value rises for {good}.", message("No share value will rise for {good}.")),
        (
            "Several have the highest appeal; nobody gains the extra step.",
            message("Several will have the highest appeal; nobody will gain the extra step."),
        ),
        (
            "{who} sold {sold} at appeal {appeal}: the share value stays at its end, £{value}.",
            message("{who} will have sold {sold} at appeal {appeal}: the share value will stay at its end, £{value}."),
        ),
        (
            "{who} sold {sold} at appeal {appeal}: share value +{sales} for sales, +{highest} for the "
            "highest appeal, now £{value}.",
            message(
                "{who} will have sold {sold} at appeal {appeal}: share value +{sales} for sales, "
                "+{highest} for the highest appeal, then £{value}."
            ),
        ),
        (
            "{seat} shipped {shipments}; ships used: {ships}.",
            message("{seat} will ship {shipments}; ships used: {ships}."),
        ),
        (
            "Share value times shares (funds): {products}. {seat} named {start} the start player.",
            message("Share value times shares (funds): {products}. {seat} will name {start} the start player."),
        ),
        (
            "{seat} bought shares: {bought}, £{paid} in all.",
            message("{seat} will buy shares: {bought}, £{paid} in all."),
        ),
        ("{seat} has ships ready again: {ships}.", message("{seat} will have ships ready again: {ships}.")),
        (
            "{seat} took bank loans: {loans}, £{money} in all.",
            message("{seat} will take bank loans: {loans}, £{money} in all."),
        ),
        ("{seat} put the supervisor at {good}.", message("{seat} will put the supervisor at {good}.")),
        (
            "{seat} broke the tie for the highest appeal with the entrepreneur.",
            message("{seat} will break the tie for the highest appeal with the entrepreneur."),
        ),
        (
            "{seat} did not use the entrepreneur to break the tie.",
            message("{seat} will not use the entrepreneur to break the tie."),
        ),
        ("{seat} ended the turn.", message("{seat} will end the turn.")),
    )
}
"""The future form of each sentence about the past, by its text; both have the same placeholders."""
