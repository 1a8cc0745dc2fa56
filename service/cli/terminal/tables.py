"""Tables on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable

from service.cli.terminal.printing import printable


class Table(RichTable):
    """A table whose cells are text, never markup."""

    def add_row(self, *cells: str) -> None:  # type: ignore[override]
        """Add a row."""
        super().add_row(*map(printable, cells))


def show(table: Table) -> None:
    """Print a table."""
    Console(markup=False, emoji=False, highlight=False).print(table)
