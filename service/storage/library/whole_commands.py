"""Facts are followed command by command, on either database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from eventsourcing.persistence import ApplicationRecorder, Notification

from service.storage.journal import AT_A_TIME, with_whole_commands


class WholeCommands(ApplicationRecorder):
    """Stands before the library's recorder of a database, which does the selecting."""

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """At least ``limit``, if there are as many, and no command cut in two."""
        select = partial(super().select_notifications, stop=stop, topics=topics)  # type: ignore[safe-super]
        found: Sequence[Notification] = select(start, limit, inclusive_of_start=inclusive_of_start)
        if len(found) < limit:
            return found
        return with_whole_commands(found, partial(select, limit=AT_A_TIME, inclusive_of_start=False))
