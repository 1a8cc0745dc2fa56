"""Name keys: names that look or read alike have a key in common, and a key has one owner.

Account names and display names share one name space. A name has two keys: the UTS #39 skeleton of the name as
written (``Ian`` and ``lan`` look alike), and that of its NFKC case-folded form (``OLGA`` and ``olga`` read alike, as do
all names with the same case-folded form). Both leave out default-ignorable characters. The database stores each key
once, so that simultaneous requests cannot take one name twice.
Names older than these keys may collide. The older account keeps the name; the user of the newer account logs in as
before, and others see the name with a number until this user chooses another display name.
"""

from __future__ import annotations

import re
import unicodedata

import icu

from domain.message import message
from projections.db_protocol import Rows, listed
from service.user_text import Unfit

TABLE = f"unicode {icu.UNICODE_VERSION}, icu {icu.ICU_VERSION}"
"""The versions that keys depend on; keys made by others are rebuilt."""

_FOLDING = icu.Normalizer2.getNFKCCasefoldInstance()
_CHECKER = icu.SpoofChecker()

_LOOK_ALIKES = {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"}
"""Alphabets with letters that look the same."""


class NameTaken(Exception):
    """Another user has this name, or one that looks like it."""


def keys(name: str) -> set[str]:
    """Return the keys of a name."""
    return {f"looks {_skeleton(name)}", f"reads {_skeleton(_FOLDING.normalize(name))}"}


def _skeleton(name: str) -> str:
    return str(_CHECKER.getBidiSkeleton(icu.UBiDiDirection.LTR, name))


# --------------------------------------------------------------------------------------------------------------------
# Reserved names
# --------------------------------------------------------------------------------------------------------------------

_RESERVED = keys("A former player")
_AUTOMA = re.compile(re.escape(_skeleton("automa")) + r"[\W_]*[\dlo]*", re.IGNORECASE)
"""The skeleton of the names of automas' seats: 1 looks like l, 0 like O."""


def require_own_looks(name: str) -> None:
    """Raise Unfit for a new name that readers could mistake for something else."""
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", name))
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    if len(alphabets & _LOOK_ALIKES) > 1:
        raise Unfit(
            message(
                "account.mixed-alphabets",
                "This name mixes alphabets whose letters look alike. Use letters of one alphabet.",
            )
        )
    if any(_AUTOMA.fullmatch(key.partition(" ")[2]) for key in keys(name)):
        raise Unfit(
            message("account.name-reserved-for-automas", "This name is reserved for automas. Choose another name.")
        )
    if keys(name) & _RESERVED:
        raise Unfit(
            message(
                "account.name-reserved-for-deleted-accounts",
                "This name is reserved for deleted accounts. Choose another name.",
            )
        )


# --------------------------------------------------------------------------------------------------------------------
# Owners of names
# --------------------------------------------------------------------------------------------------------------------

_CLAIM = "INSERT INTO name_keys (key, user_id, made_by) VALUES (:key, :user, :table) ON CONFLICT (key) DO NOTHING"


def claim(rows: Rows, user_id: str, name: str, kept: str = "") -> None:
    """Give a name to a user, in the transaction that sets it. Raises NameTaken.

    The user keeps ``kept`` if they had it; their other names become free.
    """
    wanted = sorted(keys(name))  # always in the same order, so that two requests cannot wait for each other
    for key in wanted:
        rows.execute(_CLAIM, {"key": key, "user": user_id, "table": TABLE})
    user = {"user": user_id}
    among, params = listed("key", wanted)
    if rows.execute(f"SELECT key FROM name_keys WHERE key IN ({among}) AND user_id <> :user", params | user):  # noqa: S608
        raise NameTaken
    had, params = listed("key", sorted(keys(kept).union(wanted)))
    rows.execute(f"DELETE FROM name_keys WHERE user_id = :user AND key NOT IN ({had})", params | user)  # noqa: S608
