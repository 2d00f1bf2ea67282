"""The analyst: its answers and errors, and the independence of one board from another."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest

from protocol.v1.bridge import Call, Seat, Strain, Vulnerability
from protocol.v1.cards import Card, Suit
from server.errors import AnalysisError, Busy, NotAnalysable, NotInstalled, TooLong
from server.records.bridge.double_dummy.analysis import Par
from server.records.bridge.record import RecordedCall
from tests.records.bridge.double_dummy.boards import HARD, BoardAnalyst, board, played, whole_suits

pytest.importorskip("endplay", reason="endplay is not installed")
Employ = Callable[..., BoardAnalyst]


@pytest.fixture
async def employ() -> AsyncIterator[Employ]:
    """Create analysts that are stopped after the test."""
    employed = []

    def new(**told: object) -> BoardAnalyst:
        employed.append(BoardAnalyst(**told))
        return employed[-1]

    yield new
    for analyst in employed:
        await analyst.stop()


async def solving(analyst: BoardAnalyst, not_this: int = 0) -> int:
    """Return the process of a single-process analyst that has computed for longer than its start takes."""
    while not analyst.pids or analyst.pids[0] == not_this:
        await asyncio.sleep(0.01)
    (pid,) = analyst.pids
    while psutil.Process(pid).cpu_times().user < 0.6:
        await asyncio.sleep(0.02)
    return pid


# What it answers


async def test_a_hand_with_all_trumps_takes_every_trick(employ: Employ) -> None:
    table = await employ().table(whole_suits("SHDC"))
    for declarer in Seat:
        for strain in Suit:
            side = "SHDC".index(strain) % 2
            assert table.of(declarer, Strain(strain)) == (13 if declarer % 2 == side else 0)
    # the hand on lead runs its suit in no trumps
    assert [table.of(declarer, Strain.NOTRUMP) for declarer in Seat] == [0, 0, 0, 0]


@pytest.mark.parametrize(("vulnerable", "points"), [(Vulnerability.EW, 1510), (Vulnerability.NS, 2210)])
async def test_par_is_a_grand_slam_for_the_side_with_the_highest_suit(
    employ: Employ, vulnerable: Vulnerability, points: int
) -> None:
    analyst = employ()
    assert await analyst.par(whole_suits("SHDC"), Seat.NORTH, vulnerable) == Par(points, ("NS 7S=",))
    assert await analyst.par(whole_suits("SCDH"), Seat.NORTH, vulnerable) == Par(points, ("NS 7S=",))


async def test_the_values_of_cards_are_declarers_tricks_on_the_whole_board(employ: Employ) -> None:
    complete = board(cards=played(52))
    cards = await employ().plays(complete)
    assert [each.played for each in cards] == list(complete.cards)
    assert [each.seat.letter for each in cards[:8]] == list("ESWNNESW")
    assert all(set(each.values.values()) == {13} for each in cards)
    assert len(cards[0].values) == 13 and len(cards[-1].values) == 1


async def test_a_play_that_a_claim_has_ended_tells_what_was_claimed_from(employ: Employ) -> None:
    cards = await employ().plays(board(cards=played(5), claimed=True, tricks=13))
    assert len(cards) == 6
    assert cards[-1].played is None and cards[-1].seat is Seat.EAST
    assert Card("HA") in cards[-1].values and Card("H2") not in cards[-1].values


async def test_a_result_without_a_play_tells_what_each_lead_was_worth(employ: Employ) -> None:
    (lead,) = await employ().plays(board(tricks=13))
    assert (lead.place, lead.seat, lead.played) == (0, Seat.EAST, None)


async def test_a_board_passed_out_has_no_cards_but_par(employ: Employ) -> None:
    passed = board(contract=None, calls=(RecordedCall(Call.PASS),) * 4, passed_out=True)
    analysis = await employ().board(passed)
    assert analysis.cards == () and analysis.par is not None


async def test_without_dealer_vulnerability_and_number_there_is_no_par(employ: Employ) -> None:
    analyst = employ()
    untold = board(dealer=None, vulnerable=None, tricks=13)
    analysis = await analyst.board(untold)
    assert analysis.par is None and analysis.double_dummy == await analyst.table(untold.hands)
    numbered = await analyst.board(board(dealer=None, vulnerable=None, number=4))
    assert numbered.par == await analyst.par(untold.hands, Seat.WEST, Vulnerability.BOTH)


# What it refuses


@pytest.mark.parametrize("cards", [0, 1, 51])
async def test_the_cards_of_a_board_that_is_not_over_are_not_valued(employ: Employ, cards: int) -> None:
    analyst, live = employ(), board(cards=played(cards))
    with pytest.raises(NotAnalysable, match=f"a finished board, got {cards} played cards? and no result"):
        await analyst.plays(live)
    assert (await analyst.board(live)).cards == ()


async def test_a_play_that_breaks_the_rules_is_refused_with_the_rule(employ: Employ) -> None:
    with pytest.raises(NotAnalysable, match=r"card 2, H2.*\(Law 44\)"):
        await employ().plays(board(cards=(Card("HA"), Card("H2")), claimed=True, tricks=13))


async def test_legal_cards_are_analysed_whatever_result_is_recorded(employ: Employ) -> None:
    assert len(await employ().plays(board(cards=played(52), tricks=3))) == 52


async def test_less_than_a_deal_is_refused(employ: Employ) -> None:
    with pytest.raises(NotAnalysable, match="13 cards for West, got 0"):
        await employ().table((*whole_suits()[:3], ()))


async def test_without_endplay_it_says_that_analysis_is_not_installed(
    employ: Employ, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endplay").mkdir()
    (tmp_path / "endplay/__init__.py").write_text("raise ImportError('not here')")
    monkeypatch.syspath_prepend(tmp_path)
    analyst = employ()
    for answer in (analyst.table(whole_suits()), analyst.plays(board(tricks=13))):
        with pytest.raises(
            NotInstalled, match=r"^double-dummy analysis is not installed: the server needs endplay"
        ):
            await answer


# That nothing is lost


async def test_a_board_that_takes_too_long_is_stopped_and_the_next_is_analysed(employ: Employ) -> None:
    analyst = employ(limit_s=2)
    hard = asyncio.create_task(analyst.table(HARD))
    next_one = asyncio.create_task(analyst.table(whole_suits()))
    while not analyst.pids:
        await asyncio.sleep(0)
    (process,) = analyst.pids
    with pytest.raises(TooLong, match="stopped after 2 s"):
        await hard
    assert (await next_one).of(Seat.NORTH, Strain.SPADES) == 13
    assert not psutil.pid_exists(process)


async def test_a_board_that_crashes_its_process_is_tried_again(employ: Employ) -> None:
    analyst = employ()
    answer = asyncio.create_task(analyst.table(whole_suits()))
    while not analyst.pids:
        await asyncio.sleep(0)
    os.kill(analyst.pids[0], signal.SIGSEGV)
    assert (await answer).of(Seat.NORTH, Strain.SPADES) == 13


async def test_a_board_that_crashes_its_process_twice_fails_alone(employ: Employ) -> None:
    analyst = employ()
    hard = asyncio.create_task(analyst.table(HARD))
    others = [asyncio.create_task(analyst.table(whole_suits(order))) for order in ("SHDC", "HDCS")]
    first = await solving(analyst)
    os.kill(first, signal.SIGSEGV)
    os.kill(await solving(analyst, not_this=first), signal.SIGSEGV)
    with pytest.raises(AnalysisError, match="the analysis of this board crashed twice"):
        await hard
    assert [(await other).of(Seat.NORTH, Strain.SPADES) for other in others] == [13, 0]


async def test_the_event_loop_is_not_blocked_by_an_analysis(employ: Employ) -> None:
    analyst, turns = employ(), 0
    hard = asyncio.create_task(analyst.table(HARD))
    process = await solving(analyst)
    worked = psutil.Process(process).cpu_times().user
    while psutil.Process(process).cpu_times().user < worked + 0.2:
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10 and not hard.done()
    hard.cancel()


# What is kept, shared, and called off


async def test_a_cached_answer_needs_no_process(employ: Employ) -> None:
    analyst, over = employ(), board(cards=played(20), tricks=13)
    first = await analyst.board(over)
    await analyst.stop()
    north, *others = over.hands
    again = await analyst.board(board(hands=(north[::-1], *others), cards=played(20), tricks=13))
    assert again == first and analyst.pids == ()


async def test_the_least_recently_used_answer_leaves_the_cache(employ: Employ) -> None:
    analyst = employ(kept=2)
    for order in ("SHDC", "HDCS", "SHDC", "DCSH"):
        await analyst.table(whole_suits(order))
    await analyst.stop()
    await analyst.table(whole_suits("SHDC"))
    assert analyst.pids == ()
    await analyst.table(whole_suits("HDCS"))
    assert len(analyst.pids) == 1


async def test_callers_share_the_analysis_of_a_board_and_too_many_boards_are_refused(
    employ: Employ,
) -> None:
    analyst = employ(waiting=1)
    same = [asyncio.create_task(analyst.table(whole_suits())) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="1 board already queued for analysis, the maximum"):
        await analyst.table(whole_suits("HDCS"))
    first, *others = await asyncio.gather(*same)
    assert all(other is first for other in others)
    await analyst.table(whole_suits("HDCS"))


async def test_an_analysis_without_callers_is_stopped(employ: Employ) -> None:
    analyst = employ()
    hard = [asyncio.create_task(analyst.table(HARD)) for _ in range(2)]
    process = await solving(analyst)
    hard[0].cancel()
    await asyncio.sleep(0.01)
    assert psutil.pid_exists(process)
    hard[1].cancel()
    assert (await analyst.table(whole_suits())).of(Seat.NORTH, Strain.SPADES) == 13
    assert not psutil.pid_exists(process)


async def test_a_cancelled_caller_does_not_affect_the_others(employ: Employ) -> None:
    analyst = employ()
    impatient, patient = (asyncio.create_task(analyst.table(whole_suits())) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).of(Seat.NORTH, Strain.SPADES) == 13


async def test_when_the_analyst_stops_its_processes_are_gone(employ: Employ) -> None:
    analyst = employ(processes=2)
    waiting = [asyncio.create_task(analyst.table(each)) for each in (HARD, whole_suits())]
    await waiting[1]
    processes = analyst.pids
    await analyst.stop()
    assert len(processes) == 2 and not any(map(psutil.pid_exists, processes))
    with pytest.raises(asyncio.CancelledError):
        await waiting[0]
