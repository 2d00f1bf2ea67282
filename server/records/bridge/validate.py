"""The validation of recorded boards, which are played by the same rules as boards at a table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.bridge.auction import is_over, last_bid
from protocol.v1.bridge import BIDS, SEATS, Call, Contract, MakeCall, PlayCard, Seat
from protocol.v1.cards import Card
from protocol.words import with_count
from server.errors import BadRecord, IllegalAction
from server.games.bridge import auction, moves, scoring
from server.games.bridge.conduct import alerts
from server.games.bridge.play import trick_winner
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge.deals import check_shown_hands, deal_of
from server.records.bridge.hidden_hands import hidden_seats, with_played_cards, with_some_deal
from server.records.bridge.record import BoardRecord, RecordedCall

_BID = {(bid.level, bid.strain): bid for bid in BIDS}
_MARKS = {
    "I": "an insufficient bid (Law 27A)",
    "S": "a call out of rotation (Law 28)",
    "R": "a revoke (Law 64B)",
    "L": "a lead out of turn (Law 53)",
}
_WITHOUT_BONUS = ("rubber", "chicago", "total")
"""The scorings under which the points of a board differ from those of Law 77, as PBN names them."""


class Validation(Struct, frozen=True):
    """The result of validating a record: the last valid `state`, and the `fault`, or "" without a fault.

    `tricks` is the number of declarer's tricks: counted if all 52 cards are recorded, else as recorded, or
    None if unknown. `score_ns`, the score of North-South, follows from the tricks, and is 0 for a board that
    was passed out. If the record breaks a rule, `tricks` and `score_ns` are None. `warnings` are texts, each
    with a line number, about recorded content that was not read or does not count.
    """

    state: BridgeState
    tricks: int | None = None
    score_ns: int | None = None
    fault: str = ""
    warnings: tuple[str, ...] = ()


def validate(record: BoardRecord, position: int = 1, *, accept: bool = True) -> Validation:
    """Play a recorded board by the rules, and return the result of the validation.

    `position` is the position of the record in the file, from 1, which replaces a missing board number. A
    record that breaks the rules raises no exception: `fault` in the returned validation names the line, the
    error and the Law. A board with a recorded contract but without an auction is played in this contract. A
    recorded play of fewer than 52 cards ends with a claim or is unfinished; the recorded result counts if it
    is still possible after the recorded cards. A record of an end position without calls and cards breaks no
    rule.

    The hands that a partial deal does not have are called hidden. Calls are checked even if hands are hidden,
    and a card from a hidden hand breaks a rule only if the hand cannot have had it. The returned state of a
    board with hidden hands has no deal and no hands.

    If a record marks an irregularity, the opponents are taken to have accepted it, so it does not break the
    rules (PBN 2.1, 3.9). The irregularities that opponents can accept are insufficient bids (Law 27A), calls
    out of rotation (Law 28), leads out of turn (Law 53), revokes that were established (Law 64B), and a dummy
    that played the hand (Law 54A). If `accept` is False, the validation ends before the first irregularity,
    because live tables refuse irregularities.
    """
    state, warnings = BridgeState(), _warnings(record)
    if _is_end_position(record):
        return Validation(state, warnings=warnings)
    try:
        check_shown_hands(record, position)
        state = BRIDGE.apply(state, None, deal_of(with_some_deal(record), position))
        state = _after_auction(state, record, accept)
        state = _after_play(*_playable(state, record, position), accept)
        tricks = _tricks(state, record)
        if record.place.contradicted:
            raise _Broken(state, _line_text(record, record.place.cards) + record.place.contradicted)
        score = _score(state, record, tricks)
        return Validation(_as_recorded(state, record), tricks, score, warnings=warnings)
    except _Broken as fault:
        return Validation(_as_recorded(fault.state, record), fault=str(fault), warnings=warnings)
    except BadRecord as fault:
        return Validation(state, fault=f"{fault} (Law 1)", warnings=warnings)


def _playable(state: BridgeState, record: BoardRecord, position: int) -> tuple[BridgeState, BoardRecord]:
    """Return the state after the auction, with hands that can play the cards, and the record to validate.

    If no hand is hidden, the state and the record are returned unchanged. The returned record may have fewer
    cards than the record of the argument, and is otherwise the same.
    """
    if state.contract is None or not hidden_seats(record):
        return state, record
    playable = with_played_cards(record, state.contract)
    deal = deal_of(replace(record, hands=playable.hands), position)
    to_validate = replace(record, cards=record.cards[: playable.cards])
    return replace(state, deal=deal, hands=deal.hands), to_validate


def _as_recorded(state: BridgeState, record: BoardRecord) -> BridgeState:
    """Return the state without the hands that the record hides and that were made up for the validation."""
    return replace(state, deal=None, hands=((), (), (), ())) if hidden_seats(record) else state


def _warnings(record: BoardRecord) -> tuple[str, ...]:
    """Return the warnings of the reader of the file, and one if a passed-out board has tricks."""
    passed = record.passed_out or (not record.contract and _all_passed(record))
    if not passed or not record.tricks:
        return record.place.warnings
    tricks = "1 trick is" if record.tricks == 1 else f"{record.tricks} tricks are"
    return (
        *record.place.warnings,
        f"line {record.place.line}: the board was passed out, so the recorded {tricks} not read",
    )


def _all_passed(record: BoardRecord) -> bool:
    return len(record.calls) == 4 and all(each.call is Call.PASS for each in record.calls)


def _is_end_position(record: BoardRecord) -> bool:
    """Return True if a record has only the last cards of a play, as many in each hand that is shown."""
    (held, *others) = {len(hand) for hand in record.hands if hand} or {0}
    return 0 < held < 13 and not others and not record.calls and not record.cards and record.contract is None


def completed(record: BoardRecord) -> BoardRecord:
    """Return the record of a board with missing values added, such as the contract, if the rules give them.

    The values that may be added to a record are dealer, vulnerability, contract, tricks and score. A missing
    dealer or vulnerability follows from the board number. To a record that breaks the rules only the dealer
    and the vulnerability are added. A number of tricks that a program made up (see `Place.fills_in`) is
    replaced by the number that the cards won.
    """
    dealer, vulnerable = record.dealer, record.vulnerable
    if record.number is not None:
        dealer = scoring.dealer_of(record.number) if dealer is None else dealer
        vulnerable = scoring.vulnerability_of(record.number) if vulnerable is None else vulnerable
    recorded = replace(record, dealer=dealer, vulnerable=vulnerable)
    validation = validate(recorded)
    if validation.fault or dealer is None:
        return recorded
    ended = validation.state.contract is not None or validation.state.phase == "over"
    own_score = vulnerable is None or not {"Score", "Ruling"}.isdisjoint(record.info)
    score = None if own_score else validation.score_ns
    return replace(
        recorded,
        contract=validation.state.contract,
        passed_out=ended and validation.state.contract is None,
        tricks=validation.tricks,
        scores=record.scores if score is None or record.scores is not None else (score, -score),
    )


class _Broken(Exception):
    """The error that a recorded board breaks the rules, with the state of the board before the error."""

    def __init__(self, state: BridgeState, error: str) -> None:
        super().__init__(error)
        self.state = state


def _line_text(record: BoardRecord, line: int) -> str:
    number = record.place
    line = line or number.line
    return f"line {line}, column {number.column}: " if line == number.line else f"line {line}: "


def _after_auction(state: BridgeState, record: BoardRecord, accept: bool) -> BridgeState:
    """Return the state of a board after the recorded auction.

    Raises _Broken if the auction breaks a rule or does not lead to the recorded contract.
    """
    line = record.place.calls
    for number, each in enumerate(_calls(record, state.turn or Seat.NORTH), 1):
        turn = state.turn if state.phase == "auction" else None
        if each.irregularity and not accept:
            names = _irregularity_names(each.irregularity)
            fault = f"call {number}, {each.call}: the opponents accepted {names}, which a table refuses"
            raise _Broken(state, _line_text(record, line) + fault)
        try:
            state = _after_call(state, each)
        except IllegalAction as error:
            fault = f"call {number}, {each.call}{_from_seat(turn)}: {error}"
            raise _Broken(state, _line_text(record, line) + fault) from None
    if _swapped(state, record):
        assert record.contract is not None
        if not accept:
            named, by_calls = _contract_text(record.contract), record.contract.declarer.partner.name.title()
            fault = f"{named}, but by the calls {by_calls} is declarer (Law 54A), which a table refuses"
            raise _Broken(state, _line_text(record, 0) + fault)
        return replace(state, contract=record.contract, turn=record.contract.declarer.lho)
    contradicted = record.contract is not None and state.contract != record.contract
    if contradicted or (record.passed_out and state.contract is not None):
        recorded = f"{_ending(state)}, but the record says {_contract_text(record.contract)} (Law 22)"
        raise _Broken(state, _line_text(record, line) + recorded)
    return state


def _after_call(state: BridgeState, each: RecordedCall) -> BridgeState:
    """Return the state of a board after one more recorded call.

    Raises IllegalAction for a call that no Law lets opponents accept.
    """
    skipped = each.irregularity.count("S")
    for _ in range(skipped):
        state = _passed_over(state)
    call, actor = MakeCall(each.call, each.alert, each.explanation), state.actor
    if not each.irregularity or actor is None:
        return BRIDGE.apply(state, actor, call)
    if "I" not in each.irregularity or not _is_insufficient(state, each.call):
        # A skipped turn is stored as a pass, but three skipped turns do not end an auction.
        over = skipped > 0 and is_over(state.calls)
        auction.check(state.calls[:-2] if over else state.calls, each.call)
    return replace(moves.called(state, each.call, 0), call_remarks=alerts.with_call(state, actor, call, 0))


def _passed_over(state: BridgeState) -> BridgeState:
    """Return the state of a board after the turn of a seat that a call out of rotation has skipped.

    A turn that a call out of rotation skipped becomes a pass, but this pass cannot end the auction.
    """
    if state.turn is None or state.phase != "auction":
        raise IllegalAction(
            "expected no call after the end of the auction, got a call that skips a turn (Law 22)"
        )
    return replace(state, calls=(*state.calls, Call.PASS), times=(*state.times, 0), turn=state.turn.lho)


def _is_insufficient(state: BridgeState, call: Call) -> bool:
    bid = last_bid(state.calls)
    return (
        state.phase == "auction" and call.is_bid and bid is not None and BIDS.index(call) <= BIDS.index(bid)
    )


def _swapped(state: BridgeState, record: BoardRecord) -> bool:
    """Return True if the record states that declarer and dummy changed places (PBN 2.1, 3.4.13)."""
    marked, recorded, called = record.info.get("Declarer"), record.contract, state.contract
    if recorded is None or called is None or not isinstance(marked, str) or not marked.startswith("^"):
        return False
    return replace(called, declarer=called.declarer.partner) == recorded


def _irregularity_names(marks: str) -> str:
    """Return the names of irregularities by the letters that PBN writes after `^`."""
    return " and ".join(dict.fromkeys(_MARKS.get(mark, f"the irregularity ^{mark}") for mark in marks))


def _calls(record: BoardRecord, dealer: Seat) -> tuple[RecordedCall, ...]:
    """Return the calls with which a record is played.

    For a record without calls, return the shortest auction that leads to its contract or pass-out.
    """
    if record.calls or (record.contract is None and not record.passed_out):
        return record.calls
    shortest = (Call.PASS,) * 4 if record.contract is None else _shortest_auction(record.contract, dealer)
    return tuple(RecordedCall(call) for call in shortest)


def _shortest_auction(contract: Contract, dealer: Seat) -> tuple[Call, ...]:
    """Return the shortest auction: passes up to declarer, the bid, the doubles, and three passes."""
    before = (Call.PASS,) * ((contract.declarer - dealer) % 4)
    doubles = (Call.DOUBLE, Call.REDOUBLE)[: contract.doubled // 2]
    return (*before, _BID[contract.level, contract.strain], *doubles, *(Call.PASS,) * 3)


def _after_play(state: BridgeState, record: BoardRecord, accept: bool) -> BridgeState:
    """Return the state of a board after the recorded cards.

    Raises _Broken for a recorded card that breaks the rules.
    """
    if record.cards and state.phase == "over":
        reason = f"card 1, {record.cards[0]}: a board that is passed out has no play (Law 22)"
        raise _Broken(state, _line_text(record, record.place.cards) + reason)
    marked = {note.place: note.irregularity for note in record.card_notes if note.irregularity}
    for number, card in enumerate(record.cards, 1):
        marks = marked.get(number - 1, "")
        if marks and not accept:
            names = _irregularity_names(marks)
            fault = f"card {number}, {card}: the opponents accepted {names}, which a table refuses"
            raise _Broken(state, _line_text(record, record.place.cards) + fault)
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
            reason = (
                str(error)
                if turn is None or card in state.hands[turn]
                else _holder(state, record, turn, card)
            )
            fault = f"card {number}, {card}{_from_seat(turn)}: {reason}"
            raise _Broken(state, _line_text(record, record.place.cards) + fault) from None
    return state


def _led_out_of_turn(state: BridgeState, card: Card) -> BridgeState:
    """Return the state in which the holder of `card` leads it to the next trick, out of turn (Law 53)."""
    holder = next((seat for seat in SEATS if card in state.hands[seat]), None)
    if state.phase != "play" or len(state.plays) % 4 or holder is None:
        return state
    return replace(state, turn=holder)


def _holder(state: BridgeState, record: BoardRecord, turn: Seat, card: Card) -> str:
    """Return the text of the error that the hand in turn does not hold the recorded card `card`.

    The text names the hand that holds the card, if known.
    """
    holder = next((seat for seat in SEATS if card in state.hands[seat]), None)
    if holder is not None and not record.hands[holder]:
        return f"{turn.name.title()} does not hold it (Law 44)"
    where = "it has been played" if holder is None else f"{holder.name.title()} does"
    return f"{turn.name.title()} does not hold it, {where} (Law 44)"


def _tricks(state: BridgeState, record: BoardRecord) -> int | None:
    """Return the number of declarer's tricks, or None if unknown.

    Raises _Broken if the recorded number of tricks is impossible. A number of tricks that endplay's dumper
    made up counts only if it can be the result of a claim.
    """
    contract, recorded = state.contract, record.tricks
    if contract is None:
        return None
    if recorded is not None and "Ruling" in record.info:
        # A director may award any number of tricks, whatever was won in play (Laws 64 and 69 to 71).
        return recorded
    agreed = record.info.get("Result")
    if recorded is not None and isinstance(agreed, str) and agreed.startswith("^"):
        # A caret marks a wrong number of tricks on which the players agreed (Law 79; PBN 2.1, 3.4.15).
        return recorded
    won = state.tricks[contract.declarer % 2]
    most = 13 - sum(state.tricks) + won
    if (
        recorded is not None
        and _filled_in(state, record)
        and not (record.claimed and won <= recorded <= most)
    ):
        recorded = None
    if recorded is not None and not won <= recorded <= most:
        wanted = with_count(won, "trick") if won == most else f"{won} to {most} tricks"
        reason = f"the cards give declarer {wanted}, but the record says {recorded} in {contract} (Law 79)"
        raise _Broken(state, _line_text(record, record.place.cards) + reason)
    return won if state.phase == "over" else recorded


def _filled_in(state: BridgeState, record: BoardRecord) -> bool:
    """Return True if the recorded result is the number that endplay's dumper makes up for an unknown one.

    If no cards are recorded, endplay's made-up result is that the contract was just made. If cards are
    recorded, endplay's made-up result is a count that takes North for the leader of every trick, which is the
    number of tricks won by the side on lead.
    """
    contract, plays = state.contract, state.plays
    if contract is None or not record.calls or not record.place.fills_in:
        return False
    if not plays:
        return record.result == 0
    tricks = [plays[at : at + 4] for at in range(0, len(plays) - 3, 4)]
    return record.tricks == sum((trick_winner(contract, trick) - trick[0].seat) % 2 == 0 for trick in tricks)


def _score(state: BridgeState, record: BoardRecord, tricks: int | None) -> int | None:
    """Return the score of North-South by Law 77.

    Raises _Broken if the record has another score than Law 77 gives.
    """
    deal, contract = state.deal, state.contract
    if contract is None:
        score = 0 if state.phase == "over" else None
    elif tricks is None or deal is None:
        score = None
    else:
        score = scoring.result(contract, tricks, deal.vulnerable).score_ns
    recorded = record.scores
    if score is None or recorded is None or recorded == (score, -score) or not _by_the_board(record):
        return score
    named = (
        "a pass-out"
        if contract is None
        else f"{contract} by {contract.declarer.name.title()}, {with_count(tricks or 0, 'trick')},"
    )
    vulnerable = "" if deal is None else f" with {deal.vulnerable.value} vulnerable"
    reason = (
        f"{named}{vulnerable} is worth {score} to North-South, but the record says {recorded[0]} (Law 77)"
    )
    raise _Broken(state, _line_text(record, 0) + reason)


def _by_the_board(record: BoardRecord) -> bool:
    """Return True if the recorded score must be the score that Law 77 gives.

    A recorded score need not follow from Law 77 if a director ruled or the scoring is that of a rubber.
    """
    if record.vulnerable is None and record.number is None:
        return False
    scoring_of = record.info.get("Scoring", "")
    usual = not isinstance(scoring_of, str) or not scoring_of.lower().startswith(_WITHOUT_BONUS)
    return usual and "Ruling" not in record.info


def _ending(state: BridgeState) -> str:
    if state.phase == "auction":
        return f"the auction stops after {with_count(len(state.calls), 'call')}, before three passes end it"
    return f"the auction ends with {_contract_text(state.contract)}"


def _contract_text(contract: Contract | None) -> str:
    return "a pass-out" if contract is None else f"{contract} by {contract.declarer.name.title()}"


def _from_seat(seat: Seat | None) -> str:
    return "" if seat is None else f" from {seat.name.title()}"
