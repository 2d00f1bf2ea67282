"""Tests of properties that hold for whole sittings under all options, with claims, undos and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from protocol.v1.bridge import (
    SEATS,
    Action,
    Ask,
    Claim,
    Deal,
    Explain,
    Grant,
    LayCard,
    MakeCall,
    Options,
    PlayCard,
    RollBack,
    Ruling,
    Seat,
    Undo,
    Vote,
)
from server.errors import IllegalAction
from server.games.base import Kibitzer, Seated
from server.games.bridge import scoring
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.random_games import random_options, random_value

SITTINGS = 120
BOARDS = 3
Log = list[tuple[int | None, Any]]


@dataclass
class Step:
    """One action of a sitting; `seat` is None for chance and -1 for a ruling."""

    before: BridgeState
    seat: int | None
    action: Any
    after: BridgeState


def besides(state: BridgeState, rng: Random) -> Action:
    """Return an action that answers no decision; it may be illegal."""
    number = rng.randrange(max(1, len(state.calls)))
    left = 13 - sum(state.tricks)
    asked = [request.seat for request in state.undos] or list(SEATS)
    kinds: list[Action] = [
        Ask(number, "?"),
        Explain(number, rng.choice(("natural", "")), rng.random() < 0.5),
        Undo("misclick"),
        Grant(rng.choice(asked), rng.random() < 0.7),
        Grant(rng.choice(asked), True),
        LayCard("Acol", text="weak 1NT"),
    ]
    if rng.random() < 0.1:
        kinds.append(Claim(rng.randint(0, left)))
    return rng.choice(kinds)


def ruling(state: BridgeState, rng: Random) -> Ruling:
    """Return a ruling that a director might make, mostly one that rolls back a step or two."""
    if rng.random() < 0.7:
        cards = max(0, len(state.plays) - rng.randint(0, 3))
        return RollBack(len(state.calls) if cards else max(0, len(state.calls) - rng.randint(0, 3)), cards)
    made: Ruling = random_value(inspect.type_info(Ruling), rng)
    return made


def decided(state: BridgeState, rng: Random) -> tuple[int, Action]:
    """Return a legal answer of a seat in turn; calls may carry an alert, and high bids are rare."""
    seat = rng.choice(BRIDGE.to_act(state))
    legal = BRIDGE.legal_actions(state, seat)
    action = rng.choice(legal[:4] if rng.random() < 0.9 else legal)
    if isinstance(action, MakeCall) and rng.random() < 0.2:
        action = MakeCall(action.call, alert=rng.random() < 0.5, explanation="weak")
    return seat, action


def sitting(seed: int) -> Iterator[Step]:
    """Return the steps of up to three boards under random options."""
    rng = Random(seed)
    options = random_options(BRIDGE, rng)
    state = BRIDGE.start(options)
    for _ in range(BOARDS):
        for _ in range(3_000):
            seat: int | None
            action = BRIDGE.chance(state, rng)
            try:
                if action is not None:
                    seat, after = None, BRIDGE.apply(state, None, action, rng.randrange(10**6))
                elif BRIDGE.result(state) is not None and rng.random() < 0.8:
                    break
                elif rng.random() < 0.004:
                    seat, action = -1, ruling(state, rng)
                    after = BRIDGE.rule(state, action, 0)
                elif not BRIDGE.to_act(state) or rng.random() < 0.3:
                    seat, action = rng.randrange(4), besides(state, rng)
                    after = BRIDGE.apply(state, seat, action, rng.randrange(10**6))
                else:
                    seat, action = decided(state, rng)
                    after = BRIDGE.apply(state, seat, action, rng.randrange(10**6))
            except IllegalAction as refusal:
                assert str(refusal)
                continue
            assert isinstance(after, BridgeState)
            yield Step(state, seat, action, after)
            state = after
        assert BRIDGE.result(state) is not None, f"sitting {seed}: no end"
        state = BRIDGE.carry(state)
        if not BRIDGE.deal_due(state):
            return


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(seed, marks=pytest.mark.chaos if seed >= SITTINGS // 2 else ())
        for seed in range(SITTINGS)
    ],
)
def steps(request: pytest.FixtureRequest) -> list[Step]:
    return list(sitting(request.param))


def test_sides_and_hands_keep_their_thirteen_tricks_and_cards(steps: list[Step]) -> None:
    for step in steps:
        state = step.after
        if state.deal is None:
            continue
        played = [card.card for card in state.plays]
        assert len(played) + sum(map(len, state.hands)) == 52 == len({*played, *sum(state.hands, ())})
        if state.phase == "over" and state.contract is not None and state.adjusted is None:
            assert sum(state.tricks) == 13
        elif state.contract is not None and state.phase != "over":
            assert sum(state.tricks) == len(state.plays) // 4


def test_a_result_is_the_score_of_its_contract_and_tricks(steps: list[Step]) -> None:
    for step in steps:
        result, deal = BRIDGE.result(step.after), step.after.deal
        assert (result is not None) is (step.after.phase == "over")
        if result is not None and result.adjusted is None and deal is not None:
            scored = scoring.result(result.contract, result.tricks, deal.vulnerable)
            assert result.score_ns == scored.score_ns


def test_private_remarks_and_requests_change_no_view_of_the_public_or_partner(steps: list[Step]) -> None:
    """Check that remarks and undo requests change no field of other audiences' views."""
    quiet = 0
    for step in steps:
        if not isinstance(step.action, Ask | Explain | Undo | Grant):
            continue
        if BRIDGE.progress(step.before) != BRIDGE.progress(step.after):
            continue  # something was taken back, which everybody sees
        assert BRIDGE.pub(step.before) == BRIDGE.pub(step.after)
        assert step.seat is not None
        of = step.action.seat if isinstance(step.action, Grant) else Seat(step.seat)
        for audience in (Seated(of.partner), Kibitzer(of.partner)):
            options = step.before.options
            if isinstance(step.action, Ask | Explain) and options.screens:
                break
            if isinstance(step.action, Explain) and options.explains == "partner":
                break  # said aloud
            quiet += 1
            assert BRIDGE.own(step.before, audience) == BRIDGE.own(step.after, audience)
    assert quiet or len(steps) < 500


