"""Release of answers, warnings, and automatic plays of a single legal action, all at public times."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Ask, AssignScore, Call, MakeCall, Outcome, PlayCard, PlayOn, RollBack
from protocol.v1.cards import Card
from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove, Policy
from server.games.bridge.rules import BRIDGE
from server.table.commands import Expire, check_act, no_robots
from server.table.events import Acted, Chair, Closed, Credited, Entry, Hosted, Sat, Stood
from server.table.schedule import (
    Due,
    due,
    earliest_step_ms,
    expires_ms,
    forced,
    next_deal_ms,
    opens_ms,
    single,
    singles,
    waits_until_open,
    warning_ms,
)
from server.table.seats import Chairs
from server.table.table import Table, fold
from tests.games.bridge.deals import deal
from tests.games.of_state import with_rules
from tests.table.asking import DIRECTOR, HOST, NOBODY, entry_for, host, rule, table_after
from tests.tables import CLUB, NAMES, NOON, PASS, act, dealt, seated

TEMPO = Policy(clock=NoClock(), tempo_ms=3_000)
HURRIED = Policy(clock=PerMove(20_000), tempo_ms=3_000)
NOTRUMP, LEAD, DUMMY = MakeCall(Call.ONE_NOTRUMP), PlayCard(Card("SK")), PlayCard(Card("S3"))
ONE_SPADE = "N:AQ52.K64.QJ3.T98 KJ97.QT9.8742.K5 T643.AJ87.AK5.A7 8.532.T96.QJ6432"
TWO_SPADES = "N:AQ52.K64.QJ3.T98 KJ9.QT9.8742.K53 T643.AJ87.AK5.A7 87.532.T96.QJ642"
ALL, WEST = range(4), 3


def west_follows(west: str = ONE_SPADE, policy: Policy = TEMPO, s: float = 0) -> Table:
    """Return a board in which East has led a spade `s` seconds after noon and West must follow suit."""
    four = fold(seated(policy=policy), Acted(at_ms=NOON, action=deal(west)))
    return act(four, NOTRUMP, PASS, PASS, PASS, LEAD, DUMMY, s=s)


def after(table: Table, *entries: Entry) -> Table:
    for entry in entries:
        table = fold(table, entry)
    return table


def at(s: float) -> int:
    """Return the time this many seconds after noon."""
    return NOON + round(s * 1000)


def seconds(ms: int | None) -> float | None:
    """Return the seconds since noon."""
    return None if ms is None else (ms - NOON) / 1000


def answer(table: Table, action: MakeCall | PlayCard | Ask, s: float, seat: int | None = None) -> Acted:
    """Return a player's action as a log entry."""
    player = NAMES[table.game.to_act(table.state)[0] if seat is None else seat]
    last = table.counters.get(player)
    entry = check_act(table, player, 1 if last is None else last.n + 1, table.decision, action, at(s))
    assert entry is not None
    return entry


def test_without_tempo_every_answer_is_shown_at_once() -> None:
    table = dealt(policy=Policy())
    assert opens_ms(table) is None


def test_an_answer_is_shown_when_the_tempo_has_passed_since_the_last_public_move() -> None:
    table = act(dealt(policy=TEMPO), CLUB, s=10)
    assert seconds(opens_ms(table)) == 13
    assert waits_until_open(table, answer(table, PASS, s=11))


def test_a_new_deal_begins_a_decision() -> None:
    assert seconds(opens_ms(dealt(policy=TEMPO))) == 3


def test_a_question_neither_waits_nor_moves_when_an_answer_is_shown() -> None:
    table = act(dealt(policy=HURRIED), CLUB, s=10)
    asked = answer(table, Ask(0), s=12, seat=1)
    assert not waits_until_open(table, asked)
    before = (opens_ms(table), table.clock.deadline_ms())
    table = fold(table, asked)
    assert (opens_ms(table), table.clock.deadline_ms()) == before


