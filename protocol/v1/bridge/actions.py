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
    """The action of calling, in the auction.

    The opponents see `alert` and `explanation` at once (with screens only the screen-mate does), and partner
    sees them when the board is over.
    """

    call: Call
    alert: bool = False
    explanation: Words = ""


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """The action of playing a card, from one's own hand or, as declarer, from dummy."""

    card: Card


class Claim(Struct, frozen=True, tag_field="t", tag="claim", gc=False):
    """Claim `tricks` of the tricks not yet won, including the current one, and concede the rest (Law 68).

    `line` states how the cards are to be played. All players then see the claimer's hand. The action is sent
    without a `decision`.
    """

    tricks: Annotated[int, Meta(ge=0, le=13)]
    line: Annotated[str, Meta(max_length=400)] = ""


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """Accept or reject a claim or concession, as a player whose vote is required.

    Any other player except the claimer may doubt the claim by a vote against it (Law 68D). A vote may be sent
    without a `decision`; a `decision` that is sent must be the current one.
    """

    accept: bool


class PlayOn(Struct, frozen=True, tag_field="t", tag="play_on", gc=False):
    """Agree to continue the play after a claim was refused. Play continues once all four agree (Law 68D2)."""


class Undo(Struct, frozen=True, tag_field="t", tag="undo", gc=False):
    """Ask to take back one's last call or card. Declarer takes back the last card played from either hand.

    The undo takes effect at once if Law 25A allows it, otherwise when the opponents agree. The action is sent
    without a `decision`.
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

    `file` is the value that the upload returned, or "" for a text. The newest card of a side replaces its
    earlier card. The action is sent without a `decision`.
    """

    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=2000)] = ""
    file: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")] = ""


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The deal of a board by chance, with the hands in seat order N E S W.

    A deal is logged and never sent.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    hands: tuple[Hand, Hand, Hand, Hand]


class Cut(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """The cut by chance: every seat, waiting seats included, draws a card for partnership and deal.

    `taken` lists the occupied seats.
    """

    cards: tuple[Card, ...]
    taken: tuple[int, ...] = ()


Action = MakeCall | PlayCard | Claim | Vote | PlayOn | Undo | Grant | Ask | Explain | LayCard
"""The actions that a player may send in `act.action` at a bridge table."""
