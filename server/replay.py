"""Recorded boards, played again through the state machine that plays live ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, MakeCall, PlayCard, Seat
from protocol.v1.cards import Card
from server.errors import BadRecord, IllegalAction
from server.formats.deals import deal_of, read_boards
from server.formats.record import BoardRecord, Fault, RecordedCall
from server.games.bridge import scoring
from server.games.bridge.play import trick_winner
from server.games.bridge.state import BridgeState

_BID = {(bid.level, bid.strain): bid for bid in BIDS}


class Row(Struct, frozen=True, gc=False):
    """What came of one recorded board, one line of JSON.

    `board` is its number, or its place in the file, from 1, where it has none. `contract` is None for a board
    passed out (`score_ns` 0) or recorded only up to the deal or a part of the auction (`score_ns` None).
    `tricks` are declarer's, None where the record does not tell how the play ended. `error` says which rule
    the record breaks, and where; the fields of the outcome are None then.
    """

    file: str
    game: str
    board: int
    ok: bool
    contract: str | None = None
    declarer: str | None = None
    tricks: int | None = None
    score_ns: int | None = None
    error: str | None = None


def replay(path: Path) -> Iterator[Row]:
    """One row for each board of a file, in its order; one that is not `ok` for a file that cannot be read.

    Never raises for what a file holds. All calls and cards are judged by the rules. A board without an
    auction but with a contract is played in it, whatever led to it. Fewer than 52 cards are a claim or an
    unfinished record; then the recorded result counts, if the cards leave it possible.
    """
    file, place = str(path), 0
    try:
        for place, board in enumerate(read_boards(path.read_bytes()), 1):
            yield _row(file, board, place)
        if place == 0:
            raise BadRecord("expected at least one board, got none")
    except OSError as error:
        yield Row(file, "bridge", 1, False, error=f"expected a file to read: {error.strerror}")
    except BadRecord as error:
        yield Row(file, "bridge", place + 1, False, error=str(error))


def _row(file: str, board: BoardRecord | Fault, place: int) -> Row:
    number = board.number or place
    if isinstance(board, Fault):
        return Row(file, "bridge", number, False, error=board.error)
    try:
        state = _play(_bid(BridgeState().apply(None, deal_of(board, place)), board), board)
        tricks = _tricks(state, board)
    except BadRecord as error:
        return Row(file, "bridge", number, False, error=str(error))
    return _outcome(file, state, tricks)


def _outcome(file: str, state: BridgeState, tricks: int | None) -> Row:
    contract, number = state.contract, state.board
    if contract is None:
        return Row(file, "bridge", number, True, score_ns=0 if state.phase == "over" else None)
    score = None
    if tricks is not None and state.deal is not None:
        score = scoring.result(contract, tricks, state.deal.vulnerable).score_ns
    return Row(file, "bridge", number, True, str(contract), contract.declarer.letter, tricks, score)


def _bid(state: BridgeState, board: BoardRecord) -> BridgeState:
    """The state after the auction, which must end in the contract that is recorded."""
    for place, each in enumerate(_calls(board, state.turn or Seat.NORTH), 1):
        turn = state.turn if state.phase == "auction" else None
        try:
            state = state.apply(state.actor, MakeCall(each.call, each.alert, each.explanation))
        except IllegalAction as error:
            raise BadRecord(f"call {place}, {each.call}{_from(turn)}: {error}") from None
    if board.contract is not None and state.contract != board.contract:
        raise BadRecord(f"{_ending(state)}, but the record says {_named(board.contract)}")
    return state


def _calls(board: BoardRecord, dealer: Seat) -> tuple[RecordedCall, ...]:
    """The calls of the record or, where it has none, the fewest that lead to what it says of the contract."""
    if board.calls or board.contract is None:
        return board.calls
    return tuple(RecordedCall(call) for call in _shortest_auction(board.contract, dealer))


def _shortest_auction(contract: Contract, dealer: Seat) -> tuple[Call, ...]:
    """Passes up to declarer, the bid, the doubles, three passes."""
    before = (Call.PASS,) * ((contract.declarer - dealer) % 4)
    doubles = (Call.DOUBLE, Call.REDOUBLE)[: contract.doubled // 2]
    return (*before, _BID[contract.level, contract.strain], *doubles, *(Call.PASS,) * 3)


def _play(state: BridgeState, board: BoardRecord) -> BridgeState:
    """The state after the cards that are recorded."""
    if board.cards and state.phase == "over":
        raise BadRecord(f"card 1, {board.cards[0]}: a board passed out has no play (Law 22)")
    for place, card in enumerate(board.cards, 1):
        turn = state.turn if state.phase == "play" else None
        try:
            state = state.apply(state.actor, PlayCard(card))
        except IllegalAction as error:
            why = str(error) if turn is None or card in state.hands[turn] else _holder(state, turn, card)
            raise BadRecord(f"card {place}, {card}{_from(turn)}: {why}") from None
    return state


def _holder(state: BridgeState, turn: Seat, card: Card) -> str:
    """Who holds a card that the hand in turn does not."""
    holder = next((seat for seat in SEATS if card in state.hands[seat]), None)
    where = "it is played already" if holder is None else f"{holder.name.title()} does"
    return f"{turn.name.title()} does not hold it, {where} (Law 44)"


def _tricks(state: BridgeState, board: BoardRecord) -> int | None:
    """Declarer's tricks: counted when all 52 cards are recorded, else as the record tells them.

    What the record tells must be possible after its cards. A number that endplay's dumper has filled in tells
    nothing, unless it may be what was claimed.
    """
    contract, told = state.contract, board.tricks
    if contract is None:
        return None
    won = state.tricks[contract.declarer % 2]
    most = 13 - sum(state.tricks) + won
    if told is not None and _filled_in(state, board) and not (board.claimed and won <= told <= most):
        told = None
    if told is not None and not won <= told <= most:
        wanted = f"{won}" if won == most else f"{won} to {most}"
        raise BadRecord(f"the cards give declarer {wanted} tricks, but the record says {told} in {contract}")
    return won if state.phase == "over" else told


def _filled_in(state: BridgeState, board: BoardRecord) -> bool:
    """Whether the recorded result is what endplay's dumper writes where its board has none of its own.

    That is the contract just made when no card is recorded, and otherwise a count that takes North for the
    leader of every trick: the tricks that the side on lead has won.
    """
    contract, plays = state.contract, state.plays
    if contract is None or not board.calls:
        return False
    if not plays:
        return board.result == 0
    tricks = [plays[at : at + 4] for at in range(0, len(plays) - 3, 4)]
    return board.tricks == sum((trick_winner(contract, trick) - trick[0].seat) % 2 == 0 for trick in tricks)


def _ending(state: BridgeState) -> str:
    if state.phase == "auction":
        return f"the auction stops after {len(state.calls)} calls, before three passes end it (Law 22)"
    return f"the auction ends with {_named(state.contract)}"


def _named(contract: Contract | None) -> str:
    return "a pass-out" if contract is None else f"{contract} by {contract.declarer.name.title()}"


def _from(seat: Seat | None) -> str:
    return "" if seat is None else f" from {seat.name.title()}"
