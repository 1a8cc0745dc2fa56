"""Explanation of an automa's move, step by step: its recorded reasons, in sentences and as parts of the drawn board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from domain.barrage.automa import facts
from domain.barrage.automa.narration import words as automa_words
from domain.barrage.automa.narration.rendering import Searched, explaining
from domain.barrage.model.automa.components import Card, Line, automa
from domain.barrage.model.automa.reasons import Failed, Narrowed, Reason
from domain.barrage.model.changes import PileRenewed, PlayedByRules, Taken
from domain.barrage.model.components import Components
from domain.barrage.narration import words
from domain.game_kit.narration import Narrators, narrator, paragraph
from domain.message import Message, counted, message
from domain.presentation import Explanation, ExplanationStep

_PERFORMED: Mapping[bool, str] = {True: "TA-5.4", False: "TA-5.3"}
"""The rule on the effect of a performed action on the turn: whether it ends it."""


def action_part(number: int) -> str:
    """Return the name of an action in the drawing of the cards, by its place in the search counted from 0."""
    return f"action:{number}"


def criterion_part(column: str, name: str) -> str:
    """Return the name of a criterion, or of the ``code``, in the drawing of the cards."""
    return f"criterion:{column}/{name}"


# --------------------------------------------------------------------------------------------------------------------
# The search
# --------------------------------------------------------------------------------------------------------------------


def _acted(fact: facts.AutomaActed, known: Components) -> Explanation:
    card = automa(known).card[fact.card]
    searched = (*(_failed(card, each) for each in fact.failed), _performed(card.lines[fact.line], fact))
    reasons = (step for reason in fact.reasons for step in _reason(known, reason))
    found = Searched(fact.line, {each.line for each in fact.failed} - {fact.line})
    draw = partial(explaining, known, fact.card, fact.criteria, found)
    return Explanation(steps=(*searched, *reasons), draw=draw)


def _failed(card: Card, failed: Failed) -> ExplanationStep:
    action, number = automa_words.action(card.lines[failed.line]), failed.line + 1
    if failed.instead:
        headline = paragraph(
            automa_words.replaced(failed.instead, number, action),
            message("automa.replacement-failed", "The replacement failed."),
        )
    else:
        headline = message("automa.action-failed", "Action {number} ({action}) failed.", number=number, action=action)
    text = paragraph(headline, automa_words.FAILURE[failed.rule])
    return ExplanationStep(text=text, rule=failed.rule, about=action_part(failed.line))


def _performed(line: Line, fact: facts.AutomaActed) -> ExplanationStep:
    number, action, about = fact.line + 1, automa_words.action(line), action_part(fact.line)
    if fact.instead:
        text = paragraph(
            automa_words.replaced(fact.instead, number, action),
            message("automa.replacement-performed", "The replacement succeeded."),
        )
    elif line.ends_turn:
        text = message("automa.action-performed", "Action {number} ({action}) succeeded.", number=number, action=action)
    else:
        text = message(
            "automa.action-performed-turn-continues",
            "Action {number} ({action}) succeeded. Its dashed frame means that the turn continues.",
            number=number,
            action=action,
        )
    return ExplanationStep(text=text, rule=_PERFORMED[line.ends_turn], about=about)


# --------------------------------------------------------------------------------------------------------------------
# A choice
# --------------------------------------------------------------------------------------------------------------------


def _reason(known: Components, reason: Reason) -> Iterator[ExplanationStep]:
    """Yield the candidates of a choice, then those that each rule left."""
    left = reason.candidates
    yield _beginning(known, reason)
    asked: set[str] = set()
    for step in reason.steps:
        kept = step.fitting or left
        yield _narrowed(known, reason.of, step, left, kept, again=step.rule in asked)
        asked.add(step.rule)
        left = kept


_NEEDED: Mapping[str, str] = {
    "site": "TA-9.8",
    "tile": "TA-9.7",
    "system": "TA-6.7",
    "conduit": "TA-6.8",
    "contract": "TA-6.10",
    "plan": "TA-7.7",
    "dam": "TA-26.6",
    "work": "TA-13.2",
    "officer": "TA-27.1",
    "drops": "TA-6.7",
}
"""The rule that governs a choice of each kind."""


def _beginning(known: Components, reason: Reason) -> ExplanationStep:
    of, candidates = reason.of, reason.candidates
    text = counted(
        "automa.candidates",
        "{kind}: {count} candidate ({candidates}).",
        "{kind}: {count} candidates ({candidates}).",
        kind=automa_words.OF[of],
        count=len(candidates),
        candidates=automa_words.candidates(known, of, candidates),
    )
    shown = _parts(of, candidates)
    return ExplanationStep(text=text, rule=_NEEDED[of], among=shown, left=shown)


def _narrowed(
    known: Components, of: str, step: Narrowed, among: Sequence[str], left: Sequence[str], *, again: bool
) -> ExplanationStep:
    """Explain the result of a rule; ``again``: the rule was applied before."""
    asked = _asked(step, again)
    if step.values:
        asked = message(
            "automa.rule-with-values", "{rule} ({values})", rule=asked, values=", ".join(map(str, step.values))
        )
    if not step.fitting:
        text = counted(
            "automa.rule-fits-none",
            "{rule}: the only candidate doesn't fit, so it remains.",
            "{rule}: none of the {count} candidates fit, so all remain.",
            rule=asked,
            count=len(among),
        )
    elif len(left) == 1:
        only = automa_words.candidate(known, of, left[0])
        text = message(
            "automa.rule-leaves-one",
            "{rule}: of {among} candidates, only {chosen} is left.",
            rule=asked,
            among=len(among),
            chosen=only,
        )
    elif len(left) == len(among):
        text = counted(
            "automa.rule-fits-all",
            "{rule}: the only candidate fits.",
            "{rule}: all {count} candidates fit.",
            rule=asked,
            count=len(among),
        )
    else:
        text = message(
            "automa.rule-leaves-several",
            "{rule}: {left} of {among} candidates are left.",
            rule=asked,
            left=len(left),
            among=len(among),
        )
    return ExplanationStep(
        text=text, rule=step.rule, about=_about(known, step, among), among=_parts(of, among), left=_parts(of, left)
    )


_CODE, _LETTERS = "TA-20.1", "TA-7.8"
_AREA: Mapping[str, Message] = {str(area): text for area, text in words.AREA.items()}


def _about(known: Components, step: Narrowed, among: Sequence[str]) -> str:
    """Return the part of the drawn cards that was applied: a criterion, a code, the letters of the headstreams."""
    column = automa_words.COLUMN_OF_SECTION.get(step.rule.partition(".")[0])
    if column:
        return criterion_part(column, step.criterion)
    if step.rule == _CODE:
        return criterion_part(_column_of(known, among[0]), "code")
    return "headstreams" if step.rule == _LETTERS else ""


def _column_of(known: Components, site: str) -> str:
    if site in known.conduit_site:
        return "conduit"
    return "powerhouse" if site in known.powerhouse_site else "dam"


def _asked(step: Narrowed, again: bool) -> Message:
    """Describe the question of a rule."""
    if again and step.rule in _ASKED_AGAIN:
        return _ASKED_AGAIN[step.rule]
    column = automa_words.COLUMN_OF_SECTION.get(step.rule.partition(".")[0])
    if column:
        return message(
            "automa.rule-criterion", "Criterion “{criterion}”", criterion=automa_words.CRITERIA[column][step.criterion]
        )
    return _ASKED[step.rule](step.criterion)


_ASKED: Mapping[str, Callable[[str], Message]] = {
    _CODE: lambda code: message("automa.rule-code", "Counting up from code {code}", code=code),
    _LETTERS: lambda letters: message(
        "automa.rule-headstream-order",
        "Headstream order on the card ({letters})",
        letters=automa_words.in_order(letters),
    ),
    "TA-6.7": lambda _: message("automa.rule-highest-potential-energy", "Highest potential energy"),
    "TA-6.8": lambda conduit: (
        message("automa.rule-conduit-by-card", "Conduit {conduit}, chosen by the card", conduit=conduit)
        if conduit
        else message("automa.rule-water-of-neutral-dam", "Water from a neutral dam")
    ),
    "TA-6.10": lambda _: message(
        "automa.rule-highest-requirement-within-energy", "Highest requirement within the energy produced"
    ),
    "TA-6.12": lambda _: message(
        "automa.rule-rightmost-contract", "If requirements are equal, the contract furthest to the right"
    ),
    "TA-7.7": lambda _: message("automa.rule-most-own-dam-drops", "Most drops that stay in the automa's dams"),
    "TA-9.7": lambda _: message(
        "automa.rule-highest-payable-tile",
        "Highest level with an affordable site, specific before wild",
    ),
    "TA-9.13": lambda search: message(
        "automa.rule-first-row", "First possible row, {search}", search=automa_words.SEARCH[search]
    ),
    "TA-9.14": lambda _: message("automa.rule-no-red-sites", "Sites that aren't red"),
    "TA-12.4": lambda _: message("automa.rule-highest-level", "Highest level"),
    "TA-13.2": lambda order: message(
        "automa.rule-first-affordable", "The first affordable external work, in the order {order}", order=order
    ),
    "TA-15.10": lambda _: message(
        "automa.rule-highest-requirement-without-energy", "Highest requirement, for a contract fulfilled without energy"
    ),
    "TA-15.11": lambda _: message("automa.rule-highest-level", "Highest level"),
    "TA-16.3": lambda _: message(
        "automa.rule-complete-production-system", "Sites that complete one of the automa's production systems"
    ),
    "TA-16.11": lambda _: message("automa.rule-not-red-in-basin", "The site in its basin that isn't red"),
    "TA-25.8": lambda _: message(
        "automa.rule-tile-caps-cost", "Sites of value 3 or more, because the tile limits the cost"
    ),
    "TA-25.12": lambda _: message(
        "automa.rule-tile-waives-fee", "The basin's red site, because the tile waives the fee"
    ),
    "TA-26.2": lambda _: message(
        "automa.rule-most-energy-from-flow", "Most energy from drops that pass the automa's powerhouses"
    ),
    "TA-26.6": lambda _: message(
        "automa.rule-dam-of-best-system", "The dam whose production system will produce the most energy next"
    ),
    "TA-27.2": lambda area: message(
        "automa.rule-officer-prefers-area", "The officer's preferred area, {area}", area=_AREA[area]
    ),
    "TA-27.4": lambda _: message("automa.rule-officer-one-drop-suffices", "One drop is enough because of the officer"),
    "TA-27.7": lambda _: message(
        "automa.rule-officer-copies-best-tile", "The officer's tile copies the highest-level tile on the wheel"
    ),
    "TA-27.9": lambda _: message(
        "automa.rule-most-contracts-national-first", "As many contracts as possible, a national one first"
    ),
}
"""The questions of the rules of a choice, by their recorded names."""
_ASKED_AGAIN: Mapping[str, Message] = {
    "TA-7.7": message("automa.rule-most-drops-placed", "Most drops placed"),
    "TA-9.14": message("automa.rule-first-site", "First of these sites"),
    "TA-12.4": message("automa.rule-first-tile-on-display", "First of these tiles on display"),
    "TA-15.11": message("automa.rule-first-tile-on-display", "First of these tiles on display"),
}
"""The second question of a rule that asks two."""


def _parts(of: str, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the drawn parts of candidates, each once."""
    return tuple(dict.fromkeys(part for id in ids for part in _PARTS[of](id)))


