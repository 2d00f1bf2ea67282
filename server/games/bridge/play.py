"""The rules of the play (Laws 41 to 46): following suit, and the winner of a trick."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Hand, Play, Seat, Side
from protocol.v1.cards import Card, Suit
from server.errors import IllegalAction
from server.games.tricks import may_follow, winner

Plays = tuple[Play, ...]


def current_trick(plays: Plays) -> Plays:
    """Return the cards of the trick in progress; () between tricks."""
    return plays[len(plays) - len(plays) % 4 :]


def suit_led(plays: Plays) -> Suit | None:
    """Return the suit that was led to the trick in progress, or None between tricks."""
    played = len(plays) % 4
    return plays[-played].card.suit if played else None


def trick_winner(contract: Contract, trick: Plays) -> Seat:
    """Return the seat that wins a trick of four cards (Law 44)."""
    return trick[winner([play.card for play in trick], contract.strain.trumps)].seat


def legal_cards(hand: Hand, plays: Plays) -> Hand:
    """Return the cards that the hand in turn may play: it must follow suit if it can (Law 44C)."""
    return may_follow(hand, suit_led(plays))


def check(hand: Hand, plays: Plays, card: Card, own: bool) -> None:
    """Raise IllegalAction, with the Law, unless the hand in turn may play `card`.

    `own` is True if the card comes from the acting player's own hand, and False if it comes from dummy.
    """
    if card not in hand:
        raise IllegalAction(f"you do not hold {card}" if own else f"dummy does not hold {card}")
    led = suit_led(plays)
    if led is not None and card.suit is not led and any(held.suit is led for held in hand):
        raise IllegalAction(f"{card} does not follow suit: {led.name.lower()} were led (Law 44C)")


def count_trick(tricks: tuple[int, int], won_by: Seat) -> tuple[int, int]:
    """Return the tricks of North-South and of East-West, with one more for the side of the seat `won_by`."""
    north_south, east_west = tricks
    return (north_south + 1, east_west) if won_by.side is Side.NS else (north_south, east_west + 1)


def without(hands: tuple[Hand, Hand, Hand, Hand], seat: Seat, card: Card) -> tuple[Hand, Hand, Hand, Hand]:
    """Return the four hands after `seat` has played `card`."""
    index = hands[seat].index(card)
    left = list(hands)
    left[seat] = hands[seat][:index] + hands[seat][index + 1 :]
    north, east, south, west = left
    return north, east, south, west
