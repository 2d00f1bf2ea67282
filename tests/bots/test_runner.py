"""Tests of robots that play whole boards through all losses of connections."""

from __future__ import annotations

import asyncio

import pytest

from bots.bot import Bot, View
from bots.client import Client
from bots.errors import IllegalChoice
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from bots.registry import Action
from bots.runner import play, play_seat
from protocol.v1.bridge import (
    SEATS,
    Ask,
    Call,
    Claim,
    Explain,
    Grant,
    LayCard,
    MakeCall,
    PlayCard,
    PlayOn,
    Seat,
    Undo,
    Vote,
)
from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Act, Sit, Stand
from protocol.v1.updates import Notice
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.scripted import TABLE, ScriptedServer, dealt
from tests.bots.seats import ONE_CLUB, acts, sit, until
from tests.virtual import virtual


def fold(server: ScriptedServer, start: BridgeState) -> BridgeState:
    """Return the state that the rules derive from the server's log."""
    for seat, action in server.log:
        start = BRIDGE.apply(start, seat, action)
    return start


async def play_a_board(server: ScriptedServer, codec: Codec = MSGPACK) -> list[int]:
    return await asyncio.gather(
        *(
            play(PlainBot(), server.url, TABLE, seat.letter, token=seat.name, boards=1, codec=codec)
            for seat in SEATS
        )
    )


async def test_four_robots_play_a_board(server: ScriptedServer, codec: Codec) -> None:
    assert await play_a_board(server, codec) == [1, 1, 1, 1]
    assert BRIDGE.result(server.state) is not None
    assert server.state == fold(server, dealt())


@pytest.mark.parametrize("frames", [31, 60])
async def test_a_board_is_played_through_many_broken_connections(server: ScriptedServer, frames: int) -> None:
    server.faults.cut_after_frames = frames
    assert await play_a_board(server) == [1, 1, 1, 1]
    assert server.connections > 8
    assert server.state == fold(server, dealt())


async def test_a_board_is_played_through_lost_and_repeated_patches(server: ScriptedServer) -> None:
    server.faults.lose_patch = server.faults.double_patch = 20
    assert await play_a_board(server, JSON) == [1, 1, 1, 1]
    assert server.state == fold(server, dealt())


async def test_the_same_robots_play_without_sockets() -> None:
    server = ScriptedServer(dealt())

    async def seat_robot(seat: Seat) -> int:
        async with Client(server.connect(MSGPACK), token=seat.name) as client:
            await client.sit(TABLE, seat)
            return await play_seat(client, PlainBot(), TABLE, boards=1)

    assert await asyncio.gather(*(seat_robot(seat) for seat in SEATS)) == [1, 1, 1, 1]
    assert server.state == fold(server, dealt())


async def test_a_robot_stands_up_after_its_boards(server: ScriptedServer) -> None:
    await play_a_board(server)
    assert server.seats == {}
    assert sum(1 for request in server.heard if isinstance(request, Sit)) == 4
    assert sum(1 for request in server.heard if isinstance(request, Stand)) == 4


async def test_a_robot_leaves_when_the_table_closes(server: ScriptedServer) -> None:
    playing = asyncio.create_task(play(PlainBot(), server.url, TABLE, "E", token="east"))
    await until(lambda: server.lines and isinstance(server.lines[0].audience, Seated))
    server.send(server.lines[0], Notice(kind="closing", table=TABLE, message="done"))
    assert await playing == 0


async def test_an_illegal_action_of_a_robot_raises(server: ScriptedServer) -> None:
    class Doubler(Bot):
        def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
            return MakeCall(Call.DOUBLE)

    with pytest.raises(
        IllegalChoice, match=r"Doubler\.choose returned an illegal action, MakeCall\(.*'X'.*Law 19A"
    ):
        await play(Doubler(), server.url, TABLE, "N", token="north")


async def test_a_robot_may_take_its_time_to_choose(server: ScriptedServer) -> None:
    class Thinker(Bot):
        async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
            await asyncio.sleep(0)
            return legal[0]

    playing = asyncio.create_task(play(Thinker(), server.url, TABLE, "N", token="north"))
    await until(lambda: server.log)
    playing.cancel()
    assert server.log == [(Seat.NORTH, MakeCall(Call.PASS))]


async def test_the_delay_counts_from_the_decision_and_includes_the_robots_computation(
    server: ScriptedServer,
) -> None:
    sent_at: list[float] = []
    loop = asyncio.get_running_loop()

    class Hurried(Bot):
        def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
            sent_at.append(loop.time())
            return legal[0]

    playing = asyncio.create_task(play(Hurried(), server.url, TABLE, "N", token="north", delay_ms=100))
    await until(lambda: acts(server))
    playing.cancel()
    assert loop.time() - sent_at[0] >= 0.09


