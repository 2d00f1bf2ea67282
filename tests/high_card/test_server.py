"""High card at a real server: robots and a person play, others watch, and deals are exported and shown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from bots.guest import guest
from bots.plain_bot import PlainBot
from bots.runner import play as sit
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table
from bots.wire.http import Http
from protocol.v1.codec import JSON
from protocol.v1.requests import NoClock, Policy, Sit, Watch
from protocol.v1.updates import Done, Patch, View
from server.cli import app
from tests.bots.terminal.pipes import Pipe
from tests.high_card.test_records import FILE
from tests.patching import Shown
from tests.web.served import PATIENCE_S, Served, Talk, needs_redis, served, talking
from tests.web.test_games import over

pytestmark = needs_redis
QUICK = Policy(robot_ms=0, pause_ms=0, clock=NoClock())
ROBOTS = {0: "plain", 1: "random"}


@pytest.fixture(scope="module")
def house(_registered: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def opened(house: Served, **wishes: object) -> tuple[str, str]:
    """Return a table and the token of its host."""
    host = await guest(house.address, "Ann")
    wish = TableRequest(**{"game": "high_card", "policy": QUICK, "title": "Friday"} | wishes)
    return (await open_table(Http(house.address, host.token), wish)).table, host.token


async def played(house: Served, **wishes: object) -> str:
    """Return a table at which robots have played all deals."""
    table, _ = await opened(house, options={"deals": 4}, seats=ROBOTS, **wishes)
    await over(house, table)
    return table


async def exported(house: Served, table: str, deals: int) -> httpx.Response:
    """Return the records of a table, once so many deals are over."""
    async with house.http() as http, asyncio.timeout(PATIENCE_S):
        while True:
            answer = await http.get(f"/v1/games/{table}")
            if len(answer.text.splitlines()) > deals:
                return answer
            await asyncio.sleep(0.2)


async def test_a_person_at_the_terminal_plays_a_game_against_a_robot(house: Served) -> None:
    table, token = await opened(house, options={"deals": 3}, seats={0: "plain"})
    person = Pipe()
    at = {"token": token, "console": person.console, "stdin": person.stdin}
    playing = asyncio.create_task(play(house.address, table, "1", **at))
    prompts = 0
    while not playing.done():
        if person.printed.count("Bet or fold? (") > prompts:
            person.types("bet" if prompts else "raise")
            prompts += 1
        await asyncio.sleep(0.01)
    await playing
    assert "expected bet or fold, got 'raise'" in person.printed
    assert re.search(r"^seat [01] wins [12].*\nall deals have been played$", person.printed, re.MULTILINE)


async def test_robots_of_ones_own_play_over_a_websocket(house: Served) -> None:
    table, _ = await opened(house, options={"deals": 6})
    seated = (sit(PlainBot(), house.address, table, str(seat)) for seat in (0, 1))
    assert await asyncio.gather(*seated) == [6, 6]


async def test_the_public_sees_no_card_and_a_kibitzer_sees_one_hand(house: Served) -> None:
    # A robot that answers at once may fold, and so end the deal before the watcher has come.
    live = Policy(robot_ms=10_000, pause_ms=0, clock=NoClock(), hands="live")
    table, _ = await opened(house, policy=live, seats={1: "plain"}, options={"deals": 1})
    tokens = [await house.guest(name) for name in ("Bob", "Eve")]
    async with talking(house, tokens[0], JSON) as player, talking(house, tokens[1], JSON) as watcher:
        assert isinstance(await player.ask(Sit(table=table, seat=0, id=1)), Done)
        mine = await shown(player, "seat", lambda view: view.own["card"], table)
        public = await shown(watcher, "public", lambda view: view.pub["phase"] == "play", table)
        assert public.own is None and public.pub["cards"] is None
        kibitzer = await shown(watcher, 0, lambda view: view.own["card"], table)
        assert (kibitzer.own["card"], kibitzer.own["cards"]) == (mine.own["card"], None)
        everything = await shown(watcher, "all", lambda view: view.own["cards"], table)
        assert everything.own["cards"][0] == mine.own["card"]


async def shown(talk: Talk, audience: str | int, fits: Callable[[Shown], object], table: str) -> Shown:
    """Return the first view of a table that fits, with what was patched."""
    await talk.say(Watch(table=table, as_=audience))
    view = None
    while True:
        update = await talk.hear(View | Patch)
        if isinstance(update, View):
            view = Shown(update) if update.audience == audience else None
        elif view is not None:
            view.take(update)
        if view is not None and fits(view):
            return view


async def test_finished_deals_are_exported_and_each_alone(house: Served) -> None:
    table = await played(house)
    whole = await exported(house, table, 4)
    async with house.http() as http:
        second = await http.get(f"/v1/games/{table}.2", params={"format": "nameless"})
    assert (whole.status_code, whole.headers["content-type"].partition(";")[0]) == (200, "text/x-high-card")
    lines = whole.text.splitlines()
    assert lines[0] == "High card" and len(lines) == 5 and lines[1].endswith("| plain, random")
    assert second.text.splitlines()[1] == lines[2].partition(" |")[0]


async def test_what_is_exported_keeps_the_rules_and_can_be_converted(house: Served, tmp_path: Path) -> None:
    table, file = await played(house), tmp_path / "friday.high"
    file.write_bytes((await exported(house, table, 4)).content)
    done = CliRunner().invoke(app, ["replay", str(file)])
    assert done.exit_code == 0 and done.stdout.count('"ok":true') == 4
    done = CliRunner().invoke(app, ["convert", str(file), str(tmp_path / "x.nameless")])
    assert "cannot hold the players' names: deal 1, 2, 3, 4" in done.stderr


async def test_an_uploaded_file_is_played(house: Served) -> None:
    table = await played(house, boards=FILE.encode())
    lines = (await exported(house, table, 3)).text.splitlines()
    assert [line.split()[1:3] for line in lines[1:]] == [["SA", "H7"], ["C3", "D9"], ["S2", "DK"]]


async def test_a_file_of_another_game_is_refused_in_words(house: Served) -> None:
    with pytest.raises(Exception, match="expected deals of high card, got a game of"):
        await opened(house, boards=b'{"format":"kibitz-spades"}')


async def test_a_player_leads_others_through_an_uploaded_replay(house: Served) -> None:
    table, token = await opened(house, game="high_card_replay", boards=FILE.encode())
    leader, watcher = Pipe(), Pipe()
    leading = asyncio.create_task(
        play(house.address, table, "0", token=token, console=leader.console, stdin=leader.stdin)
    )
    watching = asyncio.create_task(watch(house.address, table, console=watcher.console, stdin=watcher.stdin))
    await leader.waits_for("Lead: ")
    await watcher.waits_for("(Friday, deal 1, move 0)")
    leader.types("n")
    await watcher.waits_for("seat 1: bet")
    leader.types("bet")
    await watcher.waits_for("seat 0 wins 2 (SA and H7)")
    leader.types("nn")
    await watcher.waits_for("(Friday, deal 2, move 0)")
    leader.types("finish")
    await asyncio.gather(leading, watching)


async def test_a_table_is_opened_seen_and_played_by_rest(house: Served) -> None:
    token = await house.guest("Host")
    table = await house.table(token, game="high_card", options={"deals": 1}, seats={"0": "plain"})
    async with talking(house, token, JSON) as talk, house.http(token) as http:
        assert isinstance(await talk.ask(Sit(table=table, seat=1, id=1)), Done)
        await shown(talk, "seat", lambda view: view.own["decision"], table)
        seen = (await http.get(f"/v1/tables/{table}", params={"as": "seat"})).json()["view"]
        assert seen["pub"]["game"] == "high_card" and seen["own"]["choices"] == ["bet", "fold"]
        at = f"/v1/tables/{table}"
        assert (await http.get(at, params={"as": "seat"})).json()["actions"] == [{"t": "bet"}, {"t": "fold"}]
        assert "actions" not in (await http.get(at)).json()
        act = {"n": 1, "decision": seen["own"]["decision"], "action": {"t": "raise"}}
        refused = await http.post(f"/v1/tables/{table}/act", json=act)
        done = await http.post(f"/v1/tables/{table}/act", json=act | {"action": {"t": "fold"}})
        assert (refused.status_code, done.status_code) == (400, 200)
    assert " fold | plain, Host" in (await exported(house, table, 1)).text


async def test_the_server_describes_the_game_to_clients_that_do_not_know_it(house: Served) -> None:
    async with house.http() as http:
        rows = (await http.get("/v1/schemas")).json()["games"]
        assert {"game": "high_card", "seats": 2, "replay": False} in rows
        assert {"game": "high_card_replay", "seats": 1, "replay": True} in rows
        about = (await http.get("/v1/schemas/high_card")).json()
        assert (about["seats"], about["unprompted"]) == (["seat 0", "seat 1"], [])
        assert set(about["schema"]["$defs"]) >= {"Bet", "Fold", "HighCardPub", "HighCardOwn"}
        refused = await http.get("/v1/schemas/nothing")
        assert refused.status_code == 400 and "expected a game of this server" in refused.json()["message"]
