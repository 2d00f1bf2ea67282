"""What a player's request amounts to in the view that he is shown: an action of the game, or why not.

Each `read_…` takes a body and refuses what is malformed; what it returns then judges by the view: the phase,
the turn, the hand, the rules. No rule is written here: the view tells what is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from protocol.v1.spades import Action, Bid, Card, MakeBid, Pass, Phase, PlayCard, Reveal, SpadesOwn
from protocol.words import counted
from server.web.spades_rest.bodies import read
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.serializers.views import Body, Seen
from server.web.spades_rest.serializers.words import BIDS, CARDS, NAMED, SEATS, NamedBid, NamedCard, named_bid


class BidChoice(Struct):
    """A bid."""

    bid: NamedBid


class CardChoice(Struct):
    """The card to play."""

    card: NamedCard


class PassChoice(Struct):
    """The cards to pass."""

    cards: list[NamedCard]


A_CARD = 'a card as {"suit": "spades", "rank": "10"}'
Judge = Callable[[Seen], Action]

PHASES = {"bidding": "bidding", "exchange": "blind_nil_exchange", "play": "playing"}


def read_bid(body: Body) -> Judge:
    """`{bid}`: 0 to 13, `nil` or `blind_nil`. Raises Wrong."""
    choice = read(body, BidChoice, "INVALID_BID", 'a `bid` of 0 to 13, "nil" or "blind_nil"')
    return partial(_judge_bid, BIDS[choice.bid])


def read_reveal(body: Body) -> Judge:
    """Nothing is expected in the body."""
    return _judge_reveal


def read_exchange(body: Body) -> Judge:
    """`{cards}`: different cards. Raises Wrong."""
    named = read(body, PassChoice, "INVALID_EXCHANGE", f"`cards`, each {A_CARD}").cards
    cards = tuple(_card(each, f"$.cards[{place}]", "INVALID_EXCHANGE") for place, each in enumerate(named))
    if not cards:
        raise SeedError(400, "INVALID_EXCHANGE", "expected `cards`, a list of the cards to pass")
    if len(set(cards)) != len(cards):
        raise SeedError(400, "INVALID_EXCHANGE", "expected different cards")
    return partial(_judge_exchange, cards)


def read_play(body: Body) -> Judge:
    """`{card}`. Raises Wrong."""
    named = read(body, CardChoice, "INVALID_REQUEST", A_CARD).card
    return partial(_judge_play, _card(named, "$.card", "INVALID_REQUEST"))


def _card(named: NamedCard, at: str, code: str) -> Card:
    card = CARDS.get(named)
    if card is None:
        raise SeedError(400, code, f"expected {A_CARD} - at `{at}`")
    return card


def _own(sight: Seen) -> SpadesOwn:
    if sight.own is None or sight.own.seat is None:
        raise SeedError(403, "NOT_SEATED", "you have no seat at this table")
    return sight.own


def _in_turn(sight: Seen, phase: Phase) -> SpadesOwn:
    """The seat's own half of the view. Raises Wrong outside this phase and out of turn."""
    own = _own(sight)
    _check_phase(sight, phase)
    turn = sight.pub.turn
    if turn != own.seat or own.decision is None:
        whose = "nobody" if turn is None else SEATS[turn]
        raise SeedError(409, "NOT_YOUR_TURN", f"it is {whose}'s turn")
    return own


def _check_phase(sight: Seen, phase: Phase) -> None:
    if sight.pub.phase != phase:
        raise SeedError(409, "INVALID_ACTION", f"the game is not in the phase {PHASES[phase]}")


def _judge_bid(bid: Bid, sight: Seen) -> MakeBid:
    own = _in_turn(sight, "bidding")
    legal = own.bids or ()
    if bid in legal:
        return MakeBid(bid)
    if bid.blind:
        raise _not_blind(sight, own, bid)
    allowed = ", ".join(str(named_bid(each)) for each in legal)
    raise SeedError(400, "INVALID_BID", f"expected one of the bids {allowed}")


def _not_blind(sight: Seen, own: SpadesOwn, bid: Bid) -> SeedError:
    seat = own.seat or 0
    if seat in sight.pub.revealed:
        return SeedError(400, "NOT_ELIGIBLE", "who has looked at his hand bids nothing blind")
    if bid.nil and sight.pub.bids.get((seat + 2) % 4) == bid:
        return SeedError(400, "ALREADY_BID_BLIND_NIL", "your partner has bid blind nil in this hand")
    return SeedError(400, "NOT_ELIGIBLE", "your side may not bid this blind now")


def _judge_reveal(sight: Seen) -> Reveal:
    own = _own(sight)
    _check_phase(sight, "bidding")
    if own.seat in sight.pub.bids:
        raise SeedError(409, "BID_ALREADY_PLACED", "you have bid already")
    if "reveal" not in own.may:
        raise SeedError(400, "NOT_ELIGIBLE", "your hand is not hidden")
    return Reveal()


def _judge_exchange(cards: tuple[Card, ...], sight: Seen) -> Pass:
    _check_number(cards, sight)
    own = _in_turn(sight, "exchange")
    if len(cards) != own.passing:
        raise SeedError(
            400, "INVALID_EXCHANGE", f"expected {counted(own.passing or 0, 'card')}, got {len(cards)}"
        )
    for card in cards:
        _check_held(own, card)
    return Pass(cards)


def _check_number(cards: tuple[Card, ...], sight: Seen) -> None:
    """Raise Wrong for as many cards as these rules let nobody pass: that is malformed in every phase."""
    rules = sight.pub.rules
    allowed = {rules.blind_nil_pass, rules.nil_pass} - {0}
    if allowed and len(cards) not in allowed:
        words = " or ".join(map(str, sorted(allowed)))
        raise SeedError(400, "INVALID_EXCHANGE", f"expected {words} cards, got {len(cards)}")


def _judge_play(card: Card, sight: Seen) -> PlayCard:
    own = _in_turn(sight, "play")
    _check_held(own, card)
    if card not in (own.cards or ()):
        raise SeedError(400, "ILLEGAL_PLAY", "this card may not be played now: `validCards` of the state may")
    return PlayCard(card)


def _check_held(own: SpadesOwn, card: Card) -> None:
    if card not in (own.hand or ()):
        named = NAMED[card]
        raise SeedError(400, "CARD_NOT_IN_HAND", f"you do not hold the {named.rank} of {named.suit}")
