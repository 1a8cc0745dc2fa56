"""Barrage: companies compete for the water of the Alps."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

from domain.barrage.automa import commands as automa_commands
from domain.barrage.automa import facts as automa_facts
from domain.barrage.automa.edition import AUTOMA
from domain.barrage.automa.narration.explain import explain
from domain.barrage.automa.narration.motions import motions
from domain.barrage.automa.narration.narrate import narrate
from domain.barrage.automa.narration.rendering import PANELS as AUTOMA_PANELS
from domain.barrage.automa.superseded_rules import formerly
from domain.barrage.automa.turn import by_rules
from domain.barrage.base import BASE
from domain.barrage.bots import greedy
from domain.barrage.engine.apply import apply, conclusions, initial
from domain.barrage.engine.decide import confirmation, decide
from domain.barrage.engine.pool import Expansion
from domain.barrage.engine.recover import recover
from domain.barrage.engine.script import script
from domain.barrage.engine.secrets import reimagine, reveals, veil, view
from domain.barrage.leeghwater import commands as leeghwater_commands
from domain.barrage.leeghwater import facts as leeghwater_facts
from domain.barrage.leeghwater import futures as leeghwater_futures
from domain.barrage.leeghwater import narrate as leeghwater_narration
from domain.barrage.leeghwater import prompts as leeghwater_prompts
from domain.barrage.leeghwater import scored_pieces as leeghwater_pieces
from domain.barrage.leeghwater import sources as leeghwater_sources
from domain.barrage.leeghwater.edition import LEEGHWATER
from domain.barrage.leeghwater.rendering import PANELS
from domain.barrage.model.commands import COMMANDS
from domain.barrage.model.facts import FACTS, Started, TurnEnded
from domain.barrage.model.figures import figures, of
from domain.barrage.model.options import PRESETS, Options, automas, objection
from domain.barrage.model.state import State
from domain.barrage.narration import futures
from domain.barrage.narration.chapters import chapter
from domain.barrage.narration.choice_names import CHOICE_NAMES
from domain.barrage.narration.minor import MINOR
from domain.barrage.narration.places import places
from domain.barrage.narration.prompts import PROMPTS
from domain.barrage.narration.sources import CATEGORIES, scored
from domain.barrage.narration.standing import ACCOUNT_TITLES, accounts, standing, summary
from domain.barrage.narration.to_act import to_act
from domain.barrage.rendering import draw, draw_seat, drawings
from domain.barrage.rendering.emblems import emblems
from domain.barrage.scored_pieces import COUNTED, OF_FACTS, itemised
from domain.barrage.setup import outcomes, setup, stated
from domain.barrage.tries import tries
from domain.game import Command, Ruleset, legal_commands, random_command
from domain.graphics.drawing import GUIDE_WIDTH

EDITION = BASE + LEEGHWATER + AUTOMA
_EXPANSIONS = tuple(EDITION.all(Expansion).values())


def _greedy(rules: Ruleset[Any], view: State, seat: int, numbers: random.Random) -> Command:
    """Chooses the command, from a sample, that leads to the most valuable position."""
    propose = partial(random_command, rules, view, seat, numbers)
    return greedy(EDITION, partial(legal_commands, rules), view, seat, propose)


ruleset: Ruleset[State] = Ruleset(
    name="barrage",
    title="Barrage",
    seats=range(2, 5),
    options=Options,
    state=State,
    started=Started,
    facts=(*FACTS, *leeghwater_facts.FACTS, *automa_facts.FACTS),
    commands=(*COMMANDS, *leeghwater_commands.COMMANDS, automa_commands.TakeTurn),
    setup=partial(setup, expansions=_EXPANSIONS),
    initial=initial,
    script=partial(script, EDITION),
    tries=partial(tries, EDITION),
    prompts=PROMPTS | leeghwater_prompts.PROMPTS,
    decide=partial(decide, EDITION),
    apply=partial(apply, conclusions(EDITION)),
    recover=recover,
    to_act=partial(to_act, EDITION),
    confirmation=partial(confirmation, EDITION),
    ends_turn=(TurnEnded,),
    reveals=reveals,
    view=partial(view, expansions=_EXPANSIONS),
    veil=partial(veil, expansions=_EXPANSIONS),
    reimagine=partial(reimagine, expansions=_EXPANSIONS),
    narrate=lambda fact, figures, _: narrate(fact, of(figures)),
    standing=standing,
    accounts=accounts,
    account_titles=ACCOUNT_TITLES,
    scored=partial(scored, CATEGORIES | leeghwater_sources.CATEGORIES, leeghwater_sources.of_taken),
    itemised=itemised(EDITION, OF_FACTS | leeghwater_pieces.OF_FACTS, COUNTED | leeghwater_pieces.COUNTED),
    draw=partial(draw, panels=(*AUTOMA_PANELS, *PANELS), edition=EDITION),
    draw_seat=draw_seat,
    draw_narrow_seat=partial(draw_seat, width=GUIDE_WIDTH),
    emblems=emblems,
    drawings=drawings(PANELS, AUTOMA_PANELS, EDITION),
    summary=summary,
    stated=stated,
    outcomes=partial(outcomes, expansions=_EXPANSIONS),
    catalogue=Path(__file__).with_name("rules.md"),
    minutes=(60, 120),
    weight="heavy",
    current_figures=figures.current,
    figures_content=figures.content,
    record_figures=figures.record,
    futures=futures.FUTURES | leeghwater_futures.FUTURES,
    minor_sentences=MINOR | leeghwater_narration.MINOR,
    choice_names=CHOICE_NAMES | leeghwater_prompts.CHOICE_NAMES,
    chapter=chapter,
    places=places,
    motions=motions,
    objection=objection,
    automas=automas,
    by_rules=partial(by_rules, EDITION),
    explain=lambda fact, figures: explain(fact, of(figures)),
    formerly=formerly(EDITION),
    presets=PRESETS,
    bots={"random": random_command, "greedy": _greedy},
)
