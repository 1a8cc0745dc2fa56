"""Rules that forbid commands given in the wrong step."""

from __future__ import annotations

from domain.arkwright.model import commands
from domain.arkwright.model.lookup import active_good
from domain.arkwright.model.state import State
from domain.game import Command

_STEPS = "AW-3.5"
"""The three steps of a turn, in order."""
_WHEN: dict[type[Command], str] = {
    commands.ChooseFactory: "AW-E.8",
    commands.PlaceSupervisor: "AW-D.50",
    commands.BuyAtStart: "AW-E.11",
    commands.Build: _STEPS,
    commands.Hire: _STEPS,
    commands.Automate: _STEPS,
    commands.AddQuality: _STEPS,
    commands.AddDistribution: _STEPS,
    commands.StockExchange: _STEPS,
    commands.ExtraProduction: _STEPS,
    commands.EarlyShipping: _STEPS,
    commands.PassAction: _STEPS,
    commands.SetPrice: _STEPS,
    commands.Advance: _STEPS,
    commands.TakeCard: _STEPS,
    commands.UseBroker: "AW-19.13",
    commands.UseInventor: "AW-E.22",
    commands.PassDevelopment: _STEPS,
    commands.UseDeveloper: "AW-19.18",
    commands.EndTurn: _STEPS,
    commands.Produce: "AW-3.6",
    commands.BreakTie: "AW-19.6",
    commands.DiscardEntrepreneur: "AW-19.7",
    commands.KeepEntrepreneur: "AW-19.7",
    commands.NameStartPlayer: "AW-17.3",
    commands.ChooseAchievements: "AW-S.33",
}
"""The rule on the step of each command."""


def forbidding(state: State, kind: str, command: Command) -> str:
    """Return the id of the rule that forbids a command while a step of this kind is pending."""
    match command, kind:
        case commands.AddQuality() | commands.AddDistribution(), "price" | "development" | "end":
            return "AW-8.1"  # the position does not record which action was taken before
        case ((commands.Advance() | commands.TakeCard() | commands.PassDevelopment() | commands.EndTurn()), "price"):
            return "AW-10.1"
        case commands.StockExchange(loans=loans), "production" if loans:
            return "AW-14.4"
        case commands.SetPrice(), "development" | "end" if not _has_active_factory(state):
            return "AW-10.1"
        case ((commands.Advance() | commands.TakeCard() | commands.PassDevelopment()), "end"):
            return "AW-11.1"
        case commands.PassDevelopment(), "bonus":
            return "AW-D.56" if state.solo else "AW-E.9"
        case commands.NameStartPlayer(), "entrepreneur" if not state.solo:
            return "AW-19.8"
        case commands.NameStartPlayer(), _ if state.solo:
            return "AW-D.64"
        case commands.ChooseFactory(), _ if state.solo:
            return "AW-S.10"
    return _WHEN[type(command)]


def _has_active_factory(state: State) -> bool:
    return active_good(state) in state.players[state.pending[0].seat].factories
