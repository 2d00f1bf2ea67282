"""Opening tables, matches and replays with files of every format, by every way, with any content type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from protocol.v1.codec import JSON
from protocol.v1.requests import Open
from protocol.v1.updates import Done
from server.games.registry import GAMES
from server.records.bridge.formats import FORMATS, read_boards
from server.records.bridge.record import BoardRecord
from server.records.registry import read_deals
from server.web.responses import MAX_BODY
from tests.games.bridge.deals import EXAMPLE
from tests.records.bridge.board_json import shared
from tests.rooms import House
from tests.virtual import virtual
from tests.web.served import Served, needs_redis, served

BOARD = f'[Board "{{0}}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{EXAMPLE}"]\n[Auction "N"]\nP P P P\n\n'
PBN = "".join(BOARD.format(number) for number in (1, 2))
TYPES = (
    "text/plain",
    "application/octet-stream",
    "application/json",
    "application/x-www-form-urlencoded",
    "",
)
REAL = (
    ("pbn", "endplay__example1.pbn"),
    ("lin", "vugraph_74802.lin"),
    ("bridge_env", "sample_log_2boards.json"),
    ("bridge_env", "board_settings_ex.json"),
    ("endplay", "boards_from_example1_lin.json"),
)


def written(name: str, boards: int = 2) -> str:
    """Return some boards in a format."""
    read = [board for board in read_boards(PBN) if isinstance(board, BoardRecord)]
    return FORMATS[name].dumps(read[:boards])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def posts(house: Served, path: str, body: bytes, kind: str = "text/plain") -> httpx.Response:
    async with house.http(await house.guest()) as http:
        return await http.post(path, content=body, headers={"content-type": kind} if kind else {})


@needs_redis
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", FORMATS)
async def test_a_file_as_it_is_opens_a_table_whatever_its_content_type(
    house: Served, name: str, kind: str
) -> None:
    answer = await posts(house, "/v1/tables", written(name).encode(), kind)
    assert answer.status_code == 201, answer.text
    room = house.hub.live(answer.json()["table"])
    assert room is not None and room.viewers._deals.count == len(read_deals(written(name)))


@needs_redis
@pytest.mark.parametrize("path", ["/v1/tables?game=replay&name=club", "/v1/matches?name=club"])
@pytest.mark.parametrize("name", FORMATS)
async def test_a_file_as_it_is_opens_a_replay_and_a_match(house: Served, name: str, path: str) -> None:
    answer = await posts(house, path, written(name).encode())
    assert answer.status_code == 201, answer.text
    room = house.hub.live(answer.json()["table"])
    assert room is not None and room.name.startswith("club")


@needs_redis
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/matches"])
@pytest.mark.parametrize("name", FORMATS)
async def test_a_request_may_contain_a_file_as_text(house: Served, name: str, path: str) -> None:
    async with house.http(await house.guest()) as http:
        answer = await http.post(path, json={"boards": written(name)})
    assert answer.status_code == 201, answer.text


@needs_redis
@pytest.mark.parametrize(("folder", "name"), REAL, ids=[name for _, name in REAL])
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/tables?game=replay", "/v1/matches"])
async def test_real_files_of_every_kind_open_all_of_these(
    house: Served, folder: str, name: str, path: str
) -> None:
    answer = await posts(house, path, shared(folder, name).read_bytes(), "application/json")
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("game", ["bridge", "replay"])
def test_open_over_the_wire_carries_a_short_file_of_any_format(name: str, game: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            wish = Open(game=game, boards=written(name, boards=1), id=1)
            assert len(JSON.encode(wish)) <= 4096
            assert isinstance(await house.person("Host", JSON).ask(wish), Done)

    run()


@needs_redis
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"nothing of bridge", "expected"),
        (b"[1, 2", "expected"),
        (b"\xff\xfe\x00", "expected"),
        (PBN.replace("AQ52", "AQ55").encode(), "expected"),
    ],
)
async def test_an_invalid_file_is_refused_with_its_reason(house: Served, body: bytes, words: str) -> None:
    for path in ("/v1/tables", "/v1/tables?game=replay", "/v1/matches"):
        answer = await posts(house, path, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_message")
        assert words in answer.json()["message"]


@needs_redis
async def test_a_file_is_as_large_as_any_body_may_be(house: Served) -> None:
    answer = await posts(house, "/v1/tables?game=replay", b"%" * (MAX_BODY + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


@needs_redis
async def test_the_name_of_a_replay_is_no_longer_than_the_name_of_a_table(house: Served) -> None:
    answer: Any = await posts(house, f"/v1/tables?game=replay&name={'x' * 61}", PBN.encode())
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_message")
    answer = await posts(house, "/v1/tables?game=nim", PBN.encode())
    assert f"expected one of the games {', '.join(sorted(GAMES))}, got" in answer.json()["message"]
