"""The actions at a bridge table: those of players, and those of chance, such as the deal."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.v1.bridge.meanings import Meaning
from protocol.v1.bridge.nouns import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card

Words = Annotated[str, Meta(max_length=200)]
Explanation = Annotated[str, Meta(max_length=400)]
Turn = Annotated[int, Meta(ge=0, le=318)]
"""The index of a call in the auction, from 0. The longest possible auction has 319 calls."""


class MakeCall(Struct, frozen=True, tag_field="t", tag="call", gc=False):
    """The action by which a player makes a call in the auction.

    The opponents see the `alert` and the `explanation` of a call at once (with screens, only the screen-mate
    sees them), and partner sees them when the board is over. If partner explains the player's calls (option
    `explains`), the opponents see them when the board is over, too. `meaning` is the explanation as fields,
    which clients put into words of their own language; `explanation` says the same for other clients.
    """

    call: Call
    alert: bool = False
    explanation: Explanation = ""
    meaning: Meaning | UnsetType = UNSET


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """The action by which a player plays a card from the player's own hand or, as declarer, from dummy."""

    card: Card


class Claim(Struct, frozen=True, tag_field="t", tag="claim", gc=False):
    """Claim `tricks` of the remaining tricks, the current trick included, and concede the rest (Law 68).

    `line` is the claimer's statement of how the rest of the hand will be played. From the claim on, all
    players see the claimer's hand. A claim answers no required decision, so its `act` message has no
    `decision`.
    """

    tricks: Annotated[int, Meta(ge=0, le=13)]
    line: Annotated[str, Meta(max_length=400)] = ""


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """Accept or reject another player's claim or concession.

    In the view of each player that must vote on a claim, `own.votes` is set. A player that need not vote may
    doubt another player's claim by a `vote` with `accept` false (Law 68D). The `act` message of a vote may
    leave out `decision`; if it has a `decision`, this must be the current one.
    """

    accept: bool


class PlayOn(Struct, frozen=True, tag_field="t", tag="play_on", gc=False):
    """Agree to continue the play after a claim was refused.

    After a refused claim, play continues once all four players agree (Law 68D2).
    """


class NoQuestions(Struct, frozen=True, tag_field="t", tag="no_questions", gc=False):
    """Say that one has no more questions about the auction before the opening lead is turned face up.

    At a table with the option `face_down_lead`, the lead is turned face up once leader's partner and declarer
    have said this (Law 41B).
    """


class Undo(Struct, frozen=True, tag_field="t", tag="undo", gc=False):
    """Ask to take back one's last call or card.

    Declarer may ask to take back the last card played from declarer's own hand or from dummy. The call or
    card is taken back at once if Law 25A allows it, otherwise when the opponents agree. A request for an undo
    answers no required decision, so its `act` message has no `decision`.
    """

    reason: Words = ""


class Grant(Struct, frozen=True, tag_field="t", tag="grant", gc=False):
    """Accept or reject an undo request of the opponent in `seat`.

    The answer to an undo request is sent in an `act` message without `decision`.
    """

    seat: Seat
    accept: bool


class Ask(Struct, frozen=True, tag_field="t", tag="ask", gc=False):
    """Ask for the meaning of an opponent's call (Law 20F).

    A question about a call is sent in an `act` message without `decision`.
    """

    call: Turn
    text: Words = ""


class Explain(Struct, frozen=True, tag_field="t", tag="explain", gc=False):
    """Explain one's own earlier call to the opponents, or correct an explanation of it (Laws 20F and 21).

    With screens, explain one's own call or partner's call to the screen-mate. With the option `explains`
    `partner`, alert or explain partner's call, for all players to hear; a player of the declaring side may
    also correct, once the auction is over, what partner has said of the player's own call (Law 20F5). An
    explanation of an earlier call is sent in an `act` message without `decision`. Earlier explanations of the
    call remain in the record of the board. `meaning` is the explanation as fields, `text` says the same in
    words.
    """

    call: Turn
    text: Explanation
    alert: bool = True
    meaning: Meaning | UnsetType = UNSET


class LayCard(Struct, frozen=True, tag_field="t", tag="system", gc=False):
    """Submit the convention card of one's side (Law 40B2), as a text or an uploaded file.

    For an uploaded convention card, `file` is the value that the upload (`PUT /v1/tables/{id}/card`)
    returned; for a card in the field `text`, it is "". A new convention card of a side replaces the earlier
    convention card of that side. A convention card is submitted in an `act` message without `decision`.
    """

    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=2000)] = ""
    file: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")] = ""


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The action by which the server deals a board; `hands` are the four hands in the order N E S W.

    The server writes a deal into the log of the table and never sends it to clients.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    hands: tuple[Hand, Hand, Hand, Hand]


class Cut(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """The action by which the server draws a card for every seat, to decide partners and dealer.

    In a draw for partners, the seats of waiting players get a card, too.

    In a draw for partners, `taken` lists the seats that have a player or a robot.
    """

    cards: tuple[Card, ...]
    taken: tuple[int, ...] = ()


Action = MakeCall | PlayCard | Claim | Vote | PlayOn | NoQuestions | Undo | Grant | Ask | Explain | LayCard
"""The actions that a player may send in `act.action` at a bridge table."""
