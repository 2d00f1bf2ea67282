"""The people that receive each line of chat: players, watchers of the same view, directors, commentators.

The people that receive a line of chat are the circle of this line. A watcher's line never reaches a seat,
except at a replay. A line that may reveal hidden cards reaches only people that see these cards.
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


class WholeTable(Struct, frozen=True):
    """The circle of all people at a table: players, watchers, directors and commentators."""


class Watchers(Struct, frozen=True):
    """The circle of all watchers, directors and commentators: all people at the table without a seat."""


class SameView(Struct, frozen=True):
    """The circle of the watchers that have the view of `audience`, while cards are hidden.

    For a commentator, the circle is all watchers that see every hand.
    """

    audience: Audience


class Addressed(Struct, frozen=True):
    """The circle of the directors, or of the players of some seats.

    `to` is the value of `to` in the request `chat`. `seat` is the seat of the line's author, None if the
    author is a watcher. `players` are the ids of the players in the circle.
    """

    to: ChatTo
    seat: int | None = None
    players: frozenset[str] = frozenset()


Circle = WholeTable | Watchers | SameView | Addressed


class Line(Struct, frozen=True):
    """One line of chat with its author, its circle and its deal.

    `said` is the line as it is sent. `player` is the author's id. `order` is the number of the line among all
    lines of the table. `delayed` is True if the author sees the table with a delay.
    """

    said: Said
    player: str
    circle: Circle
    deal: int
    order: int
    delayed: bool


def hears_as(table: Table, player: str, audience: Audience) -> Audience:
    """Return the audience that determines which lines of chat a player receives.

    For a player that has a seat, or owns a seat while absent, this is the audience of the seat. For a watcher
    it is the audience of the watcher's view, or `AllHands` if the watcher sees the table with a delay.
    """
    seat = table.right_of(player)
    if seat is not None:
        return Seated(seat)
    return audience if access.sees_live(table, player) else AllHands()


def speaks_as(table: Table, player: str, audience: Audience, seen: Audience | None) -> Audience:
    """Return the audience that determines which people receive a player's lines of chat.

    For a player with a seat, a director or a commentator, this is the audience of the seat, `Director` or
    `Commentator`. For a watcher it is an audience that sees all hidden cards of the deal that the watcher
    knows. `seen` is the audience with hidden cards whose view the watcher has had in this deal, None if the
    watcher has seen no hidden cards.
    """
    if table.right_of(player) is None:
        if player in table.roles.directors:
            return Director()
        if player in table.roles.commentators:
            return Commentator()
    hearer = hears_as(table, player, audience)
    if not table.hidden or not isinstance(hearer, Public | Kibitzer):
        return hearer
    known = {each for each in (seen, _left(table, player), _shown(hearer)) if each is not None}
    if len(known) == 1:
        return known.pop()
    return AllHands() if known or player in table.hand_access.seen_by else hearer


def _left(table: Table, player: str) -> Audience | None:
    """Return the audience of the hand that a player gave up in this deal, None if the player gave up none."""
    seat = table.hand_access.former_seats.get(player)
    return None if seat is None else Kibitzer(seat)


def _shown(hearer: Audience) -> Audience | None:
    return None if isinstance(hearer, Public) else hearer


def circle_of(table: Table, to: ChatTo, speaker: Audience) -> Circle:
    """Return the circle of a line of chat; `speaker` is the result of `speaks_as` for its author.

    Raises Refusal if the author may not send a line to this circle.
    """
    if to == "director":
        if not table.roles.directors:
            raise Refusal(Code.FORBIDDEN, "this table has no director")
        return Addressed(to, speaker.seat if isinstance(speaker, Seated) else None)
    if isinstance(speaker, Seated):
        return _of_seat(table, to, speaker.seat)
    if to in ("opponents", "partner"):
        addressed = "opponents" if to == "opponents" else "a partner"
        raise Refusal(Code.FORBIDDEN, f"only seated players may write to {addressed}")
    if isinstance(speaker, Director) or table.game.showing is not None:
        return WholeTable() if to == "table" else Watchers()
    if table.hidden:
        return SameView(speaker)
    return Watchers()


def _of_seat(table: Table, to: ChatTo, seat: int) -> Circle:
    if to in ("partner", "opponents") and seat not in _playing(table):
        raise Refusal(Code.FORBIDDEN, "you have no partner and no opponents in a waiting seat")
    match to:
        case "partner":
            if table.hidden:
                raise Refusal(Code.FORBIDDEN, "partners may not write to each other during a deal")
            return Addressed(to, seat, _players(table, _side(table, seat)))
        case "opponents":
            others = _others(table, seat)
            if not others:
                raise Refusal(
                    Code.FORBIDDEN, "you have no opponents: all players of this game are on one side"
                )
            return Addressed(to, seat, _players(table, others))
        case "kibitzers":
            return Addressed(to, seat)
        case _:
            return WholeTable()


def _playing(table: Table) -> range:
    """Return the seats that play in a deal; the players in other seats wait for the next rubber."""
    return range(len(table.chairs) if table.game.needed is None else table.game.needed)


def _side(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) == side(state, seat))


def _others(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) != side(state, seat))


def _players(table: Table, seats: Iterable[int]) -> frozenset[str]:
    """Return the ids of the players of these seats and of the seats' absent owners."""
    chairs = [table.chairs[seat] for seat in seats]
    return frozenset(id for chair in chairs for id in (chair.player, chair.owner) if id is not None)


def hears(table: Table, line: Line, player: str, hearer: Audience) -> bool:
    """Return True if a player receives this line; `hearer` is the result of `hears_as` for the player.

    The author of a line always receives it.
    """
    circle = line.circle
    match circle:
        case WholeTable():
            return True
        case Watchers():
            return not isinstance(hearer, Seated)
        case SameView(audience):
            return hearer == audience or _sees_more(hearer, audience)
        case Addressed():
            if isinstance(hearer, Seated):
                return player == line.player or player in circle.players
            return isinstance(hearer, Director) or _follows(table, line, circle, hearer)
        case _:
            assert_never(circle)


def _sees_more(hearer: Audience, audience: Audience) -> bool:
    """Return True if `hearer` receives the lines of `audience` because it sees more hands.

    Directors and commentators receive the lines of all watchers. Watchers of all hands receive the lines of
    commentators.
    """
    above = SEE_EVERYTHING if isinstance(audience, Commentator) else (Commentator, Director)
    return isinstance(hearer, above)


def _follows(table: Table, line: Line, circle: Addressed, hearer: Audience) -> bool:
    """Return True if a watcher receives a line of a seated player to other seats or to kibitzers.

    During the deal in which the line was written, the watchers of one hand receive the lines that the player
    of this hand sends or receives. Watchers of all hands receive all lines to opponents.

    Between two deals no watcher receives the lines of the last deal, because a watcher may then choose any
    hand.
    """
    if circle.seat is None or not table.hidden or line.deal != table.deal:
        return False
    match circle.to, hearer:
        case "kibitzers", Kibitzer(seat):
            return seat == circle.seat
        case "opponents", Kibitzer(seat):
            return seat == circle.seat or seat in _others(table, circle.seat)
        case "opponents", AllHands() | Commentator():
            return True
        case _:
            return False


def role_of(speaker: Audience) -> Role:
    """Return the office of the author of a line, or "" if the author is no director or commentator.

    `speaker` is the result of `speaks_as` for the author.
    """
    match speaker:
        case Director():
            return "director"
        case Commentator():
            return "commentator"
        case _:
            return ""