def test_an_alert_changes_nothing_for_partner(steps: list[Step]) -> None:
    for step in steps:
        if isinstance(step.action, MakeCall) and (step.action.alert or step.action.explanation):
            plain = BRIDGE.apply(step.before, step.seat, MakeCall(step.action.call), step.after.times[-1])
            assert step.seat is not None
            partner = Seat(step.seat).partner
            assert BRIDGE.own(plain, Seated(partner)) == BRIDGE.own(step.after, Seated(partner))
            if step.after.phase != "over":
                assert BRIDGE.pub(plain) == BRIDGE.pub(step.after)


def test_no_decision_has_the_name_of_an_earlier_decision(steps: list[Step]) -> None:
    """Check that `progress` never names a new decision as it named an earlier one."""
    named: dict[Any, Any] = {}
    for step in steps:
        if isinstance(step.action, Deal):
            named = {}
        state = step.after
        asked = BRIDGE.to_act(state) and (state.calls, state.plays, state.phase)
        if asked:
            assert named.setdefault(BRIDGE.progress(state), asked) == asked


def test_the_fold_of_the_log_equals_the_state_after_undos_and_rulings(steps: list[Step]) -> None:
    decode, encode = msgspec.msgpack.decode, msgspec.msgpack.encode
    for step in steps[:: max(1, len(steps) // 50)]:
        stored = decode(encode(step.before), type=BridgeState)
        if step.seat == -1:
            again = BRIDGE.rule(stored, decode(encode(step.action), type=BRIDGE.directing.log_ruling_type), 0)
        else:
            action = decode(encode(step.action), type=BRIDGE.log_action_type)
            again = BRIDGE.apply(stored, step.seat, action, _time_of(step))
        assert BRIDGE.pub(again) == BRIDGE.pub(step.after)
        assert all(BRIDGE.own(again, Seated(seat)) == BRIDGE.own(step.after, Seated(seat)) for seat in SEATS)


def _time_of(step: Step) -> int:
    times = step.after.times
    return times[-1] if isinstance(step.action, MakeCall | PlayCard | Deal) and times else 0


def test_a_sittings_tally_is_the_sum_of_its_boards() -> None:
    """Check that total points differ by the sum of the boards' scores."""
    rng, played = Random(5), 0
    for _ in range(10):
        state, expected = BRIDGE.start(Options(scoring="total", boards=4)), 0
        while BRIDGE.deal_due(state):
            state = BRIDGE.apply(state, None, BRIDGE.chance(state, rng))
            while BRIDGE.to_act(state):
                seat, action = decided(state, rng)
                state = BRIDGE.apply(state, seat, action)
            result, tally = BRIDGE.result(state), BRIDGE.pub(state).tally
            assert result is not None and tally is not None
            expected += result.score_ns
            assert tally.total[0] - tally.total[1] == expected
            played += 1
            state = BRIDGE.carry(state)
    assert played == 40


def accepts_any(state: BridgeState, seat: int, tries: Iterable[Action]) -> bool:
    """Return True if the rules accept any of these actions."""
    for action in tries:
        try:
            BRIDGE.apply(state, seat, action)
        except IllegalAction:
            continue
        return True
    return False


def test_the_rules_accept_exactly_the_actions_that_the_view_lists(steps: list[Step]) -> None:
    for step in steps[::7]:
        state = step.after
        calls = range(len(state.calls))
        for seat in SEATS:
            own = BRIDGE.own(state, Seated(seat))
            assert own is not None
            kinds: dict[str, list[Action]] = {
                "claim": [Claim(13 - sum(state.tricks))],
                "doubt": [Vote(False)]
                if state.claim is not None and seat not in BRIDGE.to_act(state)
                else [],
                "undo": [Undo()],
                "grant": [Grant(each, True) for each in SEATS],
                "ask": [Ask(call) for call in calls],
                "explain": [Explain(call, "") for call in calls],
                "system": [LayCard("Acol", text="weak")],
            }
            for kind, tries in kinds.items():
                may = kind in own.may
                if accepts_any(state, seat, tries):
                    assert may, (kind, seat, state.phase)
                elif kind not in ("ask", "explain"):  # those need a call of the right side
                    assert not may, (kind, seat, state.phase)


def test_the_sittings_are_of_every_kind() -> None:
    """Check that the random sittings contain every kind of claim, undo, ruling and cut."""
    events, scorings = set(), set()
    for seed in range(SITTINGS):
        for step in sitting(seed):
            event = step.after.event
            events.add((type(event).__name__, getattr(event, "how", "")))
            scorings.add((step.after.options.scoring, step.after.options.partners))
    assert {"CutFor", "Ruled", "Undone", "Claimed"} <= {name for name, _ in events}
    assert {"accepted", "refused", "objected"} <= {how for _, how in events}
    assert {scoring for scoring, _ in scorings} == {"duplicate", "total", "rubber", "chicago"}
