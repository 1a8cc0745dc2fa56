"""Previews of a move: for each sentence about the past in Barrage, the same sentence in the future."""

from __future__ import annotations

from domain.message import message

FUTURES = {
    told: foretold.text
    for told, foretold in (
        ("The action phase began.", message("The action phase will begin.")),
        ("The wheel of {seat} turned by {steps}.", message("The wheel of {seat} will turn by {steps}.")),
        ("{seat} gained {gains}.", message("{seat} will gain {gains}.")),
        ("{seat} lost {points} VP.", message("{seat} will lose {points} VP.")),
        ("{seat} paid {what}.", message("{seat} will pay {what}.")),
        ("{seat} paid {what} to {owner}.", message("{seat} will pay {what} to {owner}.")),
        ("{seat} took: {item}.", message("{seat} will take: {item}.")),
        ("{seat} took off the wheel: {what}.", message("{seat} will take off the wheel: {what}.")),
        ("{seat} placed an engineer: {space}.", message("{seat} will place an engineer: {space}.")),
        (
            "{seat} placed {engineers} engineers: {space}.",
            message("{seat} will place {engineers} engineers: {space}."),
        ),
        (
            "{seat} took over {company} with {officer} and the {contract}.",
            message("{seat} will take over {company} with {officer} and the {contract}."),
        ),
        ("{seat} took over {company} with {officer}.", message("{seat} will take over {company} with {officer}.")),
        ("{seat} took over {company}.", message("{seat} will take over {company}.")),
        (
            "{seat} has the power of {officer} in this turn.",
            message("{seat} will have the power of {officer} in this turn."),
        ),
        (
            "For {seat} the usual limit of contracts holds again.",
            message("For {seat} the usual limit of contracts will hold again."),
        ),
        (
            "{seat} may hold {limit} contracts until one is fulfilled.",
            message("{seat} will be able to hold {limit} contracts until one is fulfilled."),
        ),
        (
            "The discarded {colour} contracts became a new pile.",
            message("The discarded {colour} contracts will become a new pile."),
        ),
        (
            "Drops that flowed from {start} into the dam on {stop}: {count}.",
            message("Drops that will flow from {start} into the dam on {stop}: {count}."),
        ),
        (
            "Drops that flowed from {start} off the map: {count}.",
            message("Drops that will flow from {start} off the map: {count}."),
        ),
        ("{seat} built: {structure}.", message("{seat} will build: {structure}.")),
        ("It copied the {tile}.", message("It will copy the {tile}.")),
        ("{seat} built with the {tile}: {structure}.", message("{seat} will build with the {tile}: {structure}.")),
        ("{seat} built for free: {structure}.", message("{seat} will build for free: {structure}.")),
        (
            "{seat} drafted {company} with {officer} and the {contract}.",
            message("{seat} will draft {company} with {officer} and the {contract}."),
        ),
        ("{seat} copied {officer} for this turn.", message("{seat} will copy {officer} for this turn.")),
        ("{seat} passed.", message("{seat} will pass.")),
        ("{seat} ended the turn.", message("{seat} will end the turn.")),
        (
            "{seat} produced {energy} energy: from the dam on {dam} through conduit {conduit} to the "
            "powerhouse on {powerhouse}, drops: {drops}.",
            message(
                "{seat} will produce {energy} energy: from the dam on {dam} through conduit {conduit} to "
                "the powerhouse on {powerhouse}, drops: {drops}."
            ),
        ),
        ("{seat} fulfilled the {contract}.", message("{seat} will fulfil the {contract}.")),
        (
            "{seat} put a drop onto headstream {headstream}.",
            message("{seat} will put a drop onto headstream {headstream}."),
        ),
        (
            "{seat} put a drop on every own dam without water.",
            message("{seat} will put a drop on every own dam without water."),
        ),
        ("{seat} chose machineries.", message("{seat} will choose machineries.")),
        ("{seat} took the {contract}.", message("{seat} will take the {contract}.")),
        ("{seat} discarded the {contract}.", message("{seat} will discard the {contract}.")),
        ("{seat} went without: {what}.", message("{seat} will go without: {what}.")),
        ("{seat} could not use: {what}.", message("{seat} will not be able to use: {what}.")),
        ("Round {round} began.", message("Round {round} will begin.")),
        (
            "{seat} gained the incomes of the company board.",
            message("{seat} will gain the incomes of the company board."),
        ),
        ("The water of the headstreams flowed.", message("The water of the headstreams will flow.")),
        ("The energy of the round was scored.", message("The energy of the round will be scored.")),
        (
            "The bonus tile of the round was scored ({tile}).",
            message("The bonus tile of the round will be scored ({tile})."),
        ),
        ("The round ended. New turn order: {order}.", message("The round will end. New turn order: {order}.")),
        (
            "The objective was scored ({objective}): {counts}.",
            message("The objective will be scored ({objective}): {counts}."),
        ),
        ("Credits and machineries left were scored.", message("Credits and machineries left will be scored.")),
        ("Drops in own dams were scored.", message("Drops in own dams will be scored.")),
        (
            "The game is over; more energy in the last round decided: {places}.",
            message("The game will be over; more energy in the last round will decide: {places}."),
        ),
        (
            "The game is over; the victory is shared: {places}.",
            message("The game will be over; the victory will be shared: {places}."),
        ),
        ("The game is over: {places}.", message("The game will be over: {places}.")),
    )
}
"""The future form of each sentence about the past, by its text; both have the same placeholders."""
