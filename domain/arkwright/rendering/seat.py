"""The area of one seat: factories, shares, loans and ships, development tracks and the personal area."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from domain.arkwright.model.pieces import SIDES
from domain.arkwright.model.state import Player, State
from domain.arkwright.narration.standing import worth
from domain.arkwright.rendering.cards import held
from domain.arkwright.rendering.factory import STORED, factory, stored
from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.players import BOLD, worth_in_words
from domain.arkwright.rendering.sheet import (
    LEAST,
    LEFT,
    WIDTH,
    Panel,
    Sheet,
    box,
    frame,
    heading,
    line,
    seat_mark,
    sheet,
)
from domain.graphics.svg import element, marked, text
from domain.message import Message, Say, counted, message, plain

TRACK_HEIGHT, TRACK_GAP = 46.0, 6.0
LEVELS = 196.0
"""The width of the levels of a track."""
TOKENS = 44.0
"""The height of a line of tokens."""

_NO_LOSS = message("arkwright.no-loss-at-end", "No loss at the end")

SeatPanel = Callable[[Sheet, Player, float], tuple[str, float]]


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain, width: float = WIDTH) -> str:
    """Draw the area of a seat as SVG, in the language of ``say``."""
    drawn, player = sheet(view, names, say, width), view.players[seat]
    panels: tuple[Panel, ...] = (
        lambda sheet_, top: _head(sheet_, seat, top),
        *(_of(panel, player) for panel in (_factories, _tokens, _tracks, _cards, _aside)),
    )
    parts, top = [], 8.0
    for panel in panels:
        part, height = panel(drawn, top)
        parts.append(part)
        top += height
    return frame(drawn, message("arkwright.player-area", "{name}: play area", name=names[seat]), top, *parts)


def _of(panel: SeatPanel, player: Player) -> Panel:
    return lambda drawn, top: panel(drawn, player, top)


def _head(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the name, and beside or below it funds, shares and share value."""
    player, name = drawn.view.players[seat], drawn.names[seat]
    bankrupt = drawn.say(message("arkwright.player-bankrupt", "{name}: bankrupt", name=name))
    said: tuple[Message, ...] = (
        message("arkwright.funds-amount", "Funds £{funds}", funds=player.funds),
        *worth_in_words(player.shares, player.share_value, worth(player)),
    )
    shift, y, room = (304, top + 69, drawn.right - 70) if drawn.narrow else (0, top + 23, 290)
    figures = zip(said, (366, 558, 738, 868), (176, 170, 120, 120), strict=True)
    stock = marked(
        "stock",
        drawn.say(
            message(
                "arkwright.funds-and-shares",
                "Funds: £{funds}. Shares: {shares} at £{share_value}, worth £{worth}.",
                funds=player.funds,
                shares=player.shares,
                share_value=player.share_value,
                worth=worth(player),
            )
        ),
        *(
            line(drawn.say(each), x - shift, y, width, size=29, letter=BOLD, look="aw-start aw-strong")
            for each, x, width in figures
        ),
    )
    return (
        seat_mark(drawn, seat, 32, top + 22, 20)
        + line(bankrupt if player.bankrupt else name, 62, top + 23, room, size=31, look="aw-start aw-strong")
        + stock,
        y + 27 - top,
    )


def _factories(drawn: Sheet, player: Player, top: float) -> tuple[str, float]:
    """Return the factories in the order of the rounds."""
    parts, y = [], top
    for good in drawn.components.goods:
        part, height = factory(drawn, player, good.id, y)
        parts.append(part)
        y += height
    return "".join(parts), y - top + 4


# --------------------------------------------------------------------------------------------------------------------
# The player board
# --------------------------------------------------------------------------------------------------------------------


