"""The contract of a table's handle, kept by both kinds: a table of this process, and one elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Note, Sit, Stand, Watch
from protocol.v1.updates import Chat as Lines
from protocol.v1.updates import Done, Notice, Patch, Refused, ToClient, View
from protocol.v1.updates import People as PeopleUpdate
from server.errors import Refusal
from server.games.base import Public, Seated
from server.hub.handle import TableHandle
from server.hub.inbox import InboxRequest
from server.hub.listeners import Frame
from server.hub.room import Room
from server.table.commands import Barrier, Command
from server.table.player import Player
from server.table.typed_requests import ChangeTable, MakeAction
from tests.hub.handles.far import Elsewhere
from tests.patching import Shown
from tests.rooms import House, play_on
from tests.virtual import passes, until, virtual

ANN, BEN = House.player("Ann"), House.player("Ben")
SETTLED_MS = 6_000
"""The time in which a request and its answer cross the queue, however often they are lost."""


class Ear:
    """A connection that follows a table, with all that it was sent; it applies patches as a client does."""

    codec = MSGPACK

    def __init__(self) -> None:
        self.wire = SimpleNamespace(congested=False)
        self.heard: list[ToClient] = []
        self.shown: Shown | None = None
        self.dismissals: list[str] = []

    def deliver(self, frame: Frame) -> None:
        update = decode_update(self.codec, frame.payload)
        self.heard.append(update)
        if isinstance(update, View):
            self.shown = Shown(update)
        elif isinstance(update, Patch):
            assert self.shown is not None, "a patch came before the view"
            self.shown.take(update)

    def dismissed(self, table: str) -> None:
        self.dismissals.append(table)

    def gather(self) -> None:
        """Do nothing: each frame is read as it comes."""

    def flush(self) -> None:
        """Do nothing, as nothing was held back."""

    def of(self, kind: type[Any]) -> list[Any]:
        return [update for update in self.heard if isinstance(update, kind)]


class Desk:
    """A house with one table and the handle under test."""

    def __init__(self, house: House, table: TableHandle, far: Elsewhere | None) -> None:
        self.house, self.table, self.far = house, table, far
        self.id = table.id

    @property
    def room(self) -> Room:
        return self.house.room(self.id)

    def replies(self, player: Player, *commands: Command, sender: Ear | None = None) -> list[Done | Refused]:
        """Send commands one after the other, and return the list that their answers will be in."""
        answers: list[Done | Refused] = []
        for command in commands:
            self.table.send(InboxRequest(player, command, answers.append, sender=sender))
        return answers

    async def ask(self, player: Player, command: Command) -> Done | Refused:
        """Send a command and return its only answer."""
        answers = self.replies(player, command)
        await until(lambda: answers)
        await passes(SETTLED_MS)
        (answer,) = answers
        return answer

    async def follow(self, ear: Ear, player: Player, as_: Any = "public", **known: Any) -> Done | Refused:
        """Let a connection follow the table, and return the only answer."""
        answers: list[Done | Refused] = []
        self.table.follow(ear, player, Watch(table=self.id, as_=as_, **known), answers.append)
        await until(lambda: answers)
        await passes(SETTLED_MS)
        (answer,) = answers
        return answer


@asynccontextmanager
async def desk(kind: str, **wishes: Any) -> AsyncIterator[Desk]:
    """Yield the handle of a new table of this kind."""
    async with House() as house:
        here = await house.hub.handle(await house.table(**wishes))
        far = None if kind == "here" else Elsewhere(house.hub)
        yield Desk(house, here if far is None else await far.reach(here.id), far)
        if far is not None:
            await passes(SETTLED_MS)
            assert sum(queue.lost + queue.repeated for queue in far.queues), "the queue was too good"
            far.close()


def each_kind(test: Callable[..., Any]) -> Any:
    """Run an async test in virtual time for both kinds of handles."""
    return pytest.mark.parametrize("kind", ["here", "elsewhere"])(virtual(test))


@each_kind
async def test_a_handle_knows_the_id_and_the_game_at_once(kind: str) -> None:
    async with desk(kind, game="spades") as at:
        assert (at.table.id, at.table.game) == (at.room.table.id, "spades")
        await at.table.summary()


@each_kind
async def test_every_command_gets_one_answer_that_echoes_its_id_and_names_the_table(kind: str) -> None:
    async with desk(kind) as at:
        done = await at.ask(ANN, Sit(table=at.id, seat=0, id=7))
        refused = await at.ask(BEN, Sit(table=at.id, seat=0, id=8))
        assert isinstance(done, Done) and (done.id, done.table) == (7, at.id)
        assert isinstance(refused, Refused) and (refused.code, refused.id) == (Code.FORBIDDEN, 8)
        waited = await at.ask(BEN, Barrier())
        assert isinstance(waited, Done) and refused.table == waited.table == at.id


@each_kind
async def test_the_commands_of_a_player_are_carried_out_once_and_in_their_order(kind: str) -> None:
    async with desk(kind) as at:
        commands: list[Command] = []
        for place in range(12):
            commands += [
                Sit(table=at.id, seat=place % 4, id=2 * place + 1),
                Stand(table=at.id, id=2 * place + 2),
            ]
        answers = at.replies(ANN, *commands)
        await until(lambda: len(answers) == len(commands))
        await passes(SETTLED_MS)
        assert [(type(each), each.id) for each in answers] == [(Done, id) for id in range(1, 25)]
        assert at.room.table.index == 25


@each_kind
async def test_a_follower_gets_the_answer_then_the_view_and_then_every_patch(kind: str) -> None:
    async with desk(kind) as at:
        ear, order = Ear(), list[str]()
        at.table.follow(
            ear, BEN, Watch(table=at.id, as_="public"), lambda done: order.append(type(done).__name__)
        )
        assert order in ([], ["Done"])
        await until(lambda: ear.shown is not None)
        assert order == ["Done"] and isinstance(ear.heard[0], View)
        assert at.table.audience_of(ear) == Public()
        players = await at.house.four(at.id)
        await play_on(at.house, at.id, players, 20)
        await passes(SETTLED_MS)
        snapshot = await at.table.snapshot(BEN, Watch(table=at.id, as_="public"), MSGPACK)
        view = decode_update(MSGPACK, snapshot.view)
        assert isinstance(view, View) and ear.shown is not None
        assert len(ear.of(Patch)) >= 20 and len(ear.of(View)) == 1
        assert (ear.shown.pub, ear.shown.version) == (view.pub, view.version)
        assert ear.of(PeopleUpdate)[-1] == await at.table.people()


@each_kind
async def test_a_player_sees_an_action_no_later_than_its_answer(kind: str) -> None:
    async with desk(kind) as at:
        players = await at.house.four(at.id)
        await until(lambda: at.room.table.to_act)
        (seat,) = at.room.table.to_act
        player, ear = players[seat].player, Ear()
        assert isinstance(await at.follow(ear, player, "seat"), Done)
        assert at.table.audience_of(ear) == Seated(seat)
        before = len(ear.heard)
        act = MakeAction(MakeCall(Call.PASS), n=1, decision=at.room.table.decision)
        asked = InboxRequest(
            player=player,
            command=act,
            reply=lambda answer: ear.heard.append(answer),
            sender=ear,
        )
        at.table.send(asked)
        await passes(SETTLED_MS)
        kinds = [type(update) for update in ear.heard[before:] if isinstance(update, Patch | Done)]
        assert kinds == [Patch, Done]
        assert await at.table.last_n(player.id) == 1 and await at.table.last_n("p-Nobody") == 0


@each_kind
async def test_a_follower_that_knows_the_view_gets_only_the_answer(kind: str) -> None:
    async with desk(kind) as at:
        first, again = Ear(), Ear()
        assert isinstance(await at.follow(first, BEN), Done) and first.shown is not None
        known = {"epoch": first.shown.epoch, "version": first.shown.version}
        assert isinstance(await at.follow(again, BEN, **known), Done)
        assert again.of(View) == []


@each_kind
async def test_what_a_player_may_not_see_or_follow_is_refused(kind: str) -> None:
    async with desk(kind) as at:
        ear = Ear()
        answer = await at.follow(ear, ANN, "seat")
        assert isinstance(answer, Refused) and answer.code is Code.NOT_SEATED
        assert at.table.audience_of(ear) is None and ear.heard == []
        await at.house.four(at.id)
        await until(lambda: at.room.table.to_act)
        for as_ in (0, "all"):
            with pytest.raises(Refusal) as refused:
                await at.table.snapshot(ANN, Watch(table=at.id, as_=as_), MSGPACK)
            assert refused.value.code is Code.FORBIDDEN
        with pytest.raises(Refusal) as refused:
            await at.table.convention_card(ANN, Watch(table=at.id, as_="seat"), "NS")
        assert refused.value.code is Code.NOT_SEATED
        assert await at.table.convention_card(ANN, Watch(table=at.id, as_="public"), "NS") is None


@each_kind
async def test_a_connection_that_does_not_read_gets_the_view_when_it_reads_again(kind: str) -> None:
    async with desk(kind) as at:
        players = await at.house.four(at.id)
        ear = Ear()
        await at.follow(ear, BEN)
        ear.wire.congested = True
        before = len(ear.heard)
        await play_on(at.house, at.id, players, 8)
        await passes(SETTLED_MS)
        assert len(ear.heard) == before
        ear.wire.congested = False
        at.table.catch_up(ear)
        await passes(SETTLED_MS)
        snapshot = decode_update(
            MSGPACK, (await at.table.snapshot(BEN, Watch(table=at.id, as_="public"), MSGPACK)).view
        )
        assert isinstance(snapshot, View) and ear.shown is not None and ear.shown.pub == snapshot.pub


@each_kind
async def test_a_connection_that_stops_following_gets_nothing_more(kind: str) -> None:
    async with desk(kind) as at:
        ear = Ear()
        await at.follow(ear, BEN)
        at.table.unfollow(ear)
        assert at.table.audience_of(ear) is None
        await passes(SETTLED_MS)
        assert BEN.id not in (await at.table.summary()).names
        before = len(ear.heard)
        await at.house.four(at.id)
        await passes(SETTLED_MS)
        assert len(ear.heard) == before


@each_kind
async def test_a_player_that_is_sent_away_is_dismissed(kind: str) -> None:
    async with desk(kind, host="Host") as at:
        ear = Ear()
        await at.follow(ear, BEN)
        host = House.player("Host")
        assert isinstance(await at.ask(host, ChangeTable(unwelcome=(BEN.id,), id=1)), Done)
        assert ear.dismissals == [at.id] and at.table.audience_of(ear) is None


@each_kind
async def test_chat_and_notes_are_answered(kind: str) -> None:
    async with desk(kind) as at:
        ear, other, answers = Ear(), Ear(), list[Done | Refused]()
        await at.follow(ear, BEN)
        await at.follow(other, ANN)
        at.table.say(ear, BEN, Chat(table=at.id, text="hello", id=3), answers.append)
        at.table.say(ear, BEN, Chat(table=at.id, text="psst", to="partner", id=4), answers.append)
        at.table.keep(BEN, Note(table=at.id, card=1, text="mine", id=5), answers.append)
        await passes(SETTLED_MS)
        kinds = {each.id: type(each) for each in answers}
        assert kinds == {3: Done, 4: Refused, 5: Refused} and len(answers) == 3
        assert [said.text for chat in other.of(Lines) for said in chat.lines] == ["hello"]


@each_kind
async def test_the_summary_tells_the_seats_the_people_and_the_state_of_the_table(kind: str) -> None:
    async with desk(kind, name="Friday") as at:
        summary = await at.table.summary()
        assert (summary.id, summary.name, summary.game) == (at.id, "Friday", "bridge")
        assert not (summary.begun or summary.ready or summary.hidden or summary.closed) and summary.rests
        assert isinstance(await at.ask(ANN, Sit(table=at.id, seat=2)), Done)
        summary = await at.table.summary()
        assert (summary.seat_of(ANN.id), summary.right_of(ANN.id), summary.seat_of(BEN.id)) == (2, 2, None)
        assert summary == await (await at.house.hub.handle(at.id)).summary()
        assert isinstance(await at.ask(ANN, Stand(table=at.id)), Done)
        await at.house.four(at.id)
        await until(lambda: at.room.table.to_act)
        summary = await at.table.summary()
        assert summary.begun and summary.ready and summary.hidden and not summary.finished
        assert list(summary.names.values()) == ["North", "East", "South", "West"]
        assert summary.decision == at.room.table.decision


@each_kind
async def test_preparations_keep_a_table_longer(kind: str) -> None:
    async with desk(kind) as at:
        at.table.prepare()
        await at.table.summary()
        assert at.room.has_preparations


@each_kind
async def test_followers_of_a_closed_table_are_told_and_it_takes_no_more_actions(kind: str) -> None:
    async with desk(kind, host="Host") as at:
        ear = Ear()
        await at.follow(ear, BEN)
        assert isinstance(await at.ask(House.player("Host"), ChangeTable(terminate=True, id=1)), Done)
        assert [notice.kind for notice in ear.of(Notice)] == ["closing"]
        assert (await at.table.summary()).closed
        answer = await at.ask(ANN, Sit(table=at.id, seat=0, id=2))
        assert isinstance(answer, Refused) and answer.code is Code.FORBIDDEN


@each_kind
async def test_a_table_that_moves_refuses_what_has_to_be_sent_again(kind: str) -> None:
    async with desk(kind) as at:
        ear, room = Ear(), at.room
        await at.follow(ear, BEN)
        at.house.hub.unload(room)
        answer = await at.ask(ANN, Sit(table=at.id, seat=0, id=2))
        assert isinstance(answer, Refused) and answer.code is Code.UNAVAILABLE and answer.retry_ms
        assert answer.table == at.id
        assert isinstance(at.table.audience_of(ear), Public), "so that it can be followed again the same way"


@virtual
async def test_what_is_asked_while_no_message_passes_is_answered_once_when_they_pass_again() -> None:
    async with desk("elsewhere") as at:
        assert at.far is not None
        at.far.cut(True)
        answers = at.replies(ANN, Sit(table=at.id, seat=0, id=1), Stand(table=at.id, id=2))
        await passes(30_000)
        assert answers == [] and at.far.carried_out == 0
        at.far.cut(False)
        await passes(SETTLED_MS)
        assert [type(each) for each in answers] == [Done, Done] and at.far.carried_out == 2


@virtual
async def test_a_summary_holds_only_what_can_be_sent_to_another_process() -> None:
    async with desk("here", game="spades") as at:
        assert msgspec.msgpack.encode(await at.table.summary())
