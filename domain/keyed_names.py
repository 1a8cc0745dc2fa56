"""English names made from keys of rulesets: topics of facts, values of options, bots and automas.

The keys never change, so neither do these names. ``of_ruleset`` yields them all for translators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from domain.game import Ruleset
from domain.message import Message

AUTOMAS = "automas"
"""The option that seats automas, in every game that has them."""

_EVENT_KINDS: Mapping[str, str] = {
    "action_passed": "No action taken",
    "actions_began": "Action phase started",
    "advanced": "Development advanced",
    "arkwright.built": "Factories built",
    "arkwright.produced": "Goods produced",
    "automa_advanced": "Automa marker advanced",
    "automa_opened": "Automa opened a factory",
    "automa_produced": "Automa sold goods",
    "automas_founded": "Automas took companies",
    "automas_gained": "Automas gained shares",
    "automas_prepared": "Automas set up",
    "automated": "Machines added",
    "bankrupted": "Went bankrupt",
    "barrage.produced": "Energy produced",
    "building_performed": "Private building used",
    "built": "Tile built",
    "built_free": "Built for free",
    "card_turned_up": "Card turned over",
    "constructed": "Structure built",
    "dams_filled": "Drops placed on empty dams",
    "declined": "Decision declined",
    "developed": "Tiles developed",
    "development_passed": "Development skipped",
    "distribution_worn": "Distribution decreased",
    "drafted": "Company drafted",
    "drop_put_on_dam": "Drop placed on dam",
    "effect_followed": "Effect applied",
    "era_began": "Era started",
    "extra_produced": "Extra goods produced",
    "hired": "Workers hired",
    "income_gained": "Income received",
    "income_paid": "Income settled",
    "introductory_scored": "Introductory game scored",
    "lapsed": "Decision skipped",
    "linked": "Link placed",
    "machinery_retrieved": "Machinery taken from wheel",
    "market_turned": "Distant market tile turned over",
    "neutrals_raised": "Neutral appeal raised",
    "price_set": "Price and appeal set",
    "production_began": "Production started",
    "round_began": "Round started",
    "shares_bought_at_start": "Starting shares bought",
    "shares_valued": "Share values settled",
    "sold_on": "Selling continued",
    "start_player_named": "Start player chosen",
    "started": "Game started",
    "stock_traded": "Stock exchange used",
    "tile_retrieved": "Tile taken from wheel",
    "water_scored": "Water drops scored",
    "work_paid": "External work paid for with machinery",
    "work_taken": "External work paid for with credits",
}
"""Plain names of kinds of facts whose topic, or its last part, would make an odd name."""


def event_kind(topic: str) -> Message:
    """Name the kind of a fact: ``brass.lancashire.loan_taken`` is "Loan taken"."""
    key = topic.rpartition(".")[2]
    return Message("site.event-kind", _EVENT_KINDS.get(topic) or _EVENT_KINDS.get(key) or _capitalized(key))


def option_value(value: str) -> Message:
    """Name a value of an option that has a few: ``beginner`` is "Beginner"."""
    return Message("site.option-value", _capitalized(value))


def automa_level(level: str) -> Message:
    """Name an automa's level: ``low_voltage`` is "Low Voltage"."""
    return Message("site.automa-level", level.replace("_", " ").title())


def bot_kind(bot: str) -> Message:
    """Name a bot as its ruleset does: ``greedy``."""
    return Message("site.bot", bot)


def given_name(name: str) -> Message:
    """Name a bot or an automa at its seat as the log does: "Greedy 2", "Automa"."""
    kind, _, number = name.rpartition(" ")
    if number.isdigit():
        return Message("site.given-name", f"{kind} {{number}}", {"number": number})
    return Message("site.given-name", name)


def of_ruleset(rules: Ruleset[Any]) -> Iterator[Message]:
    """Yield the names made from the keys of a game."""
    for fact in rules.facts:
        yield event_kind(str(fact.__struct_config__.tag))
    for option, annotation in get_type_hints(rules.options, include_extras=True).items():
        named = automa_level if option == AUTOMAS else option_value
        yield from (named(value) for value in literals(annotation) if not value.isdigit())
        if option == AUTOMAS:
            yield from map(given_name, ("Automa", "Automa 1"))
    for bot in rules.bots:
        yield from (bot_kind(bot), given_name(f"{bot.title()} 1"))


def literals(annotation: Any) -> tuple[str, ...]:
    """Return the values of the first ``Literal`` in a type."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next((found for part in get_args(annotation) if (found := literals(part))), ())


def _capitalized(key: str) -> str:
    return key.replace("_", " ").capitalize()
