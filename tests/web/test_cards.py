"""Uploads of convention cards: permitted files, players and numbers."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from protocol.v1.requests import Act, Sit, Watch
from protocol.v1.updates import Done
from server.games.bridge.rules import BRIDGE
from server.web.cards import FILE_S, MAX_CARD, content_type
from tests.games.of_state import with_rules
from tests.virtual import passes, virtual
from tests.web.cards.club import ACOL, JPEG, PDF, PNG, club, code
from tests.web.served import Served, needs_redis, talking

# What a file is


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PDF, "application/pdf"),
        (PNG, "image/png"),
        (JPEG, "image/jpeg"),
        (ACOL.encode(), "text/plain"),
        (b"\x89PNG", None),
        (b"GIF89a\xff", None),
        (b"\xff\xfe1\x00", None),
        (b"1NT\x0012-14", None),
        (b"", None),
    ],
)
def test_the_type_of_a_file_is_found_from_its_bytes(data: bytes, kind: str | None) -> None:
    assert content_type(data) == kind


@virtual
async def test_a_file_is_stored_by_its_hash_as_long_as_a_log() -> None:
    async with club() as here:
        table, (north, *_) = await here.four()
        answer = await north.uploads(table, name="Acol")
        sha = hashlib.sha256(PDF).hexdigest()
        assert (answer.status_code, answer.json()) == (201, {"file": sha, "name": "Acol", "size": len(PDF)})
        files = here.house.files_and_tickets
        kept = await files.file(sha)
        assert kept is not None and (kept.content_type, kept.data) == ("application/pdf", PDF)
    await passes((FILE_S - 60) * 1000)
    assert await files.file(sha) == kept
    await passes(61_000)
    assert await files.file(sha) is None


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (PDF, "application/pdf", 201),
        (PNG, "image/png", 201),
        (JPEG, "Image/JPEG", 201),
        (ACOL.encode(), "text/plain; charset=utf-8", 201),
        (PDF, "text/plain", 400),
        (PNG, "image/jpeg", 400),
        (ACOL.encode(), "application/pdf", 400),
        (b"<script>alert(1)</script>", "text/html", 400),
        (b"<svg/>", "image/svg+xml", 400),
        (PDF, None, 400),
        (b"", "text/plain", 400),
    ],
)
def test_a_file_must_match_its_declared_type(data: bytes, kind: str | None, status: int) -> None:
    @virtual
    async def run() -> None:
        async with club() as here:
            table, (north, *_) = await here.four()
            answer = await north.uploads(table, data, kind)
            assert answer.status_code == status
            if status == 400:
                assert answer.json()["message"].startswith("expected ")
                assert await here.house.files_and_tickets.file(hashlib.sha256(data).hexdigest()) is None

    run()


@virtual
async def test_the_refusal_of_a_file_names_the_permitted_types() -> None:
    async with club() as here:
        table, (north, *_) = await here.four()
        answer = await north.uploads(table, b"<p>Acol</p>", "text/html")
        kinds = "text/plain, application/pdf, image/png, image/jpeg"
        expected = f"expected a file of one of the types {kinds}, got text/html - at `content-type`"
        assert answer.json()["message"] == expected


@virtual
async def test_a_file_has_at_most_256_kib() -> None:
    async with club() as here:
        table, (north, *_) = await here.four()
        assert (await north.uploads(table, b"x" * MAX_CARD, "text/plain")).status_code == 201
        assert code(await north.uploads(table, b"x" * (MAX_CARD + 1), "text/plain")) == (413, "too_big")


# Who may upload


@virtual
async def test_only_seated_players_may_upload() -> None:
    async with club() as here:
        table, (north, *_) = await here.four()
        eve, anonymous = await here.member("Eve"), await here.http()
        url = f"/v1/tables/{table}/card"
        assert code(await eve.uploads(table)) == (403, "not_seated")
        assert code(await anonymous.put(url, content=PDF)) == (401, "unauthorized")
        assert code(await anonymous.get(f"{url}/NS")) == (401, "unauthorized")
        assert code(await north.uploads("nowhere")) == (404, "no_such_table")
        assert code(await north.uploads(table, name="x" * 61)) == (400, "invalid_message")
        assert await here.house.files_and_tickets.file(hashlib.sha256(PDF).hexdigest()) is None


@virtual
async def test_a_player_uploads_four_files_in_an_hour() -> None:
    async with club() as here:
        table, (north, east, *_) = await here.four()
        assert [(await north.uploads(table)).status_code for _ in range(5)] == [201] * 4 + [429]
        assert (await east.uploads(table)).status_code == 201
        assert (await north.uploads(table, b"", "text/plain")).status_code == 400, "what is none counts not"
        await passes(15 * 60 * 1000)
        assert [(await north.uploads(table)).status_code for _ in range(2)] == [201, 429]


@virtual
async def test_all_players_of_an_address_share_its_upload_limit() -> None:
    async with club(uploads_per_address_burst=2) as here:
        table, members = await here.four()
        statuses = [(await member.uploads(table)).status_code for member in members]
        assert statuses == [201, 201, 429, 429]


@virtual
async def test_a_game_without_convention_cards_has_none() -> None:
    async with club(games={"bridge": with_rules(BRIDGE, convention_cards=None)}) as here:
        table, (north, *_) = await here.four()
        for answer in (await north.uploads(table), await north.opens(table, "NS")):
            assert code(answer) == (404, "forbidden")
            assert answer.json()["message"] == "bridge has no convention cards"


# With real sockets and a real store


@needs_redis
async def test_redis_stores_a_convention_card_unchanged(server: Served) -> None:
    token = await server.guest("Ann")
    table = await server.table(token, seats={})
    data = PNG + bytes(range(256)) * 1000
    async with talking(server, token) as ann, server.http(token) as http:
        await ann.ask(Watch(table=table, id=1))
        await ann.ask(Sit(table=table, seat=0, id=2))
        put = await http.put(f"/v1/tables/{table}/card", content=data, headers={"content-type": "image/png"})
        assert put.status_code == 201, put.text
        card = {"t": "system", "name": "Acol", "file": put.json()["file"]}
        done = await ann.ask(Act(table=table, n=1, action=card, id=3))
        assert isinstance(done, Done)
        got = await http.get(f"/v1/tables/{table}/card/NS")
        assert (got.status_code, got.content, got.headers["content-type"]) == (200, data, "image/png")


@virtual
async def test_a_card_and_an_explanation_may_not_have_a_word_that_the_operator_has_forbidden(
    tmp_path: Path,
) -> None:
    (tmp_path / "words").write_text("darn\n")
    async with club(words_file=str(tmp_path / "words")) as here:
        here.house.desk.moderation.reload_words()
        table, (north, *_) = await here.four()
        with pytest.raises(AssertionError, match="a text at the table may not have a word"):
            await north.lays(table, text="darn strong")
        await north.lays(table, text="quite strong")
        call = {"n": 2, "decision": "0.0", "action": {"t": "call", "call": "P", "explanation": "darn"}}
        refused = await north.http.post(f"/v1/tables/{table}/act", json=call)
        assert code(refused) == (403, "forbidden")
