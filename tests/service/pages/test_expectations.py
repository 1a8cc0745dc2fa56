"""Expectations about pages, as tests state them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect


@pytest.mark.parametrize("selector", ["p", "main"])
def test_failed_expectation_prints_no_snapshot_of_the_page(browser: Browser, selector: str) -> None:
    page = browser.new_page()
    page.set_content("<p>one</p>")
    with pytest.raises(AssertionError) as failed:
        expect(page.locator(selector)).to_have_text("two", timeout=1)
    page.close()
    assert "expected to have text 'two'" in str(failed.value)
    assert "Aria snapshot" not in str(failed.value)
