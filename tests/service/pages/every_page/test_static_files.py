"""Scripts and styles: fetched once per release, and not requested again until the next one."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

from service.runtime import build_id
from tests.service.pages.conftest import Served
from tests.service.pages.every_page.test_weight import FETCHED
from tests.service.pages.reading import Reader


def test_static_files_are_cached_permanently_under_build_id(reader: Callable[[], Reader]) -> None:
    ada = reader()
    named = FETCHED.findall(ada.get("/").text)
    assert named
    for path in named:
        assert path.split("/")[2] == build_id.digest()
        assert ada.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_files_of_another_build_are_served_but_not_cached(reader: Callable[[], Reader]) -> None:
    ada = reader()
    own, other = build_id.digest(), build_id.digest()[::-1]
    here, there, bare = (ada.get(f"/static/{at}core/live.js") for at in (f"{own}/", f"{other}/", ""))
    assert here.status_code == 200
    assert here.data == there.data == bare.data
    assert "immutable" not in there.headers["Cache-Control"]
    assert "immutable" not in bare.headers["Cache-Control"]
    assert ada.get(f"/static/{build_id.digest()}/nothing.js").status_code == 404


def test_browser_requests_static_files_once(served: Served) -> None:
    address = served.game("Ada", "Ben")
    app, requested = served.site.app, list[str]()
    sent = app.send_static_file

    def counted(filename: str) -> object:
        requested.append(filename)
        return sent(filename)

    served.contexts.close_idle()
    with mock.patch.object(app, "send_static_file", counted):
        page = served.person("Ada")
        page.goto(address, wait_until="networkidle")
        page.wait_for_function("() => document.documentElement.classList.contains('scripted')")
        first = len(requested)
        page.goto(f"{address}/report", wait_until="domcontentloaded")
        page.goto(address, wait_until="networkidle")
    assert first > 20
    assert not {"daybook.js", "move_form.js", "daybook.css"} & {name.rpartition("/")[2] for name in requested[first:]}
