"""The ranking of an event as a function of the event alone, and which of its boards may be shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256

from server.events.conditions import competing_of, options_of, scoring_of
from server.events.event import Event, Round, TableNow, board_in_event, deal_in_event
from server.events.movements.draws import Meeting as DrawnMeeting
from server.events.ranking import Field, Meeting, Ranking, rank
from server.games.base import Award, FieldResult

AVERAGE: Award = "average"
VP_OF_A_BYE = 1_200
"""The hundredths of a victory point for a round without opponents, if the conditions name no other award."""
PERCENT_OF_A_BYE = 6_000
"""The hundredths of a per cent for a round of a Swiss without opponents."""
WIN = 200


def released(event: Event) -> frozenset[int]:
    """Return the numbers of the deals that no table will play any more, so that results may be shown.

    A ruling does not tell that: the table to which a director has given a result may still play the board.
    Boards that move may come to any table of a later round, so none is released before the last round begins.
    """
    if event.conditions.moving and has_more_rounds(event):
        return frozenset()
    begun, waiting = set(), set()
    for round, _, table in event.tables():
        for deal in range(event.conditions.boards):
            number = deal_in_event(event, round, table, deal)
            begun.add(number)
            if not (event.stage == "final" or table.ended or table.has_played(deal)):
                waiting.add(number)
    return frozenset(begun - waiting)


def has_more_rounds(event: Event) -> bool:
    """Return True if another round may begin."""
    return (
        event.stage not in ("correction", "final", "cancelled") and event.next_round < event.conditions.rounds
    )


def results_of(event: Event, *, everything: bool) -> tuple[FieldResult, ...]:
    """Return the results that count now.

    With `everything` False, only those of boards that no table will play any more: another result could tell
    a table something of a board that it has yet to play.
    """
    return tuple(_results(event, everything))


def _results(event: Event, everything: bool) -> Iterator[FieldResult]:
    shown = None if everything else released(event)
    for round, _, table in event.tables():
        for deal in range(event.conditions.boards):
            if shown is not None and deal_in_event(event, round, table, deal) not in shown:
                continue
            found = _result(event, round, table, deal)
            if found is not None:
                yield found


def is_game_over(event: Event, table: TableNow) -> bool:
    """Return True if a table plays no other board because its game is over, as the table itself reports."""
    competing = competing_of(event.game)
    own = [[each.result for each in versions if not each.by] for versions in table.results.values()]
    return any(results and results[-1] is not None and competing.is_last(results[-1]) for results in own)


def _result(event: Event, round: Round, table: TableNow, deal: int) -> FieldResult | None:
    number, sides = deal_in_event(event, round, table, deal), table.seating.sides
    version = table.newest(deal)
    if version is not None and version.kind != "cancelled":
        return FieldResult(number, sides, version.result, version.awards, round.number)
    not_played = event.conditions.unplayed == "nothing" or table.absent or is_game_over(event, table)
    if version is not None or not_played:
        return None
    if table.ended or round.stage == "scored":
        return FieldResult(number, sides, None, (AVERAGE,) * len(sides), round.number)
    return None


def field_of(event: Event, *, everything: bool) -> Field:
    """Return what the ranking of an event is computed from."""
    conditions, competing = event.conditions, competing_of(event.game)
    begun = [each for each in event.rounds if each.stage not in ("drawn", "published")]
    knock_out, swiss = conditions.movement == "knock_out", conditions.movement == "swiss"
    scale = "win" if knock_out else conditions.vp
    usual = WIN if scale == "win" else VP_OF_A_BYE if scale else PERCENT_OF_A_BYE if swiss else None
    drawn = {entry for each in begun for meeting in each.draw.meetings for entry in meeting.entries}
    entries = tuple(
        each.id for each in event.entrants.values() if each.id in drawn or (each.complete and not each.gone)
    )
    lists = _lists(event, begun)
    return Field(
        scoring=scoring_of(conditions, competing),
        entries=tuple(each for each in entries if each in lists) if lists else entries,
        results=results_of(event, everything=everything),
        meetings=tuple(
            Meeting(each.number, _came(each, meeting))
            for each in begun
            for meeting in each.draw.meetings
            # A pair that plays against a robot has its results; a match without opponents has none.
            if scale or meeting.bye is None or not _is_seated(each, meeting.table)
        ),
        scale=scale,
        deals_a_match=conditions.boards if scale else 0,
        terms={"neuberg": conditions.neuberg, "drop": conditions.drop, "nearest": conditions.nearest},
        lists=lists,
        out=frozenset(each.id for each in event.entrants.values() if each.gone),
        missed={} if conditions.late_award is None or knock_out else _missed(event, entries),
        late_award=conditions.late_award or 0,
        absent=_absences(begun),
        bye=WIN if knock_out else usual if conditions.bye is None else conditions.bye,
        carry=_carried(event, here=False),
        adjusted=_carried(event, here=True),
        ties=conditions.ties,
        seed=int.from_bytes(sha256(event.seed.encode()).digest()[:6], "big"),
        most=competing.most(options_of(conditions, event.game)),
    )


def _carried(event: Event, *, here: bool) -> dict[str, int]:
    """Return the hundredths of points that directors have added, of this event or those from elsewhere."""
    found: dict[str, int] = defaultdict(int)
    for each in event.carried:
        if here is (each.origin == ""):
            found[each.entrant] += each.hundredths
    return found


def _is_seated(round: Round, meeting: int) -> bool:
    return any(table.seating.meeting == meeting for table in round.tables.values())


def absent_from(round: Round, meeting: int) -> frozenset[str]:
    """Return the entrants that have lost a meeting because they did not come to it.

    There are none if a director has given a result of the meeting in spite of that.
    """
    tables = [each for each in round.tables.values() if each.seating.meeting == meeting]
    given = [each.newest(deal) for each in tables for deal in each.results]
    if any(each is not None and each.kind != "cancelled" for each in given):
        return frozenset()
    return frozenset(id for each in tables for id in each.absent)


def _came(round: Round, meeting: DrawnMeeting) -> tuple[str | None, ...]:
    """Return the sides of a meeting, with None for an entrant that did not come to it."""
    absent = absent_from(round, meeting.table)
    return tuple(None if side in absent else side for side in meeting.sides)


def _absences(begun: Sequence[Round]) -> dict[str, tuple[int, ...]]:
    """Return the rounds that entrants have lost because they did not come, and those until they came back."""
    found: dict[str, tuple[int, ...]] = {}
    away: frozenset[str] = frozenset()
    for round in begun:
        drawn = {id for meeting in round.draw.meetings for id in meeting.entries}
        absent = {id for meeting in round.draw.meetings for id in absent_from(round, meeting.table)}
        away = (away - drawn) | absent
        for id in sorted(away):
            found[id] = (*found.get(id, ()), round.number)
    return found


def _lists(event: Event, begun: Sequence[Round]) -> dict[str, int]:
    """Return the ranking list of each entrant of a contest with two winners: the direction that it plays.

    An entrant that a director has moved to the other direction stays in the list of most of its rounds. One
    that has played no round is in no list: its direction is a part of a draw that may still be secret.
    """
    if not begun or event.conditions.movement != "mitchell" or event.conditions.winners != 2:
        return {}
    sat: dict[str, Counter[int]] = defaultdict(Counter)
    for round in begun:
        for meeting in round.draw.meetings:
            for side, entry in enumerate(meeting.sides):
                if entry is not None:
                    sat[entry][side ^ meeting.switched] += 1
    return {entry: sides.most_common(1)[0][0] for entry, sides in sat.items()}


def _missed(event: Event, entries: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Return the rounds that have begun before the first one in whose draw an entrant is.

    An entrant in no draw has missed those before it entered.
    """
    begun = [each for each in event.rounds if each.stage not in ("drawn", "published")]
    first: dict[str, int] = {}
    for round in reversed(begun):
        for meeting in round.draw.meetings:
            first.update(dict.fromkeys(meeting.entries, round.number))
    return {
        id: tuple(each.number for each in begun if each.number < first.get(id, event.entrants[id].late_from))
        for id in entries
    }


