"""Requests to a table: sitting, standing, looking and hosting, and the table's own steps as time passes."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1 import requests as ask
from protocol.v1.bridge import ArtificialScore, AwardTricks, Options, RollBack, Seat
from protocol.v1.codes import Code
from protocol.v1.requests import Bank, Delay, PerBoard, PerMove, Policy
from server.errors import IllegalAction, Refusal, StoreError
from server.games.base import AllHands, Director, Kibitzer
from server.games.bridge.rules import BRIDGE
from server.table import events, table
from server.table.commands import (
    Command,
    Credit,
    Deals,
    Expire,
    Look,
    Return,
    decide,
)
from server.table.events import Acted, Base, Closed, Credited, Entry, Hosted, Sat, Saw, Stood
from server.table.hosting import robots
from server.table.log_fold import restore
from server.table.offices import OFFICES
from server.table.player import Player
from server.table.seats import Chair, house_id, rights
from server.table.table import Table
from server.table.typed_requests import ChangeTable, MakeAction
from tests.games.bridge.deals import deal
from tests.table.asking import (
    EVE,
    HOST,
    LIVE,
    NOBODY,
    NORTH,
    ROBOT,
    STAND,
    consent,
    entry_for,
    host,
    refused,
    rule,
    show,
    sit,
)
from tests.tables import NOON, PASS, act, dealt, opened, seated

CLOSED = table.fold(seated(), Closed(at_ms=NOON, reason="over"))
OVER = act(dealt(), PASS, PASS, PASS, PASS)


def test_a_player_takes_an_empty_seat() -> None:
    assert entry_for(opened(), EVE, sit(3)) == Sat(at_ms=NOON, seat=3, player="eve", name="Eve")


def test_sitting_in_the_own_seat_changes_nothing() -> None:
    assert entry_for(seated(), NORTH, sit(0)) is None


def test_a_player_has_one_seat_at_most() -> None:
    alone = table.fold(opened(), Sat(at_ms=NOON, seat=0, player="north", name="North"))
    refused(Code.FORBIDDEN, alone, NORTH, sit(1), "stand up first")


def test_a_taken_seat_is_refused() -> None:
    refused(Code.FORBIDDEN, seated(), EVE, sit(2), "another player has this seat")


def test_a_person_takes_the_seat_of_a_robot() -> None:
    assert isinstance(entry_for(opened(chairs=(Chair(robot="plain"),) * 4), EVE, sit(0)), Sat)


@pytest.mark.parametrize("player", [NOBODY, ROBOT])
def test_only_a_player_with_a_token_sits(player: Player) -> None:
    refused(Code.UNAUTHORIZED, opened(), player, sit(0))


def test_there_is_no_seat_beyond_the_last() -> None:
    refused(Code.FORBIDDEN, opened(), EVE, sit(4), "a seat from 0 to 3, got 4")


def test_a_closed_table_refuses_players() -> None:
    refused(Code.FORBIDDEN, table.fold(opened(), Closed(at_ms=NOON, reason="over")), EVE, sit(0))


def test_a_watcher_that_has_seen_a_hand_may_sit_only_in_the_next_board() -> None:
    stood = table.fold(dealt(policy=LIVE), Stood(at_ms=NOON, seat=0))
    refused(Code.FORBIDDEN, table.fold(stood, Saw(at_ms=NOON, player="eve")), EVE, sit(0), "seen a hand")
    empty = table.fold(table.fold(OVER, Saw(at_ms=NOON, player="eve")), Stood(at_ms=NOON, seat=0))
    assert isinstance(entry_for(empty, EVE, sit(0)), Sat)


def test_only_a_seated_player_may_stand_up() -> None:
    assert entry_for(seated(), NORTH, STAND) == Stood(at_ms=NOON, seat=0)
    refused(Code.NOT_SEATED, seated(), EVE, STAND)
    refused(Code.NOT_SEATED, opened(chairs=(Chair(robot="plain"),) * 4), ROBOT, STAND)


@pytest.mark.parametrize("player", [EVE, NOBODY, ROBOT])
def test_a_player_that_is_not_the_host_may_not_change_the_table(player: Player) -> None:
    refused(Code.FORBIDDEN, opened(), player, host(pause=True))


def test_no_player_may_change_a_table_without_a_host() -> None:
    with pytest.raises(Refusal):
        decide(opened(), Deals(Random(1)), NOBODY, host(terminate=True), NOON)


def test_the_host_pauses_and_ends_the_table() -> None:
    assert entry_for(opened(), HOST, host(pause=True)) == Hosted(at_ms=NOON, paused=True)
    assert isinstance(entry_for(opened(), HOST, host(terminate=True)), Closed)
    refused(Code.FORBIDDEN, CLOSED, HOST, host(pause=False), "closed")


def test_the_host_names_robots_and_dismisses_them() -> None:
    named = entry_for(opened(), HOST, host(seats={1: "plain"}))
    assert isinstance(named, Hosted) and named.seats is not None
    assert [chair.robot for chair in named.seats] == [None, "plain", None, None]
    with_robot = table.fold(opened(), named)
    gone = entry_for(with_robot, HOST, host(seats={1: None}))
    assert isinstance(gone, Hosted) and gone.seats == (Chair(),) * 4
    refused(Code.FORBIDDEN, opened(), HOST, host(seats={7: "plain"}), "seats from 0 to 3, got 7")


def test_naming_a_robot_takes_no_players_seat() -> None:
    chairs = robots(BRIDGE, seated().chairs, {0: "plain"})
    assert (chairs[0].player, chairs[0].robot) == ("north", "plain")


def test_options_change_before_the_first_deal_only() -> None:
    hosted = entry_for(opened(), HOST, host(options=Options(first_board=7)))
    assert hosted is not None
    assert table.fold(opened(), hosted).game.pub(table.fold(opened(), hosted).state).board == 7  # type: ignore[attr-defined]
    refused(Code.FORBIDDEN, dealt(), HOST, host(options=Options(first_board=7)), "before the first deal")
    following = table.fold(OVER, table.next_deal(OVER, NOON))
    refused(Code.FORBIDDEN, following, HOST, host(options=Options(first_board=7)), "before the first deal")


def test_hidden_hands_are_looked_at_only_where_the_table_shows_them_and_the_log_says_so() -> None:
    look = Look(AllHands())
    refused(Code.FORBIDDEN, dealt(), EVE, look, "after the deal")
    live = dealt(policy=LIVE)
    assert entry_for(live, EVE, look) == Saw(at_ms=NOON, player="eve")
    assert entry_for(table.fold(live, Saw(at_ms=NOON, player="eve")), EVE, look) is None
    refused(Code.FORBIDDEN, live, NORTH, look, "you play at this table")
    refused(Code.UNAUTHORIZED, live, NOBODY, look)


def test_after_the_board_all_watchers_may_look() -> None:
    assert entry_for(OVER, EVE, Look(AllHands())) is None


def test_a_deal_is_drawn_only_while_people_are_present() -> None:
    assert entry_for(seated(), NOBODY, Expire(people_present=False)) is None
    drawn = entry_for(seated(), NOBODY, Expire(people_present=True))
    assert isinstance(drawn, Acted) and drawn.seat is None


def test_a_deal_waits_for_players_that_the_table_awaits() -> None:
    assert entry_for(seated(), NOBODY, Expire(people_present=True, awaits=True)) is None
    over = entry_for(OVER, NOBODY, Expire(people_present=True, awaits=True), NOON + 3_600_000)
    assert isinstance(over, Base), "only a deal waits"


def test_uploaded_deals_are_played_in_their_order_and_then_the_table_closes() -> None:
    first, second = deal(board=5), deal(board=9)
    deals = Deals(Random(1), (first, second))
    at, now_ms, played = seated(), NOON, []
    while not at.closed:
        now_ms += 10**6
        entry = decide(at, deals, NOBODY, Expire(people_present=True), now_ms)
        assert entry is not None
        if isinstance(entry, Acted) and entry.seat is None:
            played.append(entry.action)
        at = table.fold(at, entry)
    assert played == [first, second]


def test_an_outage_becomes_a_credit_where_a_clock_runs() -> None:
    assert entry_for(dealt(), NOBODY, Credit(ms=3_000)) == Credited(at_ms=NOON, ms=3_000)
    assert entry_for(seated(), NOBODY, Credit(ms=3_000)) is None


def test_nothing_is_drawn_that_is_not_due() -> None:
    with pytest.raises(StoreError, match="needs no deal and no cut now"):
        Deals(Random(1)).next(dealt())


NAMES_HERE = {name: name.title() for name in ("ann", "bob", "cid", "dot", "eve")}
PEOPLE = (*(Player(name, name.title()) for name in ("ann", "bob", "cid", "dot", "eve")), NOBODY)
IDS = tuple(player.id for player in PEOPLE if player.id)
POLICIES = tuple(
    Policy(
        hands=hands,
        clock=clock,
        pause_ms=100,
        substitute=substitute,
        access=access,
        delay=delay,
        expiry=None if substitute is None else "robot",
    )
    for hands in ("after", "live")
    for clock in (None, PerMove(2_000), Bank(9_000, 500), PerBoard(30_000, 1_000))
    for substitute in (None, "plain")
    for access, delay in (("open", None), ("invited", None), ("private", Delay(boards=1)), ("open", Delay()))
)
RULINGS = (RollBack(0), AwardTricks(7), ArtificialScore("average", "average"))


def actor(at: Table, seat: int) -> Player:
    """Return the player or the robot of a seat."""
    chair = at.chairs[seat]
    if chair.player is None or (chair.relief is not None and not chair.returning):
        return Player(house_id(seat), house=True)
    return Player(chair.player, chair.name)


def random_request(at: Table, rng: Random) -> tuple[Player, Command]:
    """Return a random request: mostly that of the player in turn, sometimes any request."""
    seated = [person for person in PEOPLE if at.seat_of(person.id) is not None]
    if at.over and seated and rng.random() < 0.8:
        return rng.choice(seated), rng.choice((ask.Next(table="t"), ask.Wait(table="t")))
    if rng.random() < 0.2:
        return rng.choice((HOST, *PEOPLE)), rng.choice(requests_other_than_play(at, rng))
    if rng.random() < 0.2:
        return NOBODY, Expire(people_present=True, present=tuple(rng.sample(range(4), 2)))
    seats = at.game.to_act(at.state)
    player = actor(at, seats[0]) if seats and rng.random() < 0.8 else rng.choice(PEOPLE)
    legal = at.game.legal_actions(at.state, seats[0]) if seats else ()
    action = rng.choice(legal) if legal else PASS
    last = at.counters.get(player.id)
    n = (0 if last is None else last.n) + rng.choice((1, 1, 1, 1, 0, 2))
    decision = rng.choice((at.decision,) * 4 + (None,))
    return player, MakeAction(action, max(1, n), decision)


def requests_other_than_play(at: Table, rng: Random) -> tuple[Command, ...]:
    """Return a random request other than play."""
    seat = rng.randrange(4)
    return (
        sit(rng.randrange(5)),
        sit(seat),
        STAND,
        show(rng.choice(PEOPLE), hand=rng.random() < 0.7),
        consent(rng.choice(PEOPLE), rng.choice(OFFICES), agree=rng.random() < 0.8),
        ask.Consent(table="t", player=rng.choice(IDS), office="seat", seat=seat, agree=rng.random() < 0.9),
        Credit(ms=rng.randrange(2_000)),
        Look(rng.choice((AllHands(), Kibitzer(seat), Director()))),
        Expire(people_present=True, away=(seat,)),
        Return(seat, at.chairs[seat].owner or at.chairs[seat].player or "ann"),
        rule(rng.choice(RULINGS)),
        host(pause=rng.random() < 0.1),
        host(policy=rng.choice(POLICIES), seats={seat: rng.choice(("plain", None))}),
        host(directors=rng.sample(IDS, 2), invited=rng.sample(IDS, 3)),
        host(commentators=rng.sample(IDS, rng.randrange(2))),
        host(place={seat: rng.choice((*IDS, None)), rng.randrange(4): rng.choice(IDS)}),
        host(options=Options(first_board=rng.randint(1, 40))),
    )


def assert_no_player_has_seen_another_hand(at: Table) -> None:
    """Assert that each player has one seat and that no player has seen another hand."""
    people = [id for chair in at.chairs for id in (chair.player, chair.owner) if id is not None]
    assert len(people) == len(set(people)), "a player has two seats"
    for seat, chair in enumerate(at.chairs):
        if chair.player is not None and at.hidden and not at.hand_access.reopened:
            assert chair.player not in at.hand_access.seen_by, "a player has seen another hand"
            assert at.hand_access.former_seats.get(chair.player, seat) == seat, (
                "a player has had another hand"
            )
    assert all(at.chairs[seat].player is not None for seat, _ in at.hand_access.permissions), (
        "a seat without a player gives a permission"
    )


def players_have_agreed_to_new_offices(before: Table, after: Table, host: Player) -> None:
    """Assert that each other seated player has consented to an office given during a board."""
    old = before.roles.directors | before.roles.commentators
    for holder in (after.roles.directors | after.roles.commentators) - old if before.hidden else ():
        offices = [office for office in OFFICES if holder in getattr(after.roles, f"{office}s")]
        for player in (
            rights(before.chairs) | before.roles.removed & before.hand_access.former_seats.keys()
        ) - {host.id, holder}:
            assert all((player, office, holder) in before.hand_access.consents for office in offices)


class Doorkeeper:
    """An independent check that newcomers come into a deal only as its players have allowed."""

    def __init__(self) -> None:
        self._invited: frozenset[str] = frozenset()
        self._directors: frozenset[str] = frozenset()
        self._deserted: set[int] = set()
        self._agreed: set[tuple[str, str, int]] = set()

    def check(self, before: Table, after: Table, sender: Player, request: Command) -> None:
        """Assert that each player that came into a seat with a hand was allowed to."""
        if not before.hidden:
            self._invited, self._directors = after.roles.invited, after.roles.directors
            self._deserted, self._agreed = set(), set()
            return
        if isinstance(request, ask.Consent) and request.seat is not None:
            consent = (sender.id, request.player, request.seat)
            (self._agreed.add if request.agree else self._agreed.discard)(consent)
        for seat, (old, new) in enumerate(zip(before.chairs, after.chairs, strict=True)):
            if new.player is None and (old.player or old.owner) and not isinstance(request, ChangeTable):
                self._deserted.add(seat)
            if new.player not in (None, old.player, old.owner):
                self._check_newcomer(before, new.player, seat, sender, request)
                self._deserted.discard(seat)

    def _check_newcomer(
        self, before: Table, newcomer: str, seat: int, sender: Player, request: Command
    ) -> None:
        access = before.hand_access
        if access.former_seats.get(newcomer) == seat or access.reopened:
            return
        if isinstance(request, ask.Sit) and newcomer in self._invited and seat in self._deserted:
            return
        places = isinstance(request, ChangeTable) and sender.id in self._directors and newcomer != sender.id
        if places and sender.id not in access.seen_by and before.right_of(sender.id) is None:
            return
        present = {chair.player for chair in before.chairs if chair.player is not None}
        removed = before.roles.removed & access.former_seats.keys()
        for player in (present | removed) - {sender.id, newcomer}:
            assert (player, newcomer, seat) in self._agreed, "a player came in without consent"


def play_random_requests(rng: Random, requests: int) -> tuple[list[list[bytes]], Table]:
    """Return the logs of a table's deals as a store has them, and the live table at the end."""
    base: Base = table.open_with(
        BRIDGE, BRIDGE.options_type(), (Chair(robot="plain"),) * 4, rng.choice(POLICIES), NOON, HOST.id
    )
    live, logs, now_ms = table.begin("t", BRIDGE, 0, base), [[events.encode(base)]], NOON
    deals, doorkeeper = Deals(rng), Doorkeeper()
    for _ in range(requests):
        now_ms += rng.choice((0, 5, 200, 3_000))
        player, request = random_request(live, rng)
        try:
            entry = decide(live, deals, player, request, now_ms, NAMES_HERE, {"plain"}.__contains__)
            following = live if entry is None else table.fold(live, entry)
        except (Refusal, IllegalAction):
            continue
        if isinstance(entry, Base):
            logs.append([])
        if entry is not None:
            logs[-1].append(events.encode(entry))
        players_have_agreed_to_new_offices(live, following, player)
        doorkeeper.check(live, following, player, request)
        live = following
        assert_no_player_has_seen_another_hand(live)
    return logs, live


