"""What a format could not hold of the records that were written in it, found by reading them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from server.records.bridge.record import BoardRecord, Position
from server.records.bridge.validate import completed

Aspect = tuple[str, object]


def lost(before: Sequence[BoardRecord], after: Sequence[BoardRecord]) -> dict[str, list[str]]:
    """What each kind of loss is called, and the boards that suffered it, by their number or name.

    `before` are the records that were written, `after` those that were read from what was written, board for
    board, or in another order of their deals. What the rules tell anyway, as the dealer of a board with a
    number, is not lost.
    """
    found: dict[str, list[str]] = {}
    kept = [dict(_aspects(completed(record))) for record in after]
    of_deal: dict[object, list[int]] = {}
    for place, aspects in enumerate(kept):
        of_deal.setdefault(aspects.get(_HANDS), []).append(place)
    for place, record in enumerate(before):
        told = dict(_aspects(completed(record)))
        same = of_deal.get(told.get(_HANDS), [])
        if same:
            nearest = min(same, key=lambda each: (_differences(told, kept[each]), each != place))
            same.remove(nearest)
        else:
            nearest = place
        for aspect in _missing(told, kept[nearest] if nearest < len(kept) else {}):
            found.setdefault(aspect, []).append(_label(record, place + 1))
    return found


def _missing(told: dict[str, object], kept: dict[str, object]) -> list[str]:
    """Return the aspects of a record that another does not tell, or tells otherwise."""
    return [aspect for aspect, value in told.items() if kept.get(aspect) != value]


def _differences(told: dict[str, object], kept: dict[str, object]) -> int:
    return len(_missing(told, kept)) + len(_missing(kept, told))


_HANDS = "the hands"


def _label(record: BoardRecord, place: int) -> str:
    return record.name or str(record.number or place)


def _aspects(record: BoardRecord) -> Iterator[Aspect]:
    """Everything that the record tells, by what people call it."""
    yield from ((name, value) for name, value in _plain(record) if value not in (None, (), False))
    yield from record.info.items()


def _plain(record: BoardRecord) -> Iterator[Aspect]:
    calls = record.calls
    yield _HANDS, tuple(frozenset(hand) for hand in record.hands)
    yield "the board's number", record.number
    yield "the board's name", record.name
    yield "the dealer", record.dealer
    yield "the vulnerability", record.vulnerable
    yield "the players' names", record.players if any(record.players) else None
    yield "the calls", tuple(each.call for each in calls)
    yield "alerts", _told(each.alert for each in calls)
    yield "explanations", _told(each.explanation for each in calls)
    yield "judgements of calls", _told(each.nags for each in calls)
    yield "irregular calls", _told(each.irregularity for each in calls)
    yield "the play", record.cards
    yield "notes on cards", record.card_notes
    yield "the contract", record.contract
    yield "that it was passed out", record.passed_out
    yield "declarer's tricks", record.tricks
    yield "that it was claimed", record.claimed
    yield "that it is to be continued", record.continues
    yield "the score", record.scores
    yield "the double-dummy table", record.double_dummy
    yield "comments", tuple((each.text.strip(), each.calls, each.cards) for each in record.comments)
    yield "whose trick it is", None if record.position == Position() else record.position


def _told(of_calls: Iterator[object]) -> tuple[object, ...] | None:
    """What was said of each call, None where nothing was said of any."""
    values = tuple(of_calls)
    return values if any(values) else None
