"""An event as a frozen value, and the function `fold`, which applies an entry of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.errors import StoreError
from server.events.conditions import Conditions, competing_of, options_of
from server.events.entries import (
    Adjusted,
    Announced,
    Answered,
    Begun,
    Called,
    Carried,
    Changed,
    CheckedIn,
    Claimed,
    Closing,
    Declined,
    Drawn,
    Entered,
    Entry,
    Erased,
    Extended,
    Gone,
    Held,
    Joined,
    Kind,
    NoShow,
    Offered,
    Published,
    Reported,
    Returned,
    Scored,
    Stage,
    Staged,
    Started,
    Substituted,
    TableEnded,
    Undrawn,
    Warned,
    Why,
)
from server.events.movements.draws import Draw
from server.events.people import Entrant, Person
from server.events.seatings import Seating, seats_of
from server.games.base import AnyGame, Award

RoundStage = Literal["drawn", "published", "playing", "closing", "scored"]

PeopleEntry = Entered | Joined | Declined | Claimed | CheckedIn | Gone | Substituted | Returned


class Version(Struct, frozen=True):
    """One version of the result of a board at a table; see `TableNow.versions` for the one that counts.

    `result` is of the game's type, None without a score. `awards` are artificial results, one for each side.
    `by` is the id of the director, "" for a result that the table has reported.
    """

    kind: Kind
    at_ms: int
    result: Any = None
    awards: tuple[Award, ...] | None = None
    by: str = ""
    law: str = ""
    reason: str = ""
    players: tuple[str | None, ...] = ()


class TableNow(Struct, frozen=True):
    """A table of a round: its seats, its end, and the versions of the results of its boards.

    `ends_ms` is the time at which it begins no other board, None for no limit, and `warned` is True once its
    players have been told that this time comes soon. `held_ms` is the time at which a director stopped the
    clock of this table, None while it runs; `was_held` is True if this clock, or that of the event, was ever
    stopped in the round. `boards` has the number of each finished board, and `results` the versions of its
    result, by the number of the deal from 0. `absent` are the entrants that did not come to the meeting: no
    board of it is played.
    """

    seating: Seating
    ends_ms: int | None = None
    closing: bool = False
    ended: bool = False
    warned: bool = False
    held_ms: int | None = None
    was_held: bool = False
    boards: dict[int, int] = {}
    results: dict[int, tuple[Version, ...]] = {}
    absent: tuple[str, ...] = ()

    def has_played(self, deal: int) -> bool:
        """Return True if the table has finished a board, and no ruling at the table has reopened it.

        A director's version does not finish a board: the table may play it on.
        """
        own = [each.result for each in self.results.get(deal, ()) if not each.by]
        return bool(own) and own[-1] is not None

    def versions(self, deal: int) -> tuple[Version, ...]:
        """Return the versions of a board's result in the order in which each replaces the one before.

        The last one counts. A ruling about a board that was not finished yet stands after the result with
        which the table finishes it.
        """
        ordered: list[Version] = []
        ruled: list[Version] = []
        is_open = True
        for each in self.results.get(deal, ()):
            if each.by and is_open:
                ruled.append(each)
                continue
            ordered.append(each)
            if not each.by:
                is_open = each.result is None
                if not is_open:
                    ordered += ruled
                    ruled.clear()
        return (*ordered, *ruled)

    def newest(self, deal: int) -> Version | None:
        """Return the version of a board's result that counts, None if there is none."""
        versions = self.versions(deal)
        return versions[-1] if versions else None

    def is_ruled(self, boards: int) -> bool:
        """Return True if directors have given the results of all boards that the table has yet to finish.

        `boards` is the number of boards of a round. It is False if the table has finished them all.
        """
        unplayed = [deal for deal in range(boards) if not self.has_played(deal)]
        counting = [self.newest(deal) for deal in unplayed]
        return bool(unplayed) and all(each is not None and each.by for each in counting)


class Round(Struct, frozen=True):
    """A round of an event: its draw, its stage, and its tables by number.

    `drawn_by` is the id of the director that made the draw, "" if the event made it itself. `starts_ms` is
    the time at which the round begins by itself, and `began_ms` that at which it began. `scored_ms` is the
    time of its end.
    """

    number: int
    draw: Draw
    drawn_by: str = ""
    stage: RoundStage = "drawn"
    starts_ms: int | None = None
    began_ms: int | None = None
    scored_ms: int | None = None
    tables: dict[int, TableNow] = {}


