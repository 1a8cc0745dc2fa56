"""The tree of a game's branches."""

from __future__ import annotations

from collections.abc import Callable

from projections import branches as branch_model
from service.storage import Storage
from service.usecases import branches, moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service.playing import context_for, play_to_end, start_game

Project = Callable[[], None]


def test_nested_branches_belong_to_the_original_game(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = play_to_end(handler, start_game(handler))
    first = branches.open_branch(handler, game.id, context_for(game, 0), at=10, viewer="auditor", name="First")
    projected()
    second = branches.open_branch(
        handler, first.id, context_for(first, 1), at=first.version, viewer="auditor", name="Second"
    )
    projected()
    with storage.database.reading() as rows:
        found = branch_model.page(rows, game.id)
        assert branch_model.page(rows, first.id) == []
        assert branch_model.newest(rows, game.id, limit=9) == found[::-1]
        assert branch_model.page(rows, game.id, owner="ben") == branch_model.newest(rows, game.id, owner="ben", limit=9)
    assert [(branch.stream, branch.origin, branch.at_version, branch.root) for branch in found] == [
        (first.id, game.id, 10, game.id),
        (second.id, first.id, first.version, game.id),
    ]
    assert [(branch.owner, branch.imagined, branch.viewer) for branch in found] == [
        ("ada", False, None),
        ("ben", False, None),
    ]


def test_pages_cover_all_branches_in_order(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    game = play_to_end(handler, start_game(handler))
    opened: list[str] = []
    for number in range(7):
        by = CommandContext(actor=("ada", "ben")[number % 2])
        opened.append(branches.open_branch(handler, game.id, by, at=10 + number, viewer="auditor", name=str(number)).id)
    projected()
    for owner, wanted in ((None, opened), ("ben", opened[1::2])):
        pages: list[str] = []
        after = branch_model.START
        with storage.database.reading() as rows:
            while page := branch_model.page(rows, game.id, owner=owner, after=after, limit=2):
                pages += [branch.stream for branch in page]
                after = (page[-1].opened_at, page[-1].stream)
        assert pages == wanted


def test_branch_of_a_running_game_names_its_viewer(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = start_game(handler)
    branch = branches.open_branch(handler, game.id, context_for(game, 1), at=game.version, viewer=1, name="What if")
    branch = handler.run(moves.move(handler, branch.id, context_for(branch, 0), toy.TakeCoins()))
    projected()
    with storage.database.reading() as rows:
        found = branch_model.branch(rows, branch.id)
        assert branch_model.branch(rows, game.id) is None
    assert found is not None
    assert (found.imagined, found.viewer, found.version) == (True, 1, branch.version)
    assert found.updated_at > found.opened_at
