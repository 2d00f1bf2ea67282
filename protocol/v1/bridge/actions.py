"""What players and chance do at a bridge table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.bridge.nouns import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card

Words = Annotated[str, Meta(max_length=200)]
Turn = Annotated[int, Meta(ge=0, le=318)]
"""The place of a call in the auction, from 0; the longest auction has 319."""


class MakeCall(Struct, frozen=True, tag_field="t", tag="call", gc=False):
    """The action of calling, in the auction.

    `alert` and `explanation` are shown to the opponents at once (with screens to the screen-mate only), to
    partner when the board is over.
    """

    call: Call
    alert: bool = False
    explanation: Words = ""


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """The action of playing a card, from one's own hand or, as declarer, from dummy."""

    card: Card


class Claim(Struct, frozen=True, tag_field="t", tag="claim", gc=False):
    """Claim `tricks` of those not yet won, the trick in progress among them, and concede the rest (Law 68).

    `line` states how the cards are to be played. Answers no decision. The claimer's hand is faced.
    """

    tricks: Annotated[int, Meta(ge=0, le=13)]
    line: Annotated[str, Meta(max_length=400)] = ""


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """The answer of who is asked whether a claim or concession stands.

    Anybody else but the claimer may doubt it by a vote against (Law 68D). Needs no decision; one that is
    named must be the present one.
    """

    accept: bool


class PlayOn(Struct, frozen=True, tag_field="t", tag="play_on", gc=False):
    """Agree that play goes on after a claim was refused; it does once all four agree (Law 68D2)."""


class Undo(Struct, frozen=True, tag_field="t", tag="undo", gc=False):
    """Ask to take back one's last call or card; declarer's is the one played last from either of his hands.

    Answers no decision. Under Law 25A it is done at once, else when the opponents grant it.
    """

    reason: Words = ""


class Grant(Struct, frozen=True, tag_field="t", tag="grant", gc=False):
    """Answer the request of an opponent, in `seat`, to take something back. Answers no decision."""

    seat: Seat
    accept: bool


class Ask(Struct, frozen=True, tag_field="t", tag="ask", gc=False):
    """Ask what a call of the opponents means (Law 20F). Answers no decision."""

    call: Turn
    text: Words = ""


class Explain(Struct, frozen=True, tag_field="t", tag="explain", gc=False):
    """Tell the opponents what one's own call means, late or to correct what was said (Laws 20F and 21).

    With screens, tell the screen-mate, of one's own call or of partner's. Answers no decision; what was said
    before is kept beside it.
    """

    call: Turn
    text: Words
    alert: bool = True


class LayCard(Struct, frozen=True, tag_field="t", tag="system", gc=False):
    """Lay the convention card of one's side on the table (Law 40B2): a text, or a file uploaded before.

    `file` is what the upload answered, "" for a text. Answers no decision; the newest one counts.
    """

    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=2000)] = ""
    file: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")] = ""


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """Chance's action: a board is dealt. Hands stand in seat order N E S W. Logged, never sent live."""

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    hands: tuple[Hand, Hand, Hand, Hand]


class Cut(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """Chance's action: every seat of the table, waiting ones too, draws a card for partnerships and deal.

    `taken` are the seats that somebody has.
    """

    cards: tuple[Card, ...]
    taken: tuple[int, ...] = ()


Action = MakeCall | PlayCard | Claim | Vote | PlayOn | Undo | Grant | Ask | Explain | LayCard
"""What a player may send in `act.action` at a bridge table."""
