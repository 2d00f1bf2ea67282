"""Rulings at a table: the right to rule, the time of a ruling, and its effect on seats and clocks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import AwardTricks, Claim, PlayCard, PlayGoesOn, PlayOn, RollBack, Vote
from protocol.v1.cards import Card
from protocol.v1.codes import Code
from protocol.v1.requests import Bank, NoClock, Policy
from server.errors import IllegalAction, Refusal
from server.games.bridge.match import MatchScore, Paired, ScoreReported
from server.games.bridge.rules import BRIDGE
from server.table import events, schedule, table
from server.table.clock import DIRECTOR_MS
from server.table.commands import Adjudicate, check_act
from server.table.events import Acted, Closed, Hosted, Ruled, Sat
from server.table.player import Player
from server.table.schedule import Due
from server.table.table import Table
from tests.games.bridge.deals import deal
from tests.games.of_state import with_rules
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EVE,
    HOST,
    NOBODY,
    NORTH,
    ROBOT,
    STAND,
    after_absence,
    after_look,
    entry_for,
    host,
    let_in,
    named,
    refused,
    rule,
    sit,
    table_after,
)
from tests.tables import CLUB, HALF_A_MINUTE, NOON, PASS, act, dealt

BACK = rule(RollBack(0, reason="South was told a wrong meaning"))
SEVEN = rule(AwardTricks(7))


def directed(at: Table) -> Table:
    return named(at, directors=(DIRECTOR,))


def playing(policy: Policy = HALF_A_MINUTE) -> Table:
    """Return a board in which North plays one club and the lead is due."""
    return directed(act(dealt(policy=policy), CLUB, PASS, PASS, PASS))


OVER = directed(act(dealt(), CLUB, PASS, PASS, PASS))
OVER = table.fold(OVER, Ruled(at_ms=NOON, ruling=AwardTricks(7)))


def test_a_ruling_stands_in_the_log_with_the_directors_id() -> None:
    ruled = entry_for(playing(), DIRECTOR, BACK)
    ruling = RollBack(0, reason="South was told a wrong meaning")
    assert ruled == Ruled(at_ms=NOON, ruling=ruling, player="dirk")


def test_a_ruling_from_the_store_folds_as_it_did() -> None:
    ruled = entry_for(playing(), DIRECTOR, SEVEN)
    assert ruled is not None
    assert table.fold(playing(), events.decode(events.encode(ruled))) == table.fold(playing(), ruled)


@pytest.mark.parametrize("player", [HOST, EVE, BOB, NORTH, ROBOT, NOBODY])
def test_only_a_director_rules_and_the_host_is_no_director_unless_named(player: Player) -> None:
    at = named(dealt(), directors=(DIRECTOR,), commentators=(BOB,), invited=(EVE,))
    refused(Code.FORBIDDEN, at, player, BACK, "only a director of this table may rule")
    assert isinstance(entry_for(named(dealt(), directors=(HOST,)), HOST, BACK), Ruled)


def test_a_director_that_plays_may_not_rule_on_the_own_board() -> None:
    at = named(playing(), directors=(NORTH,))
    refused(Code.FORBIDDEN, at, NORTH, SEVEN, "you play in this deal: only another director may rule")
    refused(Code.FORBIDDEN, after_absence(at, 0), NORTH, SEVEN, "you play in this deal")
    assert isinstance(entry_for(named(OVER, directors=(NORTH,)), NORTH, SEVEN), Ruled)


def test_a_game_without_rulings_has_no_directors_rulings() -> None:
    without = replace(directed(dealt()), game=with_rules(dealt().game, directing=None))
    refused(Code.FORBIDDEN, without, DIRECTOR, BACK, "this game has no director, so no ruling is possible")


def test_nothing_is_ruled_at_a_closed_table() -> None:
    refused(Code.FORBIDDEN, table.fold(OVER, Closed(at_ms=NOON, reason="over")), DIRECTOR, SEVEN, "closed")


def test_the_game_judges_the_ruling_and_a_forbidden_one_changes_nothing() -> None:
    beyond = entry_for(directed(dealt()), DIRECTOR, rule(RollBack(9)))
    assert beyond is not None
    with pytest.raises(IllegalAction, match="at most 0 calls"):
        table.fold(directed(dealt()), beyond)


def test_rulings_are_made_while_the_table_is_paused_and_start_no_clock() -> None:
    paused = table.fold(playing(), Hosted(at_ms=NOON, paused=True))
    ruled = table_after(paused, DIRECTOR, BACK, NOON + 5_000)
    assert (ruled.paused, ruled.clock.deadline_ms(), ruled.game.to_act(ruled.state)) == (True, None, (0,))
    going = table.fold(ruled, Hosted(at_ms=NOON + 9_000, paused=False))
    assert going.clock.deadline_ms() == NOON + 9_000 + 30_000


def test_the_clock_follows_the_seat_in_turn_after_a_ruling() -> None:
    assert playing().clock.timed == (1,)
    ruled = table_after(playing(), DIRECTOR, BACK, NOON + 5_000)
    assert (ruled.clock.timed, ruled.clock.deadline_ms()) == ((0,), NOON + 35_000)


def disputed(at: Table) -> Table:
    """Return a board in which East has led, North has claimed seven tricks, and West has refused."""
    led = act(at, PlayCard(Card.C3))
    for seat, action in ((0, Claim(7)), (3, Vote(False))):
        led = table.fold(led, Acted(at_ms=led.time_ms, seat=seat, action=action))
    return led


def test_while_a_claim_is_disputed_no_players_time_runs_where_there_is_a_director_to_come() -> None:
    assert disputed(playing()).clock.timed == ()
    assert disputed(playing()).clock.deadline_ms() == NOON + DIRECTOR_MS
    goes_on = table_after(disputed(playing()), DIRECTOR, rule(PlayGoesOn()), NOON + 600_000)
    assert goes_on.clock.timed == (0,)


def test_without_a_director_an_unanswered_dispute_ends_in_time_and_play_goes_on() -> None:
    without = disputed(named(playing(), directors=()))
    assert without.clock.timed == (0, 1, 2, 3)
    late = schedule.forced(without, NOON + 10**9)
    assert late is not None and late.action == PlayOn()


def test_a_director_that_plays_stops_no_clock_in_a_dispute() -> None:
    at_play = disputed(named(playing(), directors=(NORTH,)))
    assert at_play.clock.deadline_ms() == NOON + 30_000
    with_another = disputed(named(playing(), directors=(NORTH, DIRECTOR)))
    assert with_another.clock.deadline_ms() == NOON + DIRECTOR_MS
    away = disputed(after_absence(named(playing(), directors=(NORTH,)), 0))
    assert away.clock.deadline_ms() == NOON + 30_000


def test_an_absent_director_is_awaited_for_a_limited_time_and_then_play_goes_on() -> None:
    waiting = disputed(playing())
    assert schedule.forced(waiting, NOON + DIRECTOR_MS - 1) is None
    for _ in range(4):
        silent = schedule.forced(waiting, NOON + DIRECTOR_MS)
        assert silent is not None and silent.action == PlayOn()
        waiting = table.fold(waiting, silent)
    assert (waiting.game.disputed(waiting.state), waiting.clock.timed) == (False, (0,))


def test_the_wait_for_a_director_costs_no_player_time_and_stops_with_a_pause() -> None:
    bank = disputed(playing(Policy(clock=Bank(60_000))))
    paused = table.fold(bank, Hosted(at_ms=NOON + 60_000, paused=True))
    on = table.fold(paused, Hosted(at_ms=NOON + 100_000, paused=False))
    assert (paused.clock.deadline_ms(), on.clock.deadline_ms()) == (None, NOON + 40_000 + DIRECTOR_MS)
    goes_on = table_after(on, DIRECTOR, rule(PlayGoesOn()), NOON + 600_000)
    assert goes_on.clock.banks == (60_000,) * 4


def test_the_players_time_runs_again_when_the_last_director_has_lost_the_office() -> None:
    without = table.fold(disputed(playing()), Hosted(at_ms=NOON + 50_000, directors=()))
    assert (without.clock.timed, without.clock.deadline_ms()) == ((0, 1, 2, 3), NOON + 80_000)
    again = table.fold(without, Hosted(at_ms=NOON + 60_000, directors=("dirk",)))
    assert (again.clock.timed, again.clock.deadline_ms()) == ((), NOON + 50_000 + DIRECTOR_MS)


def test_without_a_clock_a_dispute_may_wait() -> None:
    assert disputed(playing(Policy(clock=NoClock()))).clock.deadline_ms() is None
    without = named(playing(Policy(clock=NoClock())), directors=())
    assert disputed(without).clock.deadline_ms() is None


def test_no_players_time_runs_when_a_ruling_ends_the_board_and_the_next_deal_follows() -> None:
    ended = table_after(playing(), DIRECTOR, SEVEN, NOON + 5_000)
    assert ended.over and ended.clock.deadline_ms() is None
    assert schedule.due(ended, None) == (Due.NEXT, NOON + 5_000 + HALF_A_MINUTE.pause_ms)


def test_a_ruling_after_the_board_and_before_the_next_deal_holds() -> None:
    ruled = table_after(OVER, DIRECTOR, rule(AwardTricks(9)), NOON + 1_000)
    assert ruled.over and ruled.game.result(ruled.state) != OVER.game.result(OVER.state)
    following = table.fold(ruled, table.next_deal(ruled, NOON + 6_000))
    corrected = table_after(following, DIRECTOR, rule(AwardTricks(7, board=1)), NOON + 7_000)
    assert corrected.game.deal_due(corrected.state)


def test_a_board_that_a_ruling_reopens_goes_on_with_its_clock() -> None:
    reopened = table_after(OVER, DIRECTOR, BACK, NOON + 20_000)
    assert (reopened.hidden, reopened.clock.deadline_ms()) == (True, NOON + 50_000)
    assert schedule.due(reopened, None) is None


def test_the_time_between_a_result_and_the_ruling_that_reopens_the_board_is_charged_to_no_player() -> None:
    over = directed(act(dealt(policy=Policy(clock=Bank(60_000))), CLUB, PASS, PASS, PASS))
    over = table.fold(over, Ruled(at_ms=NOON, ruling=AwardTricks(7)))
    assert table_after(over, DIRECTOR, BACK, NOON + 40_000).clock.banks == (60_000,) * 4


def test_no_new_player_may_sit_in_a_reopened_board() -> None:
    reopened = table_after(OVER, DIRECTOR, BACK)
    without = table_after(reopened, NORTH, STAND)
    refused(Code.FORBIDDEN, without, EVE, sit(0), "this deal was reopened after all hands were shown")
    assert isinstance(entry_for(without, NORTH, sit(0)), Sat)
    over = act(reopened, CLUB, PASS, PASS, PASS)
    over = table_after(table_after(over, NORTH, STAND), DIRECTOR, SEVEN)
    assert isinstance(entry_for(over, EVE, sit(0)), Sat)


def test_a_second_ruling_does_not_make_a_reopened_board_unseen() -> None:
    twice = table_after(table_after(OVER, DIRECTOR, BACK), DIRECTOR, BACK)
    refused(
        Code.FORBIDDEN,
        table_after(twice, NORTH, STAND),
        EVE,
        sit(0),
        "this deal was reopened after all hands were shown",
    )


def test_a_watcher_of_a_finished_board_may_not_sit_in_it_after_it_is_reopened() -> None:
    reopened = table_after(OVER, DIRECTOR, BACK)
    refused(
        Code.FORBIDDEN, after_look(table_after(reopened, NORTH, STAND), NORTH), NORTH, sit(0), "seen a hand"
    )


def test_the_board_after_a_reopened_one_is_open_to_all_players() -> None:
    over = table_after(act(table_after(OVER, DIRECTOR, BACK), CLUB, PASS, PASS, PASS), DIRECTOR, SEVEN)
    following = table.fold(over, table.next_deal(over, NOON))
    following = table_after(table_after(following, NORTH, STAND), HOST, host(place={0: "bob"}))
    at = table.fold(following, Acted(at_ms=NOON, action=deal(board=2)))
    assert isinstance(entry_for(let_in(table_after(at, BOB, STAND), EVE, 0), EVE, sit(0)), Sat)


def test_a_decision_before_a_ruling_is_stale_after_it() -> None:
    before = playing()
    after = table_after(before, DIRECTOR, BACK)
    assert before.decision != after.decision
    with pytest.raises(Refusal, match="expected an answer to decision"):
        check_act(after, "north", 2, before.decision, PASS, NOON)


# The server's own rulings


def test_the_servers_own_ruling_is_logged_without_a_player() -> None:
    ruling = AwardTricks(7)
    assert entry_for(playing(), NOBODY, Adjudicate(ruling)) == Ruled(at_ms=NOON, ruling=ruling)


def test_the_servers_ruling_on_a_decision_is_void_where_the_table_has_gone_on() -> None:
    at = playing()
    assert isinstance(entry_for(at, NOBODY, Adjudicate(AwardTricks(7), at.decision)), Ruled)
    assert entry_for(at, NOBODY, Adjudicate(AwardTricks(7), "0.0")) is None
    paused = table.fold(at, Hosted(at_ms=NOON, paused=True))
    assert entry_for(paused, NOBODY, Adjudicate(AwardTricks(7), at.decision)) is None


def test_a_report_of_the_other_table_of_a_match_renews_no_decision_and_moves_no_deadline() -> None:
    at = playing()
    at = replace(at, state=BRIDGE.rule(at.state, Paired("open", "u"), NOON))
    told = table_after(at, NOBODY, Adjudicate(ScoreReported(5, MatchScore(420))), NOON + 10_000)
    assert (told.decision, told.clock.deadline_ms()) == (at.decision, at.clock.deadline_ms())
    closed = table.fold(at, Closed(at_ms=NOON, reason="over"))
    assert isinstance(entry_for(closed, NOBODY, Adjudicate(ScoreReported(5, MatchScore(420)))), Ruled)