def take_back_a_call(server: ScriptedServer) -> None:
    """Let North call over another connection, and take the call back with the opponents' consent."""
    server.acts(Seat.NORTH, MakeCall(Call.PASS))
    server.acts(Seat.NORTH, Undo())
    for opponent in (Seat.EAST, Seat.WEST):
        server.acts(opponent, Grant(Seat.NORTH, accept=True))


async def test_a_robot_chooses_again_if_its_decision_has_gone(server: ScriptedServer) -> None:
    class Slow(PlainBot):
        async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
            if not chosen:
                take_back_a_call(server)
            chosen.append(view)
            return legal[0]

    chosen: list[View] = []
    playing = asyncio.create_task(play(Slow(), server.url, TABLE, "N", token="north"))
    await until(lambda: len(acts(server)) == 2)
    playing.cancel()
    assert [act.decision for act in acts(server)] == ["0.0", "1.0"]
    assert [act.n for act in acts(server)] == [1, 1]


async def test_an_answered_decision_is_not_answered_again(server: ScriptedServer) -> None:
    server.faults.lose_patch = 1
    async with Client(server.url, token="north") as client:
        await client.sit(TABLE, Seat.NORTH)
        playing = asyncio.create_task(play_seat(client, PlainBot(), TABLE))
        await until(lambda: server.log)
        for _ in range(3):
            await client.ping()
        assert client.tables[TABLE].decision == "0.0"
        assert len(acts(server)) == 1
        playing.cancel()


async def test_hooks_report_every_view_and_the_end_of_a_board(server: ScriptedServer) -> None:
    class Curious(PlainBot):
        def seen(self, view: View) -> None:
            phases.append(view.pub.phase)

        def board_over(self, view: View) -> None:
            over.append(view)

    phases: list[str] = []
    over: list[View] = []
    await asyncio.gather(
        *(play(Curious(), server.url, TABLE, seat, token=seat.name, boards=1) for seat in SEATS[:1]),
        *(play(PlainBot(), server.url, TABLE, seat, token=seat.name, boards=1) for seat in SEATS[1:]),
    )
    assert (phases[0], phases[-1]) == ("auction", "over")
    assert [view.pub.result for view in over] == [BRIDGE.result(server.state)]


async def test_a_robot_chooses_again_after_an_action_that_answers_no_decision(server: ScriptedServer) -> None:
    class Laying(PlainBot):
        def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
            laid = any(isinstance(action, LayCard) for _, action in server.log)
            return legal[0] if laid else LayCard("plain", "Natural.")

    playing = asyncio.create_task(play(Laying(), server.url, TABLE, "N", token="north"))
    await until(lambda: len(server.log) == 2)
    playing.cancel()
    assert server.log == [
        (Seat.NORTH, LayCard("plain", "Natural.")),
        (Seat.NORTH, MakeCall(Call.PASS)),
    ]


async def test_random_robots_of_the_same_seed_play_the_same_board() -> None:
    logs = []
    for _ in range(2):
        server = ScriptedServer(dealt())
        robots = (
            play(RandomBot(7), server.connect(MSGPACK), TABLE, s, token=s.name, boards=1) for s in SEATS
        )
        await asyncio.gather(*robots)
        logs.append(server.log)
    assert logs[0] == logs[1]
    assert any(isinstance(request, Act) for request in server.heard)


async def test_robots_let_an_opponent_take_back_a_call_once(server: ScriptedServer) -> None:
    opponents = [
        asyncio.create_task(play(Waiting(), server.url, TABLE, seat, token=seat.name))
        for seat in (Seat.EAST, Seat.WEST)
    ]
    async with Client(server.url, token="north") as north:
        at_north = await sit(north, Seat.NORTH)
        await until(lambda: sum(line.audience is not None for line in server.lines) == 3)
        await north.act(TABLE, ONE_CLUB)
        await north.act(TABLE, Undo("a slip"))
        await until(lambda: at_north.decision == "1.0")
        assert at_north.view.pub.calls == {}
        await north.act(TABLE, MakeCall(Call.PASS))
        await north.act(TABLE, Undo("another slip"))
        await until(lambda: len(_grants(server)) == 3)
    for opponent in opponents:
        opponent.cancel()
    assert [grant.accept for grant in _grants(server)] == [True, True, False]


def _grants(server: ScriptedServer) -> list[Grant]:
    return [action for _, action in server.log if isinstance(action, Grant)]


