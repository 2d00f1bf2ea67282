"""Programs of the table-manager protocol at the tables of a real server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.v1.bridge import SEATS, Seat, format_hand
from server.settings import Settings
from tests.bots.table_manager.programs import Program
from tests.bots.table_manager.transcripts import FOLDER, boards, transcript
from tests.ports import free_port
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import GENEROUS, PATIENCE_S, QUICK, Served, needs_redis, served
from tests.web.two_served import _acquainted

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

    def seat_person(self, table: str, seat: int, name: str) -> None:
        """Let a new guest take a seat."""
        guest = self._http.post("/v1/guests", json={"name": name}).json()["token"]
        headers = {"authorization": f"Bearer {guest}"}
        made = self._http.post(f"/v1/tables/{table}/sit", json={"seat": seat}, headers=headers)
        assert made.status_code == 200, made.text

    def people(self, table: str) -> Any:
        """Return the message with the people of a table."""
        with self._http.stream("GET", f"/v1/tables/{table}/stream") as lines:
            return next(
                each for each in map(json.loads, filter(None, lines.iter_lines())) if each["t"] == "people"
            )

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
    with served(tmp_path_factory.mktemp("site"), table_manager_port=port, table_manager_pause_ms=0) as server:
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

    def here(text: str, seat: Seat) -> str:
        # A program hears its own team's name, and of the other one the part that everybody at the table sees.
        shown = {side: name if seat % 2 == side else name.partition("-")[0] for side, name in teams.items()}
        return text.replace("teamA", shown[0]).replace("teamB", shown[1])

    async def follow(seat: Seat) -> None:
        program = await Program.connect(site.port)
        for line in transcript(seat):
            if line.by_client:
                program.say(here(line.text, seat))
            else:
                assert await program.hear() == here(line.text, seat)
        assert await program.hear() == "", "the connection ends with the session"

    await asyncio.gather(*map(follow, SEATS))


async def connect(
    site: Site, team: str, seat: str, version: int = 18, port: int | None = None
) -> tuple[Program, str]:
    """Connect a program as a seat, and return it with the first answer."""
    program = await Program.connect(port or site.port)
    program.say(f'Connecting "{team}" as {seat} using protocol version {version}')
    return program, await program.hear()


class Match:
    """Two teams of the test's own programs at one table, which do what each test says."""

    def __init__(self, site: Site, **wish: Any) -> None:
        self.site = site
        self.table = site.open(**wish)
        self.teams = {0: site.team(self.table, "NS"), 1: site.team(self.table, "EW")}
        self.programs: dict[str, Program] = {}

    async def sit(self, seat: str, port: int | None = None) -> Program:
        """Connect a program to a seat, up to the word that it is ready to start."""
        team = self.teams["NESW".index(seat[0]) % 2]
        program, first = await connect(self.site, team, seat, port=port)
        assert first.endswith("seated")
        self.programs[seat] = program
        program.say(f"{seat} ready for teams")
        return program

    async def deal(self, *ports: int) -> None:
        """Let all four programs ask for the first board and their cards, over these ports in turn."""
        for place, seat in enumerate(("North", "East", "South", "West")):
            await self.sit(seat, ports[place % len(ports)] if ports else None)
        for seat, program in self.programs.items():
            assert (await program.hear()).startswith("Teams")
            assert "cards :" in await self.ask_for_board(seat)

    async def ask_for_board(self, seat: str) -> str:
        """Let a program ask for the board and its cards, and return the line with the cards."""
        program = self.programs[seat]
        program.say(f"{seat} ready to start")
        assert await program.hear() == "Start of board"
        program.say(f"{seat} ready for deal")
        assert (await program.hear()).startswith("Board number")
        program.say(f"{seat} ready for cards")
        return await program.hear()


DEALER_NORTH = """\
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T987.AKQJ.T98.76 65432.765.432.T9 .432.AKQJ.AKQJ85"]
"""


async def test_programs_that_may_not_sit_are_told_why_and_the_connection_ends(site: Site) -> None:
    table = site.open()
    team = site.team(table, "NS")
    program, seated = await connect(site, team, "North")
    assert seated == f'North ("{team}") seated'
    refusals = {
        "a seat that is taken": await connect(site, team, "North"),
        "another team's seat": await connect(site, team, "East"),
        "no such team": await connect(site, "Nobody", "South"),
        "another version": await connect(site, team, "South", 19),
    }
    told = {}
    for what, (refused, text) in refusals.items():
        told[what] = text
        assert await refused.hear() == ""
    assert told == {
        "a seat that is taken": "Seat already has been taken",
        "another team's seat": "Illegal hand specified: expected North or South",
        "no such team": 'Unknown team name "Nobody"',
        "another version": "Expected protocol version 18",
    }
    stranger = await Program.connect(site.port)
    stranger.say("GET / HTTP/1.1")
    assert (await stranger.hear()).startswith("Expected Connecting")
    # A program may take whichever seat of its team is free.
    _, any_seat = await connect(site, team, "ANYPL")
    assert any_seat == f'SOUTH ("{team}") seated'
    program.go()


