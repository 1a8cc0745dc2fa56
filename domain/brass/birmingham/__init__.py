"""Brass: Birmingham."""

from __future__ import annotations

from pathlib import Path

from domain.brass.birmingham.bots import greedy
from domain.brass.birmingham.decide import decide
from domain.brass.birmingham.engine.apply import apply, initial
from domain.brass.birmingham.engine.recover import recover
from domain.brass.birmingham.engine.secrets import reimagine, reveals, veil, view
from domain.brass.birmingham.model.commands import COMMANDS
from domain.brass.birmingham.model.components import REMOVED, figures
from domain.brass.birmingham.model.facts import FACTS, Sold, Started, TurnEnded
from domain.brass.birmingham.model.state import PRESETS, Options, State
from domain.brass.birmingham.narration.narrate import narrate
from domain.brass.birmingham.narration.prompts import PROMPTS
from domain.brass.birmingham.rendering import BOARD, draw_seat, draw_seat_preview
from domain.brass.birmingham.rounds import components_of
from domain.brass.birmingham.script import script
from domain.brass.birmingham.setup import outcomes, setup, stated
from domain.brass.birmingham.superseded_rules import FORMERLY
from domain.brass.birmingham.tries import tries
from domain.brass.narration.chapters import chapter
from domain.brass.narration.choice_names import CHOICE_NAMES
from domain.brass.narration.futures import FUTURES
from domain.brass.narration.minor import MINOR
from domain.brass.narration.narrate import named_by
from domain.brass.narration.places import places
from domain.brass.narration.sources import itemised, sources
from domain.brass.narration.standing import ACCOUNT_TITLES, accounting, standing, summing_up
from domain.brass.rendering.last_board import LAST_BOARD
from domain.brass.turns import confirmation, to_act
from domain.game import Ruleset, proposing, random_command
from domain.message import message

ruleset: Ruleset[State] = Ruleset(
    name="brass-birmingham",
    title="Brass: Birmingham",
    seats=range(2, 5),
    options=Options,
    state=State,
    started=Started,
    facts=FACTS,
    commands=COMMANDS,
    setup=setup,
    initial=initial,
    script=script,
    tries=tries,
    prompts=PROMPTS,
    decide=decide,
    apply=apply,
    recover=recover,
    to_act=to_act,
    confirmation=confirmation,
    ends_turn=(TurnEnded,),
    reveals=reveals,
    view=view,
    veil=veil,
    reimagine=reimagine,
    narrate=lambda fact, digest, _: narrate(fact, named_by(figures.of(digest).names)),
    futures=FUTURES,
    minor_sentences=MINOR,
    choice_names=CHOICE_NAMES,
    standing=standing,
    accounts=accounting(components_of),
    account_titles=ACCOUNT_TITLES,
    scored=sources(components_of, {Sold: message("birmingham.merchant-bonuses", "Merchant bonuses")}),
    draw=BOARD.draw,
    draw_seat=draw_seat,
    draw_seat_preview=draw_seat_preview,
    drawings=BOARD.drawings(),
    itemised=itemised(components_of),
    last_board=LAST_BOARD,
    summary=summing_up(components_of),
    stated=stated,
    outcomes=outcomes,
    catalogue=Path(__file__).with_name("rules.md"),
    minutes=(60, 120),
    weight="heavy",
    current_figures=figures.current,
    figures_content=figures.content,
    record_figures=figures.record,
    removed_figures=REMOVED,
    chapter=chapter,
    places=lambda fact: places(fact, {each.id for each in figures.of(figures.current()).merchants}),
    formerly=FORMERLY,
    presets=PRESETS,
    bots={"random": random_command, "greedy": proposing(greedy)},
)
