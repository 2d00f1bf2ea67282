"""The rules of the play (Laws 41 to 46): following suit, and the winner of a trick."""

from __future__ import annotations

from protocol.rules.tricks import CARDS_OF, STRENGTHS, may_follow
from protocol.v1.bridge import Contract, Hand, Play, Seat
from protocol.v1.cards import Card
from server.errors import IllegalAction

Plays = tuple[Play, ...]


def current_trick(plays: Plays) -> Plays:
    """Return the cards of the trick in progress; () between tricks."""
    return plays[len(plays) - len(plays) % 4 :]


def trick_winner(contract: Contract, trick: Plays) -> Seat:
    """Return the seat that wins a trick of four cards (Law 44)."""
    strengths = STRENGTHS[contract.strain.trumps, trick[0].card.suit]
    best = trick[0]
    for play in trick:
        if strengths[play.card] > strengths[best.card]:
            best = play
    return best.seat


def legal_cards(hand: Hand, plays: Plays) -> Hand:
    """Return the cards that the hand in turn may play: it must follow suit if it can (Law 44C)."""
    played = len(plays) % 4
    return may_follow(hand, plays[-played].card.suit) if played else hand


def check(hand: Hand, plays: Plays, card: Card, own: bool) -> None:
    """Raise IllegalAction, which names the reason, unless the hand in turn may play `card`.

    `own` is True if the card comes from the acting player's own hand, and False if it comes from dummy.
    """
    if card not in hand:
        raise IllegalAction(f"you do not hold {card}" if own else f"dummy does not hold {card}")
    played = len(plays) % 4
    if not played:
        return
    led = plays[-played].card.suit
    if card.suit is not led and not CARDS_OF[led].isdisjoint(hand):
        raise IllegalAction(f"{card} does not follow suit: {led.name.lower()} were led (Law 44C)")


def count_trick(tricks: tuple[int, int], won_by: Seat) -> tuple[int, int]:
    """Return the tricks of North-South and of East-West, with one more for the side of the seat `won_by`."""
    north_south, east_west = tricks
    return (north_south, east_west + 1) if won_by % 2 else (north_south + 1, east_west)


def without(hands: tuple[Hand, Hand, Hand, Hand], seat: Seat, card: Card) -> tuple[Hand, Hand, Hand, Hand]:
    """Return the four hands after `seat` has played `card`."""
    cards = list(hands[seat])
    cards.remove(card)
    left = tuple(cards)
    north, east, south, west = hands
    if seat == 0:
        return left, east, south, west
    if seat == 1:
        return north, left, south, west
    return (north, east, left, west) if seat == 2 else (north, east, south, left)
