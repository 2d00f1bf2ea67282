"""The people that receive each line of chat: players, watchers of the same view, directors, commentators.

The people that receive a line of chat are called the circle of the line. A watcher's line of chat never
reaches a player with a seat, except at a replay. A line of chat that may reveal hidden cards reaches only
people that see these cards.
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
    """The circle of a line of chat to all watchers with the view of `audience`, while cards are hidden.

    The circle of a commentator's line of chat is all watchers that see every hand.
    """

    audience: Audience


class Addressed(Struct, frozen=True):
    """The circle of a line of chat to the directors, or to the players of some seats.

    `to` names the receivers as in the request `chat`, for example "partner". `seat` is the seat of the author
    of the line of chat, None if the author is a watcher. `players` are the ids of the players that receive
    the line of chat.
    """

    to: ChatTo
    seat: int | None = None
    players: frozenset[str] = frozenset()


Circle = WholeTable | Watchers | SameView | Addressed


class Line(Struct, frozen=True):
    """One line of chat with its author, its circle (the people that receive it) and its deal.

    `said` is the message that brings the line of chat to clients. `player` is the id of the player that wrote
    the line. `order` is the number of the line among all lines of chat of the table. `delayed` is True if the
    author of the line sees the table with a delay.
    """

    said: Said
    player: str
    circle: Circle
    deal: int
    order: int
    delayed: bool


def hears_as(table: Table, player: str, audience: Audience) -> Audience:
    """Return the audience that determines which lines of chat a player receives.

    For a player that has a seat, or owns a seat while absent, the result is `Seated` with this seat. For a
    watcher, the result is the audience of the watcher's view, or `AllHands` if the watcher sees the table
    with a delay.
    """
    seat = table.right_of(player)
    if seat is not None:
        return Seated(seat)
    return audience if access.sees_live(table, player) else AllHands()


def speaks_as(table: Table, player: str, audience: Audience, seen: Audience | None) -> Audience:
    """Return the audience that determines which people receive a player's lines of chat.

    For a player with a seat, a director or a commentator, the result is `Seated`, `Director` or
    `Commentator`. For a watcher, the result is an audience that sees all hidden cards of the deal that the
    watcher knows. `seen` is the audience, such as `AllHands`, as which the watcher has seen hidden cards of
    this deal; None if the watcher has seen no hidden cards.
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
    """Return the audience that sees only the hand that a player gave up in this deal.

    Returns None if the player has given up no hand in this deal.
    """
    seat = table.hand_access.former_seats.get(player)
    return None if seat is None else Kibitzer(seat)


def _shown(hearer: Audience) -> Audience | None:
    return None if isinstance(hearer, Public) else hearer


def circle_of(table: Table, to: ChatTo, speaker: Audience) -> Circle:
    """Return the circle of a line of chat, that is, the people that receive it.

    `to` names the receivers as in the request `chat`, for example "partner". `speaker` is the result of
    `speaks_as` for the author of the line. Raises Refusal if the author of a line of chat may not write to
    the people named by `to`.
    """
    if to == "director":
        if not table.roles.directors:
            raise Refusal(Code.FORBIDDEN, "this table has no director")
        return Addressed(to, speaker.seat if isinstance(speaker, Seated) else None)
    if isinstance(speaker, Seated):
        return _of_seat(table, to, speaker.seat)
    if to in ("opponents", "partner"):
        addressed = "opponents" if to == "opponents" else "a partner"
        raise Refusal(Code.FORBIDDEN, f"only a player with a seat may write to {addressed}")
    if isinstance(speaker, Director) or table.game.showing is not None:
        return WholeTable() if to == "table" else Watchers()
    if table.hidden:
        return SameView(speaker)
    return Watchers()


def _of_seat(table: Table, to: ChatTo, seat: int) -> Circle:
    if to in ("partner", "opponents") and seat not in _playing(table):
        raise Refusal(
            Code.FORBIDDEN, "your seat waits for the next rubber: you have no partner and no opponents"
        )
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
    """Return the seats that play in the present deal.

    The players in the other seats wait for the next rubber.
    """
    return range(len(table.chairs) if table.game.needed is None else table.game.needed)


def _side(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) == side(state, seat))


def _others(table: Table, seat: int) -> tuple[int, ...]:
    side, state = table.game.side, table.state
    return tuple(each for each in _playing(table) if side(state, each) != side(state, seat))


def _players(table: Table, seats: Iterable[int]) -> frozenset[str]:
    """Return the ids of the players and of the absent owners of the seats in `seats`."""
    chairs = [table.chairs[seat] for seat in seats]
    return frozenset(id for chair in chairs for id in (chair.player, chair.owner) if id is not None)


def hears(table: Table, line: Line, player: str, hearer: Audience) -> bool:
    """Return True if the player with the id `player` receives the line of chat `line`.

    `hearer` is the result of `hears_as` for this player. The author of a line of chat always receives the
    line.
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
    """Return True if `hearer` receives the chat of `audience` because `hearer` sees more hands.

    Directors and commentators receive the chat of all watchers. Watchers of all hands receive the chat of
    commentators.
    """
    above = SEE_EVERYTHING if isinstance(audience, Commentator) else (Commentator, Director)
    return isinstance(hearer, above)


def _follows(table: Table, line: Line, circle: Addressed, hearer: Audience) -> bool:
    """Return True if a watcher receives a line of chat from a seated player to other seats or to kibitzers.

    During a deal, the watchers of one hand receive the lines of chat that the player of this hand sends or
    receives in the deal. Watchers of all hands receive all lines of chat that players write to opponents.

    Between two deals no watcher receives the lines of chat that players of the last deal wrote to each other,
    because a watcher may then choose any hand to watch.
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
    """Return the office of the author of a line of chat, or "" for an author without an office.

    `speaker` is the result of `speaks_as` for the author of the line of chat.
    """
    match speaker:
        case Director():
            return "director"
        case Commentator():
            return "commentator"
        case _:
            return ""