class Waiting(PlainBot):
    """A robot that never calls or plays. It only answers requests."""

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        await asyncio.Future()
        return legal[0]


async def test_answers_to_questions_have_the_same_delay_as_calls(
    server: ScriptedServer,
) -> None:
    asked_at: list[float] = []
    loop = asyncio.get_running_loop()

    class Open(PlainBot):
        def answer(self, view: View) -> tuple[Action, ...]:
            told = () if view.pub.calls == {} else (Explain(0, "clubs"),)
            asked_at.extend([loop.time()] * len(told))
            return told

    server.acts(Seat.NORTH, ONE_CLUB)
    playing = asyncio.create_task(play(Open(), server.url, TABLE, "N", token="north", delay_ms=100))
    await until(lambda: acts(server))
    playing.cancel()
    assert loop.time() - asked_at[0] >= 0.09
    assert [(act.action["t"], act.decision) for act in acts(server)] == [("explain", None)]


async def test_an_answer_is_sent_once_for_each_question(server: ScriptedServer) -> None:
    class Echo(Waiting):
        def answer(self, view: View) -> tuple[Action, ...]:
            seen.append(len(view.pub.calls))
            return (Explain(0, "clubs"),) if seen[-1] in (1, 2, 4) else ()

    seen: list[int] = []
    server.acts(Seat.NORTH, ONE_CLUB)
    playing = asyncio.create_task(play(Echo(), server.url, TABLE, "N", token="north"))
    await until(lambda: any(isinstance(action, Explain) for _, action in server.log))
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        server.acts(seat, MakeCall(Call.PASS))
        await until(lambda: seen[-1] == len(server.state.calls))
    await until(lambda: sum(isinstance(action, Explain) for _, action in server.log) == 2)
    playing.cancel()


async def test_a_refused_answer_to_a_question_does_not_end_the_robot(server: ScriptedServer) -> None:
    class Rude(PlainBot):
        def answer(self, view: View) -> tuple[Action, ...]:
            return (Ask(0, "x" * 300), Claim(3), Grant(Seat.EAST, accept=True))

    assert await asyncio.gather(
        play(Rude(), server.url, TABLE, "N", token="north", boards=1),
        *(play(PlainBot(), server.url, TABLE, seat, token=seat.name, boards=1) for seat in SEATS[1:]),
    ) == [1, 1, 1, 1]


async def test_a_delayed_answer_is_not_sent_after_its_decision_has_gone(server: ScriptedServer) -> None:
    playing = asyncio.create_task(play(PlainBot(), server.url, TABLE, "N", token="north", delay_ms=80))
    await until(lambda: server.lines and isinstance(server.lines[0].audience, Seated))
    take_back_a_call(server)
    await until(lambda: acts(server))
    playing.cancel()
    assert [act.decision for act in acts(server)] == ["1.0"]


class ByTheReadme(Bot):
    """The robot of README.md. It reads `card` of any action that is not a call."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return legal[0] if view.own.calls else max(legal, key=lambda action: action.card.height)


async def test_a_robot_that_knows_calls_and_cards_alone_votes_and_plays_on(server: ScriptedServer) -> None:
    for call in (Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS):
        server.acts(BRIDGE.to_act(server.state)[0], MakeCall(call))
    server.acts(Seat.EAST, BRIDGE.legal_actions(server.state, Seat.EAST)[0])
    server.acts(Seat.NORTH, Claim(13))
    playing = [
        asyncio.create_task(play(ByTheReadme(), server.url, TABLE, seat, token=seat.name)) for seat in SEATS
    ]
    await until(lambda: any(isinstance(action, PlayCard) for _, action in server.log[6:]))
    for task in playing:
        task.cancel()
    votes = [action for _, action in server.log if isinstance(action, Vote)]
    assert set(votes) == {Vote(accept=False)}
    assert sum(isinstance(action, PlayOn) for _, action in server.log) == 4


@virtual
async def test_random_robots_may_talk_and_the_board_comes_to_an_end() -> None:
    kinds: set[str] = set()
    for seed in range(3):
        server = ScriptedServer(dealt(seed))
        robots = (
            play(
                RandomBot(seed * 4 + s, talkative=True),
                server.connect(MSGPACK),
                TABLE,
                s,
                token=s.name,
                boards=1,
            )
            for s in SEATS
        )
        assert await asyncio.gather(*robots) == [1, 1, 1, 1]
        assert server.state == fold(server, dealt(seed))
        kinds |= {type(action).__name__ for _, action in server.log}
    assert kinds >= {"MakeCall", "PlayCard", "Claim", "Vote", "Undo", "Grant", "Ask", "Explain"}
