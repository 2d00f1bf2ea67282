"""The ranking of an event: a pure function of the results of its tables and of its conditions.

Totals are whole numbers of hundredths, so that equal totals are really equal. Entries with equal totals are
ordered by the tie list of the event; if it leaves them equal, they share a rank, and the ranks after them
have a gap: 1, 2, 2, 4. Entries that did not finish, such as absent and withdrawn ones, are ranked below all
others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Literal, assert_never

from msgspec import Struct

from server.games.base import AnyCompeting, FieldResult, SidePoints

Tie = Literal["direct", "opponents", "beaten", "quotient", "wins", "recent", "draw"]
"""A way to order entries with equal totals.

`direct` is their own meetings, which count only if each of them has met all others. `opponents` is the mean
total of an entry's opponents (sum of opponents' scores). `beaten` is the sum of the opponents' totals, each
times the share of that match which the entry won (Sonneborn-Berger). `quotient` is the points won divided by
the points lost over single deals, `wins` the number of matches won, `recent` the newest match first, and
`draw` a draw by the seed of the event.
"""


class Meeting(Struct, frozen=True):
    """A table or a match of a round: the ids of the entries on its sides, None for a side without an entry.

    An entry whose opponent is None has a bye.
    """

    round: int
    sides: tuple[str | None, ...]


class Field(Struct, frozen=True):
    """The entries of an event, its results so far, and the conditions of its ranking.

    `scoring` is a word of `Competing.scorings`, and `terms` are conditions that only the game knows. With a
    word of `Competing.scales` as `scale`, each match between two entries is converted into victory points,
    which the totals count; `deals_a_match` is the number of deals for which the scale is made, or 0 for the
    number that have a result. `meetings` are the matches and byes of the rounds so far.

    `lists` has the number of the ranking list of each entry, 0 if it is not there: a contest with two winners
    has the lists 0 and 1. `out` are the entries that did not finish. `bye` is the award for a bye in
    hundredths: of a victory point, or of a per cent of the maximum of a round; None if a bye does not count.
    `missed` are the rounds that late entries did not play, and `late_award` the award for each of them, in
    the unit of `bye`. `absent` are the rounds to which an entry did not come: it has nothing of what it could
    win there. `carry` are hundredths of points that entries bring with them from elsewhere, and
    `adjusted` those that a director has added, negative for a penalty: they change the percentage, too.
    `most` is the most points that an entry alone at its table can reach in a deal, None without a maximum.
    """

    scoring: str
    entries: tuple[str, ...]
    results: tuple[FieldResult, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    scale: str = ""
    deals_a_match: int = 0
    terms: Mapping[str, Any] = MappingProxyType({})
    lists: Mapping[str, int] = MappingProxyType({})
    out: frozenset[str] = frozenset()
    bye: int | None = None
    missed: Mapping[str, Sequence[int]] = MappingProxyType({})
    late_award: int = 0
    absent: Mapping[str, Sequence[int]] = MappingProxyType({})
    carry: Mapping[str, int] = MappingProxyType({})
    adjusted: Mapping[str, int] = MappingProxyType({})
    ties: tuple[Tie, ...] = ()
    seed: int = 0
    most: int | None = None


class Row(Struct, frozen=True):
    """The place of one entry in its ranking list.

    `total` is in hundredths of a point, IMP or victory point. `percent` is in hundredths of a per cent, or
    None by a scoring without a maximum and with victory points. `deals` is the number of deals of the entry
    that could be compared, and `wins` the number of its matches won, 0 in a field without matches. `decided`
    is the way of the tie list that set this entry apart from others with the same total. `out` is True if
    the entry did not finish. `carried` are the hundredths of the total that were carried over, or added or
    taken away by a director. `scores` is the sum of the points that an entry alone at its tables has reached,
    of `most`, the sum of what it could reach there; both are None in other games.
    """

    entry: str
    list: int
    rank: int
    shared: bool
    total: int
    percent: int | None = None
    deals: int = 0
    wins: int = 0
    decided: Tie | None = None
    out: bool = False
    carried: int = 0
    scores: int | None = None
    most: int | None = None

    @property
    def place(self) -> str:
        """Return the rank as text, such as `2=` for a rank that others share.

        Returns "" for an entry that did not finish: it stands below all others, without a rank.
        """
        if self.out:
            return ""
        return f"{self.rank}=" if self.shared else str(self.rank)


class MatchScore(Struct, frozen=True):
    """The score of a match between two entries so far, in hundredths.

    `margins` is by how much each of them is ahead, which is negative for one that is behind. `scores` are
    their victory points or, without a scale, their points.
    """

    round: int
    sides: tuple[str, str]
    margins: tuple[int, int]
    scores: tuple[int, int]


class Ranking(Struct, frozen=True):
    """The rows of all ranking lists, in the order of the lists and of the ranks.

    `points` are the points of each result of the field, in its order, or None for one without points.
    `matches` are the scores of all matches between two entries, by rounds. `provisional` is True if a table
    has still to report, or a result cannot be compared yet.
    """

    rows: tuple[Row, ...]
    points: tuple[SidePoints | None, ...]
    provisional: bool
    matches: tuple[MatchScore, ...] = ()


def rank(field: Field, competing: AnyCompeting) -> Ranking:
    """Return the ranking of a field by the rules of its game."""
    points = competing.scored(field.results, field.scoring, field.terms)
    scores = _Scores(field, points, competing)
    rows: list[Row] = []
    for number in sorted({field.lists.get(entry, 0) for entry in field.entries}):
        listed = [entry for entry in field.entries if field.lists.get(entry, 0) == number]
        rows += _rows(number, listed, scores)
    return Ranking(tuple(rows), points, any(each is None for each in points), scores.match_scores())


class _Match(Struct, frozen=True):
    """A match of an entry: what it won by, and the points that it and its opponent count for it."""

    round: int
    opponent: str
    margin: Fraction
    own: Fraction
    other: Fraction

    @property
    def share(self) -> Fraction:
        """Return the share of the points that the entry won; with negative points 1, a half or 0."""
        if min(self.own, self.other) < 0 or self.own + self.other == 0:
            return Fraction(1 + (self.margin > 0) - (self.margin < 0), 2)
        return self.own / (self.own + self.other)


class _Scores:
    """The totals of all entries, and the figures by which ties are broken."""

    def __init__(self, field: Field, points: Sequence[SidePoints | None], competing: AnyCompeting) -> None:
        self.field = field
        self._competing = competing
        self._scored = [
            (result, scored)
            for result, scored in zip(field.results, points, strict=True)
            if scored is not None and scored.counts
        ]
        self.points: dict[str, Fraction] = {}
        self.tops: dict[str, Fraction] = {}
        self.deals: dict[str, int] = {}
        self.victory_points: dict[str, int] = defaultdict(int)
        self._count()
        self._award_byes()
        if field.scale:
            for entry, played in self.matches.items():
                self.victory_points[entry] += sum(int(each.own) for each in played)
        self.full = max((self._top(entry) for entry in field.entries), default=Fraction())
        self.totals = {entry: self._total(entry) for entry in field.entries}

    def _count(self) -> None:
        points: dict[str, list[Fraction]] = defaultdict(list)
        tops: dict[str, list[Fraction]] = defaultdict(list)
        for result, scored in self._scored:
            for entry, own in zip(result.sides, scored.points, strict=True):
                if entry is not None:
                    points[entry].append(own)
                    tops[entry].append(scored.top)
        self.points = {entry: _sum(each) for entry, each in points.items()}
        self.tops = {entry: _sum(each) for entry, each in tops.items()}
        self.deals = {entry: len(each) for entry, each in points.items()}

    @cached_property
    def reached(self) -> dict[str, list[int]]:
        """The points that each entry alone at its tables has reached in its deals, if they have a maximum."""
        found: dict[str, list[int]] = defaultdict(list)
        for each in self.field.results if self.field.most is not None else ():
            if each.result is not None and each.awards is None:
                (entry,) = each.sides
                if entry is not None:
                    found[entry].append(self._competing.comparable(each.result)[0])
        return found

    def _top(self, entry: str) -> Fraction:
        return self.tops.get(entry, Fraction())

    @cached_property
    def matches(self) -> dict[str, list[_Match]]:
        """The matches of each entry, with their victory points if the event asks for them."""
        tops: dict[tuple[int, str, str], list[Fraction]] = defaultdict(list)
        points: dict[tuple[int, str, str], list[Fraction]] = defaultdict(list)
        for result, scored in self._scored:
            if len(result.sides) != 2:
                continue
            for side, own in enumerate(scored.points):
                entry, opponent = result.sides[side], result.sides[1 - side]
                if entry is not None and opponent is not None:
                    match = result.round, entry, opponent
                    tops[match].append(scored.top)
                    points[match].append(own)
        sums = {match: _sum(each) for match, each in points.items()}
        found: dict[str, list[_Match]] = defaultdict(list)
        for (number, entry, opponent), each in tops.items():
            own = sums[number, entry, opponent]
            other = sums.get((number, opponent, entry), Fraction())
            top = _sum(each)
            margin = _balance(own, top)
            if self.field.scale:
                deals, scale = self.field.deals_a_match or len(each), self.field.scale
                own, other = map(Fraction, self._competing.victory_points(margin, deals, scale, top))
            found[entry].append(_Match(number, opponent, margin, own, other))
        return found

    @cached_property
    def balances(self) -> dict[str, tuple[Fraction, Fraction]]:
        """The points that each entry won and lost over single deals."""
        deals: dict[str, list[Fraction]] = defaultdict(list)
        for result, scored in self._scored:
            for entry, own in zip(result.sides, scored.points, strict=True):
                if entry is not None:
                    deals[entry].append(_balance(own, scored.top))
        return {
            entry: (_sum([one for one in each if one > 0]), -_sum([one for one in each if one < 0]))
            for entry, each in deals.items()
        }

    def match_scores(self) -> tuple[MatchScore, ...]:
        """Return each match once, with the sides in the order of its first deal.

        There are none if results are compared with all others and not converted into victory points.
        """
        if not self.has_matches:
            return ()
        found: dict[tuple[int, frozenset[str]], MatchScore] = {}
        for result in self.field.results:
            own, other = (*result.sides, None)[:2]
            if own is None or other is None or (result.round, frozenset((own, other))) in found:
                continue
            ours = [
                each for each in self.matches[own] if (each.round, each.opponent) == (result.round, other)
            ]
            theirs = [
                each for each in self.matches[other] if (each.round, each.opponent) == (result.round, own)
            ]
            if ours and theirs:
                found[result.round, frozenset((own, other))] = MatchScore(
                    result.round,
                    (own, other),
                    (_hundredths(ours[0].margin), _hundredths(theirs[0].margin)),
                    (self._score(ours[0].own), self._score(theirs[0].own)),
                )
        return tuple(sorted(found.values(), key=lambda each: each.round))

    def _score(self, own: Fraction) -> int:
        """Return what a match counts in hundredths; victory points are in hundredths already."""
        return int(own) if self.field.scale else _hundredths(own)

    def _award_byes(self) -> None:
        """Add the awards for rounds without opponents, and for rounds that late entries missed."""
        tops = self._tops_of_rounds()
        for entry, round, award in self._awards():
            if self.field.scale:
                self.victory_points[entry] += award
            else:
                top = tops.get(round, Fraction())
                self.points[entry] = self.points.get(entry, Fraction()) + top * award / 10_000
                self.tops[entry] = self._top(entry) + top

    def _awards(self) -> Iterator[tuple[str, int, int]]:
        """Return the entry, the round and the hundredths of each award for a round that was not played."""
        for meeting in self.field.meetings:
            present = [entry for entry in meeting.sides if entry is not None]
            if self.field.bye is not None and len(meeting.sides) == 2 and len(present) == 1:
                yield present[0], meeting.round, self.field.bye
        for entry, rounds in self.field.missed.items():
            for round in rounds:
                yield entry, round, self.field.late_award
        for entry, rounds in self.field.absent.items():
            for round in rounds:
                yield entry, round, 0

    def _tops_of_rounds(self) -> dict[int, Fraction]:
        """Return the most points that an entry could win in each round."""
        tops: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
        for result, scored in self._scored:
            for entry in result.sides:
                if entry is not None:
                    tops[result.round, entry] += scored.top
        most: dict[int, Fraction] = defaultdict(Fraction)
        for (number, _), top in tops.items():
            most[number] = max(most[number], top)
        return most

    def _total(self, entry: str) -> int:
        carried = self.carried(entry)
        if self.field.scale:
            return self.victory_points[entry] + carried
        share = self.share(entry)
        points = self.points.get(entry, Fraction()) if share is None else share * self.full
        return _hundredths(points) + carried

    def share(self, entry: str) -> Fraction | None:
        """Return an entry's share of the maximum, or None by a scoring without one or with victory points."""
        top = self._top(entry)
        return None if self.field.scale or not top else self.points[entry] / top

    def carried(self, entry: str) -> int:
        """Return the hundredths of an entry's total that no deal of this event has brought."""
        return self.field.carry.get(entry, 0) + self.field.adjusted.get(entry, 0)

    def percent(self, entry: str) -> int | None:
        """Return an entry's percentage in hundredths, with what a director has added; None without a top."""
        share = self.share(entry)
        if share is None:
            return None
        return _hundredths(100 * share + self.field.adjusted.get(entry, 0) / self.full)

    @property
    def has_matches(self) -> bool:
        """Return True if an entry wins or loses against its opponents, not against the whole field."""
        return bool(self.field.scale) or self.field.scoring in self._competing.in_matches

    def met(self, entry: str) -> list[_Match]:
        """Return the matches of an entry."""
        return self.matches.get(entry, [])

    # The ways of the tie list: greater is better

    def figures(self, tie: Tie, tied: Sequence[str]) -> dict[str, Any] | None:
        """Return a figure for each tied entry by which the greater one is ranked first.

        Returns None if this way cannot order these entries.
        """
        match tie:
            case "direct":
                return self._direct(tied)
            case "opponents":
                return {entry: self._opponents(entry) for entry in tied}
            case "beaten":
                return {
                    entry: sum(
                        (each.share * self.totals.get(each.opponent, 0) for each in self.met(entry)),
                        Fraction(),
                    )
                    for entry in tied
                }
            case "quotient":
                return {entry: self._quotient(entry) for entry in tied}
            case "wins":
                return {entry: self.wins(entry) for entry in tied}
            case "recent":
                return {entry: self._recent(entry) for entry in tied}
            case "draw":
                return {entry: sha256(f"{self.field.seed} {entry}".encode()).digest() for entry in tied}
            case _:
                assert_never(tie)

    def _direct(self, tied: Sequence[str]) -> dict[str, Fraction] | None:
        among = {entry: [each for each in self.met(entry) if each.opponent in tied] for entry in tied}
        if any({each.opponent for each in among[entry]} != set(tied) - {entry} for entry in tied):
            return None
        return {entry: sum((each.own for each in among[entry]), Fraction()) for entry in tied}

    def _opponents(self, entry: str) -> Fraction:
        met = [self.totals.get(each.opponent, 0) for each in self.met(entry)]
        return Fraction(sum(met), len(met)) if met else Fraction()

    def _quotient(self, entry: str) -> tuple[bool, Fraction]:
        won, lost = self.balances.get(entry, (Fraction(), Fraction()))
        return (True, won) if not lost else (False, won / lost)

    def _recent(self, entry: str) -> tuple[Fraction, ...]:
        newest = sorted(self.met(entry), key=lambda each: -each.round)
        return tuple(each.own for each in newest)

    def wins(self, entry: str) -> int:
        """Return the number of matches that an entry has won."""
        return sum(each.margin > 0 for each in self.met(entry))


