"""Faults inserted into a copy of the program one by one, and the tests and invariants that detect them.

.venv/bin/python -m tests.simulation.mutants            # all
.venv/bin/python -m tests.simulation.mutants cap undo   # those whose names contain one of these
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

SUITE = ("tests/service/workers", "tests/domain/clock", "tests/service/notifications")
"""The tests of clocks, absence and notifications, on one database, without golden logs."""

GAMES = 200


class Mutant(NamedTuple):
    """A fault: a text in a file is replaced by another."""

    name: str
    path: str
    old: str
    new: str


COURSE, OPTIONS, CLOCKS = (
    "domain/table/clock/transitions.py",
    "domain/table/clock/options.py",
    "domain/table/clock/clocks.py",
)
CALENDARS, COUNTING = "service/calendars/calendars.py", "service/calendars/working_time.py"
TIMING, OCCASIONS = "service/usecases/clock_commands.py", "service/notifications/triggers.py"

MUTANTS = (
    Mutant(
        "a bank has no cap",
        OPTIONS,
        "min(pace.cap * HOUR, left + pace.increment * HOUR)",
        "left + pace.increment * HOUR",
    ),
    Mutant("no increment", OPTIONS, "left + pace.increment * HOUR)", "left)"),
    Mutant(
        "a majority counts everyone",
        "domain/table/decisions.py",
        "if chair.asked and seat not in clocks.out}",
        "if chair.asked}",
    ),
    Mutant("undo gives no time back", COURSE, "left = left_at(earlier, reached)", "left = left_at(earlier, moved.at)"),
    Mutant(
        "undo gains time", COURSE, "spared = left if asked or seat != moved.seat else", "spared = left if True else"
    ),
    Mutant("undo clears a flag", COURSE, "elif seat in now.out and not asked:", "elif False:"),
    Mutant(
        "undo refills a bank",
        COURSE,
        "    if not asked and moved.seat is not None and moved.seat in now",
        "    if False and moved.seat in now",
    ),
    Mutant("returning refills", COURSE, "if before.table.chairs[seat].keeps_time:", "if False:"),
    Mutant(
        "a flag is forgotten on return", COURSE, "                    out = (*out, seat)", "                    pass"
    ),
    Mutant("time left is lost on return", COURSE, "if seat in back and left}", "if False}"),
    Mutant(
        "an outage costs time", COURSE, "found[each.seat] = left + _lost(each, began, ended)", "found[each.seat] = left"
    ),
    Mutant(
        "time runs out during an outage",
        "service/calendars/outages.py",
        "return None if now - last > SHORTEST else min(last, now)",
        "return now",
    ),
    Mutant(
        "the worker trusts the clock before the latest beat",
        "service/calendars/outages.py",
        "return None if now - last > SHORTEST else min(last, now)",
        "return None if now - last > SHORTEST else now",
    ),
    Mutant("an outage gives all of it back", COURSE, "min(ended, running.deadline)", "ended"),
    Mutant(
        "a turn never ends by its fact", COURSE, "if isinstance(record.fact, after.ruleset.ends_turn)}", "if False}"
    ),
    Mutant(
        "replacements inherit the bank",
        COURSE,
        "if other != seat}\n            case Returned(seat=seat) if",
        "}\n            case Returned(seat=seat) if",
    ),
    Mutant("an extension is ignored", COURSE, "left_at(each, at) + seconds for each", "left_at(each, at) for each"),
    Mutant("flags come a minute early", CLOCKS, "each.deadline <= at)", "(each.deadline - at).total_seconds() <= 60)"),
    Mutant("flags come an hour late", CLOCKS, "each.deadline <= at)", "(at - each.deadline).total_seconds() >= 3600)"),
    Mutant("reminders at half of the time", CLOCKS, "running.left - whole // 4)", "running.left - whole // 2)"),
    Mutant("clocks run in pauses", COURSE, "    if clocks.paused:\n        return running\n", ""),
    Mutant(
        "no substitute bot plays for a late player",
        "domain/table/clock/running_out.py",
        'case "stand_in" if clocks.clock.by_itself:',
        'case "stand_in" if False:',
    ),
    Mutant("weekends count", COUNTING, "day.weekday() >= 5:", "day.weekday() >= 7:"),
    Mutant(
        "the first hour is an hour off",
        COUNTING,
        "_moment(day, hours.first, place), _moment",
        "_moment(day, max(0, hours.first - 1), place), _moment",
    ),
    Mutant(
        "the former zone does not count",
        "service/calendars/zones.py",
        "if each.until is not None and each.until > began",
        "if False",
    ),
    Mutant("a zone counts at once", "service/calendars/zones.py", "if since <= timestamp(began)] or", "] or"),
    Mutant("a vacation counts at once", CALENDARS, "vacation.planned_at <= began:", "True:"),
    Mutant("vacations count", CALENDARS, "            found.append((first, last))", "            pass"),
    Mutant(
        "no vacation starts automatically",
        TIMING,
        "        if _is_vacation(rows, user, agreed, day):\n            return True\n        if not",
        "        if agreed:\n            return False\n        if not",
    ),
    Mutant(
        "vacation days are unlimited",
        "service/calendars/vacations.py",
        "if left(rows, user, year) < _days_in([wanted], year):",
        "if False:",
    ),
    Mutant(
        "vacation days that began are given back",
        "service/calendars/vacations.py",
        "today = zones.begun_anywhere(now)",
        "today = now.date() - timedelta(days=9)",
    ),
    Mutant(
        "late offers are withdrawn at once",
        "service/usecases/seat_rules.py",
        "is_offered(game.table, seat) and now < until",
        "False",
    ),
    Mutant("the late player is not notified", OCCASIONS, '            yield Occasion(late, "ran_out", version)\n', ""),
    Mutant(
        "the others are not notified", OCCASIONS, "for user in others if user != late)", "for user in others if False)"
    ),
    Mutant(
        "turns are announced twice",
        "service/notifications/inbox.py",
        'if each.kind != "turn" or each.user not in again]',
        "]",
    ),
    Mutant(
        "turns of absent players are announced",
        OCCASIONS,
        "if seat.plays and seat.user and seat.bot is None]",
        "if seat.plays and seat.user]",
    ),
    Mutant(
        "quiet hours are ignored",
        "service/notifications/quiet_hours.py",
        "    return after_quiet(moment, times, zone) or moment",
        "    return moment",
    ),
    Mutant(
        "reminders come again",
        "service/notifications/reminders.py",
        "SET remind_at = NULL, reminded = TRUE",
        "SET reminded = TRUE",
    ),
)


def main(wanted: list[str]) -> None:
    missed = 0
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / "copy"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__", ".*_cache"))
        print("| fault | test | invariant of the simulation |\n|---|---|---|", flush=True)
        for mutant in (NONE, *MUTANTS):
            if mutant is NONE or not wanted or any(word in mutant.name for word in wanted):
                found = _found(copy, mutant)
                missed += found.count(UNDETECTED) if mutant is not NONE else 0
                print(f"| {mutant.name} | {' | '.join(found)} |", flush=True)
    sys.exit(missed > 0)


NONE = Mutant("none", OPTIONS, "", "")
"""The unchanged program, in which nothing may be detected."""

UNDETECTED = "-"


def _found(copy: Path, mutant: Mutant) -> list[str]:
    path = copy / mutant.path
    original = path.read_text()
    if mutant.old and original.count(mutant.old) != 1:
        return [f"its text occurs {original.count(mutant.old)} times in {mutant.path}", UNDETECTED]
    if mutant.old:
        path.write_text(original.replace(mutant.old, mutant.new))
    suite = [sys.executable, "-m", "pytest", *SUITE, "-q", "-x", "-n", "2", "-k", "not postgres"]
    simulation = [sys.executable, "-m", "tests.simulation", "--games", str(GAMES), "--seed", "mutants"]
    try:
        return [
            _detected(copy, suite, r"^FAILED \S+::(\w+)"),
            _detected(copy, simulation, r"(?:Wrong|Unfair): ([^:\n]+)"),
        ]
    finally:
        path.write_text(original)


def _detected(copy: Path, command: list[str], named: str) -> str:
    """Run a command, and return the name of the failure in its output, or UNDETECTED if it succeeds."""
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=1800)
    except subprocess.TimeoutExpired:
        return "it never ends"  # Without the fault, this ends within a minute.
    if done.returncode == 0:
        return UNDETECTED
    found = re.findall(named, done.stdout, re.MULTILINE)
    return f"`{found[0]}`" if found else "an error"


if __name__ == "__main__":
    main(sys.argv[1:])