def test_a_reserved_seat_is_shown_as_a_robot_of_the_host_and_does_not_tell_the_name_of_its_team(
    site: Site,
) -> None:
    table = site.open()
    team = site.team(table, "EW")
    shown, (bird, secret) = site.people(table), team.split("-")
    rows = shown["seats"]
    assert [(row["name"], row["robot_of"]) for row in rows] == [
        ("", ""),
        (bird, "Host"),
        ("", ""),
        (bird, "Host"),
    ]
    assert secret not in str(shown)


def test_only_the_host_reserves_seats_and_only_free_ones_of_a_bridge_table(
    site: Site, tmp_path: Path
) -> None:
    table = site.open()
    other = Site.__new__(Site)
    other.port, other._http = site.port, httpx.Client(base_url=site._http.base_url, timeout=30)
    token = other._http.post("/v1/guests", json={"name": "Guest"}).json()["token"]
    other._http.headers["authorization"] = f"Bearer {token}"
    assert other.ask_for_team(table, "NS").status_code == 403
    assert site.ask_for_team(table, "NS").status_code == 201
    taken = site.ask_for_team(table, "SW")
    assert (taken.status_code, taken.json()["message"]) == (403, "another player has this seat")
    # The refused request has left no player in the other seat.
    assert site.ask_for_team(table, "W").status_code == 201
    spades = site.open(game="spades")
    assert "bridge" in site.ask_for_team(spades, "NS").json()["message"]
    with served(tmp_path / "without") as server:
        without = Site(server, 0)
        assert without.ask_for_team(without.open(), "NS").status_code == 503


async def test_a_program_is_told_the_names_of_people_in_ascii_and_without_quotes(site: Site) -> None:
    table = site.open()
    team = site.team(table, "NS")
    site.seat_person(table, 1, 'Zoë "Q"')
    site.seat_person(table, 3, "李")
    program, _ = await connect(site, team, "North")
    program.say("North ready for teams")
    await connect(site, team, "South")
    assert await program.hear() == f"""Teams : N/S : "{team}" E/W : "Zoe 'Q' + Player\""""


async def test_a_client_is_told_why_its_connection_ends_if_it_does_not_keep_to_the_protocol(
    site: Site,
) -> None:
    match = Match(site, boards=DEALER_NORTH)
    await match.deal()
    north, west = match.programs["North"], match.programs["West"]
    north.say("North bids 1S Alert. " + "x" * 5000)
    assert await north.hear() == "Error: expected a line of at most 1000 characters"
    assert await north.hear() == ""
    for _ in range(65):
        west.say("West passes")
    assert await west.hear() == "Error: expected at most 64 lines before their turn"
    assert await west.hear() == ""


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the system does not tell its timers")
async def test_a_client_whose_machine_is_gone_is_noticed_within_a_minute(site: Site) -> None:
    await connect(site, site.team(site.open(), "NS"), "North")
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = [row for row in rows if row[1].endswith(f":{site.port:04X}") and row[3] == "01"]
    timers = [(kind, int(ticks, 16) / 100) for kind, ticks in (row[5].split(":") for row in ours)]
    assert timers and all(kind == "02" and wait_s <= 15 for kind, wait_s in timers), "02: it asks by itself"


def test_a_server_that_stops_while_programs_play_logs_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    with served(tmp_path, table_manager_port=port) as server:
        site = Site(server, port)
        team = site.team(site.open(), "NS")
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as program:
            program.sendall(f'Connecting "{team}" as North using protocol version 18\r\n'.encode())
            assert program.recv(100).endswith(b"seated\r\n")
            server.stop()
            assert program.recv(100) == b"", "the connection ends with the server"
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


async def test_an_alert_and_its_text_reach_both_opponents_and_never_partner(site: Site) -> None:
    match = Match(site, boards=DEALER_NORTH)
    await match.deal()
    match.programs["North"].say("North bids 2C Alert. asks for a four-card major")
    heard = {}
    for seat in ("East", "South", "West"):
        match.programs[seat].say(f"{seat} ready for North's bid")
        heard[seat] = await match.programs[seat].hear()
    assert heard == {
        "East": "North bids 2C Alert. asks for a four-card major",
        "South": "North bids 2C",
        "West": "North bids 2C Alert. asks for a four-card major",
    }