def _sum(points: Sequence[Fraction]) -> Fraction:
    """Return a sum; points with the same denominator are added as whole numbers, which is much faster."""
    numerators: dict[int, int] = defaultdict(int)
    for each in points:
        numerators[each.denominator] += each.numerator
    return sum((Fraction(numerator, each) for each, numerator in numerators.items()), Fraction())


def _balance(own: Fraction, top: Fraction) -> Fraction:
    """Return by how much a side won a deal: its points, or with a maximum those above its opponents' rest."""
    return 2 * own - top if top else own


def _hundredths(points: Fraction) -> int:
    """Return points in hundredths, a half rounded away from 0."""
    size = int(abs(100 * points) + Fraction(1, 2))
    return size if points > 0 else -size


def _rows(number: int, listed: Sequence[str], scores: _Scores) -> list[Row]:
    """Return the rows of one ranking list: first the entries that finished, then the others."""
    rows: list[Row] = []
    out = scores.field.out
    for gone in (False, True):
        entries = [entry for entry in listed if (entry in out) == gone]
        for total in sorted({scores.totals[entry] for entry in entries}, reverse=True):
            tied = [entry for entry in entries if scores.totals[entry] == total]
            for group in _split(tied, scores.field.ties, scores):
                rows += _shared(number, group, len(rows) + 1, gone, scores)
    return rows


