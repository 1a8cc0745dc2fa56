"""The proxy of ``deploy/nginx.conf``, run by a real nginx on this machine in front of servers on free ports."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def proxy(directory: Path, web_ports: Sequence[int]) -> Iterator[int]:
    """Run the proxy in front of two web processes and give its port. Only addresses and paths are changed."""
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


def await_port(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    """Return when somebody listens on the port; fail when the process has ended or the time is over."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert process.poll() is None, f"{process.args} ended with {process.returncode}"
            assert time.monotonic() < deadline, f"{process.args} does not listen on {port}"
            time.sleep(0.02)
        else:
            return
