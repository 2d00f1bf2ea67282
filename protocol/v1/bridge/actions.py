"""Actions of players and of chance at a bridge table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.bridge.nouns import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card

Words = Annotated[str, Meta(max_length=200)]
Turn = Annotated[int, Meta(ge=0, le=318)]
"""The index of a call in the auction, from 0. The longest possible auction has 319 calls."""


class MakeCall(Struct, frozen=True, tag_field="t", tag="call", gc=False):
    """The action by which a player makes a call in the auction.

    The opponents see `alert` and `explanation` at once (with screens, only the screen-mate sees them), and
    partner sees them when the board is over.
    """

    call: Call
    alert: bool = False
    explanation: Words = ""


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """The action by which a player plays a card from the player's own hand or, as declarer, from dummy."""

    card: Card


class Claim(Struct, frozen=True, tag_field="t", tag="claim", gc=False):
    """Claim `tricks` of the tricks not yet won, including the current one, and concede the rest (Law 68).

    `line` is the claimer's statement of the order in which the cards will be played. All players see the
    claimer's hand from then on. The action is sent without a `decision`.
    """

    tricks: Annotated[int, Meta(ge=0, le=13)]
    line: Annotated[str, Meta(max_length=400)] = ""


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """Accept or reject a claim or concession. The view's `own.votes` is set for each player that must vote.

    A player that need not vote may doubt another player's claim by a `vote` with `accept` false (Law 68D). A
    vote may be sent without a `decision`; if it has a `decision`, this must be the current decision.
    """

    accept: bool


class PlayOn(Struct, frozen=True, tag_field="t", tag="play_on", gc=False):
    """Agree to continue the play after a claim was refused. Play continues once all four agree (Law 68D2)."""


class Undo(Struct, frozen=True, tag_field="t", tag="undo", gc=False):
    """Ask to take back one's last call or card.

    For declarer this is the last card played from declarer's own hand or from dummy. The undo takes effect at
    once if Law 25A allows it, otherwise when the opponents agree. The action is sent without a `decision`.
    """

    reason: Words = ""


class Grant(Struct, frozen=True, tag_field="t", tag="grant", gc=False):
    """Accept or reject an undo request of the opponent in `seat`. The action is sent without a `decision`."""

    seat: Seat
    accept: bool


class Ask(Struct, frozen=True, tag_field="t", tag="ask", gc=False):
    """Ask for the meaning of an opponent's call (Law 20F). The action is sent without a `decision`."""

    call: Turn
    text: Words = ""


class Explain(Struct, frozen=True, tag_field="t", tag="explain", gc=False):
    """Explain one's own call to the opponents, late or to correct an earlier explanation (Laws 20F and 21).

    With screens, explain one's own call or partner's call to the screen-mate. The action is sent without a
    `decision`. Earlier explanations remain in the record.
    """

    call: Turn
    text: Words
    alert: bool = True


class LayCard(Struct, frozen=True, tag_field="t", tag="system", gc=False):
    """Submit the convention card of one's side (Law 40B2), as a text or an uploaded file.

    `file` is the value `file` that the upload (`PUT /v1/tables/{id}/card`) returned, or "" if the card is a
    `text`. A new convention card of a side replaces the earlier convention card of that side. The action is
    sent without a `decision`.
    """

    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=2000)] = ""
    file: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")] = ""


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The action by which the server deals a board; `hands` are the four hands in the order N E S W.

    The server logs this action and never sends it.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    hands: tuple[Hand, Hand, Hand, Hand]


class Cut(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """The action by which the server draws a card for every seat, to decide partners and dealer.

    Seats of waiting players draw, too.

    `taken` lists the seats that have a player or a robot.
    """

    cards: tuple[Card, ...]
    taken: tuple[int, ...] = ()


Action = MakeCall | PlayCard | Claim | Vote | PlayOn | Undo | Grant | Ask | Explain | LayCard
"""The actions that a player may send in `act.action` at a bridge table."""
