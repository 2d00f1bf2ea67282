"""A table at which all seats decide at once: time, absence, undo and secrecy through the real hub."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from protocol.v1.cards import Card
from protocol.v1.requests import Bank, ClockRules, NoClock, PerMove, Policy, Watch
from server.table.events import Acted, Credited, Entry, Relieved, decode
from tests.passing.game import PASSING, Keep, Pass, PassingState, TakeBack
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, until, virtual

NAMES = ("Ann", "Ben", "Cat")
MOVE_MS = 10_000
TIMED = Policy(clock=PerMove(MOVE_MS), pause_ms=5_000, hold_ms=3_000, expiry="robot")
CARDS = ((Card.SA, Card.H7), (Card.D2, Card.CK), (Card.S3, Card.HQ))
OTHERWISE = ((Card.SA, Card.H7), (Card.D9, Card.CK), (Card.S4, Card.HQ))


class Dealt:
    """Chance that deals these cards first."""

    def __init__(self, cards: tuple[tuple[Card, Card], ...]) -> None:
        self._cards = [card for pair in cards for card in pair]

    def sample(self, population: Any, k: int) -> list[Any]:
        return list(self._cards)


class Party:
    """A table of three people."""

    def __init__(self, house: House, table: str, people: list[Person]) -> None:
        self.house, self.table, self.people = house, table, people
        self._n = [0, 0, 0]

    @classmethod
    async def gathers(
        cls, house: House, policy: Policy = TIMED, cards: tuple[tuple[Card, Card], ...] = CARDS
    ) -> Party:
        """Open a table, seat three people, and deal."""
        object.__setattr__(house.services, "rng", Dealt(cards))
        table = await house.table(policy=policy, game=PASSING.name)
        people = [house.person(name) for name in NAMES]
        for seat, person in enumerate(people):
            await person.watch(table)
            await person.sit(table, seat)
        await until(lambda: house.room(table).table.to_act)
        assert house.room(table).table.state.cards == cards
        return cls(house, table, people)

    @property
    def state(self) -> PassingState:
        state: PassingState = self.house.room(self.table).table.state
        return state

    async def act(self, seat: int, action: Pass | Keep | TakeBack) -> None:
        """Let a player act, and wait until it is done."""
        self._n[seat] += 1
        self.people[seat].act(self.table, self._n[seat], to_builtins(action))
        await passes(0)

    async def log(self, deal: int = 0) -> list[Entry]:
        """Return the entries of a deal's log."""
        return [decode(entry) for entry in await self.house.store.load_deal(self.table, deal)]


def house(**wishes: Any) -> House:
    """Return a server with this game."""
    return House(games={PASSING.name: PASSING}, **wishes)


async def entries_after(party: Party, ms: int) -> list[Entry]:
    """Return the log's entries that are made in the next time."""
    before = len(await party.log())
    await passes(ms)
    return (await party.log())[before:]


@virtual
@pytest.mark.parametrize("clock", [PerMove(MOVE_MS), Bank(MOVE_MS)])
@pytest.mark.parametrize("waiting", [1, 2, 3])
async def test_at_the_deadline_each_seat_that_has_not_chosen_is_forced_once_and_no_robot_plays(
    waiting: int, clock: ClockRules
) -> None:
    async with house() as at:
        party = await Party.gathers(at, Policy(clock=clock, pause_ms=60_000, expiry="robot"))
        for seat in range(3 - waiting):
            await party.act(seat, Pass(CARDS[seat][1]))
        made = await entries_after(party, MOVE_MS + 500)
        forced = [entry for entry in made if isinstance(entry, Acted)]
        assert [(entry.seat, entry.forced) for entry in forced] == [
            (seat, True) for seat in range(3 - waiting, 3)
        ]
        assert not [entry for entry in made if isinstance(entry, Relieved | Credited)]
        assert party.state.passed


@virtual
async def test_a_single_decision_after_that_of_all_is_made_by_the_robot() -> None:
    async with house() as at:
        party = await Party.gathers(at)
        for seat in range(3):
            await party.act(seat, Pass(CARDS[seat][1]))
        made = await entries_after(party, MOVE_MS + 500)
        assert [type(entry) for entry in made] == [Relieved]


@virtual
async def test_a_table_without_its_people_floods_no_log() -> None:
    async with house() as at:
        party = await Party.gathers(at)
        await party.act(0, Pass(CARDS[0][1]))
        for person in party.people:
            person.hang_up()
        made = await entries_after(party, 4 * MOVE_MS)
        assert len(made) <= 4, made


