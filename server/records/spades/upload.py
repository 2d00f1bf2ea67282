"""The conversion of uploaded games of Spades into the form that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.rules.spades.sides import sides_of
from protocol.v1.spades import Deal
from protocol.v1.spades.replay import MAX_BOARDS, Load, Move
from protocol.v1.spades.replay import RecordedHand as ShownHand
from server.errors import BadRecord
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records import spades
from server.records.base import Showing
from server.records.spades.hands import moves_of
from server.records.spades.record import GameRecord, RecordedHand
from server.records.spades.validate import validate
from server.text import clean

MAX_NAME = 60


class HandShowing(Showing):
    """The opening of a file of games of Spades as a replay, in which one player shows hands to watchers."""

    game = "spades_replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return the action with which a table starts to show the hands of a file.

        Raises BadRecord for a file that cannot be read or shown.
        """
        return load(text, title)


def load(text: str | bytes, title: str = "") -> Load:
    """Return the action with which a table starts to show the hands of games in the format kibitz-spades.

    Raises BadRecord, with the position in the file, for a file without games or with too many hands, and for
    a game that breaks the rules.
    """
    hands: list[ShownHand] = []
    for item in spades.games(text):
        record = spades.read(item)
        fault = validate(record)
        if fault is not None:
            raise BadRecord(item.fault(fault.error, fault.path))
        if len(hands) + len(record.hands) > MAX_BOARDS:
            raise BadRecord(f"expected at most {MAX_BOARDS} hands in a replay, got more hands")
        hands += [_shown(record, hand) for hand in record.hands]
    return Load(title, tuple(hands))


def _shown(record: GameRecord, hand: RecordedHand) -> ShownHand:
    """Return a hand of a valid record of Spades in the form that a replay shows."""
    names = hand.players if hand.players is not None else record.players
    deal = Deal(hand.hand, hand.dealer, hand.deal, hand.stock)
    scores = tuple(side.before for side in hand.sides)
    before = SpadesState(
        rules=record.rules,
        hand=hand.hand,
        dealer=hand.dealer,
        scores=scores,
        numbers=(None,) * sides_of(record.rules),
    )
    return ShownHand(
        rules=record.rules,
        deal=deal,
        scores=scores,
        moves=tuple(_moves(SPADES.apply(before, None, deal), hand)),
        players=tuple(clean(name or "")[:MAX_NAME] for name in names),
        table=clean(record.event or record.table)[:MAX_NAME],
    )


def _moves(state: SpadesState, hand: RecordedHand) -> Iterator[Move]:
    """Yield the moves of a recorded deal after its cards were dealt.

    Only a move that is a look at a hand out of turn has the number of its seat.
    """
    for _, seat, action in moves_of(state.rules, hand):
        by = state.turn if seat is None else seat
        yield Move(action, None if by == state.turn else by)
        state = SPADES.apply(state, by, action)