class DirectorCall(Struct, frozen=True):
    """A call for a director: when it was made, the director that has taken it, and the ruling.

    `round` and `table` are the table from which it came, None for a call from the page of the event. The
    round counts from 0, but from 1 as `shown.about` tells the call.
    A call without an entrant is about a dispute at the table, which `dispute` names.
    """

    number: int
    entrant: str
    at_ms: int
    text: str = ""
    taken_by: str = ""
    done: bool = False
    ruling: str = ""
    round: int | None = None
    table: int | None = None
    dispute: str = ""


class Announcement(Struct, frozen=True):
    """A director's words to all players, or to those of one or several tables or of one entrant.

    Words to tables are for those that sit there in the round `round`, from 0.
    """

    at_ms: int
    text: str
    table: int | None = None
    entrant: str | None = None
    round: int | None = None
    tables: tuple[int, ...] = ()


class CarriedPoints(Struct, frozen=True):
    """Points that a director has added to the total of an entrant: a carry-over, or a penalty (negative).

    `origin` is the event or the session that they come from, "" for points of this event.
    """

    at_ms: int
    entrant: str
    hundredths: int
    reason: str
    origin: str = ""
    by: str = ""


class Event(Struct, frozen=True):
    """An event as it is after some entry of its log.

    `numbers` has the entrants by their numbers in a movement that is fixed in advance. `held_ms` is the time
    at which a director stopped the clock, None while it runs. `version` counts the entries of directors: a
    request that expects another version is refused. `entered` is the number of entries and of offers that
    each person has made. `pool` are the players that have offered to play as substitutes, by id, the first to
    offer first. `requests` has the last request of each person with the
    version after it. `index` is the number of entries of the log, and `time_ms` the time of the last one.
    All lots follow from the secret `seed`. `uploader` is the player whose file has the boards, None if the
    server deals. `offers` is the number of entries by which players have offered to play, or taken that back.
    `former_directors` are the ids of those that have directed the event since its first round
    began, and do so no more. `erased` has the pseudonyms of the players that have deleted themselves, by
    their ids.
    """

    id: str
    game: AnyGame
    name: str
    conditions: Conditions
    directors: tuple[Person, ...]
    uploaded: bool
    stage: Stage
    entrants: dict[str, Entrant]
    numbers: tuple[str | None, ...]
    rounds: tuple[Round, ...]
    calls: dict[int, DirectorCall]
    announcements: tuple[Announcement, ...]
    carried: tuple[CarriedPoints, ...]
    held_ms: int | None
    staged_ms: int
    version: int
    requests: dict[str, tuple[int, int]]
    index: int
    time_ms: int
    seed: str
    uploader: Person | None
    entered: dict[str, int] = {}
    pool: dict[str, Person] = {}
    offers: int = 0
    former_directors: frozenset[str] = frozenset()
    erased: dict[str, str] = {}

    @property
    def round(self) -> Round | None:
        """Return the newest round, None before the first draw."""
        return self.rounds[-1] if self.rounds else None

    @property
    def playing(self) -> Round | None:
        """Return the round that is being played, None between the rounds."""
        newest = self.round
        return newest if newest is not None and newest.stage in ("playing", "closing") else None

    @property
    def seated(self) -> frozenset[str]:
        """Return the ids of the players that have a seat in the round that is played."""
        tables = () if self.playing is None else self.playing.tables.values()
        return frozenset(chair.id for table in tables for chair in table.seating.chairs.values() if chair.id)

    @property
    def next_round(self) -> int:
        """Return the number, from 0, of the next round that begins."""
        return sum(each.stage not in ("drawn", "published") for each in self.rounds)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side of a table."""
        return sides_of(self.game, self.conditions)

    @property
    def wanted(self) -> int:
        """Return the number of players that an entrant needs."""
        return wanted(self.game, self.conditions)

    @property
    def draw_index(self) -> int:
        """Return the number of those entries of the log on which a draw may depend: all but offers.

        Everybody may offer to play, at any time, and must not be able to delay a draw by that.
        """
        return self.index - self.offers

    def is_director(self, player: str) -> bool:
        """Return True if the player with the id `player` is a director of the event."""
        return bool(player) and any(each.id == player for each in self.directors)

    def entrant_of(self, player: str) -> Entrant | None:
        """Return the entrant of a player that has not left the event, None if there is none."""
        return next((each for each in self.entrants.values() if each.has(player) and not each.gone), None)

    def no_show_of(self, player: str) -> Entrant | None:
        """Return the entrant of a player that did not come to its table and may come back, or None."""
        return next((each for each in self.entrants.values() if each.has(player) and each.no_show), None)

    def ready(self) -> tuple[Entrant, ...]:
        """Return the entrants that can be drawn now, the first to enter first."""
        return tuple(
            each
            for each in self.entrants.values()
            if not each.gone and each.complete and (each.is_present() or not self.conditions.check_in)
        )

    def is_held(self, table: TableNow) -> bool:
        """Return True if the clock of a table, or that of the whole event, stands."""
        return self.held_ms is not None or table.held_ms is not None

    def tables(self) -> Iterator[tuple[Round, int, TableNow]]:
        """Return all tables of all rounds that have begun, each with its round and its number."""
        for round in self.rounds:
            for number, table in round.tables.items():
                yield round, number, table


def first_deal(game: AnyGame, conditions: Conditions, round: int) -> int:
    """Return the number, from 0, of the first deal of a round.

    Deals are numbered through the event if tables compare them by their numbers. In other games, each table
    begins a new game in each round.
    """
    return round * conditions.boards if game.sharing is not None else 0


def deal_in_event(event: Event, round: Round, table: TableNow, deal: int) -> int:
    """Return the number, from 0, that a deal of a table has in the event.

    Tables that play the same board have the same number, also in several rounds if the boards move.
    """
    group = table.seating.group
    return (round.number if group is None else group) * event.conditions.boards + deal


def board_in_event(event: Event, round: Round, table: TableNow, deal: int) -> int:
    """Return the number of the board of a table's deal, as the table has told it, or as it will be."""
    told = table.boards.get(deal)
    if told is not None:
        return told
    return 1 + (deal_in_event(event, round, table, deal) if event.game.sharing is not None else deal)


