"""The losses of a conversion: the content of records that the new file format could not hold.

The content that a conversion lost is found by reading the written file again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from server.records.bridge.pbn.sections import LEFT_OUT
from server.records.bridge.record import BoardRecord, Position
from server.records.bridge.validate import completed

Aspect = tuple[str, object]


def lost(before: Sequence[BoardRecord], after: Sequence[BoardRecord]) -> dict[str, list[str]]:
    """Return the names of the kinds of lost content, each with the numbers or names of the affected boards.

    `before` are the records that were converted, and `after` those that were read again from the new file,
    possibly in another order. Content that follows from the rules, such as the dealer of a board with a
    number, does not count as lost.
    """
    losses: dict[str, list[str]] = {}
    read_again = [dict(_aspects(completed(record))) for record in after]
    of_deal: dict[object, list[int]] = {}
    for index, aspects in enumerate(read_again):
        of_deal.setdefault(aspects.get(_HANDS), []).append(index)
    furthest = 0
    for index, record in enumerate(before):
        original = dict(_aspects(completed(record)))
        candidates = of_deal.get(original.get(_HANDS), [])
        if candidates:
            nearest = min(
                candidates, key=lambda each: (_differences(original, read_again[each]), each != index)
            )
            candidates.remove(nearest)
            if nearest < furthest:
                losses.setdefault("the order of the boards", []).append(_label(record, index + 1))
            furthest = max(furthest, nearest)
        else:
            nearest = index
        for aspect in _missing(original, read_again[nearest] if nearest < len(read_again) else {}):
            losses.setdefault(aspect, []).append(_label(record, index + 1))
    return losses


def _missing(original: dict[str, object], read_again: dict[str, object]) -> list[str]:
    """Return the names of the content that a record lost or changed while it was written and read again.

    If the comments themselves were lost or changed, their places are not named in addition.
    """
    missing = [aspect for aspect, value in original.items() if read_again.get(aspect) != value]
    return [aspect for aspect in missing if aspect != _PLACES or _COMMENTS not in missing]


def _differences(original: dict[str, object], read_again: dict[str, object]) -> int:
    return len(_missing(original, read_again)) + len(_missing(read_again, original))


_HANDS = "the hands"
_COMMENTS, _PLACES = "comments", "the places of comments after tags"


def _label(record: BoardRecord, index: int) -> str:
    return record.name or str(record.number or index)


def _aspects(record: BoardRecord) -> Iterator[Aspect]:
    """Yield each kind of content that a record has, such as its auction, as a name and a value."""
    yield from ((name, value) for name, value in _plain(record) if value not in (None, (), False))
    for name, value in record.info.items():
        yield ("the + in place of the calls" if (name, value) == ("AuctionRest", LEFT_OUT) else name), value


def _plain(record: BoardRecord) -> Iterator[Aspect]:
    calls = record.calls
    yield _HANDS, tuple(frozenset(hand) for hand in record.hands)
    yield "the board's number", record.number
    yield "the board's name", record.name
    yield "the dealer", record.dealer
    yield "the vulnerability", record.vulnerable
    yield "the players' names", record.players if any(record.players) else None
    yield "the calls", tuple(each.call for each in calls)
    yield "alerts", _unless_empty(each.alert for each in calls)
    yield "explanations", _unless_empty(each.explanation for each in calls)
    yield "ratings of calls", _unless_empty(each.nags for each in calls)
    yield "irregular calls", _unless_empty(each.irregularity for each in calls)
    yield "the play", record.cards
    yield "notes on cards", record.card_notes
    yield "the contract", record.contract
    yield "the pass-out", record.passed_out
    yield "declarer's tricks", record.tricks
    yield "the claim", record.claimed
    yield "the mark that more calls or cards follow", record.continues
    yield "the score", record.scores
    yield "the double-dummy table", record.double_dummy
    yield _COMMENTS, tuple((each.text.strip(), each.calls, each.cards) for each in record.comments)
    places = tuple((each.text.strip(), each.tag) for each in record.comments)
    yield _PLACES, places if any(tag for _, tag in places) else None
    yield "the unfinished trick", None if record.position == Position() else record.position


def _unless_empty(values_of_calls: Iterator[object]) -> tuple[object, ...] | None:
    """Return the values, one for each call, as a tuple, or None if every value is empty."""
    values = tuple(values_of_calls)
    return values if any(values) else None
