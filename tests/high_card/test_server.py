"""High card at a real server: robots and a person play, others watch, and deals are exported and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bots.guest import guest
from bots.runner import play as sit
from bots.plain_bot import PlainBot
from bots.terminal import play, watch
from bots.terminal.opening import Wish, open_table
from bots.wire.http import Http
from protocol.v1.codec import JSON
from protocol.v1.requests import NoClock, Policy, Watch
from protocol.v1.updates import Notice, Patch, Refused, View
from server.cli import app
from tests.bots.terminal.test_terminal import Pipe
from tests.high_card.test_records import FILE
from tests.web.served import Served, needs_redis, served, talking
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
    wish = Wish(**{"game": "high_card", "policy": QUICK, "title": "Friday"} | wishes)
    return (await open_table(Http(house.address, host.token), wish)).table, host.token


async def played(house: Served, **wishes: object) -> str:
    """Return a table at which robots have played all deals."""
    table, _ = await opened(house, options={"deals": 4}, seats=ROBOTS, **wishes)
    await over(house, table)
    return table


async def test_a_person_at_the_terminal_plays_a_game_against_a_robot(house: Served) -> None:
    table, token = await opened(house, options={"deals": 2}, seats={1: "plain"})
    person = Pipe()
    at = {"token": token, "console": person.console, "stdin": person.stdin}
    playing = asyncio.create_task(play(house.address, table, "0", **at))
    asked = 0
    while not playing.done():
        due = person.said.count("bet or fold?")
        if due > asked:
            asked = due
            person.types("raise" if asked == 1 else "bet")
            if asked == 1:
                await person.hears("expected bet or fold, got 'raise'")
                person.types("bet")
        await asyncio.sleep(0.01)
    await playing
    assert "Your card is " in person.said
    assert person.said.count(" wins ") == 2


async def test_robots_of_ones_own_play_over_a_websocket(house: Served) -> None:
    table, _ = await opened(house, options={"deals": 6})
    seated = (sit(PlainBot(), house.address, table, str(seat)) for seat in (0, 1))
    assert await asyncio.gather(*seated) == [6, 6]


async def test_the_public_sees_no_card_and_a_kibitzer_sees_one_hand(house: Served) -> None:
    live = Policy(robot_ms=0, pause_ms=0, clock=NoClock(), hands="live")
    table, token = await opened(house, policy=live)
    player = asyncio.create_task(sit(PlainBot(), house.address, table, "1"))
    other, look = await house.guest("Bob"), await house.guest("Eve")
    async with talking(house, other, JSON) as seated, talking(house, look, JSON) as watcher:
        await seated.say({"t": "watch", "table": table})
        await seated.say({"t": "sit", "table": table, "seat": 0, "id": 1})
        await watcher.say({"t": "watch", "table": table})
        public = await _dealt(watcher)
        assert public.own is None and public.pub["cards"] is None
        await watcher.say({"t": "watch", "table": table, "as": 0})
        kibitzer = await _dealt(watcher, audience=0)
        assert kibitzer.own["card"] is not None and kibitzer.own["cards"] is None
        await watcher.say({"t": "watch", "table": table, "as": "all"})
        everything = await _dealt(watcher, audience="all")
        assert everything.own["cards"][0] == kibitzer.own["card"]
    player.cancel()


async def _dealt(talk: object, audience: object = "public") -> View:
    """Return the first view of an audience in which the cards are dealt."""
    while True:
        view = await talk.hear(View)
        if view.audience == audience and view.pub["phase"] == "play":
            return view


async def test_finished_deals_are_exported_and_each_alone(house: Served) -> None:
    table = await played(house)
    async with house.http() as http:
        whole = await http.get(f"/v1/games/{table}")
        second = await http.get(f"/v1/games/{table}.2", params={"format": "nameless"})
    assert (whole.status_code, whole.headers["content-type"].partition(";")[0]) == (200, "text/x-high-card")
    lines = whole.text.splitlines()
    assert lines[0] == "High card" and len(lines) == 5 and lines[1].endswith("| plain, random")
    assert second.text.splitlines()[1] == lines[2].partition(" |")[0]


async def test_what_is_exported_keeps_the_rules_and_can_be_converted(house: Served, tmp_path: Path) -> None:
    table, file = await played(house), tmp_path / "friday.high"
    async with house.http() as http:
        file.write_bytes((await http.get(f"/v1/games/{table}")).content)
    done = CliRunner().invoke(app, ["replay", str(file)])
    assert done.exit_code == 0 and done.stdout.count('"ok":true') == 4
    assert CliRunner().invoke(app, ["convert", str(file), str(tmp_path / "x.nameless")]).exit_code == 1


async def test_an_uploaded_file_is_played(house: Served) -> None:
    table = await played(house, boards=FILE.encode())
    async with house.http() as http:
        lines = (await http.get(f"/v1/games/{table}")).text.splitlines()
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
    watching = asyncio.create_task(
        watch(house.address, table, console=watcher.console, stdin=watcher.stdin)
    )
    await leader.hears("Lead: ")
    await watcher.hears("(Friday, deal 1, move 0)")
    leader.types("n")
    await watcher.hears("seat 1: bet")
    leader.types("bet")
    await watcher.hears("seat 0 wins 2 (SA and H7)")
    leader.types("nn")
    await watcher.hears("(Friday, deal 2, move 0)")
    leader.types("finish")
    await asyncio.gather(leading, watching)


async def test_a_table_is_opened_and_seen_by_rest(house: Served) -> None:
    table = await house.table(await house.guest("Host"), game="high_card", seats={"0": "plain", "1": "plain"})
    async with house.http() as http:
        shown = (await http.get(f"/v1/tables/{table}")).json()
    assert shown["pub"]["game"] == "high_card"