def test_a_question_gains_no_player_an_increment() -> None:
    table = act(dealt(policy=Policy(clock=Bank(60_000, increment_ms=5_000))), CLUB, s=10)
    table = fold(table, answer(table, Ask(0), s=20, seat=1))
    assert table.clock.banks[1] == 50_000


def test_an_answer_in_time_is_shown_before_the_time_ends() -> None:
    table = dealt(policy=Policy(clock=PerMove(2_000), tempo_ms=3_000))
    assert seconds(opens_ms(table)) == seconds(table.clock.deadline_ms()) == 2


def test_after_a_jump_bid_the_next_call_waits_as_long_as_the_options_say() -> None:
    stopping = with_rules(BRIDGE, pause_ms=lambda state: 10_000 if len(state.calls) == 1 else 0)
    table = replace(dealt(policy=Policy(clock=NoClock())), game=stopping)
    assert opens_ms(table) is None
    table = act(table, CLUB, s=5)
    assert seconds(opens_ms(table)) == 15
    assert opens_ms(act(table, PASS, s=20)) is None


def test_of_tempo_and_pause_the_longer_one_counts() -> None:
    stopping = with_rules(BRIDGE, pause_ms=lambda state: 2_000)
    assert seconds(opens_ms(replace(dealt(policy=TEMPO), game=stopping))) == 3


def test_a_pause_of_the_host_stops_the_tempo_too() -> None:
    table = act(dealt(policy=TEMPO), CLUB, s=10)
    paused = fold(table, Hosted(at_ms=at(11), paused=True))
    assert opens_ms(paused) is None and singles(paused) == ()
    assert seconds(opens_ms(fold(paused, Hosted(at_ms=at(60), paused=False)))) == 62


def test_a_closed_table_opens_nothing() -> None:
    table = west_follows()
    closed = fold(table, Closed(at_ms=NOON, reason="done"))
    assert opens_ms(closed) is None and singles(closed) == ()


def test_only_a_player_with_one_legal_action_has_no_choice() -> None:
    assert singles(west_follows(ONE_SPADE)) == (WEST,)
    assert singles(west_follows(TWO_SPADES)) == ()


def test_a_card_without_a_choice_is_played_when_its_decision_opens() -> None:
    table = west_follows(s=10)
    assert single(table, ALL, at(12.9)) is None
    played = single(table, ALL, at(13))
    assert played == Acted(at_ms=at(13), seat=WEST, action=PlayCard(Card("S8")), single=True)
    assert fold(table, played).counters == table.counters


def test_without_a_tempo_the_table_plays_for_no_player() -> None:
    table = west_follows(policy=Policy(clock=NoClock()))
    assert singles(table) == () and single(table, ALL, at(60)) is None


def test_the_stop_after_a_jump_bid_alone_plays_for_no_player() -> None:
    stopping = with_rules(BRIDGE, pause_ms=lambda state: 2_000)
    table = replace(west_follows(policy=Policy(clock=NoClock())), game=stopping)
    assert opens_ms(table) is not None and single(table, ALL, at(60)) is None


def test_for_an_absent_player_only_the_clock_plays() -> None:
    table = west_follows(policy=HURRIED)
    assert single(table, (0, 1, 2), at(19)) is None
    late = forced(table, at(20))
    assert late is not None and late.forced and not late.single


def test_a_robot_plays_its_only_card_itself_at_the_time_of_all_its_cards() -> None:
    table = after(
        west_follows(),
        Stood(at_ms=NOON, seat=WEST),
        Hosted(at_ms=NOON, seats=(*(Chair(),) * 3, Chair(robot="plain"))),
    )
    assert singles(table) == ()


def test_no_player_is_made_to_consent_while_the_director_is_called() -> None:
    table = west_follows()

    agreeing = with_rules(BRIDGE, legal_actions=lambda state, seat: (PlayOn(),))
    assert singles(replace(table, game=agreeing)) == (WEST,)
    called = with_rules(agreeing, disputed=lambda state: True)
    assert singles(replace(table, game=called)) == ()


