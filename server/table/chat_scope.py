"""Who hears what is said at a table: seats, watchers who see the same, directors, commentators.

Every line is for a circle. Nothing that a watcher says ever reaches a seat, unless a record is shown, and
what may tell of hidden cards reaches only who sees them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

from protocol.v1.codes import Code
from protocol.v1.requests import ChatTo
from protocol.v1.updates import Role, Said
from server.errors import Refusal
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.table import access
from server.table.table import Table

SEE_EVERYTHING = (AllHands, Commentator, Director)


class Everybody(Struct, frozen=True):
    """Seats and watchers."""


class Watchers(Struct, frozen=True):
    """Whoever has no seat."""


class Seers(Struct, frozen=True):
    """Watchers who see what `audience` does, while there are hidden cards; a commentator's see every hand."""

    audience: Audience


class Chosen(Struct, frozen=True):
    """Some seats' players, by their ids, or the directors; from `seat`, None for a watcher."""

    to: ChatTo
    seat: int | None = None
    players: frozenset[str] = frozenset()


Circle = Everybody | Watchers | Seers | Chosen


class Line(Struct, frozen=True):
    """One line, who said it, to whom, and during which deal.

    `order` counts this table's lines and is told to nobody. `late`: said by who is shown the table late.
    """

    said: Said
    player: str
    circle: Circle
    deal: int
    order: int
    late: bool


def place_of(table: Table, player: str, audience: Audience) -> Audience:
    """What somebody hears as: the seat that he has or owns, or what he follows; all who are late alike."""
    seat = table.right_of(player)
    if seat is not None:
        return Seated(seat)
    return audience if access.lives(table, player) else AllHands()


def speaks_as(table: Table, player: str, audience: Audience, seen: Audience | None) -> Audience:
    """What somebody speaks as: his seat, his office, or all that he knows of the deal's hidden cards.

    `seen` is what he has seen of the deal before, as far as is remembered.
    """
    if table.right_of(player) is None:
        if player in table.directors:
            return Director()
        if player in table.commentators:
            return Commentator()
    place = place_of(table, player, audience)
    if not table.hidden or not isinstance(place, Public | Kibitzer):
        return place
    known = {each for each in (seen, _left(table, player), _shown(place)) if each is not None}
    if len(known) == 1:
        return known.pop()
    return AllHands() if known or player in table.saw else place


def _left(table: Table, player: str) -> Audience | None:
    """The hand that somebody had who has stood up."""
    seat = table.left.get(player)
    return None if seat is None else Kibitzer(seat)


def _shown(place: Audience) -> Audience | None:
    return None if isinstance(place, Public) else place


def circle_of(table: Table, to: ChatTo, place: Audience) -> Circle:
    """Whom a line is for. `place` is what the speaker speaks as. Raises Refusal."""
    if to == "director":
        if not table.directors:
            raise Refusal(Code.FORBIDDEN, "this table has no director")
        return Chosen(to, place.seat if isinstance(place, Seated) else None)
    if isinstance(place, Seated):
        return _of_seat(table, to, place.seat)
    if to in ("opponents", "partner"):
        raise Refusal(Code.FORBIDDEN, f"only who has a seat has {to if to == 'opponents' else 'a partner'}")
    if isinstance(place, Director) or table.game.showing is not None:
        return Everybody() if to == "table" else Watchers()
    if table.hidden:
        return Seers(place)
    return Watchers()


def _of_seat(table: Table, to: ChatTo, seat: int) -> Circle:
    if to in ("partner", "opponents") and seat not in _playing(table):
        raise Refusal(Code.FORBIDDEN, "who waits beside the table has neither a partner nor opponents yet")
    match to:
        case "partner":
            if table.hidden:
                raise Refusal(Code.FORBIDDEN, "partners do not talk with each other while a board is played")
            return Chosen(to, seat, _players(table, _side(table, seat)))
        case "opponents":
            others = _others(table, seat)
            if not others:
                raise Refusal(Code.FORBIDDEN, "all play together at this table; nobody has opponents")
            return Chosen(to, seat, _players(table, others))
        case "kibitzers":
            return Chosen(to, seat)
        case _:
            return Everybody()


def _playing(table: Table) -> range:
    """The seats that play, not those who wait beside the table."""
    return range(len(table.chairs) if table.game.needed is None else table.game.needed)


def _side(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) == side(state, seat))


def _others(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) != side(state, seat))


def _players(table: Table, seats: Iterable[int]) -> frozenset[str]:
    """Who has these seats, and who owns them while he is away."""
    chairs = [table.chairs[seat] for seat in seats]
    return frozenset(id for chair in chairs for id in (chair.player, chair.owner) if id is not None)


def hears(table: Table, line: Line, player: str, place: Audience) -> bool:
    """Whether a line is for somebody who hears as `place`. Who said it hears it, too."""
    circle = line.circle
    match circle:
        case Everybody():
            return True
        case Watchers():
            return not isinstance(place, Seated)
        case Seers(audience):
            return place == audience or _sees_more(place, audience)
        case Chosen():
            if isinstance(place, Seated):
                return player == line.player or player in circle.players
            return isinstance(place, Director) or _follows(table, line, circle, place)
        case _:
            assert_never(circle)


def _sees_more(place: Audience, audience: Audience) -> bool:
    """Directors and commentators hear all watchers, whoever sees all hands hears commentators."""
    above = SEE_EVERYTHING if isinstance(audience, Commentator) else (Commentator, Director)
    return isinstance(place, above)


def _follows(table: Table, line: Line, circle: Chosen, place: Audience) -> bool:
    """Whether a watcher hears what seats say among themselves: as the seat whose hand he sees, in that board.

    Between boards everybody may look into every hand, and that must not open what was said before.
    """
    if circle.seat is None or not table.hidden or line.deal != table.deal:
        return False
    match circle.to, place:
        case "kibitzers", Kibitzer(seat):
            return seat == circle.seat
        case "opponents", Kibitzer(seat):
            return seat == circle.seat or seat in _others(table, circle.seat)
        case "opponents", AllHands() | Commentator():
            return True
        case _:
            return False


def role_of(place: Audience) -> Role:
    """The office of somebody who speaks as `place`."""
    match place:
        case Director():
            return "director"
        case Commentator():
            return "commentator"
        case _:
            return ""