class _Group(Struct, frozen=True):
    """Entries that share a rank, and the way of the tie list that set them apart from others."""

    entries: tuple[str, ...]
    decided: Tie | None = None


def _split(tied: Sequence[str], ties: Sequence[Tie], scores: _Scores, by: Tie | None = None) -> list[_Group]:
    """Return the entries with the same total in the order of the tie list; equal ones stay together."""
    if len(tied) == 1 or not ties:
        return [_Group(tuple(tied), by)]
    figures = scores.figures(ties[0], tied)
    if figures is None or len(set(figures.values())) == 1:
        return _split(tied, ties[1:], scores, by)
    groups: list[_Group] = []
    for figure in sorted(set(figures.values()), reverse=True):
        equal = [entry for entry in tied if figures[entry] == figure]
        groups += _split(equal, ties[1:], scores, ties[0])
    return groups


def _shared(number: int, group: _Group, rank: int, out: bool, scores: _Scores) -> list[Row]:
    rows = []
    for entry in group.entries:
        reached = scores.reached.get(entry)
        rows.append(
            Row(
                entry,
                number,
                rank,
                len(group.entries) > 1,
                scores.totals[entry],
                scores.percent(entry),
                scores.deals.get(entry, 0),
                scores.wins(entry) if scores.has_matches else 0,
                group.decided,
                out,
                scores.carried(entry),
                None if reached is None else sum(reached),
                None if reached is None else len(reached) * (scores.field.most or 0),
            )
        )
    return rows


