"""Tests of whole boards by talkative robots: every view of every audience is drawn and described."""

from __future__ import annotations

import asyncio
import inspect
import io
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from rich.console import Console
from rich.text import Text

from bots.bot import Bot
from bots.bridge.terminal.drawing import draw
from bots.bridge.terminal.events import events, match_words, ruling_words, tally_words
from bots.bridge.terminal.words import news
from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.bridge import (
    SEATS,
    ArtificialScore,
    AssignScore,
    AwardTricks,
    BridgePub,
    Compared,
    Contract,
    Match,
    Options,
    Outcome,
    PlayGoesOn,
    RollBack,
    Ruling,
    Seat,
    Strain,
    Tally,
)
from server.errors import IllegalAction
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.markers import every

AUDIENCES: tuple[Audience, ...] = (
    Public(), AllHands(), Director(), Commentator(), *map(Seated, range(4)), *map(Kibitzer, range(4)),
)  # fmt: skip
WISHES = [
    Options(),
    Options(look_back="law", review=False, dummy_sees=True),
    Options(screens=True, undo="law25"),
    Options(scoring="rubber"),
    Options(scoring="total", undo="none"),
]
LATE = 200
"""The number of steps after which no robot talks any more, so that the board comes to its end."""


def board(options: Options, seed: int) -> Iterator[BridgeState]:
    """Return the states of one board that three talkative robots and a plain one play."""
    state = BridgeState(options=options)
    state = BRIDGE.apply(state, None, BRIDGE.chance(state, Random(seed)))
    robots: list[Bot] = [PlainBot(), *(RandomBot(4 * seed + seat, talkative=True) for seat in (1, 2, 3))]
    yield state
    for step in range(2_000):
        if not BRIDGE.to_act(state):
            return
        for seat in SEATS:
            view = BridgeView("t", BRIDGE.pub(state), BRIDGE.own(state, Seated(seat)))
            robots[seat].seen(view)
            for action in robots[seat].answer(view) if step < LATE else ():
                try:
                    state = BRIDGE.apply(state, seat, action)
                except IllegalAction:
                    continue
                yield state
        state = answered(state, robots)
        yield state
    raise AssertionError("expected the board to come to its end")


def answered(state: BridgeState, robots: list[Bot]) -> BridgeState:
    """Return the board after the answer of the first seat that must act."""
    if not BRIDGE.to_act(state):
        return state
    seat = SEATS[BRIDGE.to_act(state)[0]]
    view = BridgeView("t", BRIDGE.pub(state), BRIDGE.own(state, Seated(seat)))
    robots[seat].seen(view)
    robot, own = robots[seat], view.own
    due = robot.choose if own.calls is not None or own.cards is not None else robot.asked
    action = due(view, own.legal_actions())
    if inspect.isawaitable(action):
        action = asyncio.run(waited(action))
    return BRIDGE.apply(state, seat, action)


async def waited(action: object) -> object:
    return await action


@pytest.mark.parametrize("seed", every(2, [0, 1]))
@pytest.mark.parametrize("options", every(2, WISHES), ids=lambda options: f"{options.scoring}-{options.undo}")
def test_talkative_robots_cover_every_event_and_every_view_can_be_drawn(options: Options, seed: int) -> None:
    console = Console(file=io.StringIO(), width=80)
    names = {seat: Text(seat.letter) for seat in SEATS}
    states = list(board(options, seed))
    assert BRIDGE.result(states[-1]) is not None
    for audience in AUDIENCES:
        halves = [
            (BRIDGE.pub(state), BRIDGE.own(state, audience)) for state in states[:: 1 + len(states) // 20]
        ]
        for before, now in pairwise(halves):
            console.print(draw(*now, names))
            assert all(isinstance(line, str) for line in (*news(before[0], now[0]), *events(before, now)))


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        (RollBack(3, 2, "misinformed"), "back to 3 calls and 2 cards: misinformed"),
        (AwardTricks(9, 4), "9 tricks to declarer (board 4)"),
        (PlayGoesOn(), "the claim is void and play continues"),
        (ArtificialScore("plus", "minus"), "artificial score, NS plus, EW minus"),
        (
            AssignScore((Outcome(60, Contract(4, Strain.SPADES, Seat.SOUTH), 10), Outcome(40))),
            "assigned score, 60% of 4♠ by South 10, 40% of a passed-out board",
        ),
    ],
)
def test_rulings_are_described_in_words(ruling: Ruling, words: str) -> None:
    assert ruling_words(ruling) == words


def test_scores_are_described_in_words() -> None:
    tally = Tally(2, 3, (120, 60), (520, 300), games=(1, 0), part=(60, 0))
    assert tally_words(tally) == "Round 2, deal 3: NS 120, EW 60; games 1-0, part-scores 60-0; total 520-300"
    match = Match("open", "other", {1: Compared(420, 170, 6)}, imps=-6)
    assert match_words(match) == "Match, open room: EW lead by 6 IMPs after 1 board"


def test_a_comparison_is_described_when_both_tables_have_finished_the_board() -> None:
    before, now = (
        BridgePub(
            board=2, dealer=Seat.EAST, vulnerable="None", phase="auction", calls={}, plays={}, tricks=(0, 0),
            match=Match("open", "other", boards, imps=6 * len(boards)),
        )
        for boards in ({}, {1: Compared(420, 170, 6)})
    )  # fmt: skip
    assert list(events((before, None), (now, None))) == [
        "Board 1: 420 here, 170 at the other table, +6 IMPs to North-South here",
        "Match, open room: NS lead by 6 IMPs after 1 board",
    ]
