"""The views of an event, built from nothing for each person, so that no field tells too much.

A director sees everything. Players and watchers see the draw of a round once it is published, and a result
once no table will play its board any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from server.events.announcements import is_told
from server.events.conditions import Conditions, Form, competing_of, options_of, scoring_of
from server.events.drawing import without_absent
from server.events.entries import Kind, Stage
from server.events.event import (
    Announcement,
    CarriedPoints,
    DirectorCall,
    Event,
    Round,
    RoundStage,
    TableNow,
    board_in_event,
    deal_in_event,
)
from server.events.movements.asked import Movement
from server.events.movements.draws import Remark
from server.events.people import Entrant
from server.events.ranking import Row
from server.events.schedule import is_done
from server.events.seatings import Seating, has_table
from server.events.standings import field_of, has_more_rounds, ranking_of, released
from server.games.base import Award
from server.typed_codes import in_parts

TableId = Callable[[int, int], str]
"""A function that returns the id of a table, from the number of the round (from 0) and that of the table."""


class EventPerson(Struct, omit_defaults=True):
    """A player or a director: the id and the name, or a house robot (`robot`).

    `accepted` and `present` say if the player has accepted the invitation, and has checked in. A player
    with a name alone has not accepted; a director sees the `code` by which the player claims the place.
    """

    name: str
    id: str = ""
    robot: str | None = None
    accepted: bool = True
    present: bool = False
    code: str = ""


class EventEntrant(Struct, omit_defaults=True):
    """A competitor of the event; `gone` says why it plays no more.

    If `no_show` is True, it did not come to its table, and plays again once it checks in.
    """

    id: str
    title: str
    players: tuple[EventPerson, ...]
    wants_partner: bool = False
    ready: bool = False
    gone: str = ""
    no_show: bool = False


class EventTable(Struct, omit_defaults=True):
    """A table of a round: its entrants by side, and how far it is.

    `done` is the number of boards that it has finished, and `late` that of those that it has yet to finish.
    `held` is True while a director has stopped the clock of this table. `players` are the names of those that
    have sat there, by seat, where an entrant has had a substitute, or robots play for a missing one. `absent`
    are the entrants that did not come to the meeting, of which no board is played.
    """

    table: int
    sides: tuple[str | None, ...]
    id: str | None = None
    room: int = 0
    switched: bool = False
    done: int = 0
    late: int = 0
    over: bool = False
    ends_ms: int | None = None
    held: bool = False
    players: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class EventRound(Struct, omit_defaults=True):
    """A round: its tables, and the entrants that sit out.

    Players see only those of the `remarks` that tell which entrants meet again.
    """

    round: int
    stage: RoundStage
    tables: tuple[EventTable, ...]
    sits_out: tuple[str, ...] = ()
    starts_ms: int | None = None
    began_ms: int | None = None
    remarks: tuple[Remark, ...] = ()


class EventPlace(Struct, omit_defaults=True):
    """The part of the caller in the event: the own entrant, and the present seat.

    `offers` is True while the caller offers to play as a substitute.
    """

    director: bool = False
    entrant: str | None = None
    table: str | None = None
    seat: int | None = None
    offers: bool = False


class EventRow(Struct, omit_defaults=True):
    """An event in the list of those that are open, run or have ended in the last days.

    `entries` is the number of entrants that still play, and `wanting` that of those that want a partner. The
    next round begins at `starts_ms`, if its draw is published with a time. The results are final since
    `ended_ms`.
    """

    event: str
    game: str
    name: str
    form: Form = "pairs"
    movement: Movement = "mitchell"
    stage: Stage = "open"
    rounds: int = 0
    entries: int = 0
    wanting: int = 0
    starts_ms: int | None = None
    ended_ms: int | None = None


class EventShown(Struct):
    """An event as the caller may see it.

    `version` is what a director's request may `expect`; it is null for others, who could count rulings by it.
    `carried` are the points that directors have added to totals; while the ranking is hidden, a player sees
    only those of the own entrant. `watchers` is True if the tables admit watchers.
    `uploaded_by` is the player whose file has the boards, and so may know them; null if the server deals.
    `away` are the ids of players that are absent from their tables, and `pool` the players that offer to play
    as substitutes: directors see all of them, and a player of an entrant sees its own absent players and then
    the pool. Others see none.
    """

    event: str
    name: str
    game: str
    stage: Stage
    conditions: Conditions
    directors: tuple[EventPerson, ...]
    entrants: tuple[EventEntrant, ...]
    rounds: tuple[EventRound, ...]
    calls: tuple[DirectorCall, ...]
    announcements: tuple[Announcement, ...]
    carried: tuple[CarriedPoints, ...]
    version: int | None
    held: bool
    now_ms: int
    mine: EventPlace
    watchers: bool = False
    uploaded_by: EventPerson | None = None
    away: tuple[str, ...] = ()
    pool: tuple[EventPerson, ...] = ()


class RankingShown(Struct):
    """The ranking of an event; it is provisional until all results are known.

    `rows` stand in the order of the lists and ranks, with the names of the entrants by their ids in `names`.
    `hidden` is True if the ranking is shown only after the last round.
    """

    event: str
    scoring: str
    rows: tuple[Row, ...]
    names: dict[str, str]
    provisional: bool
    final: bool
    hidden: bool = False


class ResultVersion(Struct, omit_defaults=True):
    """One version of a result; the last one counts."""

    kind: Kind
    at_ms: int
    result: Annotated[Raw | None, Meta(extra_json_schema={"title": "Result"})] = None
    awards: tuple[Award, ...] | None = None
    law: str = ""
    reason: str = ""
    by: str = ""


class ResultLine(Struct, omit_defaults=True):
    """The result of one table on a board. `points` are the hundredths of a point of each side, of `top`.

    `round` is the round of the table, from 1, if the boards move from table to table.
    """

    table: int
    sides: tuple[str | None, ...]
    versions: tuple[ResultVersion, ...] = ()
    points: tuple[int, ...] | None = None
    top: int = 0
    players: tuple[str | None, ...] = ()
    round: int = 0


class EventBoard(Struct):
    """The traveller of a board: the results of all tables.

    `round` is 0 if the boards move from table to table: then each line has its own.
    """

    round: int
    board: int
    lines: tuple[ResultLine, ...]


class ResultsShown(Struct):
    """The boards that no table will play any more with their results, and all boards for a director."""

    event: str
    boards: tuple[EventBoard, ...]
    names: dict[str, str]


def row_of(event: Event) -> EventRow:
    """Return an event as the list of all events shows it."""
    playing = [each for each in event.entrants.values() if not each.gone]
    newest = event.round
    return EventRow(
        event=event.id,
        game=event.game.name,
        name=event.name,
        form=event.conditions.form,
        movement=event.conditions.movement,
        stage=event.stage,
        rounds=event.conditions.rounds,
        entries=len(playing),
        wanting=sum(len(each.players) < each.wanted for each in playing),
        starts_ms=newest.starts_ms if newest is not None and newest.stage == "published" else None,
        ended_ms=event.time_ms if event.stage == "final" else None,
    )


def about(
    event: Event, player: str, table_id: TableId, now_ms: int, away: frozenset[str] = frozenset()
) -> EventShown:
    """Return what a player, or "" for a caller without a token, sees of an event.

    `away` are the players that are absent from their tables.
    """
    directs, mine = event.is_director(player), event.entrant_of(player) or event.no_show_of(player)
    ready = frozenset(each.id for each in event.ready())
    own = None if mine is None else mine.id
    # A player that has not accepted yet may be a stranger to the others of the entry.
    accepted = None if mine is None or player in mine.invited else mine.id
    calling = () if accepted is None else (accepted,)
    missing = _missing(event, player, away)
    return EventShown(
        event=event.id,
        name=event.name,
        game=event.game.name,
        stage=event.stage,
        conditions=_public(event),
        directors=tuple(EventPerson(each.name, each.id) for each in event.directors),
        entrants=tuple(
            _entrant(each, ready=each.id in ready, directs=directs) for each in event.entrants.values()
        ),
        rounds=tuple(
            _round(event, each, table_id, directs=directs)
            for each in event.rounds
            if directs or each.stage != "drawn"
        ),
        calls=tuple(
            _call(each, directs=directs)
            for each in event.calls.values()
            if directs or each.entrant in calling
        ),
        announcements=tuple(
            each for each in event.announcements if directs or is_told(event, each, accepted)
        ),
        carried=tuple(
            each
            for each in event.carried
            if shows_results(event, player) or (accepted and each.entrant == accepted)
        ),
        version=event.version if directs else None,
        held=event.held_ms is not None,
        now_ms=now_ms,
        mine=_mine(event, player, own, table_id),
        watchers=has_watchers(event),
        uploaded_by=None if event.uploader is None else EventPerson(event.uploader.name, event.uploader.id),
        away=missing,
        pool=tuple(EventPerson(each.name, each.id) for each in event.pool.values() if directs or missing),
    )


def _missing(event: Event, player: str, away: frozenset[str]) -> tuple[str, ...]:
    """Return the absent players that a player may know: a director all of them, others those of their own."""
    if event.is_director(player):
        return tuple(sorted(away & event.seated))
    mine = event.entrant_of(player)
    if mine is None or player in mine.invited or player not in event.seated:
        return ()
    return tuple(each.id for each in mine.players if each.id in away and each.id != player)


def has_watchers(event: Event) -> bool:
    """Return True if people without a seat may watch the tables of an event.

    They see a board once all tables have played it. A game whose tables know nothing of each other has no
    watchers, since they could see cards that others have yet to play. Nor has an event whose boards move from
    table to table, for the same reason, nor one that shows its ranking only after the last round, since
    watchers see results.
    """
    conditions = event.conditions
    return event.game.sharing is not None and conditions.live_ranking and not conditions.moving


def _public(event: Event) -> Conditions:
    """Return the conditions without an option that would reveal hidden cards, such as the seed of a deck.

    New events have no such option, but those of an older version of the server may.
    """
    conditions, game = event.conditions, event.game
    if not conditions.options:
        return conditions
    public = game.public_options(game.start(options_of(conditions, game)))
    known = {
        name: value
        for name, value in conditions.options.items()
        if value is None or getattr(public, name, None) is not None
    }
    return replace(conditions, options=known)


def _mine(event: Event, player: str, own: str | None, table_id: TableId) -> EventPlace:
    found = EventPlace(director=event.is_director(player), entrant=own, offers=player in event.pool)
    playing = event.playing
    if playing is not None and player:
        for number, table in playing.tables.items():
            for seat, each in table.seating.chairs.items():
                if each.id == player and not table.absent:
                    found.table, found.seat = table_id(playing.number, number), seat
    return found


def _entrant(entrant: Entrant, *, ready: bool, directs: bool) -> EventEntrant:
    return EventEntrant(
        id=entrant.id,
        title=entrant.title,
        players=tuple(
            EventPerson(
                each.name,
                each.id,
                each.robot,
                accepted=each.known and each.id not in entrant.invited,
                present=each.robot is not None or each.id in entrant.present,
                code=in_parts(each.code) if directs and each.code and not entrant.gone else "",
            )
            for each in entrant.players
        ),
        wants_partner=len(entrant.players) < entrant.wanted and not entrant.gone,
        ready=ready,
        gone=entrant.gone,
        no_show=entrant.no_show,
    )


def _call(call: DirectorCall, *, directs: bool) -> DirectorCall:
    """Return a call as a person sees it, with its round counted from 1 as everywhere in the answer.

    The words of a call at a table were for the directors alone: partner, who is of the same entrant, must not
    read them.
    """
    if call.round is None:
        return call
    return replace(call, round=call.round + 1, text=call.text if directs else "")


def _round(event: Event, round: Round, table_id: TableId, *, directs: bool) -> EventRound:
    draw, boards = round.draw, event.conditions.boards
    if round.stage in ("drawn", "published"):
        draw = without_absent(event, draw)
        tables = [
            EventTable(each.table, each.sides, switched=each.switched)
            for each in draw.meetings
            if has_table(each, event.conditions, event.sides)
        ]
        seated = {id for each in tables for id in each.sides}
    else:
        tables = [
            replace(
                _table(round, number, each, boards, table_id(round.number, number)),
                players=_sat(event, each.seating),
            )
            for number, each in round.tables.items()
        ]
        seated = {id for each in tables for id in each.sides}
    entries = [id for meeting in draw.meetings for id in meeting.entries]
    return EventRound(
        round=round.number + 1,
        stage=round.stage,
        tables=tuple(tables),
        sits_out=tuple(id for id in entries if id not in seated),
        starts_ms=round.starts_ms,
        began_ms=round.began_ms,
        remarks=tuple(each for each in draw.remarks if directs or each.code == "rematch"),
    )


def _sat(event: Event, seating: Seating) -> tuple[str, ...]:
    """Return the names at a table by seat, () if they are those of its entrants."""
    told = any(id is None or event.entrants[id].former for id in seating.sides)
    return tuple(seating.chairs[seat].name for seat in sorted(seating.chairs)) if told else ()


def _table(round: Round, number: int, table: TableNow, boards: int, id: str) -> EventTable:
    done = sum(table.has_played(deal) for deal in range(boards))
    over = is_done(round, table, boards) or round.stage == "scored"
    return EventTable(
        table=number,
        sides=table.seating.sides,
        id=id,
        room=table.seating.room,
        switched=table.seating.switched,
        done=done,
        late=0 if over else boards - done,
        over=over,
        ends_ms=table.ends_ms,
        held=table.held_ms is not None,
        absent=table.absent,
    )


def shows_results(event: Event, player: str) -> bool:
    """Return True if a player may see results of other tables, of boards that no table will play any more."""
    over = event.stage in ("correction", "final")
    return over or event.conditions.live_ranking or event.is_director(player)


def shows_tables(event: Event, player: str) -> bool:
    """Return True if a player may see what was played at other tables that play no more.

    With boards that move from table to table, a table of a later round may still play the same boards.
    """
    if event.conditions.moving and not event.is_director(player) and _plays_on(event):
        return False
    return shows_results(event, player)


def _plays_on(event: Event) -> bool:
    """Return True if a table still plays, or may play in another round."""
    boards = event.conditions.boards
    done = event.stage == "final" or all(is_done(round, table, boards) for round, _, table in event.tables())
    return has_more_rounds(event) or not done


def ranking(event: Event, player: str) -> RankingShown:
    """Return the ranking that a player may see."""
    directs, hidden = event.is_director(player), not shows_results(event, player)
    shown = None if hidden else ranking_of(event, everything=directs)
    return RankingShown(
        event=event.id,
        scoring=scoring_of(event.conditions, competing_of(event.game)),
        rows=() if shown is None else shown.rows,
        names={} if shown is None else _names(event),
        provisional=shown is None or shown.provisional or event.stage != "final",
        final=event.stage == "final",
        hidden=hidden,
    )


def results(event: Event, player: str) -> ResultsShown:
    """Return the results that a player may see."""
    if not shows_results(event, player):
        return ResultsShown(event.id, (), {})
    return ResultsShown(event.id, tuple(_boards(event, directs=event.is_director(player))), _names(event))


def _names(event: Event) -> dict[str, str]:
    return {each.id: each.title for each in event.entrants.values()}


def _boards(event: Event, *, directs: bool) -> Iterator[EventBoard]:
    points, moving = _points(event, directs=directs), event.conditions.moving
    shown = None if directs else released(event)
    placed: dict[int, list[tuple[Round, int, TableNow, int]]] = defaultdict(list)
    for round, id, table in event.tables():
        for deal in range(event.conditions.boards):
            placed[deal_in_event(event, round, table, deal)].append((round, id, table, deal))
    for number, places in sorted(placed.items()):
        if shown is not None and number not in shown:
            continue
        if not any(table.results.get(deal) for _, _, table, deal in places):
            continue
        told = next((each for each in places if each[3] in each[2].boards), places[0])
        yield EventBoard(
            round=0 if moving else told[0].number + 1,
            board=board_in_event(event, told[0], told[2], told[3]),
            lines=tuple(
                _line(
                    *(id, table, deal, points.get((number, table.seating.sides))),
                    round.number + 1 if moving else 0,
                )
                for round, id, table, deal in places
            ),
        )


def _points(event: Event, *, directs: bool) -> dict[tuple[int, tuple[str | None, ...]], Any]:
    field = field_of(event, everything=directs)
    scored = ranking_of(event, everything=directs).points
    return {(each.deal, each.sides): found for each, found in zip(field.results, scored, strict=True)}


def _line(number: int, table: TableNow, deal: int, points: Any, in_round: int) -> ResultLine:
    versions = table.versions(deal)
    names = [each.players for each in versions if each.players]
    return ResultLine(
        table=number,
        sides=table.seating.sides,
        versions=tuple(
            ResultVersion(
                kind=each.kind,
                at_ms=each.at_ms,
                result=None if each.result is None else Raw(msgspec.json.encode(each.result)),
                awards=each.awards,
                law=each.law,
                reason=each.reason,
                by=each.by,
            )
            for each in versions
        ),
        points=None if points is None else tuple(round(100 * each) for each in points.points),
        top=0 if points is None else round(100 * points.top),
        players=names[-1] if names else (),
        round=in_round,
    )
