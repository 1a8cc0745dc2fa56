"""A game as one viewer may see it: positions, choices and the table, always through ``view``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from domain import aggregate, play, presentation, visibility
from domain import game as contract
from domain.aggregate import Game
from domain.branch_merge import Fitting
from domain.game import Command, Fact, Ruleset
from domain.graphics.drawing import as_drawn
from domain.message import Say, in_future_tense, message, sentences
from domain.play import Acted, is_left_to_end, require_turn
from domain.table import seating
from domain.table.clock import clocks as clock
from domain.table.refusals import NotStarted
from domain.table.rulings.decisions import ranked
from domain.table.seat_changes.decisions import is_offered
from domain.table.seating import TableState
from projections.game_snapshot import Current
from service import queries
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.auth import SeatContext, ViewerContext, former_player, invitation_to, root_seen
from service.container import services
from service.http import i18n, messages
from service.presenters.history.events import NoPosition, narrated
from service.presenters.listings import imported
from service.schemas.play import (
    AutomaResult,
    Choice,
    Figure,
    FigureChange,
    Option,
    Preview,
    PreviewEvent,
    RejectedMoves,
    Sentence,
    Standing,
    State,
    Summary,
)
from service.schemas.tables import Imported, InvitationLink, Origin, Randomness, Seat, Table, ToAct
from service.schemas.time import Clocks, Deadline, RunningClock, StoppedClock, Swap
from service.usecases import branch_links, moves

# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def viewed(seen: ViewerContext, at: int | None = None) -> Any:
    """Return the position at a version (default: now) as the viewer may see it; raise NotStarted or NoPosition."""
    now = seen.now
    if not now.started:
        raise NotStarted(message("site.game-not-started", "The game hasn't started yet."))
    if at is None or at == now.version:
        return now.ruleset.view(queries.position(now), seen.viewer)
    if not aggregate.has_position(seen.game, at):
        raise NoPosition(now.id)
    return now.ruleset.view(services().handler.games.position(seen.game, at), seen.viewer)


def state(seen: ViewerContext, at: int | None = None) -> State:
    """Return the position, the seats to act, and the standing."""
    now = seen.now
    view = viewed(seen, at)
    version = now.version if at is None else at
    phase, head = (now.table.phase, now.head) if version == now.version else _then(seen.game, version)
    rules, say = now.ruleset, messages.saying(seen.names)
    undo, redo = _reach(seen)
    return State(
        id=now.id,
        version=now.version,
        at=version,
        head=head,
        viewer=seen.viewer,
        phase=phase,
        to_act=_waiting(say, rules, view, phase),
        standing=_standing(say, seen, view, phase),
        summary=_summary(say, rules.summary(view)),
        state=view,
        undo=undo,
        redo=redo,
        deadlines=_deadlines(now.table) if version == now.version else [],
    )


def _then(game: Game, version: int) -> tuple[str, int]:
    """Return the phase of the table at an earlier version, and the version at which its line ended."""
    # A branch already has a position at 0, with which it is opened, but no table before its first fact.
    return aggregate.truncated(game, max(version, 1)).table.phase, game.tree.heads[version]


def _waiting(say: Say, rules: Ruleset[Any], view: Any, phase: str) -> list[ToAct]:
    """Return the seats that must act in a position, in a phase of the table."""
    return _to_act(say, rules.to_act(view) if phase == "running" else ())


def _deadlines(table: TableState) -> list[Deadline]:
    """Return the deadlines of the seats."""
    running = table.clocks.running if table.clocks else ()
    return [Deadline(each.seat, each.deadline) for each in running]


def _to_act(say: Say, waiting: Iterable[contract.ToAct]) -> list[ToAct]:
    return [ToAct(act.seat, say(act.reason)) for act in waiting]


def _decided(seen: ViewerContext, found: presentation.Standing, phase: str) -> presentation.Standing:
    """Return the standing of a game that was adjudicated."""
    if phase != "finished" or not seen.now.table.adjudicated:
        return found
    table = seen.now.table
    points = list(table.awarded) or found.points
    return msgspec.structs.replace(found, points=points, finished=True, ranking=ranked(table, found), decided_by=None)


def _standing(say: Say, seen: ViewerContext, view: Any, phase: str) -> Standing:
    """Return the points by seat, and the ranking once the game has ended."""
    found = _decided(seen, seen.now.ruleset.standing(view), phase)
    decided_by = say(found.decided_by) if found.decided_by else None
    automas = [AutomaResult(each.place, say(each.name), each.points) for each in found.automas]
    return Standing(found.points, found.finished, found.ranking, decided_by, automas)


def _summary(say: Say, found: presentation.Summary) -> Summary:
    figures = [
        Figure(say(row.label), _values(say, row), row.account, say(row.explanation) if row.explanation else "")
        for row in found.figures
    ]
    return Summary(say(found.headline), found.order, figures)


def _values(say: Say, row: presentation.Figure) -> list[str | int]:
    return [value if isinstance(value, int) else say(value) for value in row.values]


def _reach(seen: ViewerContext) -> tuple[list[int], list[int]]:
    """Return the versions to which the viewer may undo or redo without consent."""
    mine = seating.seats_of(seen.now.table, seen.user.id) if seen.user else []
    if not mine or seen.now.table.phase != "running":
        return [], []
    reach = queries.reach(seen.now, seen.viewer if isinstance(seen.viewer, int) else mine[0])
    return reach.back, reach.forward


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def choice(acting: SeatContext, picks: Sequence[str]) -> Choice:
    """Return the next field of the acting seat's move, or the finished command with a preview."""
    view = viewed(acting)
    require_turn(acting.now.ruleset, acting.now.table, view, acting.seat)
    return asked(acting, contract.choices(acting.now.ruleset, view, acting.seat, picks), picks)


