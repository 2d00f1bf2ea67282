"""Recorded boards judged by the rules: played again through the state machine that plays live ones."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, MakeCall, PlayCard, Seat
from protocol.v1.cards import Card
from protocol.words import counted
from server.errors import BadRecord, IllegalAction
from server.games.bridge import auction, moves, scoring
from server.games.bridge.conduct import alerts
from server.games.bridge.play import trick_winner
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge.deals import deal_of
from server.records.bridge.record import BoardRecord, RecordedCall

_BID = {(bid.level, bid.strain): bid for bid in BIDS}
_MARKS = {
    "I": "insufficient bids (Law 27A)",
    "S": "calls out of rotation (Law 28)",
    "R": "revokes (Law 64B)",
    "L": "leads out of turn (Law 53)",
}
_WITHOUT_BONUS = ("rubber", "chicago", "total")
"""Scorings under which a board's points are not those of Law 77 alone."""


class Judged(Struct, frozen=True):
    """How far the rules let a record be played, and what is wrong with it, "" for nothing.

    `tricks` are declarer's: counted when all 52 cards are recorded, else as the record tells them; None where
    it does not tell. `score_ns` follows from them, 0 for a board passed out. A record with a fault has none.
    `warnings` say, each with its line, what of the record was not read, or does not count.
    """

    state: BridgeState
    tricks: int | None = None
    score_ns: int | None = None
    fault: str = ""
    warnings: tuple[str, ...] = ()


def judge(record: BoardRecord, at: int = 1, *, accept: bool = True) -> Judged:
    """The record played by the rules; `at` is its place in the file, from 1, for boards without a number.

    Never raises: a fault names the line, what is wrong, and the law. A board without an auction but with a
    contract is played in it, whatever led to it. Fewer than 52 cards are a claim or an unfinished record;
    then the recorded result counts, if the cards leave it possible. An end position that nobody called or
    played on breaks no rule.

    Irregularities that the record marks as such were accepted at the table, so they count (PBN 2.1, 3.9):
    insufficient bids (Law 27A), calls out of rotation (Law 28), leads out of turn (Law 53), revokes that came
    to light too late (Law 64B), and a dummy that played the hand (Law 54A). With `accept` false the judgement
    ends at the first of them instead, as no table can play what it must refuse.
    """
    state, warnings = BridgeState(), _warnings(record)
    if _is_end_position(record):
        return Judged(state, warnings=warnings)
    try:
        state = BRIDGE.apply(state, None, deal_of(record, at))
        state = _bid(state, record, accept)
        state = _play(state, record, accept)
        tricks = _tricks(state, record)
        if record.place.contradicted:
            raise _Broken(state, _at(record, record.place.cards) + record.place.contradicted)
        return Judged(state, tricks, _score(state, record, tricks), warnings=warnings)
    except _Broken as fault:
        return Judged(fault.state, fault=str(fault), warnings=warnings)
    except BadRecord as fault:
        return Judged(state, fault=f"{fault} (Law 1)", warnings=warnings)


def _warnings(record: BoardRecord) -> tuple[str, ...]:
    """Return the warnings of the reader, and those of what can mean nothing on this board."""
    passed = record.passed_out or (not record.contract and _all_passed(record))
    if not passed or not record.tricks:
        return record.place.warnings
    tricks = "1 trick" if record.tricks == 1 else f"{record.tricks} tricks"
    return (*record.place.warnings, f"line {record.place.line}: {tricks} on a board passed out: not read")


def _all_passed(record: BoardRecord) -> bool:
    return len(record.calls) == 4 and all(each.call is Call.PASS for each in record.calls)


def _is_end_position(record: BoardRecord) -> bool:
    """Whether all that is told are the last cards of a play, as many for each hand."""
    (held, *others) = {len(hand) for hand in record.hands}
    return 0 < held < 13 and not others and not record.calls and not record.cards and record.contract is None


def completed(record: BoardRecord) -> BoardRecord:
    """The record with what the rules tell beyond it: dealer, vulnerability, contract, tricks, score.

    A board without a number keeps what it does not tell of dealer and vulnerability; one that breaks the
    rules stays as it is. Tricks that a program has filled in (see `Place.fills_in`) give way to the cards.
    """
    dealer, vulnerable = record.dealer, record.vulnerable
    if record.number is not None:
        dealer = scoring.dealer_of(record.number) if dealer is None else dealer
        vulnerable = scoring.vulnerability_of(record.number) if vulnerable is None else vulnerable
    told = replace(record, dealer=dealer, vulnerable=vulnerable)
    judged = judge(told)
    if judged.fault or dealer is None:
        return told
    ended = judged.state.contract is not None or judged.state.phase == "over"
    own_score = vulnerable is None or not {"Score", "Ruling"}.isdisjoint(record.info)
    score = None if own_score else judged.score_ns
    return replace(
        told,
        contract=judged.state.contract,
        passed_out=ended and judged.state.contract is None,
        tricks=judged.tricks,
        scores=record.scores if score is None or record.scores is not None else (score, -score),
    )