def carried_forward(ranking: Ranking, share: Fraction) -> dict[str, int]:
    """Return what the entries of a session take with them into the next one: a share of their totals.

    The result fits the field `carry` of the next session. Where totals are points of a maximum, the next
    session must have the same maximum for the share to keep its meaning.
    """
    return {row.entry: _hundredths(share * row.total / 100) for row in ranking.rows}


def over_sessions(rankings: Sequence[Ranking]) -> tuple[Row, ...]:
    """Return the rows of an event of several sessions, by the totals of each entry over all of them.

    If all sessions have percentages, their mean decides, so that each session counts the same; the mean is
    the `percent` and the `total` of a row. Otherwise the totals are added up. An entry that missed a session
    gets nothing for it. Equal totals share a rank.
    """
    known: dict[str, list[Row]] = defaultdict(list)
    for ranking in rankings:
        for row in ranking.rows:
            known[row.entry].append(row)
    in_percent = all(row.percent is not None for rows in known.values() for row in rows)
    totals = {
        entry: _mean([row.percent or 0 for row in rows], len(rankings))
        if in_percent
        else sum(row.total for row in rows)
        for entry, rows in known.items()
    }
    return tuple(
        row
        for number in sorted({rows[-1].list for rows in known.values()})
        for row in _over(
            number,
            {entry: rows for entry, rows in known.items() if rows[-1].list == number},
            totals,
            in_percent,
        )
    )


def _over(
    number: int, known: Mapping[str, Sequence[Row]], totals: Mapping[str, int], in_percent: bool
) -> list[Row]:
    ordered = sorted(known, key=lambda entry: (known[entry][-1].out, -totals[entry]))
    keys = [(known[entry][-1].out, totals[entry]) for entry in ordered]
    return [
        Row(
            entry,
            number,
            1 + keys.index(keys[at]),
            keys.count(keys[at]) > 1,
            totals[entry],
            totals[entry] if in_percent else None,
            sum(row.deals for row in known[entry]),
            sum(row.wins for row in known[entry]),
            out=known[entry][-1].out,
        )
        for at, entry in enumerate(ordered)
    ]


def _mean(numbers: Sequence[int], count: int) -> int:
    return _hundredths(Fraction(sum(numbers), 100 * count))
