"""A recorded game of Spades judged by the rules: every hand played again, every number compared."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from protocol.v1.spades import Options, Preset, Rules, Score
from protocol.v1.spades.options import PRESETS
from server.errors import IllegalAction
from server.games.spades import scoring
from server.games.spades.rules import SPADES
from server.games.spades.settled import check, settled, sides_of
from server.games.spades.state import SpadesState
from server.records.spades.contradiction import Contradiction, compare
from server.records.spades.hands import folded
from server.records.spades.record import GameRecord, RecordedHand


class Fault(Struct, frozen=True):
    """The first contradiction in a record: the JSON path within the game, and what is wrong there."""

    path: str
    what: str


def judge(record: GameRecord) -> Fault | None:
    """What in a game contradicts the rules or itself, None where nothing does; what it leaves out does not.

    Each hand starts from what the one before it came to. The first one after `hands_missing` starts from what
    it says itself that the scores were.
    """
    try:
        _check_head(record)
        _check_hands(record)
    except Contradiction as found:
        return Fault(found.path, str(found))
    return None


def preset_of(rules: Rules) -> Preset | None:
    """The preset whose rules these are, with so many players, sides and jokers; None for house rules."""
    for name in PRESETS:
        options = Options(preset=name, players=rules.players, sides=rules.sides, jokers=rules.jokers)
        try:
            if settled(options) == rules:
                return name
        except IllegalAction:
            continue
    return None


def _check_head(record: GameRecord) -> None:
    rules = record.rules
    try:
        check(rules)
    except IllegalAction as error:
        raise Contradiction("$.rules", f"expected rules that go together: {error}") from None
    if record.preset is not None:
        compare("$.preset", record.preset, preset_of(rules))
    _check_names("$.players", record.players, rules)
    if not record.hands:
        raise Contradiction("$.hands", "expected at least one hand, got none")


def _check_names(path: str, names: tuple[str | None, ...] | None, rules: Rules) -> None:
    if names and len(names) != rules.players:
        raise Contradiction(path, f"expected {rules.players} names or none, got {len(names)}")


def _check_hands(record: GameRecord) -> None:
    state: SpadesState | None = None
    for place, (hand, number) in enumerate(zip(record.hands, _numbers(record), strict=True)):
        path = f"$.hands[{place}]"
        compare(f"{path}.hand", hand.hand, number)
        _check_names(f"{path}.players", hand.players, record.rules)
        before = _before(state, record.rules, hand, path)
        if before.winner is not None:
            raise Contradiction(
                path, f"expected no hand after side {before.winner} has won, got hand {number}"
            )
        try:
            state = folded(before, hand)
        except Contradiction as found:
            raise Contradiction(path + found.path, str(found)) from None
    assert state is not None and state.ended is not None, "expected at least one hand"
    compare("$.scores", record.scores, tuple(side.after for side in state.ended.sides))
    compare("$.winner", record.winner, state.ended.winner)


def _numbers(record: GameRecord) -> Iterator[int]:
    """The numbers that the hands here must have: all from 1 on, but for those that are missing."""
    missing, number = set(record.hands_missing), 0
    for _ in record.hands:
        number += 1
        while number in missing:
            missing.remove(number)
            number += 1
        yield number
    if missing:
        last = record.hands[-1].hand
        raise Contradiction(
            "$.hands_missing", f"expected hands before the last one here, which is {last}, got {min(missing)}"
        )


def _before(state: SpadesState | None, rules: Rules, hand: RecordedHand, path: str) -> SpadesState:
    """The state before a hand: what the one before came to or, where that is missing, what the hand says."""
    played = 0 if state is None else state.hand
    if state is not None and hand.hand == played + 1:
        return SPADES.carry(state)
    sides = sides_of(rules)
    scores = (Score(),) * sides if hand.hand == 1 else tuple(side.before for side in hand.sides)
    if len(scores) != sides:
        raise Contradiction(f"{path}.sides", f"expected {sides} sides, got {len(scores)}")
    return SpadesState(
        rules=rules,
        hand=hand.hand,
        dealer=(hand.hand - 1) % rules.players,
        scores=scores,
        numbers=(None,) * sides,
        winner=None if hand.hand == 1 else scoring.winner(rules, scores, hand.hand - 1),
    )