class _Broken(Exception):
    """What breaks the rules, and the board before it."""

    def __init__(self, state: BridgeState, error: str) -> None:
        super().__init__(error)
        self.state = state


def _at(record: BoardRecord, line: int) -> str:
    place = record.place
    line = line or place.line
    return f"line {line}, column {place.column}: " if line == place.line else f"line {line}: "


def _bid(state: BridgeState, record: BoardRecord, accept: bool) -> BridgeState:
    """The state after the auction, which must end in the contract that is recorded."""
    line = record.place.calls
    for place, each in enumerate(_calls(record, state.turn or Seat.NORTH), 1):
        turn = state.turn if state.phase == "auction" else None
        if each.irregularity and not accept:
            what = f"call {place}, {each.call}: {_marked(each.irregularity)} were accepted here; no table can"
            raise _Broken(state, _at(record, line) + what)
        try:
            state = _called(state, each)
        except IllegalAction as error:
            what = f"call {place}, {each.call}{_from(turn)}: {error}"
            raise _Broken(state, _at(record, line) + what) from None
    if _swapped(state, record):
        if not accept:
            what = f"{_named(record.contract)}, dummy by the calls, played the hand (Law 54A); no table can"
            raise _Broken(state, _at(record, 0) + what)
        assert record.contract is not None
        return replace(state, contract=record.contract, turn=record.contract.declarer.lho)
    wrong = record.contract is not None and state.contract != record.contract
    if wrong or (record.passed_out and state.contract is not None):
        told = f"{_ending(state)}, but the record says {_named(record.contract)} (Law 22)"
        raise _Broken(state, _at(record, line) + told)
    return state


def _called(state: BridgeState, each: RecordedCall) -> BridgeState:
    """Return the state after a call. Raises IllegalAction for one that no Law lets opponents accept."""
    skipped = each.irregularity.count("S")
    for _ in range(skipped):
        state = _passed_over(state)
    call, actor = MakeCall(each.call, each.alert, each.explanation), state.actor
    if not each.irregularity or actor is None:
        return BRIDGE.apply(state, actor, call)
    if "I" not in each.irregularity or not _is_insufficient(state, each.call):
        # turns passed over look like passes, but three of them end no auction
        over = skipped > 0 and auction.is_over(state.calls)
        auction.check(state.calls[:-2] if over else state.calls, each.call)
    return replace(moves.called(state, each.call, 0), call_remarks=alerts.with_call(state, actor, call, 0))


def _passed_over(state: BridgeState) -> BridgeState:
    """Return the state after a turn that was lost to a call out of rotation; it ends no auction."""
    if state.turn is None or state.phase != "auction":
        raise IllegalAction("no turn is passed over when the auction is over (Law 22)")
    return replace(state, calls=(*state.calls, Call.PASS), times=(*state.times, 0), turn=state.turn.lho)


def _is_insufficient(state: BridgeState, call: Call) -> bool:
    bid = auction.last_bid(state.calls)
    return (
        state.phase == "auction" and call.is_bid and bid is not None and BIDS.index(call) <= BIDS.index(bid)
    )


def _swapped(state: BridgeState, record: BoardRecord) -> bool:
    """Whether the record marks that declarer and dummy by the calls changed places (PBN 2.1, 3.4.13)."""
    marked, told, called = record.info.get("Declarer"), record.contract, state.contract
    if told is None or called is None or not isinstance(marked, str) or not marked.startswith("^"):
        return False
    return replace(called, declarer=called.declarer.partner) == told


def _marked(marks: str) -> str:
    """Return what marks of irregularity mean, in words."""
    return " and ".join(dict.fromkeys(_MARKS.get(mark, f"irregularities ^{mark}") for mark in marks))


def _calls(record: BoardRecord, dealer: Seat) -> tuple[RecordedCall, ...]:
    """The calls of the record or, where it has none, the fewest that lead to what it says of the contract."""
    if record.calls or (record.contract is None and not record.passed_out):
        return record.calls
    shortest = (Call.PASS,) * 4 if record.contract is None else _shortest_auction(record.contract, dealer)
    return tuple(RecordedCall(call) for call in shortest)


