"""The variants that the page in the browser offers."""

from __future__ import annotations

from tests import page_variants


def test_the_page_has_the_names_of_the_servers_catalogue() -> None:
    assert page_variants.FILE.read_text(encoding="utf-8") == page_variants.text(), (
        "expected the names of today's catalogue; run python -m tests.golden"
    )
