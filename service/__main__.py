"""Entry point of the command ``daybook``."""

from __future__ import annotations

from service.runtime.gc_freeze import lasting


def main() -> None:
    """Load all that commands are made of, then do what was asked for."""
    with lasting():
        from service.cli import main as command
    command()


if __name__ == "__main__":
    main()
