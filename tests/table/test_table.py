"""A table as the fold of its log: seats, decisions, numbered actions, clocks, and its own next steps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import PlayCard
from protocol.v1.cards import Card
from protocol.v1.codes import Code
from protocol.v1.requests import Bank, NoClock, PerBoard, PerMove, Policy
from server.errors import IllegalAction, Refusal
from server.games.base import AllHands, Kibitzer, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.games.registry import GAMES
from server.table import schedule, table
from server.table.commands import check_act
from server.table.events import (
    Acted,
    Base,
    Chair,
    Closed,
    Credited,
    Hosted,
    Sat,
    Saw,
    Stood,
    decode,
    house_id,
)
from server.table.player import RobotOwner
from server.table.schedule import Due
from server.table.table import Table
from tests.games.bridge.deals import deal
from tests.golden_logs import files
from tests.table.asking import (
    EAST,
    EVE,
    NORTH,
    SOUTH,
    STAND,
    WEST,
    after_absence,
    entry_for,
    let_in,
    sit,
    table_after,
)
from tests.tables import CLUB, NAMES, NOON, PASS, act, dealt, opened, seated


def refused(code: Code, before: Table, player: str, n: int, decision: str | None = None) -> None:
    """Assert that the pass of `player` is refused with this code."""
    with pytest.raises(Refusal) as refusal:
        check_act(before, player, n, decision, PASS, NOON)
    assert refusal.value.code is code


def test_a_sitting_player_acts_for_the_seat() -> None:
    assert [seated().seat_of(name) for name in (*NAMES, "nobody")] == [0, 1, 2, 3, None]


def test_a_house_robot_acts_for_its_seat_only_while_the_seat_has_no_player() -> None:
    empty = opened(chairs=(Chair(robot="plain"),) * 4)
    assert empty.seat_of("house:2") == 2
    taken = table.fold(empty, Sat(at_ms=NOON, seat=2, player="south", name="South"))
    assert (taken.seat_of("house:2"), taken.seat_of("south")) == (None, 2)
    assert table.fold(taken, Stood(at_ms=NOON, seat=2)).seat_of("house:2") == 2


def test_the_number_after_the_last_applied_one_is_judged() -> None:
    after = act(dealt(), PASS)
    assert after.counters["north"].n == 1
    assert check_act(dealt(), "north", 1, "0.0", PASS, NOON) is not None


def test_the_last_number_with_the_same_action_is_done_again_and_changes_nothing() -> None:
    after = act(dealt(), PASS)
    assert check_act(after, "north", 1, "0.0", PASS, NOON) is None
    assert check_act(after, "north", 1, None, PASS, NOON) is None


def test_the_last_number_with_another_action_is_taken() -> None:
    refused(Code.N_TAKEN, act(dealt(), CLUB), "north", 1, "0.0")


@pytest.mark.parametrize("n", [0, 3, 4, 2**53])
def test_any_other_number_is_bad(n: int) -> None:
    refused(Code.BAD_N, act(dealt(), PASS), "north", n, "0.0")


def test_the_first_number_is_one() -> None:
    refused(Code.BAD_N, dealt(), "north", 2, "0.0")


def test_a_refusal_does_not_consume_the_number() -> None:
    before = dealt()
    refused(Code.STALE_DECISION, before, "north", 1, "0.7")
    assert act(before, PASS, n=1).counters["north"].n == 1


def test_an_answer_to_another_decision_is_stale() -> None:
    refused(Code.STALE_DECISION, act(dealt(), PASS), "east", 1, "0.0")


def test_an_action_that_answers_a_decision_must_name_it() -> None:
    refused(Code.STALE_DECISION, dealt(), "north", 1, None)


def test_a_player_without_a_decision_is_not_in_turn() -> None:
    refused(Code.NOT_YOUR_TURN, dealt(), "east", 1, "0.0")
    refused(Code.NOT_YOUR_TURN, dealt(), "east", 1, None)


def test_a_player_without_a_seat_may_not_act() -> None:
    refused(Code.NOT_SEATED, dealt(), "nobody", 1, "0.0")


def test_a_paused_table_takes_no_action_and_a_closed_one_never_again() -> None:
    refused(Code.UNAVAILABLE, table.fold(dealt(), Hosted(at_ms=NOON, paused=True)), "north", 1, "0.0")
    refused(Code.FORBIDDEN, table.fold(dealt(), Closed(at_ms=NOON, reason="over")), "north", 1, "0.0")


def test_numbers_outlive_the_chair_and_the_deal() -> None:
    after = act(dealt(), PASS)
    stood = table.fold(after, Stood(at_ms=NOON, seat=0))
    again = table.fold(stood, Sat(at_ms=NOON, seat=0, player="north", name="North"))
    refused(Code.BAD_N, again, "north", 3, "0.1")
    passed_out = act(after, PASS, PASS, PASS)
    following = table.fold(passed_out, table.next_deal(passed_out, NOON))
    assert {name: counter.n for name, counter in following.counters.items()} == dict.fromkeys(NAMES, 1)


def test_the_owner_of_a_robot_is_known_until_the_deal_after_the_robot_has_left() -> None:
    owner = RobotOwner("Dora")
    empty = opened(chairs=(Chair(), *(Chair(name, name.title()) for name in NAMES[1:])))
    sat = table.fold(empty, Sat(at_ms=NOON, seat=0, player="north", name="Deep", robot_owner=owner))
    passed_out = act(table.fold(sat, Acted(at_ms=NOON, action=deal())), *[PASS] * 4)
    assert table.next_deal(passed_out, NOON).robot_owners == {"north": owner}
    left = table.fold(passed_out, Stood(at_ms=NOON, seat=0))
    assert left.robot_owners == {"north": owner}
    assert table.next_deal(left, NOON).robot_owners == {}


def test_a_decision_counts_the_public_moves_and_the_deal_is_none() -> None:
    assert dealt().decision == "0.0"
    assert act(dealt(), PASS, CLUB).decision == "0.2"


def test_only_the_seat_that_must_act_is_told_its_decision() -> None:
    told = [dealt().own(Seated(seat)) for seat in range(4)]
    assert [own.decision for own in told if own is not None] == ["0.0", None, None, None]
    assert dealt().own(Public()) is None
    watched = dealt().own(AllHands())
    assert watched is not None and watched.decision is None
    kibitzed = dealt().own(Kibitzer(0))
    assert kibitzed is not None and kibitzed.decision == "0.0"


def test_an_entry_that_the_rules_forbid_changes_nothing() -> None:
    before = dealt()
    with pytest.raises(IllegalAction):
        table.fold(before, Acted(at_ms=NOON, seat=0, action=PlayCard(Card.SA), player="north", n=1))
    assert before == dealt()


def test_time_never_runs_backwards_in_a_log() -> None:
    later = act(dealt(), PASS, s=20)
    assert act(later, PASS, s=5).time_ms == later.time_ms
    judged = check_act(later, "east", 1, later.decision, PASS, NOON)
    assert judged is not None and judged.at_ms == later.time_ms
    assert table.fold(later, Acted(at_ms=NOON, seat=1, action=PASS)).time_ms == later.time_ms


def test_a_watcher_that_has_seen_a_hand_is_known_until_the_next_deal() -> None:
    seen = table.fold(dealt(), Saw(at_ms=NOON, player="eve"))
    over = act(seen, PASS, PASS, PASS, PASS)
    assert (seen.hand_access.seen_by, over.hand_access.seen_by) == (frozenset({"eve"}), frozenset({"eve"}))
    assert table.fold(over, table.next_deal(over, NOON)).hand_access.seen_by == frozenset()


def test_a_deal_begins_when_every_chair_is_taken() -> None:
    robots = (Chair(robot="plain"),) * 3
    assert schedule.due(opened(chairs=(*robots, Chair())), None) is None
    assert schedule.due(opened(chairs=(*robots, Chair(robot="plain"))), None) == (Due.DEAL, NOON)


def test_the_next_deal_comes_after_the_pause_and_the_table_closes_after_the_last() -> None:
    over = act(dealt(policy=Policy(clock=NoClock(), pause_ms=3_000)), PASS, PASS, PASS, PASS)
    assert schedule.due(over, None) == (Due.NEXT, NOON + 3_000)
    assert schedule.due(over, 1) == (Due.CLOSE, NOON + 3_000)
    assert schedule.due(over, 2) == (Due.NEXT, NOON + 3_000)
    one = act(dealt(boards=1), PASS, PASS, PASS, PASS)
    assert schedule.due(one, None) == (Due.CLOSE, NOON + 5_000)


def test_a_paused_or_closed_table_does_nothing_by_itself() -> None:
    for entry in (Hosted(at_ms=NOON, paused=True), Closed(at_ms=NOON, reason="over")):
        still = table.fold(seated(), entry)
        assert (schedule.due(still, None), schedule.forced(still, NOON + 10**9)) == (None, None)


@pytest.mark.parametrize("rules", [PerMove(30_000), Bank(30_000), PerBoard(30_000, overtime_ms=5_000)])
def test_a_player_that_runs_out_of_time_passes(rules: PerMove | Bank | PerBoard) -> None:
    waiting = dealt(policy=Policy(clock=rules))
    assert schedule.forced(waiting, NOON + 29_999) is None
    forced = schedule.forced(waiting, NOON + 30_000)
    assert forced == Acted(at_ms=NOON + 30_000, seat=0, action=PASS, forced=True)
    after = table.fold(waiting, forced)
    assert after.counters == {} and after.decision == "0.1"


def test_a_player_that_runs_out_of_time_plays_the_lowest_card() -> None:
    playing = act(dealt(), CLUB, PASS, PASS, PASS)
    forced = schedule.forced(playing, playing.clock.since_ms + 30_000)
    assert forced is not None
    lowest = min(playing.game.legal_actions(playing.state, 1), key=lambda action: action.card.height)
    assert forced.action == lowest


def test_without_a_clock_no_player_is_forced_and_a_clock_forces_no_robot() -> None:
    assert schedule.forced(dealt(policy=Policy(clock=NoClock())), NOON + 10**12) is None
    robots = opened(chairs=(Chair(robot="plain"),) * 4)
    assert schedule.forced(table.fold(robots, Acted(at_ms=NOON, action=deal())), NOON + 10**12) is None


def test_a_credit_moves_the_deadline() -> None:
    credited = table.fold(dealt(), Credited(at_ms=NOON, ms=4_000))
    assert credited.clock.deadline_ms() == NOON + 34_000


def test_a_new_policy_keeps_the_clock_until_the_next_deal() -> None:
    hosted = table.fold(dealt(), Hosted(at_ms=NOON, policy=Policy(clock=NoClock())))
    assert hosted.clock.deadline_ms() == NOON + 30_000
    over = act(hosted, PASS, PASS, PASS, PASS)
    assert table.fold(over, table.next_deal(over, NOON)).clock.rules == NoClock()


# A seat vacated during a board

SUBSTITUTE = Policy(clock=PerMove(30_000), substitute="plain")


def test_the_policys_robot_plays_for_a_player_that_stands_up_during_a_board_and_loses_the_seat() -> None:
    stood = table_after(dealt(policy=SUBSTITUTE), NORTH, STAND)
    assert stood.chairs[0] == Chair(substitute="plain")
    assert (stood.seat_of(house_id(0)), stood.right_of("north"), stood.clock.deadline_ms()) == (0, None, None)
    sat = table_after(let_in(stood, EVE, 0), EVE, sit(0))
    assert sat.chairs[0] == Chair(player="eve", name="Eve")


def test_the_seats_own_robot_plays_on_before_the_policys() -> None:
    stood = table_after(dealt(policy=SUBSTITUTE, chairs=(Chair(robot="random"),) * 4), NORTH, STAND)
    assert stood.chairs[0].house == "random"


def test_no_robot_plays_for_a_player_that_stands_up_between_boards() -> None:
    assert table_after(seated(policy=SUBSTITUTE), NORTH, STAND).chairs[0] == Chair()


def test_a_stand_in_that_stands_up_leaves_the_seat_to_the_robot_and_to_its_owner() -> None:
    stood_in = table_after(let_in(after_absence(dealt(policy=SUBSTITUTE), 0), EVE, 0), EVE, sit(0))
    assert table_after(stood_in, EVE, STAND).chairs[0] == Chair(
        owner="north", owner_name="North", substitute="plain"
    )


def test_the_robot_plays_for_an_owner_that_gives_up_an_empty_seat() -> None:
    assert table_after(after_absence(dealt(policy=SUBSTITUTE), 0), NORTH, STAND).chairs[0] == Chair(
        substitute="plain"
    )


def test_without_a_robot_the_clock_plays_a_vacated_seat_until_a_player_sits_there() -> None:
    stood = table_after(dealt(), NORTH, STAND)
    assert stood.clock.deadline_ms() == dealt().clock.deadline_ms() == NOON + 30_000
    forced = schedule.forced(stood, NOON + 30_000)
    assert forced is not None and (forced.seat, forced.action) == (0, PASS)
    assert isinstance(entry_for(let_in(stood, EVE, 0), EVE, sit(0)), Sat)


def test_a_board_that_all_have_left_is_played_to_its_end_by_the_clock() -> None:
    left = dealt()
    for player in (NORTH, EAST, SOUTH, WEST):
        left = table_after(left, player, STAND)
    while not left.over:
        deadline = left.clock.deadline_ms()
        assert deadline is not None
        forced = schedule.forced(left, deadline)
        assert forced is not None
        left = table.fold(left, forced)


@pytest.mark.parametrize("name", files.names())
def test_the_decision_and_the_seats_to_act_follow_from_the_state_after_every_entry(name: str) -> None:
    logged = files.read(files.LOGS / f"{name}.json")
    for id in logged["tables"]:
        game = GAMES[files.meta_of(logged["keys"], id)["game"]]
        for number, log in files.deals_of(logged["keys"], id).items():
            base, *entries = map(decode, log)
            assert isinstance(base, Base)
            after = table.begin(id, game, number, base)
            for entry in (None, *entries):
                after = after if entry is None else table.fold(after, entry)
                rewinds, moves = game.progress(after.state)
                assert after.decision == f"{after.rewinds + rewinds}.{after.moves + moves}", entry
                assert after.to_act == game.to_act(after.state), entry


class CountingBridge(type(BRIDGE)):  # type: ignore[misc]
    """Bridge that lists the questions about a state that it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def progress(self, state: BridgeState) -> tuple[int, int]:
        self.asked.append("progress")
        return super().progress(state)

    def to_act(self, state: BridgeState) -> tuple[int, ...]:
        self.asked.append("to_act")
        return super().to_act(state)


def test_an_action_asks_the_rules_once_for_the_progress_and_once_for_the_seats_to_act() -> None:
    game = CountingBridge()
    at = replace(dealt(policy=Policy()), game=game)
    after = act(at, CLUB, PASS)
    assert game.asked == ["progress", "to_act"] * 2
    game.asked.clear()
    assert schedule.opens_ms(after) is None and after.decision == "0.2" and not game.asked


def test_the_seats_of_a_table_stay_the_same_object_from_action_to_action() -> None:
    at = dealt()
    assert act(at, CLUB, PASS).chairs is at.chairs
