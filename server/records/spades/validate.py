"""The validation of a recorded game of Spades.

Every recorded hand of Spades is played by the rules, and every recorded number is compared with the result.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from protocol.rules.spades import scoring
from protocol.rules.spades.sides import sides_of
from protocol.v1.spades import Options, Preset, Rules, Score
from protocol.v1.spades.options import PRESETS
from server.errors import IllegalAction
from server.games.spades.rules import SPADES
from server.games.spades.settled import check, rules_of
from server.games.spades.state import SpadesState
from server.records.spades.contradiction import Contradiction, compare
from server.records.spades.hands import replayed
from server.records.spades.record import GameRecord, RecordedHand


class Fault(Struct, frozen=True):
    """The first contradiction in a record of Spades: its JSON path within the game, and the error text."""

    path: str
    error: str


def validate(record: GameRecord) -> Fault | None:
    """Return the first contradiction of a game of Spades with the rules or with itself, or None.

    A missing field of the record is not a contradiction. Each hand of Spades must start with the scores at
    the end of the previous hand. If the record of a game does not have the previous hand, the recorded scores
    at the start of a hand are taken as correct.
    """
    try:
        _check_head(record)
        _check_hands(record)
    except Contradiction as contradiction:
        return Fault(contradiction.path, str(contradiction))
    return None


def preset_of(rules: Rules) -> Preset | None:
    """Return the preset that has the given rules of Spades, or None for house rules.

    For the comparison with `rules`, each preset gets the players, sides and jokers of `rules`.
    """
    for name in PRESETS:
        options = Options(preset=name, players=rules.players, sides=rules.sides, jokers=rules.jokers)
        try:
            if rules_of(options) == rules:
                return name
        except IllegalAction:
            continue
    return None


def _check_head(record: GameRecord) -> None:
    rules = record.rules
    try:
        check(rules)
    except IllegalAction as error:
        raise Contradiction("$.rules", f"expected rules that can be combined: {error}") from None
    if record.preset is not None:
        compare("$.preset", record.preset, preset_of(rules))
    _check_names("$.players", record.players, rules)
    if not record.hands:
        raise Contradiction("$.hands", "expected at least one recorded hand of Spades, got none")


def _check_names(path: str, names: tuple[str | None, ...] | None, rules: Rules) -> None:
    if names and len(names) != rules.players:
        raise Contradiction(
            path, f"expected the names of {rules.players} players or no names, got {len(names)}"
        )


def _check_hands(record: GameRecord) -> None:
    state: SpadesState | None = None
    for index, (hand, number) in enumerate(zip(record.hands, _numbers(record), strict=True)):
        path = f"$.hands[{index}]"
        compare(f"{path}.hand", hand.hand, number)
        _check_names(f"{path}.players", hand.players, record.rules)
        before = _before(state, record.rules, hand, path)
        if before.winner is not None:
            raise Contradiction(
                path, f"expected no hand after side {before.winner} won the game, got hand {number}"
            )
        try:
            state = replayed(before, hand)
        except Contradiction as contradiction:
            raise Contradiction(path + contradiction.path, str(contradiction)) from None
    assert state is not None and state.ended is not None, "expected at least one hand"
    compare("$.scores", record.scores, tuple(side.after for side in state.ended.sides))
    compare("$.winner", record.winner, state.ended.winner)


def _numbers(record: GameRecord) -> Iterator[int]:
    """Yield the numbers that the recorded hands must have: 1, 2, 3 and so on, without the missing ones."""
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
            "$.hands_missing",
            f"expected numbers of missing hands below {last}, the last recorded hand, got {min(missing)}",
        )


def _before(state: SpadesState | None, rules: Rules, hand: RecordedHand, path: str) -> SpadesState:
    """Return the state of a game of Spades before a recorded hand is dealt.

    The state before a hand follows from the previous hand or, if the record does not have it, from the scores
    that `hand` records.
    """
    played = 0 if state is None else state.hand
    if state is not None and hand.hand == played + 1:
        return SPADES.carry(state)
    sides = sides_of(rules)
    scores = (Score(),) * sides if hand.hand == 1 else tuple(side.before for side in hand.sides)
    if len(scores) != sides:
        raise Contradiction(f"{path}.sides", f"expected results of {sides} sides, got {len(scores)}")
    return SpadesState(
        rules=rules,
        hand=hand.hand,
        dealer=(hand.hand - 1) % rules.players,
        scores=scores,
        numbers=(None,) * sides,
        winner=None if hand.hand == 1 else scoring.winner(rules, scores, hand.hand - 1),
    )
