"""Blocked users."""

from __future__ import annotations

from typing import Any

from service.api.blueprint import Resource
from service.auth import required_user
from service.presenters import people
from service.schemas.accounts import Block, NewBlock

blueprint = Resource("blocks", __name__, url_prefix="/api/users/me/blocks", description="Blocked users")


@blueprint.route("")
@blueprint.returns(200, list[Block])
def blocks() -> list[Block]:
    """List the users that you block

    The most recently blocked comes first.
    """
    return people.blocked_by(required_user().id)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewBlock)
@blueprint.returns(200, list[Block])
def block(body: dict[str, Any]) -> list[Block]:
    """Block a user

    A blocked user can no longer invite you or join your tables. You get no notifications about their messages, or
    about what they do at tables that have not started. Games that you both play continue. The blocked user is not
    notified.
    """
    user = required_user()
    people.block(user.id, body["name"])
    return people.blocked_by(user.id)


@blueprint.route("/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def unblock(user: str) -> None:
    """Unblock a user"""
    people.unblock(required_user().id, user)
