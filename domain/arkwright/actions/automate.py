"""Action 3: automate (AW-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.arkwright.engine.asking import MOST_FIRST, Combination, Question, as_tree, none_or_at, number, one_by_one
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Automate
from domain.arkwright.model.factories import half_automated
from domain.arkwright.model.facts import Automated, Mechanised
from domain.arkwright.model.pieces import WorkerCard
from domain.arkwright.model.state import Worker
from domain.arkwright.narration import words
from domain.game import Fact, IllegalMove, Script
from domain.message import Message, counted, message


def _cards(position: Position) -> dict[str, tuple[WorkerCard, Worker]]:
    """Return the worker cards at the seat's open factories, by name such as ``food/1``."""
    return {
        f"{good}/{place}": (card, worker)
        for good in position.open_goods
        for place, (card, worker) in enumerate(
            zip(position.components.worker_cards[good], position.player.factories[good].workers, strict=False), 1
        )
    }


def _name(position: Position, card: str) -> Message:
    good, _, place = card.partition("/")
    return words.worker_card(position.name(good), int(place))


def decide_automate(position: Position, command: Automate) -> list[Fact]:
    """Replace workers with machines."""
    cards, added = _cards(position), Counter(command.machines)
    unknown = [name for name in added if name not in cards]
    if unknown:
        raise IllegalMove(
            "AW-7.1",
            message("arkwright.no-such-worker-card", "You have no such worker card at an open factory."),
        )
    if not added or command.machines != tuple(name for name in cards for _ in range(added[name])):
        raise IllegalMove(
            "AW-7.1",
            message(
                "arkwright.machines-not-in-order",
                "List one worker card for each machine, in the order of the factories.",
            ),
        )
    most = position.level("machines")
    if len(command.machines) > most:
        raise IllegalMove(
            "AW-7.1",
            counted(
                "arkwright.too-many-machines",
                "You can add at most {count} machine per action; you chose {chosen}.",
                "You can add at most {count} machines per action; you chose {chosen}.",
                count=most,
                chosen=len(command.machines),
            ),
        )
    _check_cards(position, cards, added)
    return [
        Automated(
            seat=position.seat,
            cards=tuple(_mechanised(name, added[name], *cards[name]) for name in added),
            pending=position.after_action(),
        )
    ]


def _mechanised(name: str, added: int, card: WorkerCard, worker: Worker) -> Mechanised:
    good, _, place = name.partition("/")
    return Mechanised(good, int(place), added, worker.machines + added, card.machines)


def _check_cards(position: Position, cards: dict[str, tuple[WorkerCard, Worker]], added: Counter[str]) -> None:
    half, tokens = 0, position.components.constants.machine_tokens
    for name, (card, worker) in cards.items():
        machines = worker.machines + added[name]
        if machines > card.machines:
            raise IllegalMove(
                "AW-7.2",
                counted(
                    "arkwright.worker-card-full",
                    "{card} has room for {count} more machine; you chose {added}.",
                    "{card} has room for {count} more machines; you chose {added}.",
                    card=_name(position, name),
                    count=card.machines - worker.machines,
                    added=added[name],
                ),
            )
        if half_automated(card, worker) and machines < card.machines:
            raise IllegalMove(
                "AW-7.5",
                message(
                    "arkwright.half-automated-card-first",
                    "Complete {card} first: it has your machine token.",
                    card=_name(position, name),
                ),
            )
        half += 0 < machines < card.machines
    if half > tokens:
        raise IllegalMove(
            "AW-D.15",
            counted(
                "arkwright.not-enough-machine-tokens",
                "You have {count} machine token, so at most {count} worker card can be half automated.",
                "You have {count} machine tokens, so at most {count} worker cards can be half automated.",
                count=tokens,
            ),
        )


@as_tree
def _combinations(position: Position) -> Iterator[Combination]:
    cards, most = _cards(position), position.level("machines")
    must = {name for name, (card, worker) in cards.items() if half_automated(card, worker)}

    def complete(names: list[str], left: int, tokens: int) -> Iterator[Combination]:
        if not names:
            yield ()
            return
        name, *others = names
        card, worker = cards[name]
        free = card.machines - worker.machines
        for added in range(min(free, left) + 1):
            half = 0 < worker.machines + added < card.machines
            if (name in must and added < free) or half > tokens:
                continue
            for rest in complete(others, left - added, tokens - half):
                yield (str(added), *rest)

    found = complete(list(cards), most, position.components.constants.machine_tokens)
    return (combination for combination in found if any(added != "0" for added in combination))


def can_automate(position: Position) -> bool:
    """Return whether a machine can be added."""
    return bool(_combinations(position))


def script_automate(position: Position) -> Script:
    """Ask for the number of machines at each worker card."""

    def question(name: str) -> Question:
        good, _, _ = name.partition("/")
        prompt = message(
            "arkwright.choose-machines", "{card}: how many machines will you add?", card=_name(position, name)
        )
        return Question(prompt, number, none_or_at(f"factory:{good}"), usual=lambda: MOST_FIRST, counts=True)

    names = list(_cards(position))
    chosen = yield from one_by_one(_combinations(position), map(question, names))
    return Automate(machines=tuple(name for name, added in zip(names, chosen, strict=True) for _ in range(int(added))))
