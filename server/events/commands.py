"""The requests of players and directors to an event, and the function that turns one into log entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hmac import compare_digest
from typing import Annotated, Any, Literal, assert_never

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.v1.codes import Code
from protocol.v1.requests import Name, RequestId
from server.errors import Refusal
from server.events import entries
from server.events.conditions import Conditions, check, competing_of, settled
from server.events.drawing import Made, checked, has_place, without_absent
from server.events.entries import Entry, Kind
from server.events.event import Event, Round, TableNow, board_in_event, fold, wanted
from server.events.people import Entrant, Person
from server.events.schedule import rounds_over, start
from server.typed_codes import read_code

Text = Annotated[str, Meta(max_length=1_000)]
EntrantId = Annotated[str, Meta(max_length=20)]
PlayerId = Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_.:-]*$")]
Number = Annotated[int, Meta(ge=0, le=10_000)]
GivenAward = Literal["plus", "average", "minus"] | Annotated[int, Meta(ge=-(10**7), le=10**7)]
"""An `Award` of a request: a number of hundredths has bounds, so that sums of them stay small."""
TableNumbers = Annotated[tuple[Number, ...], Meta(max_length=400)]
CODE_LENGTH = 10
"""The number of characters of a code by which a player claims a place, 5 bits each."""
MOST_ENTRANTS = 800
"""The largest number of entrants that have not left the event."""
MOST_ENTRIES = 20
"""The largest number of entries and offers that one player makes, counting those that are no more."""
MOST_CALLS = 10
"""The largest number of open calls of one entrant."""
MOST_ANNOUNCEMENTS = 500
MOST_VERSIONS = 50
"""The largest number of versions of one result."""
MOST_OFFERS = 100
"""The largest number of players that offer to play as substitutes at the same time."""
MOST_OFFERED = 2_000
"""The largest number of times that all players together offer to play, or take that back."""
MOST_CARRIED = 50
"""The largest number of times that points are added to the total of one entrant."""
LARGEST = 10**6
"""The largest number in a result that a director sets."""


class Named(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Another player: the id, and the name until the player has taken part.

    Without the id, a director enters a name; the player claims the place with a code. With `robot`, a house
    robot plays under this name in an entry of a director.
    """

    id: PlayerId = ""
    name: Name = ""
    robot: Name | None = None

    def __post_init__(self) -> None:
        if not self.id and not self.name:
            raise ValueError("expected the id or the name of a player")
        if self.id and self.robot is not None:
            raise ValueError("expected either the id of a player or a robot")

    @property
    def person(self) -> Person:
        """Return the player as a person of the event."""
        return Person(self.id, self.name or self.id)


