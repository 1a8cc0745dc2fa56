"""Step (c): development (AW-11), and the cards used in it (AW-19)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from msgspec import UNSET

from domain.arkwright.development_cards import at_limit, offered, script_take
from domain.arkwright.engine.asking import Question, which_card
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Advance, PassDevelopment, UseBroker, UseDeveloper, UseInventor
from domain.arkwright.model.components import LEVELS
from domain.arkwright.model.facts import Advanced, BrokerUsed, DeveloperUsed, DevelopmentPassed, InventorUsed
from domain.arkwright.model.market import half
from domain.arkwright.narration import words
from domain.game import Choose, Fact, IllegalMove, Script
from domain.message import Listing, Message, counted, message

LAST_LEVEL = LEVELS[-1]


# --------------------------------------------------------------------------------------------------------------------
# Advancing
# --------------------------------------------------------------------------------------------------------------------


def in_reach(position: Position, track: str, level: int) -> bool:
    """Return whether the era allows a marker to enter this level (AW-E.5, AW-E.6)."""
    if not position.state.options.era_limits or track not in position.components.era_limits:
        return True
    lifted = position.holds(position.components.restricted_by.get(track, ""))
    return lifted or position.state.era >= position.components.era_limits[track].get(level, 1)


def _check_track(position: Position, track: str, level: int) -> None:
    if track not in position.player.levels:
        raise IllegalMove("AW-11.2", message("arkwright.no-such-track", "Choose one of the development tracks."))
    if level > LAST_LEVEL:
        raise IllegalMove(
            "AW-11.3",
            message(
                "arkwright.track-at-last-level",
                "{track} is already at level {level}, the maximum.",
                track=position.name(track),
                level=LAST_LEVEL,
            ),
        )


def decide_advance(position: Position, command: Advance) -> list[Fact]:
    """Advance a marker by one level (AW-11.1)."""
    level = position.player.levels.get(command.track, 0) + 1
    _check_track(position, command.track, level)
    if not in_reach(position, command.track, level):
        raise IllegalMove(
            "AW-E.5",
            message(
                "arkwright.track-limited-by-era",
                "{track} can't reach level {level} before era {era}.",
                track=position.name(command.track),
                level=level,
                era=words.era(position.components.era_limits[command.track][level]),
            ),
        )
    return [
        Advanced(
            seat=position.seat,
            track=command.track,
            level=level,
            value=position.components.level_value(command.track, level),
            pending=position.after_development(),
        )
    ]


def tracks(position: Position) -> tuple[str, ...]:
    """Return the tracks whose marker can advance."""
    levels = position.player.levels
    return tuple(
        track for track, level in levels.items() if level < LAST_LEVEL and in_reach(position, track, level + 1)
    )


# --------------------------------------------------------------------------------------------------------------------
# Broker, inventor, developer, nothing
# --------------------------------------------------------------------------------------------------------------------


def _most_by_broker(position: Position) -> int:
    player, tracks_ = position.player, position.components.tracks
    most = min(position.components.card_effects.broker_shares, tracks_.shares.last - player.shares)
    return min(most, player.funds // max(1, half(player.share_value)))


def decide_broker(position: Position, command: UseBroker) -> list[Fact]:
    """Discard the broker for shares at half price (AW-19.13, AW-19.14)."""
    discarded, place = position.discarding("broker")
    each = half(position.player.share_value)
    _check_broker(position, command.shares, each)
    return [
        BrokerUsed(
            seat=position.seat,
            shares=command.shares,
            each=each,
            paid=command.shares * each,
            discarded=discarded,
            discarded_to=place,
            counted=True if position.state.solo and "brokers_used_max" in position.components.asked else UNSET,
            pending=position.after_development(),
        )
    ]


def _check_broker(position: Position, shares: int, each: int) -> None:
    """Refuse more shares than the broker buys, than there are, or than the player can pay."""
    player, most = position.player, position.components.card_effects.broker_shares
    last = position.components.tracks.shares.last
    if not 0 <= shares <= most:
        raise IllegalMove(
            "AW-19.13",
            counted(
                "arkwright.too-many-broker-shares",
                "The broker buys at most {count} share; you chose {chosen}.",
                "The broker buys at most {count} shares; you chose {chosen}.",
                count=most,
                chosen=shares,
            ),
        )
    if shares > last - player.shares:
        raise IllegalMove(
            "AW-19.13",
            counted(
                "arkwright.not-enough-shares-left",
                "You can buy only {count} more share: the maximum is {most}.",
                "You can buy only {count} more shares: the maximum is {most}.",
                count=last - player.shares,
                most=last,
            ),
        )
    if shares * each > player.funds:
        raise IllegalMove(
            "AW-19.13",
            message(
                "arkwright.cannot-afford-shares",
                "These shares cost £{paid}; you have £{funds}.",
                paid=shares * each,
                funds=player.funds,
            ),
        )


def can_use_inventor(position: Position) -> bool:
    """Return whether the expert text of the inventor can be used (AW-E.22)."""
    return position.state.options.expert_card_texts and position.holds("inventor") and bool(_inventor_points(position))


def _inventor_points(position: Position) -> list[tuple[str, ...]]:
    """Return the inventor's points on any tracks, ignoring era limits (AW-E.22, AW-D.53)."""
    levels = position.player.levels
    chosen = combinations_with_replacement(levels, position.components.card_effects.inventor_points)
    return [tracks for tracks in chosen if all(levels[track] + tracks.count(track) <= LAST_LEVEL for track in tracks)]