def _tokens(drawn: Sheet, player: Player, top: float) -> tuple[str, float]:
    """Draw loan tokens, shipping tokens with their loss, and the ships that are ready."""
    constants, height = drawn.components.constants, 2 * TOKENS if drawn.narrow else TOKENS
    lost = counted(
        "arkwright.shares-lost-at-end",
        "−{count} share at the end",
        "−{count} shares at the end",
        count=player.loans * constants.loan_penalty_shares,
    )
    loans = marked(
        "loans",
        drawn.say(
            message("arkwright.loans-taken", "Loans: {taken} of {most}", taken=player.loans, most=constants.loan_tokens)
        ),
        box(LEFT, top, drawn.room, height),
        line(drawn.say(message("arkwright.loans", "Loans")), 22, top + 23, 250, look="aw-start aw-strong"),
        *_used(drawn, player.loans, constants.loan_tokens, lost if player.loans else _NO_LOSS, top),
    )
    below = top + height + 4
    loss = drawn.components.player_board.shipping_penalty[player.shipping_tokens]
    worse = message("arkwright.share-value-lost-at-end", "−£{value} value at the end", value=loss)
    ready = drawn.say(message("arkwright.ships-ready-count", "{ships} ready", ships=player.ships))
    ships = marked(
        "ships",
        drawn.say(
            message(
                "arkwright.ships-and-shipping-tokens",
                "Ships: {ready} ready, {used} of {most} tokens used",
                ready=player.ships,
                used=player.shipping_tokens,
                most=constants.shipping_tokens,
            )
        ),
        box(LEFT, below, drawn.room, height),
        line(drawn.say(message("arkwright.ships", "Ships")), 22, below + 23, 82, look="aw-start aw-strong"),
        line(ready, 112, below + 23, 106, look="aw-start"),
        *(icon("ship", 236 + place * 34, below + 22, 30) for place in range(player.ships)),
        *_used(drawn, player.shipping_tokens, constants.shipping_tokens, worse if loss else _NO_LOSS, below),
    )
    return loans + ships, 2 * height + 12


def _used(drawn: Sheet, used: int, most: int, cost: Message, top: float) -> Iterator[str]:
    """Draw tokens with the used ones filled, and their cost at the end beside or below."""
    yield from _pips(used, most, top + 22)
    x, y = (305, top + 23 + TOKENS * 0.8) if drawn.narrow else (690, top + 23)
    yield line(drawn.say(cost), x, y, 296, look="aw-start aw-soft")


def _pips(filled: int, most: int, y: float) -> Iterator[str]:
    for place in range(most):
        look = "aw-token" if place < filled else "aw-pip"
        yield element("circle", cx=320 + place * 40, cy=y, r=15, class_=look)