class _Command(
    Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A request to an event.

    `id` is the number of the request: the same person may send it again with the same number, and it is done
    once. 0 stands for no number.
    """

    id: RequestId = 0


class _Directing(_Command, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A request of a director.

    `expect` is the event's `version` that the director has seen: the request is refused as `conflict` if
    another director has changed the event since. Without it, the request is done in any version.
    """

    expect: int | None = None


class Enter(_Command, frozen=True, tag="enter"):
    """Enter the event, alone to find a partner, or together with others, who then have to accept.

    `partners` are the other players, and `name` is the name of a team.
    """

    partners: Annotated[tuple[Named, ...], Meta(max_length=7)] = ()
    name: Name = ""


class Join(_Command, frozen=True, tag="join"):
    """Accept the invitation of an entrant, or become the partner that the entrant wants."""

    entrant: EntrantId


class Leave(_Command, frozen=True, tag="leave"):
    """Decline an invitation, or leave the event: during it, the entrant plays no more rounds."""


class Claim(_Command, frozen=True, tag="claim"):
    """Take the place that a director has entered under a name alone; the director hands out the `code`."""

    code: Annotated[str, Meta(max_length=40)]


class CheckIn(_Command, frozen=True, tag="check_in"):
    """Say that the player is there and ready to play."""


class Offer(_Command, frozen=True, tag="offer"):
    """Offer to play as a substitute, under the event's conditions; with `on` False, take the offer back."""

    on: bool = True


class TakeSubstitute(_Command, frozen=True, tag="take"):
    """Let a player that has offered it play in place of one of the own entrant, from the next board on.

    `player` is the id of the substitute, and `out` that of the player that is absent from the table.
    """

    player: PlayerId
    out: PlayerId


class CallDirector(_Command, frozen=True, tag="call"):
    """Call a director."""

    text: Text = ""


class Change(_Directing, frozen=True, tag="change"):
    """Change the conditions, before the first round, or the name or the directors of the event."""

    conditions: Conditions | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    directors: Annotated[tuple[Named, ...], Meta(min_length=1, max_length=20)] | UnsetType = UNSET


class OpenEntries(_Directing, frozen=True, tag="open"):
    """Show the event to everybody and accept entries."""


class Enrolment(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of several entries: its players, its house robots, and the name of a team."""

    players: Annotated[tuple[Named, ...], Meta(max_length=8)] = ()
    robots: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    name: Name = ""


class Enrol(_Directing, frozen=True, tag="enrol"):
    """Enter players, who need not accept, and check them in if `present` is True.

    A player with a name alone has a code, by which the player claims the place. `robots` are the
    names of house robots that play beside the `players`. With `entries` in place of these fields, all of them
    enter, or none if one of them cannot; those whose players have entered together already are left out.
    """

    players: Annotated[tuple[Named, ...], Meta(max_length=8)] = ()
    robots: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    name: Name = ""
    entries: Annotated[tuple[Enrolment, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    present: bool = True


class Remove(_Directing, frozen=True, tag="remove"):
    """Let an entrant play no more rounds: it was withdrawn, is absent, or is removed for a reason."""

    entrant: EntrantId
    why: entries.Why = "withdrawn"
    reason: Text = ""


class Substitute(_Directing, frozen=True, tag="substitute"):
    """Let another player, or a house robot, play in place of a player from the next board on.

    `out` is the id of the player that is replaced, or the place, from 1, of a player or a robot among the
    players of the entrant.
    """

    entrant: EntrantId
    out: PlayerId | Annotated[int, Meta(ge=1, le=8)]
    player: Named | None = None
    robot: Name | None = None


class BringBack(_Directing, frozen=True, tag="bring_back"):
    """Let an entrant that was absent play again, from the next round on."""

    entrant: EntrantId


class MakeDraw(_Directing, frozen=True, tag="draw"):
    """Make the draw of the next round, which only directors see. A draw that was made before is replaced."""


class Swap(_Directing, frozen=True, tag="swap"):
    """Let two entrants change places in the draw that the directors see."""

    one: EntrantId
    other: EntrantId


class DropDraw(_Directing, frozen=True, tag="undraw"):
    """Throw the draw of the next round away."""


class Publish(_Directing, frozen=True, tag="publish"):
    """Show the draw of the next round to the players; the round begins `in_s` seconds later.

    Without `in_s`, a director begins the round by the request `start`.
    """

    in_s: Annotated[int, Meta(ge=0, le=7 * 24 * 3600)] | None = None


class Start(_Directing, frozen=True, tag="start"):
    """Begin the round whose draw has been made; its players get their seats."""


class Hold(_Directing, frozen=True, tag="hold"):
    """Stop the clock of the event (`on`), or start it again: meanwhile its tables are paused.

    With `table` or `tables`, only these tables are paused, or go on.
    """

    on: bool = True
    table: Number | None = None
    tables: TableNumbers = ()


class Extend(_Directing, frozen=True, tag="extend"):
    """Give the round, or one or several of its tables, `seconds` more."""

    seconds: Annotated[int, Meta(ge=1, le=24 * 3600)]
    table: Number | None = None
    tables: TableNumbers = ()


class Close(_Directing, frozen=True, tag="close"):
    """End the time of the round, or of one or several of its tables now: no other board begins there.

    A board that is played there may be finished for a while, as after the usual end of the time. Clocks that
    stand go on: those of the tables, and that of the event if the whole round ends. Otherwise, while the
    clock of the event stands, the tables end once it goes on.
    """

    table: Number | None = None
    tables: TableNumbers = ()


class Adjust(_Directing, frozen=True, tag="adjust"):
    """Set the result of a board at a table: awards for each side, or another result of the game.

    `round` counts from 1, and `board` is the number of the board. With neither `awards` nor `result`, the
    result is cancelled. A result is an object of the game, or a text if the game reads one. The game adds
    what follows from a result, such as the score of a contract, and what follows from its deal once a table
    has finished it, such as its number. `law` is the law that the ruling follows, and `reason` says why.
    """

    round: Number
    table: Number
    board: Number
    awards: Annotated[tuple[GivenAward, ...], Meta(max_length=8)] | None = None
    result: dict[str, Any] | Text | None = None
    law: Name = ""
    reason: Text = ""


class Carry(_Directing, frozen=True, tag="carry"):
    """Add points to the total of an entrant: a carry-over, or a procedural penalty, which is negative.

    `hundredths` are those of what the event counts: of a matchpoint, an IMP or a victory point. Players read
    the `reason`. `origin` is the event or the session that the points come from: they replace those that came
    from it before, and do not change the percentage. Without it, they count as points of this event.
    """

    entrant: EntrantId
    hundredths: Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
    reason: Annotated[str, Meta(min_length=1, max_length=1_000)]
    origin: Name = ""


class Announce(_Directing, frozen=True, tag="announce"):
    """Tell all players something, or those of one or several tables, such as a section, or of one entrant."""

    text: Text
    table: Number | None = None
    entrant: EntrantId | None = None
    tables: TableNumbers = ()


class AnswerCall(_Directing, frozen=True, tag="answer"):
    """Take a player's call; with `done`, end it. `text` is the ruling.

    A call that another director has taken is refused as `conflict`, unless `expect` shows that the director
    knows of it; a call that is done is refused always.
    """

    call: Number
    done: bool = False
    text: Text = ""


class Finish(_Directing, frozen=True, tag="finish"):
    """End the event: its results are final. With `cancel`, it ends without results.

    Between two rounds, no other round is played, and the correction period begins.
    """

    cancel: bool = False


Entering = Enter | Join | Leave | Claim | CheckIn | Offer | TakeSubstitute | CallDirector
"""The requests of players."""
Directing = (
    Change
    | OpenEntries
    | Enrol
    | Remove
    | Substitute
    | BringBack
    | MakeDraw
    | Swap
    | DropDraw
    | Publish
    | Start
    | Hold
    | Extend
    | Close
    | Adjust
    | Carry
    | Announce
    | AnswerCall
    | Finish
)
"""The requests of directors."""
Command = Entering | Directing
OVER = ("correction", "final", "cancelled")
"""The stages after the last round."""


class Asked(Struct, frozen=True):
    """A request to an event, with all that it needs beside the event.

    `made` is the draw that was made for it, and `robots` are the house robots of the game. `codes` are new
    codes for players with a name alone. `away` are the players that are absent from their tables, and
    `knowing` those that may know cards of boards that the table of a substitute has yet to play.
    """

    person: Person
    command: Command
    at_ms: int
    made: Made | None = None
    robots: frozenset[str] = frozenset()
    codes: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    knowing: frozenset[str] = frozenset()


def decide(event: Event, asked: Asked) -> tuple[Entry, ...]:
    """Return the log entries for a request; () if it changes nothing, such as a repeated one.

    Raises Refusal or IllegalAction for a request that is not allowed.
    """
    person, command = asked.person, asked.command
    if not person.id:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may take part in an event")
    known = event.requests.get(person.id)
    if command.id and known is not None and known[0] == command.id:
        return ()
    if isinstance(command, Entering):
        return _of_player(event, asked, command)
    if not event.is_director(person.id):
        raise Refusal(Code.FORBIDDEN, "only a director of the event may do this")
    if command.expect is not None and command.expect != event.version:
        raise Refusal(
            Code.CONFLICT,
            "another director has changed the event:"
            f" expected version {command.expect}, it is {event.version}",
        )
    return _of_director(event, asked, command)


# Players


def _of_player(event: Event, asked: Asked, command: Entering) -> tuple[Entry, ...]:
    about = _about(event, asked)
    if event.stage in OVER and not isinstance(command, Leave | CallDirector):
        raise Refusal(Code.FORBIDDEN, "the event is over: its last round has been played")
    match command:
        case Enter(partners=partners, name=name):
            people = (asked.person, *(each.person for each in partners))
            if event.entered.get(asked.person.id, 0) >= MOST_ENTRIES:
                raise _too_often()
            _check_entry(event, people, whole=False)
            entered = entries.Entered(
                entrant=_next_id(event),
                players=people,
                invited=tuple(each.id for each in partners),
                name=name,
                late_from=event.next_round,
                **about,
            )
            return (entered,)
        case Join(entrant=id):
            return _joined(event, asked, _entrant(event, id))
        case Leave():
            mine = _own(event, asked.person.id)
            if event.stage in OVER and asked.person.id not in mine.invited:
                raise Refusal(
                    Code.FORBIDDEN, "the event is over: only a director can take an entrant out now"
                )
            left: Entry
            if event.next_round > mine.late_from and not mine.invited:
                left = entries.Gone(entrant=mine.id, why="withdrawn", **about)
            else:
                left = entries.Declined(entrant=mine.id, player=asked.person.id, **about)
            return _drawn_again(event, mine, left)
        case Claim(code=code):
            return _claimed(event, asked, read_code(code))
        case CheckIn():
            mine = _own(event, asked.person.id)
            if asked.person.id in mine.invited:
                raise Refusal(Code.FORBIDDEN, "accept the invitation first")
            if asked.person.id in mine.present:
                return ()
            if mine.no_show:
                _check_return(event, mine)
            return (entries.CheckedIn(entrant=mine.id, player=asked.person.id, **about),)
        case Offer(on=on):
            return _offered(event, asked, on=on)
        case TakeSubstitute():
            return _taken(event, asked, command)
        case CallDirector(text=text):
            mine = _own(event, asked.person.id)
            open_calls = [each for each in event.calls.values() if each.entrant == mine.id and not each.done]
            if len(open_calls) >= MOST_CALLS:
                raise Refusal(Code.RATE_LIMITED, "your earlier calls wait for a director", retry_ms=60_000)
            return (entries.Called(call=len(event.calls) + 1, entrant=mine.id, text=text, **about),)
        case _:
            assert_never(command)


def _drawn_again(event: Event, entrant: Entrant, left: Entry) -> tuple[Entry, ...]:
    """Return the entry by which an entrant or one of its players leaves, and what follows from it.

    The draw that the event has made by itself for the next round is thrown away, so that it makes another.
    The draw of a director stays: at the start of its round the entrant is left out of it.
    """
    newest = event.round
    waits = newest is not None and newest.stage in ("drawn", "published")
    if newest is None or not waits or newest.drawn_by or not event.conditions.automatic or not newest.number:
        return (left,)
    if not any(entrant.id in meeting.sides for meeting in newest.draw.meetings):
        return (left,)
    return (left, entries.Undrawn(at_ms=left.at_ms))


def _offered(event: Event, asked: Asked, *, on: bool) -> tuple[Entry, ...]:
    person = asked.person
    if on is (person.id in event.pool):
        return ()
    if on:
        if event.stage not in ("open", "running"):
            raise Refusal(Code.FORBIDDEN, "the event accepts no offers now")
        _check_free(event, person)
        if event.uploader is not None and event.uploader.id == person.id:
            raise Refusal(Code.FORBIDDEN, "you have uploaded the boards of this event, so may know them")
        if len(event.pool) >= MOST_OFFERS or event.offers >= MOST_OFFERED:
            raise Refusal(Code.FORBIDDEN, "too many players have offered to play as substitutes already")
        if event.entered.get(person.id, 0) >= MOST_ENTRIES:
            raise _too_often()
    return (entries.Offered(player=person, on=on, **_about(event, asked)),)


def _too_often() -> Refusal:
    return Refusal(Code.RATE_LIMITED, f"you have entered or offered to play {MOST_ENTRIES} times already")


def _taken(event: Event, asked: Asked, command: TakeSubstitute) -> tuple[Entry, ...]:
    """Return the entry by which the side of an absent player takes a substitute of the pool."""
    mine = _own(event, asked.person.id)
    if mine.no_show:
        raise Refusal(Code.FORBIDDEN, "your entry has not come in time: check in to play the next round")
    seated = event.seated
    if asked.person.id not in seated:
        raise Refusal(Code.FORBIDDEN, "only a player with a seat in this round may take a substitute")
    absent = asked.away & seated - {asked.person.id}
    if not mine.has(command.out) or command.out not in absent:
        raise Refusal(Code.FORBIDDEN, f"no player {command.out} of your entry is absent from the table")
    person = event.pool.get(command.player)
    if person is None:
        raise Refusal(Code.FORBIDDEN, f"no player {command.player} offers to play as a substitute")
    _check_substitute(event, asked, person, mine)
    place = next(place for place, each in enumerate(mine.players) if each.id == command.out)
    about = _about(event, asked)
    return (entries.Substituted(entrant=mine.id, out=command.out, player=person, place=place, **about),)


def _check_substitute(event: Event, asked: Asked, person: Person, entrant: Entrant) -> None:
    """Raise Refusal if a player cannot take a seat of an entrant in the round that is played."""
    _check_free(event, person, entrant.id)
    if person.id in event.seated:
        raise Refusal(Code.FORBIDDEN, f"{person.name} has a seat in this round")
    if person.id in asked.knowing:
        raise Refusal(
            Code.FORBIDDEN, f"{person.name} may know cards of a board that this table has yet to play"
        )


def _check_return(event: Event, entrant: Entrant) -> None:
    """Raise Refusal if an entrant that was absent cannot play again."""
    if event.conditions.movement == "knock_out":
        raise Refusal(Code.FORBIDDEN, "an entrant that did not come to its match is out of the knock-out")
    kept = entrant.id in event.numbers and (entrant.no_show or has_place(event))
    if event.conditions.moving and not kept:
        raise Refusal(
            Code.FORBIDDEN, "the boards move from table to table, and this entrant has no place now"
        )
    for player in entrant.players:
        other = event.entrant_of(player.id)
        if other is not None:
            raise Refusal(Code.FORBIDDEN, f"{player.name} plays for entrant {other.id} now")
        if event.is_director(player.id):
            raise Refusal(Code.FORBIDDEN, f"{player.name} directs the event, so cannot play in it")
        if event.conditions.moving and player.id and _has_seen_boards(event, player.id, entrant.id):
            raise Refusal(Code.FORBIDDEN, f"{player.name} may know boards that this entrant has yet to play")


def _about(event: Event, asked: Asked) -> dict[str, Any]:
    at_ms = max(asked.at_ms, event.time_ms)
    return {"at_ms": at_ms, "by": asked.person.id, "request": asked.command.id}


def _robot(asked: Asked, robot: str, name: str = "") -> Person:
    if robot not in asked.robots:
        raise Refusal(Code.INVALID_MESSAGE, f"expected the name of a house robot, got {robot}")
    return Person("", name or robot, robot)


def _next_id(event: Event) -> str:
    return str(len(event.entrants) + 1)


def _check_entry(event: Event, people: tuple[Person, ...], *, whole: bool) -> None:
    """Raise Refusal if these players cannot enter the event now."""
    if event.stage == "running" and event.next_round > event.conditions.late_until:
        raise Refusal(Code.FORBIDDEN, "the event has begun and accepts no more entries")
    if event.stage not in ("open", "running") and not (whole and event.stage == "draft"):
        raise Refusal(Code.FORBIDDEN, "the event accepts no entries now")
    if sum(not each.gone for each in event.entrants.values()) >= MOST_ENTRANTS:
        raise Refusal(Code.FORBIDDEN, f"the event has {MOST_ENTRANTS} entries and accepts no more")
    if len(people) > event.wanted or (whole and len(people) != event.wanted):
        raise Refusal(Code.FORBIDDEN, f"expected {event.wanted} players, got {len(people)}")
    ids = [each.id for each in people if each.id]
    if len(set(ids)) < len(ids):
        raise Refusal(Code.FORBIDDEN, "expected each player once")
    if not whole and not all(each.id for each in people):
        raise Refusal(Code.INVALID_MESSAGE, "expected the id of each partner - at `partners`")
    for each in people:
        _check_free(event, each)
    if not has_place(event):
        raise Refusal(
            Code.FORBIDDEN,
            "the boards move from table to table, and every place of the movement is taken:"
            " no pair can come now",
        )


def _check_free(event: Event, person: Person, entrant: str = "") -> None:
    """Raise Refusal if a person cannot come into the event now, to an entrant that is there or a new one."""
    if person.id and event.entrant_of(person.id) is not None:
        raise Refusal(Code.FORBIDDEN, f"{person.name} has entered already")
    if event.is_director(person.id):
        raise Refusal(Code.FORBIDDEN, f"{person.name} directs the event, so cannot play in it")
    if event.conditions.moving and person.id and _has_seen_boards(event, person.id, entrant):
        raise Refusal(
            Code.FORBIDDEN,
            f"{person.name} has played in this event or directed it: its boards move from table to table, so"
            f" {person.name} may know boards that this entrant has yet to play",
        )


def _has_seen_boards(event: Event, player: str, entrant: str) -> bool:
    """Return True if a player has directed the event, or was in an entrant that has played, but in `entrant`.

    The boards that an entrant has played never come back to it.
    """
    played = {id for _, _, table in event.tables() for id in table.seating.sides}
    return player in event.former_directors or any(
        each.has(player) or any(former.id == player for former in each.former)
        for id, each in event.entrants.items()
        if id in played and id != entrant
    )


def _entrant(event: Event, id: str) -> Entrant:
    found = event.entrants.get(id)
    if found is None or found.gone:
        raise Refusal(Code.FORBIDDEN, f"there is no entrant {id} that still plays")
    return found


def _own(event: Event, player: str) -> Entrant:
    mine = event.entrant_of(player) or event.no_show_of(player)
    if mine is None:
        raise Refusal(Code.FORBIDDEN, "you have not entered this event")
    return mine


def _claimed(event: Event, asked: Asked, code: str) -> tuple[Entry, ...]:
    _check_free(event, asked.person)
    places = [
        (entrant, player)
        for entrant in event.entrants.values()
        for player in entrant.players
        if not entrant.gone and player.code and compare_digest(player.code.encode(), code.encode())
    ]
    # One answer for every reason: a guess must not tell that a code was right.
    if not places or event.stage not in ("open", "running"):
        raise Refusal(Code.FORBIDDEN, "this event has no place that can be claimed with this code now")
    entrant, player = places[0]
    claimed = Person(asked.person.id, player.name)
    return (entries.Claimed(entrant=entrant.id, code=code, player=claimed, **_about(event, asked)),)


def _joined(event: Event, asked: Asked, entrant: Entrant) -> tuple[Entry, ...]:
    person = asked.person
    if entrant.has(person.id) and person.id not in entrant.invited:
        return ()
    if event.stage == "running" and event.next_round > event.conditions.late_until:
        raise Refusal(Code.FORBIDDEN, "the event has begun and accepts no more entries")
    if person.id not in entrant.invited:
        if event.stage not in ("open", "running") or len(entrant.players) >= entrant.wanted:
            raise Refusal(Code.FORBIDDEN, "this entrant wants no partner")
        _check_free(event, person, entrant.id)
    return (entries.Joined(entrant=entrant.id, player=person, **_about(event, asked)),)


# Directors


def _of_director(event: Event, asked: Asked, command: Directing) -> tuple[Entry, ...]:
    about = _about(event, asked)
    if event.stage in ("final", "cancelled") and not isinstance(command, Announce | AnswerCall):
        raise Refusal(Code.FORBIDDEN, "the event is over: its results are final")
    match command:
        case Change():
            return _changed(event, asked, command)
        case OpenEntries():
            return (entries.Staged(stage="open", **about),) if event.stage == "draft" else ()
        case Enrol():
            return _enrolled(event, asked, command)
        case Remove(entrant=id, why=why, reason=reason):
            # An entrant that did not come could come back, until a director takes it out.
            known = event.entrants.get(id)
            entrant = known if known is not None and known.no_show else _entrant(event, id)
            gone = entries.Gone(entrant=entrant.id, why=why, reason=reason, **about)
            return _drawn_again(event, entrant, gone)
        case Substitute():
            return _substituted(event, asked, command)
        case BringBack(entrant=id):
            absent = event.entrants.get(id)
            if absent is None or absent.gone != "absent":
                raise Refusal(Code.FORBIDDEN, f"there is no entrant {id} that was absent")
            _check_return(event, absent)
            return (entries.Returned(entrant=id, **about),)
        case MakeDraw() | Swap():
            if asked.made is None or asked.made.index != event.draw_index:
                raise Refusal(
                    Code.UNAVAILABLE,
                    "the event has changed meanwhile; send the request again",
                    retry_ms=50,
                )
            checked(event)
            return (entries.Drawn(draw=asked.made.draw, numbers=asked.made.asked.numbers, **about),)
        case DropDraw():
            _waiting(event)
            return (entries.Undrawn(**about),)
        case Publish(in_s=in_s):
            if _waiting(event).stage == "published" and in_s is None:
                return ()
            starts_ms = None if in_s is None else about["at_ms"] + in_s * 1000
            return (entries.Published(starts_ms=starts_ms, **about),)
        case Start():
            if not without_absent(event, _waiting(event).draw).meetings:
                raise Refusal(Code.FORBIDDEN, "all entrants of this draw have left: make another draw")
            return start(event, about["at_ms"], by=asked.person.id, request=command.id)
        case Hold():
            return _held(event, command, about)
        case Extend(seconds=seconds):
            numbers = _with_an_end(event, _tables(event, command))
            return tuple(entries.Extended(ms=seconds * 1000, table=each, **about) for each in numbers)
        case Close():
            return _closed(event, _tables(event, command), about)
        case Adjust():
            return _adjusted(event, asked, command)
        case Carry():
            return _carried(event, asked, command)
        case Announce(text=text, table=number, entrant=id, tables=tables):
            if len(event.announcements) >= MOST_ANNOUNCEMENTS:
                raise Refusal(Code.FORBIDDEN, f"the event has {MOST_ANNOUNCEMENTS} announcements already")
            if tables and (number is not None or id is not None):
                raise Refusal(Code.INVALID_MESSAGE, "expected either `tables` or one table or entrant")
            return (entries.Announced(text=text, table=number, entrant=id, tables=tables, **about),)
        case AnswerCall(call=number, done=done, text=text):
            call = event.calls.get(number)
            if call is None:
                raise Refusal(Code.FORBIDDEN, f"there is no call {number}")
            if call.done:
                raise Refusal(Code.CONFLICT, f"a director has answered call {number} already")
            if call.taken_by not in ("", asked.person.id) and command.expect is None:
                raise Refusal(Code.CONFLICT, f"another director has taken call {number}")
            return (entries.Answered(call=number, done=done, text=text, **about),)
        case Finish(cancel=cancel):
            return _finished(event, asked, cancel=cancel)
        case _:
            assert_never(command)


def _changed(event: Event, asked: Asked, command: Change) -> tuple[Entry, ...]:
    conditions = None if command.conditions is UNSET else settled(command.conditions, event.game)
    if conditions is not None:
        if event.rounds:
            raise Refusal(Code.FORBIDDEN, "the conditions cannot change once a round has been drawn")
        check(conditions, event.game)
        if event.entrants and wanted(event.game, conditions) != event.wanted:
            raise Refusal(Code.FORBIDDEN, "players have entered: the size of their teams cannot change")
    directors = None
    if command.directors is not UNSET:
        if not all(each.id for each in command.directors):
            raise Refusal(Code.INVALID_MESSAGE, "expected the id of each director - at `directors`")
        known = {each.id: each for each in event.directors}
        directors = tuple(known.get(each.id) or each.person for each in command.directors)
        for each in directors:
            if event.entrant_of(each.id) is not None:
                raise Refusal(Code.FORBIDDEN, f"{each.name} plays in the event, so cannot direct it")
    name = None if command.name is UNSET else command.name
    if name == "":
        raise Refusal(Code.INVALID_MESSAGE, "expected a name for the event - at `name`")
    return (entries.Changed(conditions=conditions, name=name, directors=directors, **_about(event, asked)),)


def _enrolled(event: Event, asked: Asked, command: Enrol) -> tuple[Entry, ...]:
    codes = iter(asked.codes)
    if not command.entries:
        one = Enrolment(command.players, command.robots, command.name)
        return _one_enrolled(event, asked, one, codes)
    if command.players or command.robots or command.name:
        raise Refusal(Code.INVALID_MESSAGE, "expected either one entry or several - at `entries`")
    found: list[Entry] = []
    after = event
    for number, each in enumerate(unknown(event, command.entries), 1):
        if each is None:
            continue
        try:
            new = _one_enrolled(after, asked, each, codes)
        except Refusal as refusal:
            names = ", ".join((*(player.name or player.id for player in each.players), *each.robots))
            raise Refusal(refusal.code, f"entry {number} ({names}): {refusal}") from None
        found += new
        for entry in new:
            after = fold(after, entry)
    return tuple(found)


def _one_enrolled(
    event: Event, asked: Asked, enrolment: Enrolment, codes: Iterator[str]
) -> tuple[Entry, ...]:
    people = (
        *(_player(asked, each, codes) for each in enrolment.players),
        *(_robot(asked, name) for name in enrolment.robots),
    )
    _check_entry(event, people, whole=True)
    about, id = _about(event, asked), _next_id(event)
    entered = entries.Entered(
        entrant=id, players=people, name=enrolment.name, late_from=event.next_round, **about
    )
    assert isinstance(asked.command, Enrol)
    there = [
        entries.CheckedIn(entrant=id, player=each.id, at_ms=about["at_ms"])
        for each in people
        if asked.command.present and each.id
    ]
    return (entered, *there)


def _player(asked: Asked, named: Named, codes: Iterator[str]) -> Person:
    if named.robot is not None:
        return _robot(asked, named.robot, named.name)
    return named.person if named.id else Person("", named.name, code=next(codes))


def unknown(event: Event, enrolments: Sequence[Enrolment]) -> tuple[Enrolment | None, ...]:
    """Return entries, with None in the place of each whose players have entered together already.

    A player without an id is the player of the same name, also after this place has been claimed. Each
    entrant stands for one of the entries.
    """
    free = [each for each in event.entrants.values() if not each.gone]
    found: list[Enrolment | None] = []
    for each in enrolments:
        known = next((entrant for entrant in free if _is_of(entrant, each)), None)
        if known is not None:
            free.remove(known)
        found.append(each if known is None else None)
    return tuple(found)


def _is_of(entrant: Entrant, enrolment: Enrolment) -> bool:
    if len(entrant.players) != len(enrolment.players) + len(enrolment.robots):
        return False
    people = [each for each in entrant.players if each.robot is None]
    robots = [(each.robot, each.name) for each in entrant.players if each.robot is not None]
    listed = [(each, each) for each in enrolment.robots]
    listed += [(each.robot, each.name) for each in enrolment.players if each.robot is not None]
    if sorted(robots) != sorted(listed):
        return False
    # Those with an id come first: then a name is not taken for a player that another line names by the id.
    listed_people = [each for each in enrolment.players if each.robot is None]
    for named in sorted(listed_people, key=lambda each: not each.id):
        name = named.name.casefold()
        same = (
            each for each in people if each.id == named.id or (not named.id and each.name.casefold() == name)
        )
        player = next(same, None)
        if player is None:
            return False
        people.remove(player)
    return True


def _substituted(event: Event, asked: Asked, command: Substitute) -> tuple[Entry, ...]:
    entrant, out = _entrant(event, command.entrant), command.out
    places = [
        place
        for place, each in enumerate(entrant.players)
        if (place == out - 1 if isinstance(out, int) else out and each.id == out)
    ]
    if not places:
        raise Refusal(Code.FORBIDDEN, f"entrant {entrant.id} has no player {out}")
    if command.player is not None and not command.player.id:
        raise Refusal(Code.INVALID_MESSAGE, "expected the id of the substitute - at `player`")
    if (command.player is None) is (command.robot is None):
        raise Refusal(Code.INVALID_MESSAGE, "expected either a player or a robot as the substitute")
    if command.player is None:
        person = _robot(asked, command.robot or "")
    else:
        person = event.pool.get(command.player.id, command.player.person)
    _check_substitute(event, asked, person, entrant)
    replaced = entrant.players[places[0]].id
    return (
        entries.Substituted(
            entrant=entrant.id, out=replaced, player=person, place=places[0], **_about(event, asked)
        ),
    )


def _waiting(event: Event) -> Round:
    """Return the round that has been drawn and has not begun."""
    if event.round is None or event.round.stage not in ("drawn", "published"):
        raise Refusal(Code.FORBIDDEN, "no round has been drawn: send `draw` first")
    return event.round


def _held(event: Event, command: Hold, about: dict[str, Any]) -> tuple[Entry, ...]:
    if command.table is None and not command.tables:
        known = event.held_ms is not None
        return () if command.on is known else (entries.Held(on=command.on, **about),)
    playing, numbers = event.playing, _tables(event, command)
    assert playing is not None
    return tuple(
        entries.Held(on=command.on, table=number, **about)
        for number in numbers
        if number is not None and (playing.tables[number].held_ms is not None) is not command.on
    )


def _closed(event: Event, numbers: tuple[int | None, ...], about: dict[str, Any]) -> tuple[Entry, ...]:
    """Return the log entries by which the time of tables ends, None for all tables of the round.

    Their clocks go on if they stand, because a table that is paused could not finish its board. The clock of
    the whole event goes on only if the whole round ends.
    """
    playing = event.playing
    assert playing is not None
    held: list[int | None] = [
        number
        for number, table in playing.tables.items()
        if table.held_ms is not None and not table.ended and (None in numbers or number in numbers)
    ]
    if None in numbers and event.held_ms is not None:
        held.insert(0, None)
    runs = (entries.Held(on=False, table=each, **about) for each in held)
    return (*runs, *(entries.Closing(table=each, ends_now=True, **about) for each in numbers))


def _tables(event: Event, command: Hold | Extend | Close) -> tuple[int | None, ...]:
    """Return the numbers of the tables that a request is about, None for all tables of the round.

    Raises Refusal if no round is being played, or if it has no such table.
    """
    round = event.playing
    if round is None:
        raise Refusal(Code.FORBIDDEN, "no round is being played now")
    named = (*command.tables, *(() if command.table is None else (command.table,)))
    for number in named:
        if number not in round.tables:
            raise Refusal(Code.FORBIDDEN, f"there is no table {number} in this round")
    return tuple(dict.fromkeys(named)) or (None,)


def _with_an_end(event: Event, numbers: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return the numbers of tables of the round that is played, None for all tables.

    Raises Refusal if one of them has no end of its time, which could be later.
    """
    playing = event.playing
    assert playing is not None
    named = tuple(playing.tables) if None in numbers else numbers
    if any(playing.tables[each].ends_ms is None for each in named if each is not None):
        raise Refusal(
            Code.FORBIDDEN, "this round ends once it is played: add time to the clock of a table there"
        )
    return numbers


def _finished(event: Event, asked: Asked, *, cancel: bool) -> tuple[Entry, ...]:
    about = _about(event, asked)
    if cancel or event.stage == "correction":
        return (entries.Staged(stage="cancelled" if cancel else "final", **about),)
    if event.playing is not None:
        raise Refusal(Code.FORBIDDEN, "a round is being played: end its time first, or cancel the event")
    if event.next_round == 0:
        raise Refusal(Code.FORBIDDEN, "no round has been played: cancel the event to end it")
    return rounds_over(event, **about)


def _adjusted(event: Event, asked: Asked, command: Adjust) -> tuple[Entry, ...]:
    table, deal = place_of(event, command.round, command.table, command.board)
    if len(table.results.get(deal, ())) >= MOST_VERSIONS:
        raise Refusal(Code.FORBIDDEN, f"this result has {MOST_VERSIONS} versions already")
    kind: Kind = "cancelled"
    result = None
    if command.awards is not None:
        if len(command.awards) != len(table.seating.sides):
            raise Refusal(Code.INVALID_MESSAGE, "expected an award for each side - at `awards`")
        if command.result is not None:
            raise Refusal(Code.INVALID_MESSAGE, "expected `awards` or `result`, got both")
        kind = "artificial"
    elif command.result is not None:
        competing, given = competing_of(event.game), command.result
        if isinstance(given, str):
            given = competing.read_result(given)
        given = _with_facts(event, command, deal, given)
        try:
            read = competing.ruled(msgspec.convert(given, competing.result_type))
        except msgspec.ValidationError as error:
            form = f"; expected {competing.result_form}" if isinstance(command.result, str) else ""
            raise Refusal(Code.INVALID_MESSAGE, f"{error} in `result`{form}") from None
        if not _is_small(msgspec.to_builtins(read)):
            raise Refusal(Code.INVALID_MESSAGE, f"expected numbers of at most {LARGEST} in `result`")
        kind, result = "adjusted", msgspec.msgpack.encode(read)
    return (
        entries.Adjusted(
            round=command.round - 1,
            table=command.table,
            deal=deal,
            kind=kind,
            result=result,
            awards=command.awards,
            law=command.law,
            reason=command.reason,
            **_about(event, asked),
        ),
    )


def _with_facts(event: Event, command: Adjust, deal: int, result: dict[str, Any]) -> dict[str, Any]:
    """Return a result with the fields that its deal decides, which a director may leave out.

    Raises Refusal for a field of another deal: with another vulnerability, a contract has another score.
    """
    tables = [table for round, _, table in event.tables() if round.number == command.round - 1]
    versions = [each for table in tables for each in table.results.get(deal, ())]
    played = next((each.result for each in versions if not each.by and each.result is not None), None)
    facts = competing_of(event.game).facts(command.board, played)
    for name, value in facts.items():
        if result.get(name, value) != value:
            raise Refusal(Code.INVALID_MESSAGE, f"expected {name} {value}, got {result[name]} in `result`")
    return {**result, **facts}


def _carried(event: Event, asked: Asked, command: Carry) -> tuple[Entry, ...]:
    if command.entrant not in event.entrants:
        raise Refusal(Code.FORBIDDEN, f"there is no entrant {command.entrant}")
    if event.conditions.movement == "knock_out":
        raise Refusal(Code.FORBIDDEN, "a match of a knock-out is won on its boards: adjust a result instead")
    earlier = [each for each in event.carried if each.entrant == command.entrant]
    came = next((each for each in earlier if command.origin and each.origin == command.origin), None)
    if came is not None and (came.hundredths, came.reason) == (command.hundredths, command.reason):
        return ()
    if came is None and len(earlier) >= MOST_CARRIED:
        raise Refusal(Code.FORBIDDEN, f"points were added to this entrant {MOST_CARRIED} times already")
    return (
        entries.Carried(
            entrant=command.entrant,
            hundredths=command.hundredths,
            reason=command.reason,
            origin=command.origin,
            **_about(event, asked),
        ),
    )


def _is_small(value: object) -> bool:
    """Return True if no number in a plain value is larger than `LARGEST`."""
    match value:
        case int() | float():
            return abs(value) <= LARGEST
        case dict():
            return all(map(_is_small, value)) and all(map(_is_small, value.values()))
        case list() | tuple():
            return all(map(_is_small, value))
        case _:
            return True


def place_of(event: Event, round: int, table: int, board: int) -> tuple[TableNow, int]:
    """Return a table of a round, counted from 1, and the number of the deal of one of its boards.

    Raises Refusal if there is no such table or board.
    """
    found = next((each for each in event.rounds if each.number == round - 1), None)
    there = None if found is None else found.tables.get(table)
    if found is None or there is None:
        raise Refusal(Code.FORBIDDEN, f"there is no table {table} in round {round}")
    group = there.seating.group
    same = [each for each in found.tables.values() if each.seating.group == group]
    for other in (there, *same):
        for deal, number in other.boards.items():
            if number == board:
                return there, deal
    # No table has finished this board yet.
    for deal in range(event.conditions.boards):
        if board_in_event(event, found, there, deal) == board:
            return there, deal
    where = f"round {round}" if group is None else f"table {table} in round {round}"
    raise Refusal(Code.FORBIDDEN, f"{where} has no board {board}")
