"""Arkwright: The Card Game."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from domain.arkwright.bots import greedy
from domain.arkwright.decide import confirmation, decide, to_act
from domain.arkwright.engine.apply import apply, initial
from domain.arkwright.engine.recover import recover
from domain.arkwright.engine.secrets import reimagine, reveals, veil, view
from domain.arkwright.model.commands import COMMANDS
from domain.arkwright.model.components import REMOVED, figures, of
from domain.arkwright.model.facts import FACTS, Started, TurnEnded
from domain.arkwright.model.options import PRESETS, Options, objection
from domain.arkwright.model.state import State
from domain.arkwright.narration.chapters import chapter
from domain.arkwright.narration.choice_names import CHOICE_NAMES
from domain.arkwright.narration.futures import FUTURES
from domain.arkwright.narration.items import ITEMISED
from domain.arkwright.narration.minor import MINOR
from domain.arkwright.narration.narrate import narrate
from domain.arkwright.narration.places import places
from domain.arkwright.narration.prompts import PROMPTS
from domain.arkwright.narration.reconstructed import notes
from domain.arkwright.narration.sources import scored
from domain.arkwright.narration.standing import ACCOUNT_TITLES, accounts, standing, summary
from domain.arkwright.rendering import draw, draw_seat, drawings
from domain.arkwright.script import script
from domain.arkwright.setup import outcomes, setup, stated
from domain.arkwright.tries import tries
from domain.game import Ruleset, proposing, random_command
from domain.graphics.drawing import GUIDE_WIDTH

ruleset: Ruleset[State] = Ruleset(
    name="arkwright",
    title="Arkwright: The Card Game",
    seats=range(1, 5),
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
    narrate=lambda fact, figures, seats: narrate(fact, of(figures), seats),
    standing=standing,
    accounts=accounts,
    account_titles=ACCOUNT_TITLES,
    scored=scored,
    itemised=ITEMISED,
    draw=draw,
    draw_seat=draw_seat,
    draw_narrow_seat=partial(draw_seat, width=GUIDE_WIDTH),
    drawings=drawings(),
    summary=summary,
    stated=stated,
    outcomes=outcomes,
    catalogue=Path(__file__).with_name("rules.md"),
    minutes=(120, 240),
    weight="heavy",
    current_figures=figures.current,
    figures_content=figures.content,
    record_figures=figures.record,
    removed_figures=REMOVED,
    futures=FUTURES,
    minor_sentences=MINOR,
    choice_names=CHOICE_NAMES,
    chapter=chapter,
    places=places,
    objection=objection,
    presets=PRESETS,
    bots={"random": random_command, "greedy": proposing(greedy)},
    notes=notes(figures.content(figures.current())),
)