def _shortest_auction(contract: Contract, dealer: Seat) -> tuple[Call, ...]:
    """Passes up to declarer, the bid, the doubles, three passes."""
    before = (Call.PASS,) * ((contract.declarer - dealer) % 4)
    doubles = (Call.DOUBLE, Call.REDOUBLE)[: contract.doubled // 2]
    return (*before, _BID[contract.level, contract.strain], *doubles, *(Call.PASS,) * 3)


def _play(state: BridgeState, record: BoardRecord, accept: bool) -> BridgeState:
    """The state after the cards that are recorded."""
    if record.cards and state.phase == "over":
        why = f"card 1, {record.cards[0]}: a board passed out has no play (Law 22)"
        raise _Broken(state, _at(record, record.place.cards) + why)
    marked = {note.place: note.irregularity for note in record.card_notes if note.irregularity}
    for place, card in enumerate(record.cards, 1):
        marks = marked.get(place - 1, "")
        if marks and not accept:
            what = f"card {place}, {card}: {_marked(marks)} were accepted here; no table can"
            raise _Broken(state, _at(record, record.place.cards) + what)
        if "L" in marks:
            state = _led_out_of_turn(state, card)
        turn = state.turn if state.phase == "play" else None
        try:
            revoked = "R" in marks and turn is not None and card in state.hands[turn]
            if revoked:
                state = moves.played(state, card, 0)
            else:
                state = BRIDGE.apply(state, state.actor, PlayCard(card))
        except IllegalAction as error:
            why = str(error) if turn is None or card in state.hands[turn] else _holder(state, turn, card)
            what = f"card {place}, {card}{_from(turn)}: {why}"
            raise _Broken(state, _at(record, record.place.cards) + what) from None
    return state


def _led_out_of_turn(state: BridgeState, card: Card) -> BridgeState:
    """Return the state with the lead to the next trick given to the hand that holds a card (Law 53)."""
    holder = next((seat for seat in SEATS if card in state.hands[seat]), None)
    if state.phase != "play" or len(state.plays) % 4 or holder is None:
        return state
    return replace(state, turn=holder)


def _holder(state: BridgeState, turn: Seat, card: Card) -> str:
    """Who holds a card that the hand in turn does not."""
    holder = next((seat for seat in SEATS if card in state.hands[seat]), None)
    where = "it is played already" if holder is None else f"{holder.name.title()} does"
    return f"{turn.name.title()} does not hold it, {where} (Law 44)"


def _tricks(state: BridgeState, record: BoardRecord) -> int | None:
    """Declarer's tricks, which must be possible after the cards.

    A number that endplay's dumper has filled in tells nothing, unless it may be what was claimed.
    """
    contract, told = state.contract, record.tricks
    if contract is None:
        return None
    if told is not None and "Ruling" in record.info:
        return told  # a director gives tricks that no card has won (Laws 64 and 69 to 71)
    agreed = record.info.get("Result")
    if told is not None and isinstance(agreed, str) and agreed.startswith("^"):
        return told  # the players agreed on a wrong number (Law 79; PBN 2.1, 3.4.15)
    won = state.tricks[contract.declarer % 2]
    most = 13 - sum(state.tricks) + won
    if told is not None and _filled_in(state, record) and not (record.claimed and won <= told <= most):
        told = None
    if told is not None and not won <= told <= most:
        wanted = counted(won, "trick") if won == most else f"{won} to {most} tricks"
        why = f"the cards give declarer {wanted}, but the record says {told} in {contract} (Law 79)"
        raise _Broken(state, _at(record, record.place.cards) + why)
    return won if state.phase == "over" else told


def _filled_in(state: BridgeState, record: BoardRecord) -> bool:
    """Whether the recorded result is what endplay's dumper writes where its board has none of its own.

    That is the contract just made when no card is recorded, and otherwise a count that takes North for the
    leader of every trick: the tricks that the side on lead has won.
    """
    contract, plays = state.contract, state.plays
    if contract is None or not record.calls or not record.place.fills_in:
        return False
    if not plays:
        return record.result == 0
    tricks = [plays[at : at + 4] for at in range(0, len(plays) - 3, 4)]
    return record.tricks == sum((trick_winner(contract, trick) - trick[0].seat) % 2 == 0 for trick in tricks)


def _score(state: BridgeState, record: BoardRecord, tricks: int | None) -> int | None:
    """What the board is worth to North-South, which must be the score that is recorded."""
    deal, contract = state.deal, state.contract
    if contract is None:
        score = 0 if state.phase == "over" else None
    elif tricks is None or deal is None:
        score = None
    else:
        score = scoring.result(contract, tricks, deal.vulnerable).score_ns
    told = record.scores
    if score is None or told is None or told == (score, -score) or not _by_the_board(record):
        return score
    named = (
        "a pass-out"
        if contract is None
        else f"{contract} by {contract.declarer.name.title()}, {counted(tricks or 0, 'trick')},"
    )
    vulnerable = "" if deal is None else f" with {deal.vulnerable.value} vulnerable"
    why = f"{named}{vulnerable} is worth {score} to North-South, but the record says {told[0]} (Law 77)"
    raise _Broken(state, _at(record, 0) + why)


def _by_the_board(record: BoardRecord) -> bool:
    """Whether the recorded score must be that of Law 77: neither a director's nor a rubber's."""
    if record.vulnerable is None and record.number is None:
        return False
    scoring_of = record.info.get("Scoring", "")
    usual = not isinstance(scoring_of, str) or not scoring_of.lower().startswith(_WITHOUT_BONUS)
    return usual and "Ruling" not in record.info


def _ending(state: BridgeState) -> str:
    if state.phase == "auction":
        return f"the auction stops after {counted(len(state.calls), 'call')}, before three passes end it"
    return f"the auction ends with {_named(state.contract)}"


def _named(contract: Contract | None) -> str:
    return "a pass-out" if contract is None else f"{contract} by {contract.declarer.name.title()}"


def _from(seat: Seat | None) -> str:
    return "" if seat is None else f" from {seat.name.title()}"
