"""Who will win the trick, whatever is played to it now."""

from __future__ import annotations

from bots.spades.seen import Seen
from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Play


def outcome(seen: Seen, card: Card) -> dict[int, float]:
    """The chance of each seat to win the trick when this seat plays `card` to it."""
    led = seen.led or seen.deck.suits[card]
    best = seen.best
    if best is None or seen.beats(card, best.card):
        best = Play(seen.seat, card)
    chances = {best.seat: 1.0}
    for seat in seen.after:
        beaten = _beats(seen, seat, best, led)
        later = beaten / 2
        new = chances[best.seat] * beaten
        for held in chances:
            moved = chances[held] * (beaten if held == best.seat else later)
            new += 0.0 if held == best.seat else moved
            chances[held] -= moved
        chances[seat] = new
    return chances


def _beats(seen: Seen, seat: int, best: Play, led: Suit) -> float:
    """The chance that a seat which plays later beats the card that wins so far."""
    unseen, deck = seen.unseen, seen.deck
    suit, height = deck.suits[best.card], deck.heights[best.card]
    follows = unseen.holds(seat, led)
    over = unseen.holds(seat, led, above=height) if suit is led else 0.0
    forced = over * (1.0 - unseen.holds(seat, led, below=height)) if over else 0.0
    above = height if suit is Suit.SPADES else -1
    ruffs = (1.0 - follows) * unseen.holds(seat, Suit.SPADES, above=above) if _may_ruff(seen, led) else 0.0
    if seen.nil(seat):
        return forced
    will = _will(seen, seat, best.seat)
    return max(forced, over * will) + ruffs * will


def _may_ruff(seen: Seen, led: Suit) -> bool:
    if led is Suit.SPADES:
        return False
    return seen.rules.first_trick == "free" or len(seen.pub.plays) >= seen.players


def _will(seen: Seen, seat: int, holder: int) -> float:
    """How much a seat would like to beat another's card."""
    together = seat % seen.sides == holder % seen.sides
    if seen.nil(holder):
        return 0.98 if together else 0.1
    if together:
        return 0.15
    return 0.9 if seen.need(seat % seen.sides) > 0 else 0.5