_PARTS: Mapping[str, Callable[[str], Sequence[str]]] = {
    "site": lambda id: (f"site:{id}",),
    "conduit": lambda id: (f"site:{id}",),
    "dam": lambda id: (f"site:{id}",),
    "system": lambda id: tuple(f"site:{site}" for site in id.split("/")),
    "tile": lambda id: (f"tile:{id}",),
    "contract": lambda id: (f"contract:{id}",),
    "plan": lambda id: tuple(f"headstream:{letter}" for letter in id),
    "work": lambda id: (f"work:{id}",),
    "officer": lambda id: (f"officer:{id}",),
    "drops": lambda id: (),
}


# --------------------------------------------------------------------------------------------------------------------
# Other facts
# --------------------------------------------------------------------------------------------------------------------


def _decided(fact: facts.AutomaDecided, known: Components) -> Explanation | None:
    steps = tuple(step for reason in fact.reasons for step in _reason(known, reason))
    if not steps:
        chosen_before = any(isinstance(change, Taken) for change in fact.changes)
        return _CHOSEN_BEFORE if chosen_before and fact.kind == "contract" else _NOTHING.get(fact.kind)
    return Explanation(steps=steps, draw=partial(explaining, known, fact.card, fact.criteria, Searched()))


_CHOSEN_BEFORE = Explanation(
    steps=(
        ExplanationStep(
            text=message(
                "automa.contract-chosen-before",
                "The automa chose several contracts for this production. It fulfilled each one only after "
                "gaining the previous reward in full.",
            ),
            rule="TA-27.9",
        ),
    )
)
"""The reason for a contract that was chosen together with an earlier one."""


