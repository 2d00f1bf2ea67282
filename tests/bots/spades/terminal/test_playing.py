"""Tests of people at Spades tables of a real server, at a pipe and at a terminal, with robots."""

from __future__ import annotations

import asyncio
import io
import os
import pty
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from bots.errors import Refused
from bots.guest import guest
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table, read_options, read_seats, seats_wished
from bots.wire.http import Http
from protocol.v1.requests import NoClock, PerMove, Policy
from server.table.seats import Chair
from tests.bots.seats import until
from tests.bots.terminal.pipes import Pipe
from tests.web.served import Served, needs_redis, served

pytestmark = needs_redis
# The transcript of a hand ends before the next hand begins, also on a busy machine.
QUICK = Policy(robot_ms=0, pause_ms=500, clock=NoClock())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def opens(house: Served, options: str, robots: str, policy: Policy = QUICK) -> tuple[str, str]:
    """Return the id of a new table with these robots, and its host's token."""
    wished = read_options([options], "spades")
    seats = read_seats([robots] if robots else [], seats_wished("spades", wished))
    host = await guest(house.address, "Ann")
    wish = TableRequest(game="spades", options=wished, policy=policy, seats=seats)
    return (await open_table(Http(house.address, host.token), wish)).table, host.token


class Person(Pipe):
    """A person in a seat who types into a pipe."""

    def __init__(self, house: Served, table: str, token: str, seat: str) -> None:
        super().__init__()
        at: dict[str, Any] = {"token": token, "console": self.console, "stdin": self.stdin}
        self.playing = asyncio.create_task(play(house.address, table, seat, **at))
        self.asked = 0

    async def is_asked(self) -> bool:
        """Return True when another answer is due, False when the table is closed."""
        self.asked += 1
        await until(lambda: self.playing.done() or self.printed.count("(? lists answers):") >= self.asked)
        return not self.playing.done()

    async def listed(self) -> list[str]:
        """Return the lines that `?` lists."""
        begin = len(self.printed)
        self.types("?")
        await until(lambda: self.printed.endswith("q leaves\n") and len(self.printed) > begin)
        return self.printed[begin:].splitlines()

    async def answers(self) -> None:
        """Type the first answer that `?` lists."""
        first = (await self.listed())[0].split("   ")[0]
        self.types(first if first.startswith("pass") else first.split()[0])

    async def plays_on(self) -> None:
        while await self.is_asked():
            await self.answers()
        await self.playing

    async def leaves(self) -> None:
        self.types("q")
        await self.playing


@pytest.mark.parametrize(
    ("options", "robots", "seat", "tricks"),
    [
        ("rounds=1", "NEW=random", "S", 13),
        ("preset=solo players=3 rounds=1", "all=random", "2", 17),
        ("players=2 rounds=1 jokers=jjdd", "N=random", "S", 13),
        ("players=6 rounds=1 nil_pass=2", "all=random", "5", 8),
    ],
)
async def test_a_person_plays_a_game_to_its_end(
    house: Served, options: str, robots: str, seat: str, tricks: int
) -> None:
    person = Person(house, *await opens(house, f"{options} blind_nil=0", robots), seat)
    await person.plays_on()
    won = person.printed.count(" wins trick ")
    assert won and won % tricks == 0, "a hand, and more where the scores are equal after it"
    assert "Your hand: ♠" in person.printed and "Hand 1, " in person.printed
    assert " the game; " in person.printed


async def test_a_hand_is_hidden_until_revealed_and_then_blind_bids_are_closed(house: Served) -> None:
    person = Person(house, *await opens(house, "blind_nil_behind=0 blind_bid=0", "NSW=random"), "E")
    assert await person.is_asked()
    assert "your hand is hidden" in person.printed and "♠" not in person.printed
    assert (await person.listed())[:3] == [
        "1 2 3 4 5 6 7 8 9 10 11 12 13 nil",
        "blind nil",
        "reveal (shows your hand; after that you cannot bid blind)",
    ]
    person.types("reveal")
    await person.waits_for("East looks at its hand")
    await person.waits_for("Your hand: ♠")
    person.types("blind nil")
    await person.waits_for("you may not bid blind, because you have looked at your hand")
    person.types("reveal")
    await person.waits_for(
        "you see your hand already, because you have looked, have bid, or may not bid blind"
    )
    person.types("4")
    await person.waits_for("East bids 4")
    await person.leaves()


async def test_a_blind_nil_and_its_partner_pass_cards_to_each_other(house: Served) -> None:
    table, token = await opens(house, "preset=seed blind_nil_behind=0", "")
    bob, others = await guest(house.address, "Bob"), [await guest(house.address, name) for name in "CD"]
    east, west = Person(house, table, token, "E"), Person(house, table, bob.token, "W")
    rest = [Person(house, table, player.token, seat) for player, seat in zip(others, "SN", strict=True)]
    east.types("blind nil")
    for person in (rest[0], west, rest[1]):
        person.types("3")
    await east.waits_for("Pass 2 cards to West")
    east.types("pass SA")
    await east.waits_for("expected 2 different cards, as in `pass SA HK`, got 'SA'")
    await east.answers()
    await west.waits_for("East passes 2 cards to West")
    await west.waits_for("Received: ")
    await west.waits_for("Pass 2 cards back to East")
    await west.answers()
    await east.waits_for("Received: ")
    await east.waits_for("Your card")
    assert all("Received" not in person.printed for person in rest)
    for person in (east, west, *rest):
        await person.leaves()


