"""A site with many games, filled by SQL alone: the same rows of lists as the projector would write.

The same SQL text serves both databases. Random values are a product modulo a prime, so that neighbours in one order
are not neighbours in another. Of 100 games about 90 are finished, 8 are running and 2 are open; one in seven is
private, one in 33 is imported, one in five has a bot and one in ten an automa. Each user plays in about the same number
of games, however many games there are, except :data:`BUSIEST`, who plays in every twentieth. The contents of games
differ only in id and time.
"""

from __future__ import annotations

import msgspec

from domain.message import Seat as SeatName
from domain.message import message
from domain.presentation import Place
from projections.game_list import TABLES, Glance, ListedGame, ListedSeat
from projections.read_model import install
from service.storage import Storage

BUSIEST = "user-1"
EVERYDAY = "user-7"

RULESET = "barrage"
"""One of the four rulesets of the games."""

_SHOWN = """
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :games),
seats (seat) AS (SELECT 0 UNION ALL SELECT seat + 1 FROM seats WHERE seat < 3),
games AS (SELECT n, CAST(n AS BIGINT) * 48271 % 2147483647 AS chance FROM numbers),
described AS (
    SELECT n, chance, '0000000000000000000000' || CAST(1000000000 + chance AS TEXT) AS stream,
        CASE n % 4 WHEN 0 THEN 'arkwright' WHEN 1 THEN 'barrage' WHEN 2 THEN 'brass-birmingham'
            ELSE 'brass-lancashire' END AS ruleset,
        CASE WHEN n % 50 = 0 THEN 'open' WHEN n % 12 = 1 THEN 'running' ELSE 'finished' END AS shelf,
        n % 7 <> 0 AND n % 33 <> 5 AS listed, n % 33 = 5 AS imported,
        '2026-01-01T00:00:00.' || SUBSTR(CAST(1000000 + chance % 1000000 AS TEXT), 2) || '+00:00' AS updated_at
    FROM games
),
sitting AS (
    SELECT described.*, seat, seat = 2 AND n % 5 = 0 AS bot, shelf = 'running' AND seat = n / 12 % 3 AS acting, CASE
            WHEN seat = 3 AND (shelf = 'open' OR n % 10 = 3) OR seat = 2 AND n % 5 = 0 THEN ''
            WHEN seat = 1 AND n % 20 = 1 THEN 'user-1'
            ELSE 'user-' || CAST(1 + (chance / 7 + seat * 7919) % :users AS TEXT)
        END AS person
    FROM described CROSS JOIN seats
),
shown AS (
    SELECT *, REPLACE(REPLACE(CAST(:shown AS TEXT), '@stream', stream), '@updated_at', updated_at) AS shown
    FROM sitting
)
"""
_TABLES = f"""{_SHOWN}
INSERT INTO tables (stream, shelf, ruleset, pace, listed, bots, wanted, updated_at, shown)
SELECT stream, shelf, ruleset, 'none', listed, acting AND bot, shelf = 'running' AND n % 5 = 1, updated_at, shown
FROM shown WHERE seat = 2
"""
_PEOPLE = f"""{_SHOWN}
INSERT INTO table_people (stream, user_id, shelf, ruleset, pace, listed, playing, waiting, updated_at, shown)
SELECT stream, person, CASE WHEN imported AND shelf = 'finished' THEN 'brought' ELSE shelf END, ruleset, 'none', listed,
    shelf <> 'finished', acting, updated_at, shown
FROM shown WHERE person <> ''
ON CONFLICT DO NOTHING
"""


def fill_lists(storage: Storage, games: int) -> None:
    """Replace the lists with those of this number of games and a tenth as many users."""
    params = {"games": games, "users": games // 10, "shown": _shown()}
    with storage.database.async_commit() as rows:
        install(rows, TABLES)
        rows.execute(_TABLES, params)
        rows.execute(_PEOPLE, params)
        rows.execute("ANALYZE tables")
        rows.execute("ANALYZE table_people")


def _shown() -> str:
    """Return a row's content, as long as that of a game with four players and options."""
    reason = message("test.is-to-act", "{seat} is to act.", seat=SeatName(1))
    seats = [ListedSeat(number, "", False, "user-" + 26 * "x", None, "", None) for number in range(4)]
    seats[1] = msgspec.structs.replace(seats[1], to_act=reason, plays=True)
    table = ListedGame(
        stream="@stream",
        ruleset=RULESET,
        options={f"option_{number}_of_the_rules": number for number in range(10)},
        owner=seats[0].user or "",
        private=False,
        imported=None,
        listed=True,
        undo="turn",
        pace="none",
        phase="finished",
        seats=seats,
        request=None,
        glance=Glance(
            message("test.era-round-of", "Era {era}, round {round} of {rounds}", era="II", round=3, rounds=5),
            [100, 90, 80, 70],
        ),
        ranking=[Place(number + 1, number, 100 - number) for number in range(4)],
        version=250,
        opened_at="@updated_at",
        updated_at="@updated_at",
    )
    return msgspec.json.encode(table).decode()
