"""Changes in complete sentences: one for each change, with similar ones combined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from domain.barrage.model import changes
from domain.barrage.model.changes import Change, DropFlowed, Removed, Segment, Shown
from domain.barrage.model.components import Components
from domain.barrage.narration import space_names, words
from domain.game_kit.narration import Narrators, narrator
from domain.message import Listing, Message, Moment, Seat, Term, counted, message


def sentences(known: Components, some: Iterable[Change], covered: tuple[type[Change], ...] = ()) -> list[Message]:
    """Return a sentence for each change, except for types already covered, with the names in these figures."""
    uncovered = [change for change in some if not isinstance(change, covered)]
    found: list[Message] = []
    for kind, alike in groupby(uncovered, key=type):
        found += _alike(known, kind, list(alike))
    return found


def _alike(known: Components, kind: type[Change], some: Sequence[Change]) -> Iterator[Message]:
    """Yield sentences for changes of one kind: drops, and tiles turned face up or removed, share one."""
    items = Listing(tuple(words.item(known, each.item) for each in some if isinstance(each, (Shown, Removed))))
    if kind is DropFlowed:
        yield from _flowed(change for change in some if isinstance(change, DropFlowed))
    elif kind is Shown:
        yield message("barrage.items-turned-face-up", "Turned face up: {items}.", items=items)
    elif kind is Removed and all(each.display in words.COLOUR for each in some if isinstance(each, Removed)):
        yield message("barrage.contracts-discarded", "Contracts discarded: {items}.", items=items)
    elif kind is Removed:
        yield message("barrage.items-removed-from-game", "Removed from the game: {items}.", items=items)
    else:
        for change in some:
            yield from _sentence(change, known)


def _flowed(drops: Iterable[DropFlowed]) -> Iterator[Message]:
    for (start, stop), count in Counter((drop.start, drop.stop) for drop in drops).items():
        if stop:
            yield counted(
                "barrage.drops-flowed-into-dam",
                "{count} drop flowed from {start} into dam {stop}.",
                "{count} drops flowed from {start} into dam {stop}.",
                start=start,
                stop=stop,
                count=count,
            )
        else:
            yield counted(
                "barrage.drops-flowed-off-map",
                "{count} drop flowed from {start} off the map.",
                "{count} drops flowed from {start} off the map.",
                start=start,
                count=count,
            )


def resources(credits: int = 0, excavators: int = 0, mixers: int = 0, energy: int = 0, vp: int = 0) -> Listing:
    """List a gain or a payment; 0 is left out."""
    counts = (credits, vp, excavators, mixers, energy)
    return Listing(tuple(said(count) for count, said in zip(counts, _COUNTED, strict=True) if count))


_COUNTED: tuple[Callable[[int], Message], ...] = (
    words.credits,
    lambda n: message("barrage.number-of-vp", "{count} VP", count=n),
    lambda n: counted("barrage.number-of-excavators", "{count} excavator", "{count} excavators", count=n),
    lambda n: counted(
        "barrage.number-of-concrete-mixers", "{count} concrete mixer", "{count} concrete mixers", count=n
    ),
    lambda n: message("barrage.number-of-energy", "{count} energy", count=n),
)
"""Descriptions of credits, VP, excavators, concrete mixers and energy."""


def engineers_placed(known: Components, seat: int, count: int, space: str) -> Message:
    """Narrate the placing of engineers on an action space."""
    return counted(
        "barrage.placed-engineers",
        "{seat} placed {count} engineer: {space}.",
        "{seat} placed {count} engineers: {space}.",
        seat=Seat(seat),
        count=count,
        space=space_names.space(known, space),
    )


def lying(known: Components, tile: str, excavators: int, mixers: int) -> Listing:
    """List the contents of a segment of a wheel."""
    tiles = (words.tile(known, tile),) if tile else ()
    return Listing((*tiles, *resources(excavators=excavators, mixers=mixers).items))


def _founded(change: changes.Founded, known: Components) -> Iterable[Message]:
    seat, company = Seat(change.seat), words.company(known, change.company)
    if change.contract:
        officer, contract = words.officer(known, change.officer), words.contract(known, change.contract)
        yield message(
            "barrage.received-company-officer-and-contract",
            "{seat} received {company} with {officer} and the {contract}.",
            seat=seat,
            company=company,
            officer=officer,
            contract=contract,
        )
    elif change.officer:
        officer = words.officer(known, change.officer)
        yield message(
            "barrage.received-company-and-officer",
            "{seat} received {company} with {officer}.",
            seat=seat,
            company=company,
            officer=officer,
        )
    else:
        yield message("barrage.received-company", "{seat} received {company}.", seat=seat, company=company)


def _gained(change: changes.Gained, known: Components) -> Iterable[Message]:
    seat = Seat(change.seat)
    gains = resources(
        credits=change.credits,
        excavators=change.excavators,
        mixers=change.mixers,
        energy=change.energy,
        vp=max(change.vp, 0),
    )
    if gains.items:
        yield message("barrage.gained", "{seat} gained {gains}.", seat=seat, gains=gains)
    if change.vp < 0:
        yield message("barrage.lost-vp", "{seat} lost {points} VP.", seat=seat, points=-change.vp)


def _paid(change: changes.Paid, known: Components) -> Iterable[Message]:
    what = resources(credits=change.credits, excavators=change.excavators, mixers=change.mixers)
    if change.to is None:
        yield message("barrage.paid", "{seat} paid {what}.", seat=Seat(change.seat), what=what)
    else:
        yield message(
            "barrage.paid-to-player",
            "{seat} paid {what} to {owner}.",
            seat=Seat(change.seat),
            what=what,
            owner=Seat(change.to),
        )


def _engineers_placed(change: changes.EngineersPlaced, known: Components) -> Iterable[Message]:
    yield engineers_placed(known, change.seat, change.engineers, change.space)


def _officer_copied(change: changes.OfficerCopied, known: Components) -> Iterable[Message]:
    officer = words.officer(known, change.officer)
    yield message(
        "barrage.has-power-of-officer",
        "{seat} gained {officer}'s power for this turn.",
        seat=Seat(change.seat),
        officer=officer,
    )


def _contract_limit_set(change: changes.ContractLimitSet, known: Components) -> Iterable[Message]:
    seat = Seat(change.seat)
    if change.limit is None:
        yield message("barrage.contract-limit-restored", "{seat}'s contract limit returned to normal.", seat=seat)
    else:
        limit = change.limit
        yield message(
            "barrage.contract-limit-raised",
            "{seat}'s contract limit rose to {limit} until a contract is fulfilled.",
            seat=seat,
            limit=limit,
        )


def _put_on_wheel(change: changes.PutOnWheel, known: Components) -> Iterable[Message]:
    what = lying(known, change.tile, change.excavators, change.mixers)
    if what.items:
        yield message(
            "barrage.placed-in-open-segment",
            "{seat} put these on the wheel: {items}.",
            seat=Seat(change.seat),
            items=what,
        )


def _wheel_turned(change: changes.WheelTurned, known: Components) -> Iterable[Message]:
    yield counted(
        "barrage.wheel-turned",
        "{seat} rotated the wheel by {count} segment.",
        "{seat} rotated the wheel by {count} segments.",
        seat=Seat(change.seat),
        count=change.steps,
    )
    back = Listing(tuple(part for segment in change.returned for part in _segment(known, segment)))
    if back.items:
        yield message(
            "barrage.returned-from-wheel",
            "{seat} took these back from the wheel: {items}.",
            seat=Seat(change.seat),
            items=back,
        )


def _segment(known: Components, segment: Segment) -> Sequence[Seat | Term | Moment | Message | str | int]:
    return lying(known, segment.tile, segment.excavators, segment.mixers).items


def _taken_off_wheel(change: changes.TakenOffWheel, known: Components) -> Iterable[Message]:
    what = lying(known, change.tile, change.excavators, change.mixers)
    yield message(
        "barrage.took-off-wheel", "{seat} took these from the wheel: {items}.", seat=Seat(change.seat), items=what
    )


def _built(change: changes.Built, known: Components) -> Iterable[Message]:
    structure = words.structure(known, change.structure, change.site)
    yield message("barrage.built", "{seat} built {structure}.", seat=Seat(change.seat), structure=structure)


def _drops_placed(change: changes.DropsPlaced, known: Components) -> Iterable[Message]:
    yield counted(
        "barrage.drops-placed-on-headstream",
        "{count} drop was added to headstream {headstream}.",
        "{count} drops were added to headstream {headstream}.",
        headstream=change.headstream,
        count=change.drops,
    )


def _drops_added(change: changes.DropsAdded, known: Components) -> Iterable[Message]:
    yield counted(
        "barrage.drops-added-to-dam",
        "{count} drop was added to dam {site}.",
        "{count} drops were added to dam {site}.",
        site=change.site,
        count=change.drops,
    )


def _taken(change: changes.Taken, known: Components) -> Iterable[Message]:
    yield message(
        "barrage.took-item", "{seat} took the {item}.", seat=Seat(change.seat), item=words.item(known, change.item)
    )


def _contract_fulfilled(change: changes.ContractFulfilled, known: Components) -> Iterable[Message]:
    contract = words.contract(known, change.contract)
    yield message(
        "barrage.fulfilled-contract", "{seat} fulfilled the {contract}.", seat=Seat(change.seat), contract=contract
    )


def _contract_discarded(change: changes.ContractDiscarded, known: Components) -> Iterable[Message]:
    contract = words.contract(known, change.contract)
    yield message(
        "barrage.discarded-contract", "{seat} discarded the {contract}.", seat=Seat(change.seat), contract=contract
    )


def _pile_renewed(change: changes.PileRenewed, known: Components) -> Iterable[Message]:
    if change.pile in words.COLOUR:
        yield message(
            "barrage.contract-pile-renewed",
            "The discarded {colour} contracts were shuffled into a new pile.",
            colour=words.COLOUR[change.pile],
        )
    else:
        yield message("barrage.card-pile-renewed", "All automa cards were shuffled into a new pile.")


def _card_turned(change: changes.CardTurned, known: Components) -> Iterable[Message]:
    yield message("barrage.card-turned-up", "Card {card} was turned over.", card=Term(change.card))


def _played_by_rules(change: changes.PlayedByRules, known: Components) -> Iterable[Message]:
    if change.level is not None:
        yield message(
            "barrage.turn-played-by-automa-rules",
            "The automa rules play {seat}'s turn.",
            seat=Seat(change.seat),
        )


def _space_closed(change: changes.SpaceClosed, known: Components) -> Iterable[Message]:
    yield message(
        "barrage.space-closed",
        "Closed for the rest of the game: {space}.",
        space=space_names.space(known, change.space),
    )


_SENTENCES: Narrators[Components, Iterable[Message]] = {
    changes.Founded: _founded,
    changes.Gained: _gained,
    changes.Paid: _paid,
    changes.EngineersPlaced: _engineers_placed,
    changes.OfficerCopied: _officer_copied,
    changes.ContractLimitSet: _contract_limit_set,
    changes.PutOnWheel: _put_on_wheel,
    changes.WheelTurned: _wheel_turned,
    changes.TakenOffWheel: _taken_off_wheel,
    changes.Built: _built,
    changes.DropsPlaced: _drops_placed,
    changes.DropsAdded: _drops_added,
    changes.Taken: _taken,
    changes.ContractFulfilled: _contract_fulfilled,
    changes.ContractDiscarded: _contract_discarded,
    changes.PileRenewed: _pile_renewed,
    changes.CardTurned: _card_turned,
    changes.PlayedByRules: _played_by_rules,
    changes.SpaceClosed: _space_closed,
}
_sentence = narrator(_SENTENCES)
