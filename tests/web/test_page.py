"""The page for the browser: what its addresses answer, and under which rules a browser may use the answer."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from server.web.page import NOT_BUILT, POLICY, Page, built_page

SCRIPT = "main-0123456789ab.js"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(f'<script type="module" src="files/{SCRIPT}"></script>')
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / SCRIPT).write_text("console.log('kibitz')\n" * 50)
    (tmp_path / "files" / "notes.txt").write_text("not a part of the page")
    return tmp_path


async def get(page: Page, path: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    transport = httpx.ASGITransport(app=Starlette(routes=page.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://kibitz") as client:
        return await client.get(path, headers=named)


async def test_the_first_address_answers_with_the_page(folder: Path) -> None:
    answer = await get(built_page(folder), "/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert SCRIPT in answer.text


async def test_a_server_without_the_built_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = await get(built_page(tmp_path / "nothing"), "/")
    assert (answer.status_code, answer.text) == (503, NOT_BUILT)
    assert "make page" in answer.text


def test_an_unfinished_build_counts_as_none(folder: Path) -> None:
    (folder / "index.html").unlink()
    assert not built_page(folder).is_built


async def test_a_browser_asks_for_the_page_each_time_and_keeps_its_files_for_ever(folder: Path) -> None:
    page = built_page(folder)
    assert (await get(page, "/")).headers["cache-control"] == "no-cache"
    assert (await get(page, f"/files/{SCRIPT}")).headers[
        "cache-control"
    ] == "public, max-age=31536000, immutable"


async def test_a_browser_that_has_the_page_is_not_sent_it_again(folder: Path) -> None:
    page = built_page(folder)
    tag = (await get(page, "/")).headers["etag"]
    again = await get(page, "/", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")


async def test_files_are_compressed_for_clients_that_read_gzip(folder: Path) -> None:
    page, content = built_page(folder), (folder / "files" / SCRIPT).read_bytes()
    compressed = await get(page, f"/files/{SCRIPT}", accept_encoding="gzip")
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < len(content) and compressed.content == content
    plain = await get(page, f"/files/{SCRIPT}", accept_encoding="identity")
    assert "content-encoding" not in plain.headers and plain.content == content


async def test_the_page_may_load_nothing_but_its_own_files_and_run_no_inline_script(folder: Path) -> None:
    page = built_page(folder)
    for path in ("/", f"/files/{SCRIPT}"):
        headers = (await get(page, path)).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in POLICY and "unsafe" not in POLICY and "*" not in POLICY


@pytest.mark.parametrize("name", ["notes.txt", "main.js", "..%2Findex.html", "%2e%2e/index.html"])
async def test_only_files_of_the_page_are_served(folder: Path, name: str) -> None:
    assert (await get(built_page(folder), f"/files/{name}")).status_code == 404


async def test_no_browser_keeps_the_answer_about_a_file_of_another_release(folder: Path) -> None:
    answer = await get(built_page(folder), "/files/main-ffffffffffff.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
