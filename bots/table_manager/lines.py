"""The lines of the table-manager protocol, version 18: those of a client, and those of the table manager.

A client is a program that plays one seat; the table manager is the program that the four clients connect to.
Both sides use `Called` and `Played`: a client tells its own call or card, and the table manager passes it on.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.v1.bridge import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card

VERSION = 18


@dataclass(frozen=True, slots=True)
class Connecting:
    """The first line of a client. `seat` is None for a client that takes any free seat of its team."""

    team: str
    seat: Seat | None
    version: int = VERSION
    info: str = ""


@dataclass(frozen=True, slots=True)
class ReadyForTeams:
    """The client waits for the names of the teams."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyToStart:
    """The client waits for the first board."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyForDeal:
    """The client waits for the number, dealer and vulnerability of the board."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyForCards:
    """The client waits for the cards of its hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyForCall:
    """The client waits for the call of the seat `of`."""

    seat: Seat
    of: Seat


@dataclass(frozen=True, slots=True)
class ReadyForCard:
    """The client waits for a card of the seat `of`, None for dummy; tricks count from 1."""

    seat: Seat
    of: Seat | None
    trick: int


@dataclass(frozen=True, slots=True)
class ReadyForDummy:
    """The client waits for the cards of dummy."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Called:
    """A call. `alert` is True if the player alerts it; `text` is the player's explanation."""

    seat: Seat
    call: Call
    alert: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A card, and the seat of the hand from which it is played."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Seated:
    """The table manager's answer to `Connecting`."""

    seat: Seat
    team: str


@dataclass(frozen=True, slots=True)
class Teams:
    """The names of the teams, after all four seats are taken."""

    north_south: str
    east_west: str


@dataclass(frozen=True, slots=True)
class StartOfBoard:
    """A board begins. At another time than between two boards, the present board begins again."""


@dataclass(frozen=True, slots=True)
class Board:
    """The number, dealer and vulnerability of a board."""

    number: int
    dealer: Seat
    vulnerable: Vulnerability


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a client's own hand, or of dummy if `seat` is None."""

    seat: Seat | None
    hand: Hand


@dataclass(frozen=True, slots=True)
class ToLead:
    """The client has to lead: from the hand in `seat`, or from dummy if `seat` is None."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of both sides at the end of a board (s)."""

    north_south_s: int
    north_south_total_s: int
    east_west_s: int
    east_west_total_s: int


@dataclass(frozen=True, slots=True)
class EndOfSession:
    """The last line: the table manager closes the connection."""


@dataclass(frozen=True, slots=True)
class Error:
    """A text that refuses a line, such as `Illegal bid`."""

    text: str


Ready = (
    ReadyForTeams | ReadyToStart | ReadyForDeal | ReadyForCards | ReadyForCall | ReadyForCard | ReadyForDummy
)
ClientLine = Connecting | Ready | Called | Played
ManagerLine = (
    Seated | Teams | StartOfBoard | Board | Cards | Called | Played | ToLead | Timing | EndOfSession | Error
)
