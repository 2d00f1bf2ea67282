"""Tests of a replay of Hanabi at the terminal: the leader's lines step all watchers through the record."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import CliRunner

from bots.guest import guest
from bots.hanabi.terminal.replay import HanabiReplaySheet, new_place, place_words
from bots.hanabi.view import HanabiView
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table
from bots.wire.http import Http
from protocol.v1.hanabi import ColorClue, Discard, End, Ended, PlayCard, RankClue
from protocol.v1.hanabi.replay import Note, Try
from protocol.v1.replay import Finish, Rewind, Seek
from server.cli import app
from server.games.base import Audience, Kibitzer, Public, Seated
from server.games.hanabi.replay import HANABI_REPLAY, HanabiReplay
from server.records.hanabi import dumps
from tests.games.hanabi.dealt import THREE, game
from tests.games.replay.games import opened, record_of, recorded
from tests.records.hanabi.games import game as recorded_game
from tests.web.served import Served, needs_redis, served

NOTES = (Note(0, 3, "save"), Note(1, 0, "play?"))
WHOLE = recorded(ended=Ended(End.TERMINATED, 1), notes=NOTES, id=77)
LEADER = Seated(0)


def led(*actions: Any) -> HanabiReplay:
    """Return the replay of two games after these lines of the leader.

    The first game has 4 moves and ends without a last one.
    """
    state = opened(WHOLE, record_of(game(*THREE), ()), title="club.json")
    for action in actions:
        state = HANABI_REPLAY.apply(state, 0, action)
    return state


def view(state: HanabiReplay, audience: Audience = LEADER) -> HanabiView:
    return HanabiView("t", HANABI_REPLAY.pub(state), HANABI_REPLAY.own(state, audience))


def sheet(*actions: Any, audience: Audience = LEADER) -> HanabiReplaySheet:
    state = led(*actions)
    return HanabiReplaySheet(view(state, audience), HANABI_REPLAY.pub(state))


def drawn(of: HanabiReplaySheet) -> str:
    console = Console(file=io.StringIO(), width=110)
    console.print(of.draw({}))
    return console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO


def test_warnings_of_a_recorded_game_are_shown_once() -> None:
    warned = opened(record_of(game(*THREE), ()), replace(WHOLE, warnings=("line 3: \x1b[31mfoo",)))
    first, second, on = (
        warned,
        HANABI_REPLAY.apply(warned, 0, Seek(1, 0)),
        HANABI_REPLAY.apply(warned, 0, Seek(1, 1)),
    )
    told = "The file has content that is not shown: line 3: "
    for before, after, times in ((None, first, 0), (first, second, 1), (second, on, 0), (None, on, 1)):
        known = None if before is None else HANABI_REPLAY.pub(before)
        lines = [line for line in new_place(known, HANABI_REPLAY.pub(after)) if line.startswith(told)]
        assert len(lines) == times and all("\x1b" not in line for line in lines)


# What a leader types


@pytest.mark.parametrize(
    ("before", "typed", "done"),
    [
        ((), "n", Seek(0, 1)),
        ((Seek(0, 3),), "b", Seek(0, 2)),
        ((Seek(0, 3),), "FIRST", Seek(0, 0)),
        ((), "last", Seek(0, 5)),
        ((), " g 3 ", Seek(0, 3)),
        ((), "nn", Seek(1, 0)),
        ((Seek(1, 0),), "bb", Seek(0, 0)),
        ((), "game 2", Seek(1, 0)),
        ((Seek(0, 2), Try(Discard(4)), Try(PlayCard(5))), "b", Rewind(3)),
        ((Seek(0, 2), Try(Discard(4)), Rewind(2)), "b", Seek(0, 1)),
        ((Seek(0, 2), Try(Discard(4)), Rewind(2)), "n", Rewind(3)),
        ((Seek(0, 2), Try(Discard(4))), "r", Seek(0, 2)),
        ((), "finish", Finish()),
        ((), "play 1", Try(PlayCard(4))),
        ((Seek(0, 1),), "discard 5", Try(Discard(5))),
        ((), "clue Bob 3", Try(RankClue(1, 3))),
        ((), "clue bob red", Try(ColorClue(1, 0))),
        ((Seek(0, 1),), "b to Ann", Try(ColorClue(0, 3))),
        ((Seek(0, 1),), "g to Ann", Try(ColorClue(0, 2))),
    ],
)
def test_each_command_of_a_leader_is_read_as_its_step(before: tuple[Any, ...], typed: str, done: Any) -> None:
    assert sheet(*before).read_lead(typed) == done


@pytest.mark.parametrize(
    ("before", "typed", "why"),
    [
        ((), "b", "the replay is at its beginning"),
        ((Seek(0, 5),), "n", "there are no further moves"),
        ((), "g 99", "a move from 0 to 5; `nn` shows the next game"),
        ((), "g", "as in `g 12`"),
        ((), "game two", "as in `game 5`"),
        ((), "game 3", "a game from 1 to 2"),
        ((), "bb", "a game from 1 to 2"),
        ((), "r", "you have tried no other moves"),
        ((), "play 9", "expected a slot"),
        ((Seek(0, 5),), "play 1", "no move to try"),
    ],
)
def test_an_impossible_step_is_refused_with_a_reason(before: tuple[Any, ...], typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        sheet(*before).read_lead(typed)


def test_a_leader_gets_a_list_of_the_moves_to_try() -> None:
    assert [line for line in sheet(Seek(0, 1)).list_leads() if line.startswith("to try")] == [
        "to try: play 1 2 3 4 5",
        "to try: clue Ann red | 1 | 2 | 3 | 4 | 5",
    ]
    assert not any(line.startswith("to try") for line in sheet(Seek(0, 5)).list_leads())


# What is shown


def test_the_position_of_a_replay_is_described() -> None:
    assert place_words(HANABI_REPLAY.pub(led())) == "club.json, game 1 of 2 (77), move 0 of 5"
    tried = HANABI_REPLAY.pub(led(Seek(0, 2), Try(Discard(4))))
    assert place_words(tried) == "club.json, game 1 of 2 (77), move 3 of 3, other moves tried after move 2"
    assert place_words(HANABI_REPLAY.pub(HanabiReplay())) == "no file is open yet"


def test_watchers_see_all_hands_and_a_seats_view_shows_what_its_player_saw() -> None:
    for audience in (LEADER, Public()):
        shown = drawn(sheet(audience=audience))
        assert "R5" in shown and "Y5" in shown and "Ann" not in shown
    anns = drawn(sheet(audience=Kibitzer(0)))
    assert "R5" not in anns and "Y5" in anns


def test_steps_forward_describe_moves_and_steps_back_describe_none() -> None:
    def told(*actions: Any, after: tuple[Any, ...]) -> list[str]:
        return [*sheet(*actions).events(view(led(*after)))]

    assert told(Seek(0, 1), after=()) == ["Ann plays R1 from slot 5, draws R1"]
    assert told(after=(Seek(0, 1),)) == ["(club.json, game 1 of 2 (77), move 0 of 5)"]
    line = Seek(0, 2), Try(Discard(4))
    assert told(*line, after=(Seek(0, 3),)) == [
        "Ann discards R5 from slot 2, draws R1",
        "(club.json, game 1 of 2 (77), move 3 of 3, other moves tried after move 2)",
    ]


def test_the_recorded_players_notes_are_shown_to_all() -> None:
    assert sheet(Seek(0, 1), audience=Public()).page("notes") == [
        "Ann:",
        "  Ann's slot 3: save",
        "Bob:",
        "  R1, played: play?",
    ]


# At a live server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


class Somebody:
    """A person who types into a pipe."""

    def __init__(self) -> None:
        self.stdin, self._keys = os.pipe()
        self.console = Console(file=io.StringIO(), width=200)

    def types(self, *lines: str) -> None:
        os.write(self._keys, "".join(f"{line}\n" for line in lines).encode())

    async def waits_for(self, words: str) -> None:
        async with asyncio.timeout(20):
            while words not in self.console.file.getvalue():  # type: ignore[attr-defined]  # a StringIO
                await asyncio.sleep(0.01)


@asynccontextmanager
async def club(house: Served) -> AsyncIterator[tuple[Somebody, Somebody]]:
    """Yield a leader and a watcher at the replay of a file with two games."""
    host = await guest(house.address, "Host")
    file = dumps([recorded_game(1), recorded_game(2)]).encode()
    wish = TableRequest(game="hanabi_replay", title="club.json", boards=file)
    table = (await open_table(Http(house.address, host.token), wish)).table
    lea, wat = Somebody(), Somebody()
    works: list[Any] = [
        play(house.address, table, 0, name="Lea", console=lea.console, stdin=lea.stdin),
        watch(house.address, table, name="Wat", console=wat.console, stdin=wat.stdin),
    ]
    tasks = [asyncio.create_task(work) for work in works]
    try:
        for each in (lea, wat):
            await each.waits_for("(club.json, game 1 of 2, move 0 of 60)")
        yield lea, wat
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@needs_redis
async def test_all_watchers_see_the_leaders_steps(house: Served) -> None:
    async with club(house) as (lea, wat):
        lea.types("n", "n", "b", "play 1", "r", "nn")
        await wat.waits_for("Ann clues Cid 2:")
        await wat.waits_for("Bob plays ")
        await wat.waits_for("(club.json, game 1 of 2, move 1 of 60)")
        await wat.waits_for("(club.json, game 1 of 2, move 2 of 2, other moves tried after move 1)")
        await wat.waits_for("(club.json, game 2 of 2, move 0 of 56)")
        lea.types("discard 1", "bb", "last", "finish")
        await lea.waits_for("all clue tokens are available")
        await wat.waits_for("The game is over")
        await wat.waits_for("The leader has ended the replay")


@needs_redis
def test_the_command_line_opens_recorded_hanabi_games_as_a_replay(house: Served, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(dumps([recorded_game(1)]))
    opening = CliRunner().invoke(app, ["open", house.address, "--replay", str(file), "--name", "Ann"])
    assert opening.exit_code == 0, opening.output
    room = house.hub.live(opening.output.split()[1])
    assert room is not None
    assert (room.table.game.name, room.name) == ("hanabi_replay", "club.json")
