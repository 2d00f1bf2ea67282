"""The events of a bridge table except calls and cards: claims, explanations, requests, rulings, scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from bots.bridge.terminal.words import NAMES, call_words, contract_words
from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    AwardTricks,
    BridgeOwn,
    BridgePub,
    Call,
    Claimed,
    ClaimEnded,
    ClaimShown,
    Match,
    PlayGoesOn,
    Question,
    Remark,
    RollBack,
    Ruled,
    Ruling,
    Seat,
    Tally,
    UndoAsked,
    Undone,
)
from protocol.words import with_count

Half = tuple[BridgePub, BridgeOwn | None]
ENDED = {
    "accepted": "is accepted",
    "proven": "is proven: it succeeds for every layout of the unseen cards",
    "refused": "is refused; the director rules on it, or all four players agree to play on",
    "objected": "is void: partner objects (Law 68B2)",
    "played_on": "is void: all four players agree to play on",
}


def events(before: Half | None, now: Half) -> Iterator[str]:
    """Yield one line for each event between two views of a table.

    Yield nothing for the first view of a table, for which `before` is None.
    """
    if before is None:
        return
    (pub_before, own_before), (pub, own) = before, now
    if pub.last is not None and pub.last != pub_before.last:
        yield from _happened(pub)
    if pub.board == pub_before.board:
        yield from _remarks(_visible_remarks(pub_before, own_before), _visible_remarks(pub, own), pub, own)
        yield from _requests(own_before, own, pub)
    if pub.match is not None and pub_before.match is not None:
        yield from _compared(pub_before.match, pub.match)
    if pub.tally is not None and pub.result is not None and pub_before.result is None:
        yield tally_words(pub.tally)


def _happened(pub: BridgePub) -> Iterator[str]:
    match pub.last:
        case Claimed() if pub.claim is not None:
            yield claim_words(pub.claim)
        case ClaimEnded(seat, how):
            yield f"{NAMES[seat]}'s claim {ENDED.get(how, how)}"
        case Undone(seat):
            yield f"{NAMES[seat]} takes back an action; {_position(pub)}"
        case Ruled(ruling):
            yield f"The director rules: {ruling_words(ruling)}"
        case _:
            return


def _position(pub: BridgePub) -> str:
    calls, cards = len(pub.calls), len(pub.plays)
    count, noun = (cards, "card") if cards else (calls, "call")
    return f"{with_count(count, noun)} {'remains' if count == 1 else 'remain'}"


def claim_words(claim: ClaimShown) -> str:
    """Return a claim in words, such as `South claims 5 of 7 tricks: drawing trumps`."""
    what = (
        f"{claim.tricks} of {with_count(claim.left, 'trick')}"
        if claim.tricks
        else f"nothing: concedes {claim.left}"
    )
    return f"{NAMES[claim.seat]} claims {what}" + (f": {claim.line}" if claim.line else "")


def ruling_words(ruling: Ruling) -> str:
    """Return a director's ruling in words, with its reason."""
    match ruling:
        case RollBack():
            words = f"back to {with_count(ruling.calls, 'call')} and {with_count(ruling.cards, 'card')}"
        case AwardTricks():
            words = f"{with_count(ruling.tricks, 'trick')} to declarer"
        case PlayGoesOn():
            words = "the claim is void and play continues"
        case AssignScore():
            parts = [
                f"{part.weight}% of "
                + (
                    "a passed-out board"
                    if part.contract is None
                    else f"{contract_words(part.contract)} {part.tricks}"
                )
                for part in ruling.outcomes
            ]
            words = "assigned score, " + ", ".join(parts)
        case ArtificialScore():
            words = f"artificial score, NS {ruling.north_south}, EW {ruling.east_west}"
        case _:
            assert_never(ruling)
    board = (
        ""
        if isinstance(ruling, RollBack | PlayGoesOn) or ruling.board is None
        else f" (board {ruling.board})"
    )
    return words + board + (f": {ruling.reason}" if ruling.reason else "")


def _visible_remarks(pub: BridgePub, own: BridgeOwn | None) -> Mapping[int, Remark]:
    return pub.remarks or (own.remarks if own is not None else None) or {}


