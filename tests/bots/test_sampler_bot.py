"""The robot `sampler`: it plays bridge and Spades at three levels, and thinks in another process."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.brain import card_text
from bots.bridge.sampler.carding import STANDARD as USUAL_SIGNALS
from bots.bridge.sampler.carding import Carding
from bots.bridge.view import BridgeView
from bots.levels import LEVELS
from bots.sampler_bot import SamplerBot
from bots.spades.view import SpadesView
from protocol.v1.bridge import SEATS, Call, LayCard
from protocol.v1.requests import NoClock, Policy, Watch
from protocol.v1.spades import Options
from server.deployment.installed_robots import games_of, playing_beside
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.in_process import play_table
from server.robots.house_robots import HouseRobots
from server.workers.thinker import Thinker
from tests.bots.bridge.robot.auctions import NOTRUMPS, after, random_board
from tests.bots.bridge.robot.auctions import view_of as bridge_view
from tests.bots.spades.sampler.hands import dealt
from tests.rooms import House
from tests.virtual import until, virtual

TOP = Path(__file__).parents[2]
T = TypeVar("T")


def view_of(seed: int) -> SpadesView:
    state = dealt(Options(blind_nil=0), Random(seed))
    return SpadesView("t", SPADES.pub(state), SPADES.own(state, Seated(1)))


async def test_robots_with_the_same_seed_answer_alike() -> None:
    view = view_of(1)
    assert view.own is not None
    legal = view.own.legal_actions()
    assert await SamplerBot(5).choose(view, legal) == await SamplerBot(5).choose(view, legal)


async def test_four_samplers_play_a_hand_at_a_table_of_the_server() -> None:
    make = partial(SamplerBot, 1, "quick")
    results = await play_table([make] * 4, "spades", {"rounds": 1}, boards=1, rng=Random(2))
    assert len(results) == 1


async def test_its_search_runs_in_the_servers_worker_process_with_the_same_answer() -> None:
    view, thinker, robot = view_of(2), Thinker(), SamplerBot(3, "quick")
    assert view.own is not None
    legal = view.own.legal_actions()
    here = await SamplerBot(3, "quick").choose(view, legal)
    asked = 0

    async def think(question: object, /) -> object:
        nonlocal asked
        asked += 1
        return await thinker.answer_question("t", 30.0, question)

    robot.think = think
    try:
        assert await robot.choose(view, legal) == here
        assert (asked, len(thinker.pids)) == (1, 1)
    finally:
        await thinker.stop()


def test_the_package_offers_it_to_servers_for_bridge_and_spades() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    offered = project["entry-points"]["kibitz.robots"]
    assert games_of({"sampler": resolve_name(offered["sampler"])}) == {"sampler": ("bridge", "spades")}


def test_its_name_tells_any_level_but_the_usual_one() -> None:
    assert SamplerBot().name == SamplerBot(level="standard").name == "sampler"
    assert SamplerBot(level="quick").name == "sampler:quick"


def test_unknown_levels_and_systems_are_refused() -> None:
    with pytest.raises(ValueError, match="expected one of the levels quick, standard, expert, got 'slow'"):
        SamplerBot(level="slow")
    with pytest.raises(
        ValueError, match="expected one of the bidding systems sayc, 2/1, acol, precision, got 'x'"
    ):
        SamplerBot(system="x")


async def test_other_agreements_on_leads_and_signals_stand_on_its_convention_card() -> None:
    signals = Carding(spots="third and fifth", discards="count")
    view = bridge_view(random_board(Random(1)), SEATS[0])
    assert view.own is not None
    laid = await SamplerBot(signals=signals).choose(view, view.own.legal_actions())
    assert isinstance(laid, LayCard) and laid.text == card_text(SAYC, signals)


async def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(
        ValueError, match="expected the view of a player that has to decide at bridge or Spades"
    ):
        await SamplerBot().choose(SpadesView("t", view_of(1).pub), ())


async def searched(level: str, load: float) -> int:
    """Return the number of cards that a search at Spades plays at this level, if the server has this load."""
    view, robot, budgets = view_of(1), SamplerBot(1, level), []

    async def think(question: Any, /) -> None:
        budgets.append(question.args[0].budget)

    robot.think, robot.load = think, lambda: load
    assert view.own is not None
    await robot.choose(view, view.own.legal_actions())
    return int(budgets[0])


async def test_a_higher_level_searches_longer_at_spades_and_a_busy_server_shortens_each_search() -> None:
    quick, usual, most = [await searched(level, 0.0) for level in LEVELS]
    assert quick < usual < most
    assert [await searched(level, 1.0) for level in LEVELS] == [quick] * 3
    assert await searched("expert", 0.5) == usual


@pytest.mark.parametrize("deal", range(2))
def test_the_time_of_an_answer_at_bridge_depends_on_the_number_of_cards_played_and_not_on_cards(
    deal: int,
) -> None:
    view = bridge_view(after(random_board(Random(deal)), NOTRUMPS), SEATS[1])
    played = [replace(view.pub, plays=dict.fromkeys(range(number), view.pub.plays)) for number in range(52)]
    for level, first, later in (
        ("quick", 2_000, 1_000),
        ("standard", 3_000, 2_000),
        ("expert", 3_000, 3_000),
    ):
        robot = SamplerBot(level=level)
        times = [robot.search_ms(BridgeView("t", pub)) for pub in played]
        assert (times[0], times[8], times[50]) == (first, later, 1_000)
        assert times == sorted(times, reverse=True)
    shown = BridgeView("t", replace(view.pub, plays={}, tricks=(3, 4)))
    assert SamplerBot().search_ms(shown) == SamplerBot().search_ms(BridgeView("t", played[28]))


def test_bids_and_claims_at_bridge_and_all_answers_at_spades_take_the_usual_time_of_a_search() -> None:
    auction = bridge_view(after(random_board(Random(1)), "P"), SEATS[1])
    for level in LEVELS:
        assert (
            SamplerBot(level=level).search_ms(auction)
            == SamplerBot(level=level).search_ms(view_of(1))
            == 1_000
        )


@pytest.mark.thorough
async def test_four_samplers_play_boards_at_a_table_of_the_server_with_cards_laid_and_calls_explained() -> (
    None
):
    make = partial(SamplerBot, 1, "quick")
    results = await play_table([make] * 4, "bridge", {"boards": 2}, boards=2, rng=Random(5))
    assert len(results) == 2


@virtual
async def test_house_samplers_lay_the_cards_of_both_sides_before_the_first_call_and_explain_bids() -> None:
    async with House(robots={"sampler": ("bridge",)}) as house:
        robots = HouseRobots(house.desk, {"sampler": SamplerBot}, playing_beside(Idle()))
        house.hub.changed.subscribe(robots.update)
        table = await house.table(policy=Policy(clock=NoClock()), seats=dict.fromkeys(range(4), "sampler"))
        await house.person("Watcher").ask(Watch(table=table, id=1))
        await until(lambda: len(house.room(table).table.state.calls) > 1)
        text = card_text(SAYC, USUAL_SIGNALS)
        assert [card and card.text for card in house.room(table).table.state.side_cards] == [text, text]
        await until(lambda: house.room(table).table.state.contract or not house.room(table).table.state.deal)
        state = house.room(table).table.state
        explained = {remark.call for remark in state.call_remarks if remark.text}
        assert explained == {turn for turn, call in enumerate(state.calls) if call is not Call.PASS}
        robots.stop()


class Idle(Thinker):
    """A thinker without a process: under virtual time no search has a result."""

    def warm_up(self) -> None:
        """Start no process."""

    async def answer_question(self, table: str, limit_s: float, question: Callable[[], T], /) -> T | None:
        return None


def test_at_bridge_it_tells_the_players_that_the_solver_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bridge_view(random_board(Random(1)), SEATS[0])
    assert SamplerBot().greeting(view) == ""
    monkeypatch.setattr(PathFinder, "find_spec", lambda *_: None)
    assert "no double-dummy solver" in SamplerBot().greeting(view)
