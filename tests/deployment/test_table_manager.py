"""Programs of the table-manager protocol at the tables of a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from protocol.v1.bridge import SEATS, Seat, format_hand
from tests.bench.processes import free_port
from tests.bots.bridge.table_manager.programs import Program
from tests.bots.bridge.table_manager.transcripts import FOLDER, boards, transcript
from tests.web.served import QUICK, Served, needs_redis, served

pytestmark = needs_redis
WORDS = {"None": "None", "NS": "NS", "EW": "EW", "Both": "All"}


class Site:
    """A server with a table manager, and a host that opens tables there."""

    def __init__(self, server: Served, port: int) -> None:
        self.port = port
        self._http = httpx.Client(base_url=server.address, timeout=30)
        token = self._http.post("/v1/guests", json={"name": "Host"}).json()["token"]
        self._http.headers["authorization"] = f"Bearer {token}"

    def open(self, **wish: Any) -> str:
        """Open a table of bridge, and return its id."""
        body = {"game": "bridge", "policy": {**QUICK, "clock": {"kind": "none"}, "hold_ms": None}} | wish
        made = self._http.post("/v1/tables", json=body)
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    def ask_for_team(self, table: str, seats: str, dialect: str = "") -> httpx.Response:
        numbers = ["NESW".index(seat) for seat in seats]
        return self._http.post(f"/v1/tables/{table}/teams", json={"seats": numbers, "dialect": dialect})

    def team(self, table: str, seats: str, dialect: str = "") -> str:
        """Reserve seats, and return the name of their team."""
        made = self.ask_for_team(table, seats, dialect)
        assert made.status_code == 201, made.text
        assert made.json()["port"] == self.port
        return str(made.json()["team"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    port = free_port()
    with served(tmp_path_factory.mktemp("site"), table_manager_port=port) as server:
        yield Site(server, port)


def pbn_of_transcripts() -> str:
    """Return the deals of the transcripts as a PBN file."""
    text = []
    for board in boards():
        north = board[Seat.NORTH]
        hands = " ".join(format_hand(board[seat].hand) for seat in SEATS)
        text.append(
            f'[Board "{north.number}"]\n[Dealer "{north.dealer.letter}"]\n'
            f'[Vulnerable "{WORDS[north.vulnerable]}"]\n[Deal "N:{hands}"]\n'
        )
    return "\n".join(text)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no transcripts here")
async def test_four_programs_of_bridge_env_play_the_match_of_the_transcripts_line_for_line(
    site: Site,
) -> None:
    table = site.open(boards=pbn_of_transcripts())
    teams = {0: site.team(table, "NS", "bridge_env"), 1: site.team(table, "EW", "bridge_env")}

    def here(text: str) -> str:
        return text.replace("teamA", teams[0]).replace("teamB", teams[1])

    async def follow(seat: Seat) -> None:
        program = await Program.connect(site.port)
        for line in transcript(seat):
            if line.by_client:
                program.say(here(line.text))
            else:
                assert await program.hear() == here(line.text)
        assert await program.hear() == "", "the connection ends with the session"

    await asyncio.gather(*map(follow, SEATS))