_NOTHING: Mapping[str, Explanation] = {
    "drops": Explanation(
        steps=(
            ExplanationStep(
                text=message(
                    "automa.no-drop-reaches-own-dam",
                    "No drop would have stayed in any of the automa's dams, so it placed none.",
                ),
                rule="TA-15.7",
            ),
        )
    ),
    "contract": Explanation(
        steps=(
            ExplanationStep(
                text=message("automa.no-contract-within-reach", "The energy wasn't enough for any contract on offer."),
                rule="TA-6.10",
            ),
        )
    ),
    "build": Explanation(
        steps=(
            ExplanationStep(
                text=message("automa.no-piece-or-site", "The automa had no pieces left, or no site fitted the reward."),
                rule="TA-15.8",
            ),
        )
    ),
    "machinery": Explanation(
        steps=(
            ExplanationStep(
                text=message(
                    "automa.scarcer-machinery-first",
                    "The automa took the type it had fewer of, or an excavator if the numbers were equal.",
                ),
                rule="TA-11.4",
            ),
        )
    ),
}
"""The reason if there was no choice, or nothing to choose."""


def _turned_up(fact: facts.CardTurnedUp, known: Components) -> Explanation | None:
    steps = []
    if not fact.card:
        steps.append(
            ExplanationStep(
                text=message(
                    "automa.no-engineers-no-card",
                    "The automa had no engineers left, so it passed without turning over a card.",
                ),
                rule="TA-3.7",
            )
        )
    for change in fact.changes:
        if isinstance(change, PileRenewed):
            steps.append(
                ExplanationStep(
                    text=message("automa.cards-shuffled", "No card with actions was left, so all cards were shuffled."),
                    rule="TA-3.5",
                )
            )
        if isinstance(change, PlayedByRules):
            text = message(
                "automa.cards-play-first-turns",
                "An automa has this officer, so the cards play each player's first turn of every round.",
            )
            steps.append(ExplanationStep(text=text, rule="TA-27.8"))
    return Explanation(steps=tuple(steps)) if steps else None


def _turn_ended(fact: facts.AutomaTurnEnded, known: Components) -> Explanation | None:
    if not fact.again:
        return None
    text = message(
        "automa.used-architect-for-extra-turn",
        "The action needed 1 engineer, so the automa used the architect and took another turn.",
    )
    return Explanation(steps=(ExplanationStep(text=text, rule="TA-27.10"),))


_EXPLAINED: Narrators[Components, Explanation | None] = {
    object: lambda fact, known: None,
    facts.AutomaActed: _acted,
    facts.AutomaDecided: _decided,
    facts.CardTurnedUp: _turned_up,
    facts.AutomaTurnEnded: _turn_ended,
}

explain = narrator(_EXPLAINED)
"""Explains a fact (fact, component figures); None if it needs no explanation."""