def _tracks(drawn: Sheet, player: Player, top: float) -> tuple[str, float]:
    """Draw the six development tracks in one or two columns, with an effective era limit beside its level (AW-E.5)."""
    columns = 1 if drawn.narrow else 2
    width = (drawn.room - TRACK_GAP * (columns - 1)) / columns
    parts = [heading(drawn.say(message("arkwright.development", "Development")), 10, top + 14)]
    for place, (id, track) in enumerate(drawn.components.development_tracks.items()):
        x, y = LEFT + place % columns * (width + TRACK_GAP), top + 30 + place // columns * (TRACK_HEIGHT + 4)
        value = drawn.components.level_value(id, player.levels[id])
        parts.append(
            marked(
                f"track:{id}",
                drawn.say(
                    message(
                        "arkwright.track-level-and-value",
                        "{track}: level {level}, {value}",
                        track=drawn.term(track.name),
                        level=player.levels[id],
                        value=value,
                    )
                ),
                box(x, y, width, TRACK_HEIGHT),
                line(
                    drawn.term(track.name),
                    x + 14,
                    y + TRACK_HEIGHT / 2 + 1,
                    width - LEVELS - 22,
                    size=LEAST,
                    letter=0.7,
                    look="aw-start aw-strong",
                ),
                _levels(drawn, player, id, x + width - LEVELS, y),
            )
        )
    rows = -(-len(drawn.components.development_tracks) // columns)
    return "".join(parts), 30 + rows * (TRACK_HEIGHT + 4) + 4


def _levels(drawn: Sheet, player: Player, track: str, x: float, y: float) -> str:
    values = drawn.components.development_tracks[track].levels
    eras = tuple(_limit(drawn, player, track, number) for number in range(1, len(values) + 1))
    return _printed_levels(tuple(values), eras, player.levels[track], x, y)


@lru_cache(maxsize=1024)
def _printed_levels(values: tuple[int, ...], eras: tuple[str, ...], level: int, x: float, y: float) -> str:
    """Draw the levels of a track, with the era from which each may be entered."""
    parts, middle = list[str](), y + TRACK_HEIGHT / 2 + 1
    for number, (value, era) in enumerate(zip(values, eras, strict=True), 1):
        left, look = x + (number - 1) * 64, "aw-strong" if number == level else "aw-soft"
        parts += (
            box(left, y + 4, 61, TRACK_HEIGHT - 8, "aw-chosen" if number == level else "aw-space"),
            text(str(value), x=left + (18 if era else 30), y=middle, font_size=28, class_=look),
            text(era, x=left + 57, y=middle, font_size=LEAST, class_="aw-end aw-soft") if era else "",
        )
    return "".join(parts)


def _limit(drawn: Sheet, player: Player, track: str, level: int) -> str:
    """Return the numeral of the era from which a level may be entered, while that still matters."""
    components = drawn.components
    if not drawn.view.options.era_limits or track not in components.era_limits or level <= player.levels[track]:
        return ""
    if any(each.type == components.development_tracks[track].lifted_by for each in player.cards):
        return ""
    era = components.era_limits[track].get(level, 1)
    return SIDES[era - 1] if era > drawn.view.era else ""


# --------------------------------------------------------------------------------------------------------------------
# Cards
# --------------------------------------------------------------------------------------------------------------------


def _cards(drawn: Sheet, player: Player, top: float) -> tuple[str, float]:
    """Draw the development cards held, and the limit (AW-11.4)."""
    most = drawn.components.level_value("development_cards", player.levels["development_cards"])
    title = message(
        "arkwright.development-cards-held", "Development cards: {held} of {most}", held=len(player.cards), most=most
    )
    cards, height = held(drawn, player.cards, top + 32)
    return heading(drawn.say(title), 10, top + 15) + cards, 32 + height + 2


def _aside(drawn: Sheet, player: Player, top: float) -> tuple[str, float]:
    """Draw the personal area: unplaced quality and distribution cards, empty warehouses, the engineer token."""
    parts = [heading(drawn.say(message("arkwright.personal-area", "Personal area")), 10, top + 15)]
    free = [warehouse for warehouse in player.warehouses if not warehouse.good]
    parts += [stored(drawn, warehouse, LEFT + place * STORED, top + 56) for place, warehouse in enumerate(free)]
    most = drawn.say(
        message("arkwright.max-factory-quality", "Maximum quality per factory: {most}", most=player.max_quality)
    )
    parts.append(text(most, x=drawn.right - 4, y=top + 15, font_size=LEAST, class_="aw-end aw-soft"))
    x, y = (14, top + (96 if free else 46)) if drawn.narrow else (460, top + 46)
    for place, said in enumerate(_to_place(drawn, player)):
        parts.append(line(said, x, y + place * 31, 528, look="aw-start"))
    return "".join(parts), y + 54 - top


def _to_place(drawn: Sheet, player: Player) -> Iterator[str]:
    """Draw unplaced quality and distribution cards, by the values they can show."""
    placed = {card.card for each in player.factories.values() for card in each.quality}
    placed |= {each.distribution.card for each in player.factories.values() if each.distribution}
    held = {each.type for each in player.cards}
    kinds = (
        (message("arkwright.quality-cards", "Quality cards"), drawn.components.quality_cards),
        (message("arkwright.distribution-cards", "Distribution cards"), drawn.components.distribution_cards),
    )
    for name, cards in kinds:
        free = [
            "/".join(map(str, card.values))
            for id, card in cards.items()
            if id not in placed and (card.type is None or card.type in held)
        ]
        yield drawn.say(
            message("arkwright.cards-and-values", "{cards}: {values}", cards=name, values=", ".join(free) or "–")
        )