def asked(acting: SeatContext, choice: contract.Choice, picks: Sequence[str]) -> Choice:
    """Return the choice after these picks, in the language of the seat's player."""
    version, seat = acting.now.version, acting.seat
    if choice.command is not None:
        return Choice(version, seat, picks, command=choice.command, preview=preview(acting, choice.command))
    assert choice.prompt is not None
    say = messages.saying(acting.names)
    return Choice(
        version,
        seat,
        picks,
        prompt=say(choice.prompt),
        rule=acting.now.ruleset.prompts.get(choice.prompt.id),
        options=[option(say, each) for each in choice.options],
    )


def option(say: Say, option: contract.Option) -> Option:
    """Return one value on offer, in the reader's language."""
    return Option(
        value=option.value,
        label=say(option.label),
        message=option.label,
        elements=option.elements,
        cost=say(option.cost) if option.cost else None,
    )


def preview(acting: SeatContext, given: Command | Sequence[str], ends_turn: bool = False) -> Preview:
    """Return a preview of a move, up to the first fact that would reveal hidden information."""
    return foreseen(acting, moves.preview(services().handler, acting.game, acting.seat, given, ends_turn))


def foreseen(acting: SeatContext, facts: Sequence[Acted]) -> Preview:
    """Return a preview of facts that are not appended, up to the first that would reveal hidden information."""
    game, say = acting.game, messages.saying(acting.names)
    then = known_outcome(acting, facts)
    before = game.ruleset.view(services().handler.games.position(game), acting.viewer)
    old, new = (game.ruleset.summary(view) for view in (before, then.view))
    return Preview(
        version=game.version,
        seat=acting.seat,
        events=[_preview_event(acting, fact, seat) for fact, seat in then.facts],
        stopped=then.stopped,
        ending=not then.stopped and is_left_to_end(game.ruleset, then.view, acting.seat),
        changes=[*changes(acting, before, then.view), *_figure_changes(acting, old, new)],
        to_act=_waiting(say, game.ruleset, then.view, game.table.phase),
        standing=_standing(say, acting, then.view, game.table.phase),
        summary=_summary(say, new),
        state=then.view,
    )


