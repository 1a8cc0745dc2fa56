"""A choice among candidates, rule by rule, with a record of those left (TA-16.6 to TA-16.9)."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from domain.barrage.model.automa.reasons import Narrowed, Reason


class Race:
    """The candidates still in the race, and the rules applied so far."""

    def __init__(self, of: str, candidates: Sequence[str]) -> None:
        self.of = of
        self.candidates = tuple(candidates)
        self.left = list(candidates)
        self._steps: list[Narrowed] = []

    @property
    def open(self) -> bool:
        """Whether there is still something to choose."""
        return len(self.left) > 1

    def keep(self, rule: str, fitting: Container[str], criterion: str = "") -> None:
        """Keep the candidates that fit, or all if none fits. Do nothing if the choice is made already."""
        if not self.open:
            return
        kept = [candidate for candidate in self.left if candidate in fitting]
        self._steps.append(Narrowed(rule=rule, criterion=criterion, fitting=tuple(kept)))
        self.left = kept or self.left

    def highest(self, rule: str, value: Callable[[str], int]) -> None:
        """Keep the candidates of the highest value."""
        if not self.open:
            return
        values = tuple(map(value, self.left))
        self.left = [each for each, own in zip(self.left, values, strict=True) if own == max(values)]
        self._steps.append(Narrowed(rule=rule, fitting=tuple(self.left), values=values))

    @property
    def winner(self) -> str:
        """The candidate that is left."""
        return self.left[0]

    def reason(self) -> Reason:
        """Return the choice, its candidates and its rules."""
        return Reason(of=self.of, candidates=self.candidates, steps=tuple(self._steps), chosen=tuple(self.left[:1]))