def boards_of(event: Event) -> dict[int, int]:
    """Return the number of the board of each deal that an event has begun, as the tables tell it."""
    found: dict[int, int] = {}
    for round, _, table in event.tables():
        for deal in range(event.conditions.boards):
            number = deal_in_event(event, round, table, deal)
            if deal in table.boards or number not in found:
                found[number] = board_in_event(event, round, table, deal)
    return found


def players_of(event: Event) -> dict[tuple[int, tuple[str | None, ...]], tuple[str | None, ...]]:
    """Return the names of the players at each table by seat, by the number of the deal and the sides.

    They are those that have played the board, also if others play for their entrant now.
    """
    found = {}
    for round, _, table in event.tables():
        chairs = table.seating.chairs
        sat = tuple(chairs[seat].name for seat in sorted(chairs))
        for deal in range(event.conditions.boards):
            told = [each.players for each in table.results.get(deal, ()) if each.players]
            number = deal_in_event(event, round, table, deal)
            found[number, table.seating.sides] = told[-1] if told else sat
    return found


def ranking_of(event: Event, *, everything: bool) -> Ranking:
    """Return the ranking of an event; see `results_of` for `everything`."""
    return rank(field_of(event, everything=everything), competing_of(event.game))


def order_of(event: Event) -> tuple[str, ...]:
    """Return the entrants, the best first.

    Before the first result they are in the order of what they bring with them; then the first to enter comes
    first.
    """
    if not event.carried and not any(table.results for _, _, table in event.tables()):
        return tuple(event.entrants)
    ranked = [row.entry for row in ranking_of(event, everything=True).rows]
    return (*ranked, *(id for id in event.entrants if id not in ranked))


def losers_of(event: Event) -> frozenset[str]:
    """Return the entrants that are out of a knock-out, by a defeat or because they play no more.

    A match that ends level is won by the entrant with the lower number.
    """
    if event.conditions.movement != "knock_out":
        return frozenset()
    lost = {each.id for each in event.entrants.values() if each.gone}
    points = _points(event)
    for round in event.rounds:
        if round.stage != "scored":
            continue
        for meeting in round.draw.meetings:
            absent = absent_from(round, meeting.table)
            lost |= absent
            if len(meeting.entries) == 2 and not absent:
                one, other = meeting.entries
                mine, theirs = points[round.number, one], points[round.number, other]
                better = mine > theirs or (mine == theirs and _seed(event, one) < _seed(event, other))
                lost.add(other if better else one)
    return frozenset(lost)


def is_decided(event: Event) -> bool:
    """Return True if the event is a knock-out in which one entrant at most is left."""
    if event.conditions.movement != "knock_out":
        return False
    drawn = {id for round in event.rounds for meeting in round.draw.meetings for id in meeting.entries}
    return len(drawn - losers_of(event)) < 2


def _points(event: Event) -> dict[tuple[int, str], Fraction]:
    """Return the points of each entrant in each round."""
    field = field_of(event, everything=True)
    found: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for result, points in zip(field.results, rank(field, competing_of(event.game)).points, strict=True):
        if points is None or not points.counts:
            continue
        for side, entry in enumerate(result.sides):
            if entry is not None:
                found[result.round, entry] += points.points[side]
    return found


def _seed(event: Event, entrant: str) -> int:
    return event.numbers.index(entrant) if entrant in event.numbers else len(event.numbers)