def test_a_player_that_sits_down_during_an_unattended_decision_starts_it() -> None:
    robots = (Chair(robot="plain"),) * 4
    table = fold(act(dealt(policy=HURRIED, chairs=robots), CLUB, s=10), Stood(at_ms=at(15), seat=1))
    table = fold(table, Sat(at_ms=at(100), seat=1, player="eve", name="Eve"))
    assert (seconds(opens_ms(table)), seconds(table.clock.deadline_ms())) == (103, 120)


def warning(table: Table, warned_ms: int | None = None) -> float | None:
    """Return the seconds after noon of the warning, None if there is none before the deadline."""
    deadline = table.clock.deadline_ms()
    assert deadline is not None
    warning = warning_ms(table, deadline, warned_ms)
    return None if warning == deadline else seconds(warning)


def test_a_warning_comes_when_so_much_is_left() -> None:
    table = dealt(policy=Policy(clock=PerMove(60_000), warn_ms=20_000))
    assert warning(table) == 40
    assert warning(table, table.clock.deadline_ms()) is None
    later = fold(table, Credited(at_ms=at(50), ms=30_000))
    assert warning(later, table.clock.deadline_ms()) == 70


def test_a_board_has_one_warning() -> None:
    table = dealt(policy=Policy(clock=PerBoard(60_000), warn_ms=20_000))
    assert warning(act(table, CLUB, s=10)) == 40
    assert warning(act(table, CLUB, s=45)) is None
    assert warning(act(table, CLUB, s=70)) is None


def test_a_player_with_less_time_than_the_threshold_is_not_warned() -> None:
    assert warning(dealt(policy=Policy(clock=PerMove(20_000), warn_ms=20_000))) is None


def test_no_player_is_warned_if_the_policy_wants_no_warnings() -> None:
    assert warning(dealt(policy=Policy(clock=PerMove(60_000), warn_ms=0))) is None


def test_remarks_after_a_board_do_not_delay_the_next_board() -> None:
    over = act(dealt(policy=Policy(pause_ms=5_000)), PASS, PASS, PASS, PASS, s=10)
    assert due(over, None) == (Due.NEXT, at(15))
    assert due(fold(over, Sat(at_ms=at(13), seat=0, player="eve", name="Eve")), None) == (Due.NEXT, at(15))


def test_the_time_of_the_next_board_is_known_from_the_result_on() -> None:
    bidding = act(dealt(policy=Policy(pause_ms=5_000)), PASS, PASS, PASS, s=7)
    assert next_deal_ms(bidding, None) is None
    over = act(bidding, PASS, s=10)
    assert seconds(next_deal_ms(over, None)) == 15
    assert seconds(next_deal_ms(fold(over, Hosted(at_ms=at(12), policy=Policy(pause_ms=60_000))), None)) == 70


def test_while_a_table_is_paused_the_time_of_the_next_board_is_unknown() -> None:
    over = act(dealt(policy=Policy(pause_ms=5_000)), PASS, PASS, PASS, PASS, s=10)
    paused = fold(over, Hosted(at_ms=at(12), paused=True))
    assert next_deal_ms(paused, None) is None
    assert seconds(next_deal_ms(fold(paused, Hosted(at_ms=at(60), paused=False)), None)) == 63


def test_no_board_follows_the_last_one_of_the_sitting_or_of_an_uploaded_file() -> None:
    assert due(last_board(), None) is not None and next_deal_ms(last_board(), None) is None
    over = act(dealt(), PASS, PASS, PASS, PASS, s=10)
    assert next_deal_ms(over, 1) is None and next_deal_ms(over, 2) is not None


# After the last board


AS_USUAL = Policy()


def last_board(policy: Policy = AS_USUAL, directors: tuple[str, ...] = ("dirk",)) -> Table:
    """Return the only board of a sitting, passed out ten seconds after noon."""
    over = act(dealt(policy=policy, boards=1), PASS, PASS, PASS, PASS, s=10)
    return fold(over, Hosted(at_ms=at(10), directors=directors))