def _preview_event(acting: SeatContext, fact: Fact, seat: int | None) -> PreviewEvent:
    """Return a fact that is not appended, narrated in the future tense if the game has such a text."""
    rules, say = acting.game.ruleset, messages.saying(acting.names)
    found = narrated(acting, fact, seat, say)
    said = in_future_tense(found.message, rules.futures)
    parts = [
        Sentence(say(in_future_tense(each, rules.futures)), each.id in rules.minor_sentences)
        for each in sentences(found.message)
    ]
    return PreviewEvent(seat=seat, text=say(said), message=said, data=found.data, sentences=parts)


class KnownOutcome(NamedTuple):
    """Facts before the first that would reveal hidden information, and the viewer's position after them."""

    facts: Sequence[Acted]
    stopped: bool
    """Whether hidden information would be revealed."""
    view: Any
    shown: Any
    """The view as drawings show it: with pieces that these facts score."""


def known_outcome(acting: SeatContext, facts: Sequence[Acted]) -> KnownOutcome:
    """Return the facts that may be revealed before they are appended."""
    game = acting.game
    known = _foreseeable(game, facts)
    after, last, before = services().handler.games.position(game), game.ruleset.last_board, None
    for fact, _ in known:
        if last is not None and isinstance(fact, last.scored):
            before = contract.copied(after)
        game.ruleset.apply(after, fact)
    view = game.ruleset.view(after, acting.viewer)
    return KnownOutcome(known, len(known) < len(facts), view, as_drawn(last, view, lambda kinds: before))


def left_over(branch: ViewerContext, found: Fitting) -> RejectedMoves | None:
    """Return the moves of a branch that do not fit its game, as narrated in the branch, and the refusal of the first.

    Some moves may come from the game or from other branches that this one continues: each is narrated as to a
    spectator.
    """
    if found.detail is None:
        return None
    say = messages.saying(branch.names)
    rule = found.rule
    public = replace(branch, viewer="spectator")
    return RejectedMoves(
        moves=[narrated(public, step.fact, step.seat, say) for step in found.left],
        rule=rule,
        rule_text=branch.now.ruleset.rule_text(rule, i18n.language()) if rule else None,
        detail=say(found.detail),
    )


def _foreseeable(game: Game, facts: Sequence[Acted]) -> Sequence[Acted]:
    revealing = (index for index, (fact, _) in enumerate(facts) if visibility.reveals(game.ruleset, fact))
    return facts[: next(revealing, len(facts))]


def changes(seen: ViewerContext, before: Any, after: Any) -> list[FigureChange]:
    """Return the accounts that differ between two positions, seat by seat."""
    rules = seen.now.ruleset
    return [
        FigureChange(
            seat=seat,
            name=messages.seat_name(seat, seen.names),
            account=account,
            title=messages.text(rules.account_titles[account]),
            before=old,
            after=new,
        )
        for (account, olds), news in zip(rules.accounts(before).items(), rules.accounts(after).values(), strict=True)
        for seat, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]


def _figure_changes(
    acting: SeatContext, before: presentation.Summary, after: presentation.Summary
) -> Iterator[FigureChange]:
    """Yield the changes of the acting seat's figures that previews list but no account records."""
    seat = acting.seat
    for then, now in zip(before.figures, after.figures, strict=True):
        old, new = then.values[seat], now.values[seat]
        if now.in_preview and isinstance(old, int) and isinstance(new, int) and old != new:
            name = messages.seat_name(seat, acting.names)
            yield FigureChange(seat, name, now.account, messages.text(now.label), old, new)


# --------------------------------------------------------------------------------------------------------------------
# The table
# --------------------------------------------------------------------------------------------------------------------