def decide_inventor(position: Position, command: UseInventor) -> list[Fact]:
    """Discard the inventor for development points (AW-E.22)."""
    if not position.state.options.expert_card_texts:
        raise IllegalMove(
            "AW-E.22", message("arkwright.no-expert-card-texts", "This table doesn't use the expert card texts.")
        )
    discarded, place = position.discarding("inventor")
    if command.tracks not in _inventor_points(position):
        points = position.components.card_effects.inventor_points
        raise IllegalMove(
            "AW-E.22",
            counted(
                "arkwright.inventor-points-invalid",
                "Use {count} development point on tracks that can advance, in the order shown on the board.",
                "Use {count} development points on tracks that can advance, in the order shown on the board.",
                count=points,
            ),
        )
    levels = position.player.levels
    return [
        InventorUsed(
            seat=position.seat,
            tracks=command.tracks,
            levels={track: levels[track] + command.tracks.count(track) for track in dict.fromkeys(command.tracks)},
            discarded=discarded,
            discarded_to=place,
            pending=position.after_development(),
        )
    ]


def decide_pass_development(position: Position, command: PassDevelopment) -> list[Fact]:
    """Develop nothing (AW-11.1)."""
    return [DevelopmentPassed(seat=position.seat, pending=position.after_development())]


def refreshable(position: Position) -> tuple[str, ...]:
    """Return used once-per-era cards that the developer can make ready again (AW-19.18)."""
    if not position.ready("developer"):
        return ()
    return tuple(held.type for held in position.player.cards if held.used and held.type != "developer")


def decide_developer(position: Position, command: UseDeveloper) -> list[Fact]:
    """Make a card ready again with the developer; the step continues."""
    if not position.ready("developer"):
        raise IllegalMove(
            "AW-19.18",
            message("arkwright.developer-not-ready", "You have no ready {card} card.", card=position.name("developer")),
        )
    if command.card not in refreshable(position):
        raise IllegalMove(
            "AW-D.43",
            message("arkwright.card-not-used", "You have no used {card} card.", card=position.name(command.card)),
        )
    return [DeveloperUsed(seat=position.seat, card=command.card, pending=tuple(position.state.pending))]


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------

_MENU = {
    "advance": message("arkwright.advance-development-marker", "Advance a development marker"),
    "take": message("arkwright.take-development-card", "Take a development card"),
    "broker": message("arkwright.discard-broker", "Discard the broker to buy shares"),
    "inventor": message("arkwright.discard-inventor", "Discard the inventor for development points"),
    "developer": message("arkwright.use-developer", "Make a card ready with the developer"),
    "pass": message("arkwright.develop-nothing", "Skip development"),
}


def script_development(position: Position) -> Script:
    """Ask for the development."""
    step = position.state.pending[0].kind == "development"
    possible = {
        "advance": bool(tracks(position)),
        "take": bool(offered(position)) and (not at_limit(position) or bool(position.player.cards)),
        "broker": step and position.holds("broker"),
        "inventor": step and can_use_inventor(position),
        "developer": step and bool(refreshable(position)),
        "pass": step or not (tracks(position) or offered(position)),
    }
    values = tuple(value for value, there in possible.items() if there)
    match (
        yield Question(
            message("arkwright.choose-development", "Step (c): choose a development"), _MENU.__getitem__
        ).choose(values)
    ):
        case "advance":
            return Advance(track=(yield _which_track(position, tracks(position))))
        case "take":
            return (yield from script_take(position))
        case "broker":
            return (yield from _script_broker(position))
        case "inventor":
            return (yield from _script_inventor(position))
        case "developer":
            return (yield from script_developer(position))
        case _:
            return PassDevelopment()


def _which_track(position: Position, values: tuple[str, ...]) -> Choose:
    def label(track: str) -> Message:
        level = position.player.levels[track] + 1
        return message(
            "arkwright.advance-track",
            "{track}: level {level} ({value})",
            track=position.name(track),
            level=level,
            value=position.components.level_value(track, level),
        )

    return Question(
        message("arkwright.choose-track", "Which track will you advance?"), label, lambda track: (f"track:{track}",)
    ).choose(values)


def _script_broker(position: Position) -> Script:
    each = half(position.player.share_value)

    def label(value: str) -> Message:
        return message("arkwright.shares-and-cost", "{shares} for £{paid}", shares=int(value), paid=int(value) * each)

    values = tuple(map(str, range(_most_by_broker(position), -1, -1)))
    return UseBroker(
        shares=int(
            (
                yield Question(
                    message("arkwright.choose-broker-shares", "How many shares will you buy?"), label
                ).choose(values)
            )
        )
    )


def _script_inventor(position: Position) -> Script:
    points = {":".join(tracks): tracks for tracks in _inventor_points(position)}

    def label(value: str) -> Message:
        return message("arkwright.tracks", "{tracks}", tracks=Listing(tuple(map(position.name, points[value]))))

    return UseInventor(
        tracks=points[
            (
                yield Question(
                    message("arkwright.choose-inventor-tracks", "Which tracks will you advance?"), label
                ).choose(tuple(points))
            )
        ]
    )


def script_developer(position: Position) -> Script:
    """Ask for the card that the developer makes ready."""
    prompt = message("arkwright.choose-card-to-make-ready", "Which card will you make ready again?")
    return UseDeveloper(card=(yield which_card(position, refreshable(position), prompt)))