def test_a_table_with_a_director_stays_open_for_corrections_after_its_last_result() -> None:
    half_an_hour = 1_800
    assert due(last_board(), None) == (Due.CLOSE, at(10 + half_an_hour))
    assert due(last_board(Policy(correction_ms=60_000)), None) == (Due.CLOSE, at(70))
    assert due(last_board(Policy(correction_ms=0)), None) == (Due.CLOSE, at(15))
    uploaded = fold(dealt(), Hosted(at_ms=at(0), directors=("dirk",)))
    uploaded = act(uploaded, PASS, PASS, PASS, PASS)
    assert due(uploaded, 1) == (Due.CLOSE, at(half_an_hour))
    assert due(uploaded, 2) == (Due.NEXT, at(5))


def test_a_table_without_a_director_closes_as_soon_as_its_last_result_has_been_seen() -> None:
    assert due(last_board(directors=()), None) == (Due.CLOSE, at(15))
    dismissed = fold(last_board(), Hosted(at_ms=at(100), directors=()))
    assert due(dismissed, None) == (Due.CLOSE, at(15))


def test_a_director_corrects_the_last_board_until_the_table_closes() -> None:
    ruling = rule(AssignScore((Outcome(100),)))
    corrected = table_after(last_board(), DIRECTOR, ruling, at(1_700))
    assert corrected.over and corrected.game.result(corrected.state) != last_board().game.result(
        last_board().state
    )
    reopened = table_after(last_board(), DIRECTOR, rule(RollBack(2)), at(1_700))
    assert due(reopened, None) is None and reopened.clock.deadline_ms() is not None


def test_a_table_that_stays_open_for_corrections_is_ended_by_its_host_at_once_or_by_time_alone() -> None:
    assert isinstance(entry_for(last_board(), HOST, host(terminate=True), at(11)), Closed)
    assert entry_for(last_board(), NOBODY, Expire(people_present=True), at(1_809)) is None
    assert isinstance(entry_for(last_board(), NOBODY, Expire(people_present=False), at(1_810)), Closed)


EAST = {
    "a player": Chair("east", "East"),
    "a robot": Chair(robot="plain"),
    "empty": Chair(),
    "a robot for a slow player": Chair("east", "East", relief="plain"),
    "a robot for an absent player": Chair(owner="east", substitute="plain"),
}
CLUBHOUSE = "plain".__eq__
CLOCKS = (NoClock(), PerMove(20_000), PerBoard(board_ms=90_000), Bank(60_000, increment_ms=5_000))


@pytest.mark.parametrize("rules", CLOCKS, ids=lambda rules: type(rules).__name__)
@pytest.mark.parametrize("east", EAST)
@pytest.mark.parametrize("tempo_ms", (0, 3_000))
def test_after_a_move_the_table_takes_no_step_before_its_earliest_step(
    rules: ClockRules, east: str, tempo_ms: int
) -> None:
    four = dealt(policy=Policy(clock=rules, tempo_ms=tempo_ms))
    four = replace(four, chairs=Chairs((four.chairs[0], EAST[east], *four.chairs[2:])))
    table = act(four, CLUB, s=2)
    earliest = earliest_step_ms(table, table.clock.deadline_ms())
    for robots, present, since_ms in product((no_robots, CLUBHOUSE), (True, False), (0, at(1), at(60))):
        deadline = expires_ms(table, robots, present, since_ms)
        steps = [warning_ms(table, deadline, None)] if deadline is not None else []
        steps += [each for each in (opens_ms(table),) if each is not None and tempo_ms]
        assert not steps or (earliest is not None and earliest <= min(steps))


def test_while_a_player_thinks_without_a_clock_the_table_takes_no_step() -> None:
    assert earliest_step_ms(dealt(policy=Policy(clock=NoClock())), None) is None