@virtual
async def test_an_absent_player_s_seat_is_forced_at_the_same_deadline() -> None:
    async with house() as at:
        party = await Party.gathers(at)
        deadline_ms = at.room(party.table).table.clock.deadline_ms()
        await party.act(0, Pass(CARDS[0][1]))
        party.people[2].hang_up()
        await passes(6_000)
        assert at.room(party.table).table.clock.deadline_ms() == deadline_ms
        await party.act(1, Pass(CARDS[1][1]))
        made = await entries_after(party, MOVE_MS)
        acted = [entry for entry in made if isinstance(entry, Acted)]
        assert [(entry.seat, entry.forced) for entry in acted][:1] == [(2, True)]
        assert acted[0].at_ms == deadline_ms


@virtual
async def test_after_an_undo_all_choose_again_with_new_time_and_old_answers_are_stale() -> None:
    async with house() as at:
        party = await Party.gathers(at)
        first = at.room(party.table).table.decision
        for seat in range(3):
            await party.act(seat, Pass(CARDS[seat][1]))
        await passes(2_000)
        await party.act(0, TakeBack())
        now = at.room(party.table).table
        assert (first, now.decision, now.to_act) == ("0.0", "1.0", (0, 1, 2))
        assert now.clock.deadline_ms() == now_ms() + MOVE_MS
        party.people[1].forget()
        party.people[1].act(party.table, 2, to_builtins(Pass(Card.D2)), decision=first)
        assert party.people[1].refusal() == "stale_decision"


@virtual
async def test_a_choice_of_one_moves_neither_the_decision_nor_the_deadline_of_the_others() -> None:
    async with house() as at:
        party = await Party.gathers(at)
        before = at.room(party.table).table
        await passes(1_000)
        await party.act(1, Pass(Card.D2))
        after = at.room(party.table).table
        assert (after.decision, after.clock.deadline_ms()) == (before.decision, before.clock.deadline_ms())
        assert after.to_act == (0, 2)
        assert party.people[0].tables[party.table].own is not None


# Secrecy: the order, the times and the cards of choices that are not shown yet.

Choices = list[tuple[int, int]]
"""The time in ms, from the deal, and the seat of each choice."""


async def told(observer: int | None, cards: Any, choices: Choices, policy: Policy) -> list[tuple[int, bytes]]:
    """Return each frame that an observer gets, with its time: a seat, or None for a watcher."""
    frames: list[tuple[int, bytes]] = []
    async with house() as at:
        party = await Party.gathers(at, policy, cards)
        person = at.person() if observer is None else party.people[observer]
        if observer is None:
            await person.watch(party.table)
        start_ms = now_ms()
        send = person.send

        def record(frame: Any) -> None:
            frames.append((now_ms() - start_ms, _without_names(frame.payload, party.table, at)))
            send(frame)

        person.send = record  # type: ignore[method-assign]
        for at_ms, seat in choices:
            await passes(at_ms - (now_ms() - start_ms))
            await party.act(seat, Pass(cards[seat][1]))
        await passes(MOVE_MS + 2_000 - (now_ms() - start_ms))
        person.tell(Watch(table=party.table))
        await passes(100)
    return frames


def _without_names(payload: bytes, table: str, at: House) -> bytes:
    """Return a frame without the random names of this table and server, and without the time of day."""
    epoch = at.room(table).token.partition(":")[2]
    return payload.replace(table.encode(), b"T").replace(epoch.encode(), b"E")


@virtual
@pytest.mark.parametrize("observer", [None, 0])
async def test_before_the_deadline_nobody_can_tell_which_others_have_chosen(
    observer: int | None,
) -> None:
    policy = Policy(clock=PerMove(MOVE_MS), pause_ms=60_000, expiry="robot")
    lines = []
    for choices in ([(1_000, 1), (3_000, 2)], [(2_000, 2)], [(4_500, 1)], []):
        frames = await told(observer, CARDS, choices, policy)
        lines.append([(at, len(payload)) for at, payload in frames if at < MOVE_MS - 500])
    assert lines == [lines[0]] * len(lines)


@virtual
@pytest.mark.parametrize("observer", [None, 0])
async def test_the_deadline_comes_at_one_moment_however_many_have_not_chosen(observer: int | None) -> None:
    policy = Policy(clock=PerMove(MOVE_MS), pause_ms=60_000, expiry="robot")
    times = []
    for choices in ([(1_000, 1), (3_000, 2)], [(2_000, 2)], []):
        frames = await told(observer, CARDS, choices, policy)
        times.append([at for at, _ in frames if MOVE_MS - 500 <= at <= MOVE_MS + 1_500][-1])
    assert len(set(times)) == 1, times


@virtual
async def test_hidden_cards_of_others_reach_no_frame_before_all_have_chosen() -> None:
    policy = Policy(clock=NoClock(), pause_ms=60_000)
    lines = []
    for cards in (CARDS, OTHERWISE):
        frames = await told(0, cards, [(1_000, 1), (2_000, 2)], policy)
        lines.append([(at, len(payload)) for at, payload in frames])
        for _, payload in frames:
            assert not any(str(card).encode() in payload for pair in cards[1:] for card in pair)
    assert lines[0] == lines[1]
