"""The proxy of ``deploy/nginx.conf``: a real nginx on this machine, in front of servers on free ports."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.servers import await_port, free_port

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"


@contextmanager
def proxy(directory: Path, web_ports: Sequence[int]) -> Iterator[int]:
    """Run the proxy in front of web processes and yield its port. Only addresses and paths differ from the file."""
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert nginx, "This test needs nginx (Debian: nginx-light); `make test` installs it where that is permitted."
    port = free_port()
    text = _with_addresses(CONFIGURATION.read_text(), directory, port, web_ports)
    adapted = directory / "nginx.conf"
    adapted.write_text(text)
    as_root = "user root;" if os.geteuid() == 0 else ""
    with (directory / "nginx.log").open("wb") as log:
        running = subprocess.Popen(
            [nginx, "-c", adapted, "-e", "/dev/stderr", "-g", f"daemon off; {as_root}"], stdout=log, stderr=log
        )
        try:
            await_port(port, running)
            yield port
        finally:
            running.terminate()
            running.wait(10)


def _with_addresses(text: str, directory: Path, port: int, web_ports: Sequence[int]) -> str:
    replaced = [("listen 8080;", f"listen 127.0.0.1:{port};"), ("/tmp/", f"{directory}/")]
    replaced += [(f"web-{number}:8000", f"127.0.0.1:{web}") for number, web in enumerate(web_ports, start=1)]
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    return text
