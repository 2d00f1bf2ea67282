"""Leaks by claims, votes and the pace of a table."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.v1.bridge import ClaimShown, Seat
from protocol.v1.bridge.views import May
from server.games.bridge import view as views
from server.games.bridge.conduct import claims, rulings
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.hub import feeds, room
from server.table import clock as clocks
from server.table import schedule
from server.table.clock import Clock
from server.table.table import Table
from tests.secrecy.leaks.cards import spades
from tests.secrecy.leaks.planting import leak


@leak("a vote before the others have voted")
def count_the_votes(patch: MonkeyPatch) -> None:
    """The claim that everybody sees says how many have agreed."""
    shown = claims.visible_claim

    def leaky(state: BridgeState) -> ClaimShown | None:
        claim = shown(state)
        if claim is None or state.claim is None:
            return claim
        agreed = len(state.claim.accepted) + len(state.claim.play_on)
        return replace(claim, line=f"{claim.line} ({agreed} agree)")

    patch.setattr(claims, "visible_claim", leaky)


@leak("a clock that tells who has voted")
def stop_a_clock(patch: MonkeyPatch) -> None:
    """The deadline comes nearer with every answer of those who decide at once."""

    def leaky(self: Clock) -> int | None:
        ends = None if self.stopped or not self.timed else self._ends_ms()
        return None if ends is None else ends + len(self.timed)

    patch.setattr(clocks.Clock, "deadline_ms", leaky)


@leak("a question that moves the deadline")
def count_questions_as_moves(patch: MonkeyPatch) -> None:
    """Whatever is done at a table begins the time of the decision anew."""
    turn = Clock.turn
    patch.setattr(Clock, "turn", lambda self, *each, **how: turn(self, *each, **{**how, "anew": True}))


@leak("a tempo by the number of answers")
def slow_by_choice(patch: MonkeyPatch) -> None:
    """Who has more to choose from is released later."""
    opens_ms = schedule.opens_ms

    def leaky(table: Table) -> int | None:
        opens = opens_ms(table)
        answers = sum(
            len(table.game.legal_actions(table.state, seat)) for seat in table.game.to_act(table.state)
        )
        return None if opens is None else opens + answers

    for module in (schedule, feeds, room):
        patch.setattr(module, "opens_ms", leaky)


@leak("what a player may do by his cards")
def offer_what_is_worth_it(patch: MonkeyPatch) -> None:
    """A claim is offered where it may come out well, as the cards lie."""
    may = views.available_actions

    def leaky(state: BridgeState, seat: Seat) -> tuple[May, ...]:
        offers = may(state, seat)
        return offers if spades(state) % 2 else tuple(each for each in offers if each != "claim")

    patch.setattr(views, "available_actions", leaky)


@leak("a proof that looks into hidden hands")
def prove_by_looking(patch: MonkeyPatch) -> None:
    """A claim is proven by who holds the high cards, as the server knows."""

    def leaky(state: BridgeState) -> Any:
        claim = state.claim
        if state.phase != "claim" or claim is None:
            return None
        return partial(_found, rulings.Proven(claim.seat)) if spades(state) % 2 else None

    patch.setitem(vars(BRIDGE), "prove", leaky)


def _found(ruling: rulings.Proven, expired: object) -> rulings.Proven:
    return ruling