async def test_a_call_whose_text_has_a_forbidden_word_is_made_without_the_text(tmp_path: Path) -> None:
    (words := tmp_path / "words").write_text("bother\n")
    port = free_port()
    with served(tmp_path / "site", table_manager_port=port, words=str(words)) as server:
        match = Match(Site(server, port), boards=DEALER_NORTH)
        await match.deal()
        north, east = match.programs["North"], match.programs["East"]
        north.say("North bids 2C Alert. no bother for partner")
        north.say("North ready for East's bid")
        east.say("East ready for North's bid")
        assert await east.hear() == "North bids 2C Alert."
        east.say("East passes Infos. a weak hand")
        assert await north.hear() == "East passes Infos. a weak hand"


async def test_an_illegal_call_is_refused_and_after_three_of_them_a_substitute_plays_the_board(
    site: Site,
) -> None:
    match = Match(site, boards=DEALER_NORTH)
    await match.deal()
    north, east = match.programs["North"], match.programs["East"]
    for _ in range(2):
        north.say("North redoubles")
        assert await north.hear() == "Illegal bid"
    east.say("East ready for North's bid")
    north.say("North redoubles")
    assert await north.hear() == "Illegal bid"
    assert (await east.hear()).startswith("North ")


async def test_a_call_is_told_only_to_a_program_that_is_ready_and_lines_before_their_turn_wait(
    site: Site,
) -> None:
    match = Match(site, boards=DEALER_NORTH)
    await match.deal()
    north, west = match.programs["North"], match.programs["West"]
    # A line of another seat is not the program's own, and is ignored.
    west.say("North bids 7NT")
    north.say("North passes")
    north.say("North ready for East's bid")
    match.programs["East"].say("East ready for North's bid")
    assert await match.programs["East"].hear() == "North passes"
    match.programs["East"].say("East bids 1H")
    assert await north.hear() == "East bids 1H"
    west.say("West ready for North's bid")
    west.say("West ready for East's bid")
    assert [await west.hear(), await west.hear()] == ["North passes", "East bids 1H"]


async def test_a_program_that_comes_back_is_told_the_board_from_its_beginning(site: Site) -> None:
    match = Match(site, boards=DEALER_NORTH)
    await match.deal()
    north, east = match.programs["North"], match.programs["East"]
    north.say("North bids 1S")
    east.say("East ready for North's bid")
    assert await east.hear() == "North bids 1S"
    north.go()
    # The seat is free for a new connection as soon as the server has noticed the end of the old one.
    async with asyncio.timeout(10):
        while True:
            north, first = await connect(site, match.teams[0], "North")
            if first.endswith("seated"):
                break
            await asyncio.sleep(0.05)
    match.programs["North"] = north
    north.say("North ready for teams")
    assert (await north.hear()).startswith("Teams")
    assert await match.ask_for_board("North") == "North's cards : S A K Q J. H T 9 8. D 7 6 5. C 4 3 2."
    north.say("North bids 1S")
    north.say("North ready for East's bid")
    east.say("East passes")
    assert await north.hear() == "East passes"


@pytest.mark.thorough
async def test_four_processes_of_our_own_play_a_match_of_16_boards_through_the_table_manager(
    site: Site,
) -> None:
    table = site.open(options={"boards": 16})
    programs = []
    for seats, robot in (("NS", "plain"), ("EW", "random")):
        team = site.team(table, seats)
        for seat in seats:
            place = f"127.0.0.1:{site.port}"
            command = ("bot", robot, "--table-manager", place, "--team", team, "--seat", seat)
            programs.append(
                await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "server", *command, stdout=asyncio.subprocess.PIPE
                )
            )
    async with asyncio.timeout(120):
        told = [(await program.communicate())[0].decode() for program in programs]
    assert told == ["played 16 boards\n"] * 4


@pytest.mark.thorough
async def test_programs_play_at_one_table_through_two_hubs(tmp_path: Path) -> None:
    ports = free_port(), free_port()
    with short_directory() as directory, contextlib.ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        wishes: dict[str, Any] = {**GENEROUS, "data": str(tmp_path), "port": 0, "redis_url": redis.url}
        here, there = (
            ending.enter_context(Served(Settings(**wishes, table_manager_port=port))) for port in ports
        )
        await asyncio.to_thread(lambda: asyncio.run(_acquainted((here, there))))
        match = Match(Site(here, ports[0]), boards=DEALER_NORTH)
        await match.deal(*ports)
        # The seat of a program that plays over one server is taken at the other one, too.
        _, refused = await connect(match.site, match.teams[0], "North", port=ports[1])
        assert refused == "Seat already has been taken"
        north, east = match.programs["North"], match.programs["East"]
        north.say("North bids 1S")
        for seat in ("East", "South", "West"):
            match.programs[seat].say(f"{seat} ready for North's bid")
            assert await match.programs[seat].hear() == "North bids 1S"
        east.say("East passes")
        north.say("North ready for East's bid")
        assert await north.hear() == "East passes"
