"""The director's record of a board: the time that each player used, and all explanations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bots.bridge.terminal.events import claim_words, remark_words
from bots.bridge.terminal.words import NAMES, call_words, card_words
from bots.sheets.text import clock_time
from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, Call, Remarked, Seat

NOT_TOLD = "Only a director can see think times; type `look director` if you direct this table"


def _calls_and_cards(pub: BridgePub, own: BridgeOwn) -> Iterator[tuple[Seat, str, int]]:
    """Yield for each call and card, in order, its seat, its words and the milliseconds of thought."""
    calls, plays, times = own.auction or pub.calls, own.plays or pub.plays, own.times or {}
    for place, call in sorted(calls.items()):
        yield Seat((pub.dealer + place) % 4), call_words(call), times.get(place, 0)
    for place, play in sorted(plays.items()):
        yield play.seat, card_words(play.card), times.get(len(calls) + place, 0)


def times_words(pub: BridgePub, own: BridgeOwn | None) -> list[str]:
    """Return lines with the seconds used for each call and card, four a line, and the total of each seat."""
    if own is None or own.times is None:
        return [NOT_TOLD]
    done = [f"{seat.letter} {what} {ms / 1000:.1f}" for seat, what, ms in _calls_and_cards(pub, own)]
    calls = len(own.auction or pub.calls)
    rows = [done[:calls][start : start + 4] for start in range(0, calls, 4)]
    tricks = [done[calls:][start : start + 4] for start in range(0, len(done) - calls, 4)]
    lines = ["   ".join(row) for row in rows]
    lines += [f"{number:2}. {'   '.join(trick)}" for number, trick in enumerate(tricks, 1)]
    return ["Seconds before each call and card:", *lines, sums_words(pub, own)]


def sums_words(pub: BridgePub, own: BridgeOwn) -> str:
    """Return the total time that each seat has used in this board.

    An example of the times in words is `Thought: N 12 s, E 3 s, S 0 s, W 7 s; last action 3.2 s`.
    """
    steps = list(_calls_and_cards(pub, own))
    sums = {seat: sum(ms for doer, _, ms in steps if doer is seat) for seat in SEATS}
    last = f"; last action {steps[-1][2] / 1000:.1f} s" if steps else ""
    return "Thought: " + ", ".join(f"{seat.letter} {ms / 1000:.0f} s" for seat, ms in sums.items()) + last


def record_words(pub: BridgePub, own: BridgeOwn | None) -> list[str]:
    """Return all explanations and the pending claim in full; for a director also their times."""
    calls = (own.auction if own is not None else None) or pub.calls
    if own is not None and own.times is not None:
        lines = [_record_line(remark, calls, pub.dealer) for _, remark in sorted((own.record or {}).items())]
    else:
        known = pub.remarks or (own.remarks if own is not None else None) or {}
        lines = [remark_words(key, remark, calls, pub.dealer) for key, remark in sorted(known.items())]
    lines += [] if pub.claim is None else [claim_words(pub.claim)]
    return lines or ["There are no alerts, questions or explanations of this board that you may see"]


def _record_line(remark: Remarked, calls: Mapping[int, Call], dealer: Seat) -> str:
    caller = Seat((dealer + remark.call) % 4)
    called = call_words(calls[remark.call]) if remark.call in calls else "call"
    verb = "asks about" if remark.question else "alerts" if remark.alert else "explains"
    words = f": {remark.text}" if remark.text else ""
    call = f"{remark.call + 1}. {caller.letter} {called}"
    return f"{clock_time(remark.at_ms)} {NAMES[remark.seat]} {verb} {call}{words}"
