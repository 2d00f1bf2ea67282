"""Requests for actions in a Spades game: functions that check them and return the action to make.

Each `read_…` function reads the body of a request, refuses a malformed body, and returns a check: a function
that takes the player's view. The check of a request raises SeedError if the phase, the turn, the hand or the
legal actions in the view do not allow the request; otherwise the check returns the action. The rules of
Spades are not repeated in the check of a request, because the player's view lists the legal actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from protocol.v1.spades import Action, Bid, Card, MakeBid, Pass, Phase, PlayCard, Reveal, SpadesOwn
from protocol.words import with_count
from server.web.spades_rest.bodies import read
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.serializers.views import Body, Seen
from server.web.spades_rest.serializers.words import BIDS, CARDS, NAMED, SEATS, NamedBid, NamedCard, named_bid


class BidChoice(Struct):
    """The body of a request that makes a bid."""

    bid: NamedBid


class CardChoice(Struct):
    """The body of a request that plays a card."""

    card: NamedCard


class PassChoice(Struct):
    """The body of a request that passes cards to the partner."""

    cards: list[NamedCard]


A_CARD = 'a card as {"suit": "spades", "rank": "10"}'
Judge = Callable[[Seen], Action]

PHASES = {"bidding": "bidding", "exchange": "blind_nil_exchange", "play": "playing"}


def read_bid(body: Body) -> Judge:
    """Read a body `{bid}` (0 to 13, `nil` or `blind_nil`) and return a function that checks the bid.

    The returned function takes the player's view and returns the action. Raises SeedError for a body without
    such a bid.
    """
    choice = read(body, BidChoice, "INVALID_BID", 'a `bid` of 0 to 13, "nil" or "blind_nil"')
    return partial(_judge_bid, BIDS[choice.bid])


def read_reveal(body: Body) -> Judge:
    """Return a function that checks a request to see the cards of the player's hand.

    The returned function takes the player's view and returns the action. The request needs no body.
    """
    return _judge_reveal


def read_exchange(body: Body) -> Judge:
    """Read a body `{cards}` (a list of different cards) and return a function that checks it.

    The returned function takes the player's view and returns the action that passes the cards. Raises
    SeedError for a body without such a list.
    """
    named = read(body, PassChoice, "INVALID_EXCHANGE", f"`cards`, each {A_CARD}").cards
    cards = tuple(_card(each, f"$.cards[{index}]", "INVALID_EXCHANGE") for index, each in enumerate(named))
    if not cards:
        raise SeedError(400, "INVALID_EXCHANGE", "expected `cards`, a list of the cards to pass")
    if len(set(cards)) != len(cards):
        raise SeedError(400, "INVALID_EXCHANGE", "expected different cards in `cards`, got one card twice")
    return partial(_judge_exchange, cards)


def read_play(body: Body) -> Judge:
    """Read a body `{card}`, and return a function that checks the play of this card.

    The returned function takes the player's view and returns the action. Raises SeedError for a body without
    a card.
    """
    named = read(body, CardChoice, "INVALID_REQUEST", A_CARD).card
    return partial(_judge_play, _card(named, "$.card", "INVALID_REQUEST"))


def _card(named: NamedCard, at: str, code: str) -> Card:
    card = CARDS.get(named)
    if card is None:
        raise SeedError(400, code, f"expected {A_CARD} - at `{at}`")
    return card


def _own(view: Seen) -> SpadesOwn:
    if view.own is None or view.own.seat is None:
        raise SeedError(403, "NOT_SEATED", "you have no seat at this table")
    return view.own


def _in_turn(view: Seen, phase: Phase) -> SpadesOwn:
    """Return the part of the view that only the player sees.

    Raises SeedError if the game is not in the phase `phase`, or if it is the turn of another seat.
    """
    own = _own(view)
    _check_phase(view, phase)
    turn = view.pub.turn
    if turn != own.seat or own.decision is None:
        in_turn = "no seat" if turn is None else SEATS[turn]
        raise SeedError(409, "NOT_YOUR_TURN", f"expected your turn, but {in_turn} is to act")
    return own


def _check_phase(view: Seen, phase: Phase) -> None:
    if view.pub.phase != phase:
        raise SeedError(
            409,
            "INVALID_ACTION",
            f"this action is possible only while the phase of the game is {PHASES[phase]}",
        )


def _judge_bid(bid: Bid, view: Seen) -> MakeBid:
    own = _in_turn(view, "bidding")
    legal = own.bids or ()
    if bid in legal:
        return MakeBid(bid)
    if bid.blind:
        raise _not_blind(view, own, bid)
    allowed = ", ".join(str(named_bid(each)) for each in legal)
    raise SeedError(400, "INVALID_BID", f"expected one of the bids {allowed}")


def _not_blind(view: Seen, own: SpadesOwn, bid: Bid) -> SeedError:
    seat = own.seat or 0
    if seat in view.pub.revealed:
        return SeedError(400, "NOT_ELIGIBLE", "you have seen your hand, so you cannot bid blind")
    if bid.nil and view.pub.bids.get((seat + 2) % 4) == bid:
        return SeedError(400, "ALREADY_BID_BLIND_NIL", "your partner has already bid blind nil in this hand")
    return SeedError(400, "NOT_ELIGIBLE", "your side may not make this blind bid now")


def _judge_reveal(view: Seen) -> Reveal:
    own = _own(view)
    _check_phase(view, "bidding")
    if own.seat in view.pub.bids:
        raise SeedError(409, "BID_ALREADY_PLACED", "you have already bid")
    if "reveal" not in own.may:
        raise SeedError(400, "NOT_ELIGIBLE", "you see your hand already, so you need not reveal it")
    return Reveal()


def _judge_exchange(cards: tuple[Card, ...], view: Seen) -> Pass:
    _check_number(cards, view)
    own = _in_turn(view, "exchange")
    if len(cards) != own.passing:
        raise SeedError(
            400,
            "INVALID_EXCHANGE",
            f"expected {with_count(own.passing or 0, 'card')} to pass, got {len(cards)}",
        )
    for card in cards:
        _check_held(own, card)
    return Pass(cards)


def _check_number(cards: tuple[Card, ...], view: Seen) -> None:
    """Raise SeedError if the table's rules never allow a player to pass this number of cards."""
    rules = view.pub.rules
    allowed = {rules.blind_nil_pass, rules.nil_pass} - {0}
    if allowed and len(cards) not in allowed:
        numbers = " or ".join(map(str, sorted(allowed)))
        raise SeedError(400, "INVALID_EXCHANGE", f"expected {numbers} cards to pass, got {len(cards)}")


def _judge_play(card: Card, view: Seen) -> PlayCard:
    own = _in_turn(view, "play")
    _check_held(own, card)
    if card not in (own.cards or ()):
        raise SeedError(400, "ILLEGAL_PLAY", "this card may not be played now: expected one of `validCards`")
    return PlayCard(card)


def _check_held(own: SpadesOwn, card: Card) -> None:
    if card not in (own.hand or ()):
        named = NAMED[card]
        raise SeedError(400, "CARD_NOT_IN_HAND", f"your hand does not have the {named.rank} of {named.suit}")