def seated(seen: ViewerContext) -> Table:
    """Return the table: its options, its seats, and the pending requests and turns."""
    now = seen.now
    opened = now.table.opened
    return Table(
        id=now.id,
        version=now.version,
        ruleset=now.rules,
        title=now.ruleset.title,
        figures=now.figures,
        name=seen.title,
        host=opened.owner,
        private=opened.private,
        undo=opened.undo,
        options=opened.options,
        phase=now.table.phase,
        opened_at=now.opened_at,
        changed_at=now.changed_at,
        viewer=seen.viewer,
        seats=_seats(seen),
        undo_request=now.table.request,
        randomness=_chance(now),
        origin=_origin(now),
        imported=arrival_of(now.table),
        to_act=_to_act(messages.saying(seen.names), _waited_for(seen)),
        clock=now.table.clocks.clock if now.table.clocks else None,
        clocks=_clocks(now.table, now.table.clocks) if now.table.clocks else None,
        swap=_swap(now.table),
    )


def _waited_for(seen: ViewerContext) -> Sequence[contract.ToAct]:
    now = seen.now
    return play.to_act(now.ruleset, now.table, viewed(seen)) if now.started else ()


def _seats(seen: ViewerContext) -> list[Seat]:
    chairs = seen.now.table.chairs
    root = seen if seen.now.origin is None else root_seen(seen)
    former = services().display_names.of_people({user for chair in chairs for user in chair.former})
    with services().storage.database.reading() as rows:
        typed = user_texts.of_stream(rows, root.now.id) if root is not None else ()
    words = {text.seat: text for text in typed if text.what == "words"}
    return [_seat(seen, seat, words.get(seat), former) for seat in range(len(chairs))]


def _seat(seen: ViewerContext, seat: int, words: Text | None, names: Mapping[str, str]) -> Seat:
    chair = seen.now.table.chairs[seat]
    return Seat(
        seat=seat,
        name=seen.names[seat],
        bot=chair.bot,
        automa=chair.automa or None,
        free=chair.free,
        yours=seen.user is not None and chair.user == seen.user.id,
        seed_contribution=words.text if words else "",
        offered=is_offered(seen.now.table, seat),
        by_substitute_bot=chair.user is not None and chair.bot is not None,
        former=[names.get(former, former_player()) for former in chair.former],
        automatic=chair.automatic,
        agrees_to_abandon=chair.agrees_to_abandon,
    )


def _clocks(table: TableState, clocks: clock.Clocks) -> Clocks:
    running = [
        RunningClock(each.seat, each.began, each.since, each.left, each.deadline, each.windows)
        for each in clocks.running
    ]
    busy = {each.seat for each in clocks.running} | set(clocks.out)
    stopped = [
        StoppedClock(seat, clock.left_when_stopped(clocks, seat))
        for seat, chair in enumerate(table.chairs)
        if seat not in busy and not chair.automa and table.phase == "running"
    ]
    return Clocks(running, stopped, clocks.out, clocks.paused, clocks.pausing)


def _swap(table: TableState) -> Swap | None:
    return Swap(table.swap.one, table.swap.other, table.swap.agreed) if table.swap else None


def _chance(now: Current) -> Randomness:
    """Return the public part of the game's randomness: the commitment and, once the game has ended, the seed."""
    opened = now.table.opened
    over = now.origin is None and now.over
    return Randomness(opened.commitment, opened.recorded, opened.seed if over else None)


def _origin(now: Current) -> Origin | None:
    if now.origin is None:
        return None
    return Origin(now.origin.origin, now.origin.at_version, now.origin.imagined)


def arrival_of(state: TableState) -> Imported | None:
    """Return the importer of the game, or of the game that a branch continues, and the time; None if played here."""
    arrival = state.imported
    if arrival is None:
        return None
    return imported(arrival, services().display_names.of_people([arrival.by]).get(arrival.by))


def invitation(seen: ViewerContext) -> InvitationLink:
    """Return the invitation for users who may see and join a private table."""
    secret = invitation_to(seen.now)
    return InvitationLink(secret, f"/games/{seen.now.id}?invite={secret}")


def link(stream: str) -> InvitationLink | None:
    """Return the link for users who may see a branch; None if the branch is not shared."""
    secret = branch_links.secret_of(services().config, services().storage.database, stream)
    return None if secret is None else InvitationLink(secret, f"/games/{stream}?invite={secret}")