async def test_a_player_whose_time_ran_out_plays_again_after_enter(house: Served) -> None:
    timed = replace(QUICK, clock=PerMove(500), robot_ms=300)
    table, token = await opens(house, "blind_nil=0", "NSW=random", timed)
    person = Person(house, table, token, "E")

    def east() -> Chair:
        room = house.hub.live(table)
        assert room is not None
        return room.table.chairs[1]

    await person.waits_for("a robot plays for you; press Enter")
    person.types("")
    await until(lambda: east().relief is None)
    assert east().name == "Ann"
    await person.leaves()


async def test_commands_of_bridge_are_refused_at_spades_without_a_loss(house: Served) -> None:
    person = Person(house, *await opens(house, "blind_nil=0", "NSW=random"), "E")
    assert await person.is_asked()
    for line, said in (
        ("claim 3", "there are no claims at Spades"),
        ("undo", "no bid or card can be taken back at Spades"),
        ("card NS", "there are no alerts, questions or explanations at Spades"),
        ("rule tricks 9", "there are no rulings at Spades"),
        ("1NT", "expected a bid such as 4, nil, blind nil or blind 6, got '1NT'"),
        ("17", "expected a bid of 1, 2, 3"),
        ("SA", "expected a bid"),
        ("scores", "North-South: 0 points, 0 bags"),
        ("rules", "preset=classic, and blind_nil=0"),
        ("policy clock=20s/move", "clock=20s/move"),
    ):
        person.types(line)
        await person.waits_for(said)
    person.types("/ hello")
    await person.waits_for("Ann (E): hello")
    person.types("nil")
    await person.waits_for("East bids nil")
    await person.leaves()


async def test_two_players_sit_north_and_south_and_three_have_numbers(house: Served) -> None:
    two, token = await opens(house, "players=2", "N=random")
    with pytest.raises(ValueError, match=r"expected a seat \(N or S\), got 'E'"):
        await play(house.address, two, "E", token, console=Console(file=io.StringIO()), stdin=os.pipe()[0])
    person = Person(house, two, token, "S")
    assert await person.is_asked() and "You have drawn " in person.printed
    person.types("/ hi")
    await person.waits_for("Ann (S): hi")
    await person.leaves()
    three, token = await opens(house, "players=3", "")
    with pytest.raises(ValueError, match=r"expected a seat \(0, 1 or 2\), got 'S'"):
        await play(house.address, three, "S", token, console=Console(file=io.StringIO()), stdin=os.pipe()[0])


async def test_options_that_do_not_go_together_are_refused_in_words(house: Served) -> None:
    with pytest.raises(Refused, match="pairs need four or six players"):
        await opens(house, "players=5 sides=pairs", "")
    with pytest.raises(Refused, match=r"as target, got the unknown field `tarket`"):
        await opens(house, "tarket=200", "")


@pytest.fixture
async def keys() -> AsyncIterator[tuple[int, int]]:
    """Return a terminal: the end where keys are pressed, and the end that the program reads."""
    pressed, stdin = pty.openpty()
    yield pressed, stdin
    os.close(pressed)
    os.close(stdin)


async def test_at_a_terminal_the_table_is_drawn_and_keys_bid(house: Served, keys: tuple[int, int]) -> None:
    pressed, stdin = keys
    table, token = await opens(house, "blind_nil=0", "NSW=random")
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
    playing = asyncio.create_task(play(house.address, table, "E", token=token, console=console, stdin=stdin))
    await until(lambda: "Your bid (? lists answers):" in console.file.getvalue())
    assert "Hand 1, dealer North, to 500 or -200" in console.file.getvalue()
    assert "East's hand: " in console.file.getvalue() and "0 of 10" in console.file.getvalue()
    os.write(pressed, b"4\r")
    await until(lambda: "Your card (? lists answers):" in console.file.getvalue())
    os.write(pressed, b"\x04")
    await playing


async def test_a_watcher_at_a_pipe_gets_a_whole_game_in_lines(house: Served) -> None:
    table, _ = await opens(house, "rounds=1 preset=suicide", "NSE=random")
    person = Pipe()
    watching = asyncio.create_task(watch(house.address, table, console=person.console, stdin=person.stdin))
    await person.waits_for("The cards will be dealt when every seat is taken")
    robot = await guest(house.address, "Bob")
    await Person(house, table, robot.token, "W").plays_on()
    await watching
    tricks = person.printed.count(" wins trick ")
    assert person.printed.count(" leads ") == tricks
    assert tricks and tricks % 13 == 0, "a hand, and more where the scores are equal after it"
    assert "Your hand" not in person.printed and " win the game; " in person.printed