def sides_of(game: AnyGame, conditions: Conditions) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of a table of an event."""
    return competing_of(game).sides(options_of(conditions, game))


def wanted(game: AnyGame, conditions: Conditions) -> int:
    """Return the number of players that an entrant of an event needs."""
    sides = sides_of(game, conditions)
    return len(sides[0]) * (2 if conditions.form == "teams" and len(sides) == 2 else 1)


def begin(id: str, game: AnyGame, entry: Begun) -> Event:
    """Return an event as it is after the first entry of its log."""
    return Event(
        id=id,
        game=game,
        name=entry.name,
        conditions=entry.conditions,
        directors=entry.directors,
        uploaded=entry.uploaded,
        stage="draft",
        entrants={},
        numbers=(),
        rounds=(),
        calls={},
        announcements=(),
        carried=(),
        held_ms=None,
        staged_ms=entry.at_ms,
        version=1,
        requests=_requests({}, entry, 1),
        index=1,
        time_ms=entry.at_ms,
        seed=entry.seed or id,
        uploader=entry.directors[0] if entry.uploaded else None,
    )


def fold(before: Event, entry: Entry) -> Event:
    """Return an event after one more entry of its log; `before` is the event before the entry.

    Raises StoreError if the entry cannot follow, and an error of msgspec for a result of another game.
    """
    version = before.version + before.is_director(entry.by)
    after = replace(
        before,
        index=before.index + 1,
        time_ms=max(before.time_ms, entry.at_ms),
        version=version,
        requests=_requests(before.requests, entry, version),
    )
    match entry:
        case Begun():
            raise StoreError(f"expected the entry `begun` only once in the log of event {before.id}")
        case Changed(conditions=conditions, name=name, directors=directors):
            changed = replace(
                after,
                conditions=before.conditions if conditions is None else conditions,
                name=before.name if name is None else name,
                directors=before.directors if directors is None else directors,
                former_directors=before.former_directors if directors is None else _former(before, directors),
            )
            return _without_taken(changed)
        case Staged(stage=stage):
            return replace(after, stage=stage, staged_ms=entry.at_ms)
        case Held():
            return _held(after, entry)
        case (
            Entered() | Joined() | Declined() | Claimed() | CheckedIn() | Gone() | Substituted() | Returned()
        ):
            return _without_taken(_with_people(after, entry))
        case Offered():
            return _with_offer(after, entry)
        case NoShow(entrants=absent):
            return _missed(after, absent)
        case Drawn(draw=draw, numbers=numbers):
            rounds = (*_settled(after), Round(draw.round, draw, entry.by))
            return replace(after, rounds=rounds, numbers=numbers or before.numbers)
        case Undrawn():
            return replace(after, rounds=_settled(after))
        case Published(starts_ms=starts_ms):
            return _newest(after, stage="published", starts_ms=starts_ms)
        case Started(tables=tables, ends_ms=ends_ms):
            began = {each.table: TableNow(each, ends_ms) for each in tables}
            return _newest(after, stage="playing", began_ms=entry.at_ms, tables=began)
        case Extended() | Closing() | Warned() | Scored():
            return _timed(after, entry)
        case Reported() | Adjusted() | TableEnded():
            return _with_result(after, entry)
        case Announced(text=text, table=table, entrant=entrant, tables=numbers):
            newest = before.playing or before.round
            to_all = table is None and not numbers
            round = None if to_all or newest is None else newest.number
            told = Announcement(entry.at_ms, text, table, entrant, round, numbers)
            return replace(after, announcements=(*before.announcements, told))
        case Erased(player=player, pseudonym=pseudonym):
            pool = {id: each for id, each in before.pool.items() if id != player}
            return replace(after, erased={**before.erased, player: pseudonym}, pool=pool)
        case Carried():
            return replace(after, carried=_with_points(before.carried, entry))
        case Called(call=number, entrant=id, text=text):
            called = DirectorCall(
                number,
                id,
                entry.at_ms,
                text,
                round=entry.round,
                table=entry.table,
                dispute=entry.dispute,
            )
            return replace(after, calls={**before.calls, number: called})
        case Answered(call=number, done=done, text=text):
            call = replace(before.calls[number], taken_by=entry.by, done=done, ruling=text)
            return replace(after, calls={**before.calls, number: call})
        case _:
            assert_never(entry)


def restore(id: str, game: AnyGame, entries: Iterable[Entry]) -> Event:
    """Return an event after all entries of its log.

    Raises StoreError or an error of msgspec if the entries are not a valid log.
    """
    found: Event | None = None
    for entry in entries:
        if found is not None:
            found = fold(found, entry)
        elif isinstance(entry, Begun):
            found = begin(id, game, entry)
        else:
            break
    if found is None:
        raise StoreError(f"expected the log of event {id} to begin with the entry `begun`")
    return found


def _requests(before: dict[str, tuple[int, int]], entry: Entry, version: int) -> dict[str, tuple[int, int]]:
    return {**before, entry.by: (entry.request, version)} if entry.by and entry.request else before


def _former(event: Event, directors: tuple[Person, ...]) -> frozenset[str]:
    left = {each.id for each in event.directors} - {each.id for each in directors}
    return event.former_directors | left if event.next_round else event.former_directors


def _settled(event: Event) -> tuple[Round, ...]:
    """Return the rounds that have begun, without a draw that can still be thrown away."""
    return tuple(each for each in event.rounds if each.stage not in ("drawn", "published"))


def _newest(event: Event, **changes: Any) -> Event:
    if event.round is None:
        raise StoreError(f"event {event.id} has no round yet")
    return replace(event, rounds=(*event.rounds[:-1], replace(event.round, **changes)))


def _with_points(before: tuple[CarriedPoints, ...], entry: Carried) -> tuple[CarriedPoints, ...]:
    points = CarriedPoints(entry.at_ms, entry.entrant, entry.hundredths, entry.reason, entry.origin, entry.by)
    replaced = (entry.entrant, entry.origin) if entry.origin else None
    return (*(each for each in before if (each.entrant, each.origin) != replaced), points)


def _with_people(event: Event, entry: PeopleEntry) -> Event:
    entrants = dict(event.entrants)
    if isinstance(entry, Entered):
        entrants[entry.entrant] = Entrant(
            entry.entrant,
            entry.players,
            event.wanted,
            entry.name,
            frozenset(entry.invited),
            late_from=entry.late_from,
        )
        return replace(event, entrants=entrants, entered=_counted(event, entry.by))
    known = entrants.get(entry.entrant)
    if known is None:
        raise StoreError(f"event {event.id} has no entrant {entry.entrant}")
    entrants[entry.entrant] = _changed(known, entry)
    after = replace(event, entrants=entrants)
    return _reseated(after, entry) if isinstance(entry, Substituted) else after


def _counted(event: Event, player: str) -> dict[str, int]:
    return {**event.entered, player: event.entered.get(player, 0) + 1}


def _with_offer(event: Event, entry: Offered) -> Event:
    others, offers = {id: each for id, each in event.pool.items() if id != entry.player.id}, event.offers + 1
    if not entry.on:
        return replace(event, pool=others, offers=offers)
    pool = {**others, entry.player.id: entry.player}
    return replace(event, pool=pool, offers=offers, entered=_counted(event, entry.player.id))


def _without_taken(event: Event) -> Event:
    """Return an event in whose pool of substitutes are no players that play or direct now."""
    if not event.pool:
        return event
    busy = {player.id for each in event.entrants.values() if not each.gone for player in each.players}
    busy |= {each.id for each in event.directors}
    return replace(event, pool={id: each for id, each in event.pool.items() if id not in busy})


def _missed(event: Event, absent: tuple[str, ...]) -> Event:
    """Return an event in whose round these entrants did not come to their meetings."""
    playing, entrants = event.playing, dict(event.entrants)
    if playing is None or not all(id in entrants for id in absent):
        raise StoreError(f"event {event.id} has no round in which the entrants {', '.join(absent)} play")
    for id in absent:
        if not entrants[id].gone:
            entrants[id] = replace(entrants[id], gone="absent", no_show=True, present=frozenset())
    tables = {
        number: replace(table, absent=(*table.absent, *(id for id in absent if id in table.seating.sides)))
        for number, table in playing.tables.items()
    }
    return _newest(replace(event, entrants=entrants), tables=tables)


def _reseated(event: Event, entry: Substituted) -> Event:
    """Return an event after a substitute has got the seat in the round that is played."""
    playing = event.playing
    if playing is None:
        return event
    tables = {
        number: replace(table, seating=_with_chair(event, table.seating, entry))
        for number, table in playing.tables.items()
    }
    return _newest(event, tables=tables)


def _with_chair(event: Event, seating: Seating, entry: Substituted) -> Seating:
    if entry.out:
        seats = [seat for seat, each in seating.chairs.items() if each.id == entry.out]
    else:
        match = event.conditions.form == "teams" and len(event.sides) == 2
        robots = seats_of(seating, entry.entrant, event.sides, match=match)
        seats = [seat for seat, place in robots.items() if place == entry.place]
    return replace(seating, chairs={**seating.chairs, **dict.fromkeys(seats, entry.player)})


def _changed(
    known: Entrant, entry: Joined | Declined | Claimed | CheckedIn | Gone | Substituted | Returned
) -> Entrant:
    match entry:
        case Joined(player=player):
            # The name of an invited player is known once the player has accepted.
            others = tuple(player if each.id == player.id else each for each in known.players)
            players = others if known.has(player.id) else (*known.players, player)
            return replace(known, players=players, invited=known.invited - {player.id})
        case Declined(player=id):
            left = tuple(each for each in known.players if each.id != id)
            gone: Literal["", "withdrawn"] = "" if left else "withdrawn"
            return replace(
                known, players=left, invited=known.invited - {id}, present=known.present - {id}, gone=gone
            )
        case Claimed(code=code, player=player):
            claimed = tuple(player if each.code == code else each for each in known.players)
            return replace(known, players=claimed)
        case CheckedIn(player=id):
            gone_on: Why | Literal[""] = "" if known.no_show else known.gone
            return replace(known, present=known.present | {id}, gone=gone_on, no_show=False)
        case Gone(why=why):
            return replace(known, gone=why, no_show=False)
        case Returned():
            here = frozenset(each.id for each in known.players if each.id)
            return replace(known, present=here, gone="", no_show=False)
        case Substituted(out=out, player=player, place=place):
            leaves = [
                each.id == out if place is None else at == place for at, each in enumerate(known.players)
            ]
            people = tuple(zip(known.players, leaves, strict=True))
            return replace(
                known,
                players=tuple(player if left else each for each, left in people),
                # Logs of before have no `place`: there an invitation of the player stayed.
                invited=known.invited if place is None else known.invited - {out},
                present=known.present - {out} | ({player.id} if player.id else set()),
                former=(*known.former, *(each for each, left in people if left)),
            )
        case _:
            assert_never(entry)


def _held(event: Event, entry: Held) -> Event:
    """Return an event with a clock stopped, or running again with the ends later by that time."""
    if entry.table is not None:
        return _held_table(event, entry.table, entry)
    newest, since_ms = event.round, event.held_ms
    after = replace(event, held_ms=entry.at_ms if entry.on else None)
    if newest is None:
        return after
    tables = {number: replace(table, was_held=True) for number, table in newest.tables.items()}
    if entry.on or since_ms is None:
        return _newest(after, tables=tables)
    starts_ms = None if newest.starts_ms is None else newest.starts_ms + entry.at_ms - since_ms
    for number, table in tables.items():
        # The clock of this table was stopped, too: it gets the rest of the time once it goes on.
        until_ms = entry.at_ms if table.held_ms is None else table.held_ms
        tables[number] = _credited(table, until_ms - since_ms)
    return _newest(after, starts_ms=starts_ms, tables=tables)


def _held_table(event: Event, number: int, entry: Held) -> Event:
    newest = event.round
    table = None if newest is None else newest.tables.get(number)
    if newest is None or table is None:
        raise StoreError(f"event {event.id} has no table {number} in its round")
    held_ms = entry.at_ms if entry.on else None
    after = replace(table, held_ms=held_ms, was_held=True)
    if not entry.on and table.held_ms is not None:
        # While the clock of the whole event stands, the time is counted there.
        until_ms = entry.at_ms if event.held_ms is None else event.held_ms
        after = _credited(after, until_ms - table.held_ms)
    return _newest(event, tables={**newest.tables, number: after})


def _credited(table: TableNow, ms: int) -> TableNow:
    if table.ends_ms is None or table.ended or ms <= 0:
        return table
    return replace(table, ends_ms=table.ends_ms + ms)


def _later(event: Event, table: TableNow, entry: Extended) -> TableNow:
    """Return a table with more time. Its players are warned again, unless the new end is near, too."""
    if table.ends_ms is None or table.ended:
        return table
    ends_ms = table.ends_ms + entry.ms
    near = ends_ms - event.conditions.warning_s * 1000 <= entry.at_ms
    return replace(table, ends_ms=ends_ms, closing=False, warned=table.warned and near)


def _closed(event: Event, table: TableNow, entry: Closing) -> TableNow:
    """Return a table at which no other board begins. A clock that stands goes on from its end."""
    if not entry.ends_now or table.ended:
        return replace(table, closing=True)
    times = (table.ends_ms, table.held_ms, event.held_ms, entry.at_ms)
    return replace(table, closing=True, ends_ms=min(each for each in times if each is not None))


def _timed(event: Event, entry: Extended | Closing | Warned | Scored) -> Event:
    newest = event.round
    if newest is None:
        raise StoreError(f"event {event.id} has no round yet")
    match entry:
        case Extended(table=number):
            tables = {
                id: _later(event, table, entry) if number in (None, id) else table
                for id, table in newest.tables.items()
            }
            closing = all(each.closing or each.ended for each in tables.values())
            return _newest(event, tables=tables, stage="closing" if closing else "playing")
        case Closing(table=number):
            tables = {
                id: _closed(event, table, entry) if number in (None, id) else table
                for id, table in newest.tables.items()
            }
            closing = all(each.closing or each.ended for each in tables.values())
            return _newest(event, tables=tables, stage="closing" if closing else newest.stage)
        case Warned(tables=numbers):
            tables = {
                id: replace(table, warned=True) if id in numbers else table
                for id, table in newest.tables.items()
            }
            return _newest(event, tables=tables)
        case Scored():
            return _newest(event, stage="scored", scored_ms=entry.at_ms)
        case _:
            assert_never(entry)


def _with_result(event: Event, entry: Reported | Adjusted | TableEnded) -> Event:
    found = next((each for each in event.rounds if each.number == entry.round), None)
    table = None if found is None else found.tables.get(entry.table)
    if found is None or table is None:
        raise StoreError(f"event {event.id} has no table {entry.table} in round {entry.round}")
    if isinstance(entry, TableEnded):
        changed = replace(table, ended=True)
    else:
        kind = event.game.competing.result_type if event.game.competing is not None else None
        result = None if entry.result is None else msgspec.msgpack.decode(entry.result, type=kind)
        if isinstance(entry, Reported):
            kind_of: Kind = "cancelled" if result is None else "played"
            version = Version(kind_of, entry.at_ms, result, players=entry.players)
            boards = {**table.boards, entry.deal: entry.board}
        else:
            version = Version(
                entry.kind, entry.at_ms, result, entry.awards, entry.by, entry.law, entry.reason
            )
            boards = table.boards
        versions = (*table.results.get(entry.deal, ()), version)
        changed = replace(table, boards=boards, results={**table.results, entry.deal: versions})
    rounds = tuple(
        replace(each, tables={**each.tables, entry.table: changed}) if each is found else each
        for each in event.rounds
    )
    return replace(event, rounds=rounds)