def _remarks(
    before: Mapping[int, Remark], now: Mapping[int, Remark], pub: BridgePub, own: BridgeOwn | None
) -> Iterator[str]:
    calls = (own.auction if own is not None else None) or pub.calls
    for key in sorted(now):
        known = before.get(key)
        if known != now[key]:
            yield remark_words(key, now[key], calls, pub.dealer)


def remark_words(key: int, remark: Remark, calls: Mapping[int, Call], dealer: Seat) -> str:
    """Return all explanations of a player in words: the call, a star if alerted, the texts."""
    late = " (late)" if remark.late else ""
    teller = "" if remark.seat is _caller(key // 4, dealer) else f" (explained by {NAMES[remark.seat]})"
    star = "*" if remark.alerted else ""
    texts = [each.text for _, each in sorted((remark.earlier or {}).items())] + [remark.text]
    meaning = "; ".join(text for text in texts if text) or "alerted"
    return f"{_call(key // 4, calls, dealer)}{star}{teller}{late}: {meaning}"


def _caller(place: int, dealer: Seat) -> Seat:
    return Seat((dealer + place) % 4)


def _call(place: int, calls: Mapping[int, Call], dealer: Seat) -> str:
    called = call_words(calls[place]) if place in calls else "call"
    return f"{place + 1}. {NAMES[_caller(place, dealer)]}'s {called}"


def _requests(before: BridgeOwn | None, own: BridgeOwn | None, pub: BridgePub) -> Iterator[str]:
    """Yield one line for each new question and undo request that this viewer may see."""
    if own is None:
        return
    earlier_questions = {} if before is None else before.questions or {}
    for key, question in sorted((own.questions or {}).items()):
        if not question.answered and earlier_questions.get(key) != question:
            yield _question(question.seat, question, pub, own)
    earlier_undos = {} if before is None else before.undos or {}
    for seat, request in sorted((own.undos or {}).items()):
        if seat not in earlier_undos:
            yield undo_words(Seat(seat), request)
    for seat in sorted(earlier_undos):
        if seat not in (own.undos or {}) and not isinstance(pub.last, Undone):
            yield f"{NAMES[Seat(seat)]}'s undo request is not granted"


def _question(seat: Seat, question: Question, pub: BridgePub, own: BridgeOwn) -> str:
    words = f": {question.text}" if question.text else ""
    return f"{NAMES[seat]} asks about {_call(question.call, own.auction or pub.calls, pub.dealer)}{words}"


def undo_words(seat: Seat, request: UndoAsked) -> str:
    """Return an undo request in words, such as `East asks for an undo: a slip`."""
    return f"{NAMES[seat]} asks for an undo" + (f": {request.reason}" if request.reason else "")


def _compared(before: Match, match: Match) -> Iterator[str]:
    for board in sorted(match.boards):
        compared = match.boards[board]
        if before.boards.get(board) != compared:
            points = f"{compared.here} here, {compared.there} at the other table"
            yield f"Board {board}: {points}, {compared.imps:+d} IMPs to North-South here"
            yield match_words(match)


def match_words(match: Match) -> str:
    """Return the state of a match, such as `Match, open room: NS lead by 12 IMPs after 4 boards`."""
    lead = "level" if not match.imps else f"{'NS' if match.imps > 0 else 'EW'} lead by {abs(match.imps)} IMPs"
    return f"Match, {match.room} room: {lead} after {with_count(len(match.boards), 'board')}"


def tally_words(tally: Tally) -> str:
    """Return the score of several deals so far in words.

    An example of a score in words is `Round 1, deal 3: NS 120, EW 60; games 0-1, part-scores 60-0`, followed
    by the total.
    """
    north_south, east_west = tally.points
    parts = [f"Round {tally.number}, deal {tally.deal}: NS {north_south}, EW {east_west}"]
    if any((*tally.games, *tally.part)):
        parts.append("games {}-{}, part-scores {}-{}".format(*tally.games, *tally.part))
    parts.append("total {}-{}".format(*tally.total))
    return "; ".join(parts)
