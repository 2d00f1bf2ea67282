"""The robot `sampler`: it plays Spades alone, by views, and thinks in another process."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from random import Random

import pytest

from bots.bridge.view import BridgeView
from bots.sampler_bot import SamplerBot
from bots.spades.view import SpadesView
from protocol.v1.spades import Options
from server.deployment.installed_robots import games_of
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.in_process import play_table
from server.workers.thinker import Thinker
from tests.bots.spades.sampler.hands import dealt

TOP = Path(__file__).parents[2]


def view_of(seed: int) -> SpadesView:
    state = dealt(Options(blind_nil=0), Random(seed))
    return SpadesView("t", SPADES.pub(state), SPADES.own(state, Seated(1)))


async def test_robots_with_the_same_seed_answer_alike() -> None:
    view = view_of(1)
    assert view.own is not None
    legal = view.own.legal_actions()
    assert await SamplerBot(5).choose(view, legal) == await SamplerBot(5).choose(view, legal)


async def test_four_samplers_play_a_hand_at_a_table_of_the_server() -> None:
    make = partial(SamplerBot, 1, 200)
    results = await play_table([make] * 4, "spades", {"rounds": 1}, boards=1, rng=Random(2))
    assert len(results) == 1


async def test_its_search_runs_in_the_servers_worker_process_with_the_same_answer() -> None:
    view, thinker, robot = view_of(2), Thinker(), SamplerBot(3, 2_000)
    assert view.own is not None
    legal = view.own.legal_actions()
    here = await SamplerBot(3, 2_000).choose(view, legal)
    asked = 0

    async def think(question: object, /) -> object:
        nonlocal asked
        asked += 1
        return await thinker.answer_question("t", 30.0, question)

    robot.think = think
    try:
        assert await robot.choose(view, legal) == here
        assert (asked, thinker.pid is not None) == (1, True)
    finally:
        await thinker.stop()


def test_it_plays_spades_and_nothing_else() -> None:
    assert SamplerBot.games == ("spades",)
    assert SamplerBot().name == "sampler"


def test_the_package_offers_it_to_servers_for_spades() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    offered = project["entry-points"]["kibitz.robots"]
    assert games_of({"sampler": resolve_name(offered["sampler"])}) == {"sampler": ("spades",)}


async def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="expected the view of a Spades seat"):
        await SamplerBot().choose(BridgeView("t", view_of(1).pub), ())