@given(st.integers(0, 2**32), st.integers(0, 300))
def test_the_fold_of_the_last_log_is_the_live_table(seed: int, requests: int) -> None:
    logs, live = play_random_requests(Random(seed), requests)
    assert live.deal == len(logs) - 1
    stored = tuple(events.decode(entry) for entry in logs[-1])
    assert restore("t", BRIDGE, live.deal, stored) == live


def test_the_random_sequences_are_long_enough_to_be_meaningful() -> None:
    kinds = {
        type(events.decode(entry))
        for seed in range(30)
        for log in play_random_requests(Random(seed), 200)[0]
        for entry in log
    }
    assert kinds == set(get_args(Entry)) - {Closed}


def test_options_that_do_not_fit_the_uploaded_boards_are_refused() -> None:
    """At rubber bridge the dealer rotates, so a board with another dealer could not be played."""
    at = opened()
    south = replace(deal(), dealer=Seat.SOUTH)
    deals = Deals(Random(1), (south,))
    with pytest.raises(IllegalAction, match="expected the dealer North"):
        decide(at, deals, HOST, host(options=Options(scoring="rubber")), NOON)
    kept = decide(at, deals, HOST, host(options=Options(undo="none")), NOON)
    assert kept is not None and table.fold(at, kept).game.deal_due(table.fold(at, kept).state)
