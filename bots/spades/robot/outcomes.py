"""The prediction of the winner of the current trick at Spades."""

from __future__ import annotations

from dataclasses import dataclass

from bots.spades.robot.seen import Seen
from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Play


def outcome(seen: Seen, card: Card) -> dict[int, float]:
    """Return, for each player, the probability of winning the trick if this seat plays `card`."""
    led = seen.led or seen.deck.suits[card]
    best = seen.best
    if best is None or seen.beats(card, best.card):
        best = Play(seen.seat, card)
    chances = {best.seat: 1.0}
    keen: tuple[int, ...] = ()
    for seat in seen.after:
        may = _means(seen, seat, best.card, led, keen)
        won = 0.0
        for holder in chances:
            # If a later player is winning the trick, the winning card is unknown. The chance to beat an
            # unknown card is taken to be half of the chance to beat the card that is winning now.
            beaten = _beats(seen, seat, holder, may) * (1.0 if holder == best.seat else 0.5)
            won += chances[holder] * beaten
            chances[holder] *= 1.0 - beaten
        chances[seat] = won
        keen += (seat,) if seat in seen.opponents and not seen.nil(seat) else ()
    return chances


@dataclass(frozen=True)
class Means:
    """The probabilities of three facts about a Spades hand that decide if the hand can beat a certain card.

    `over` is the probability that the hand has a higher card of the suit, `forced` that it has only higher
    cards of the suit, and `ruffs` that it can ruff.
    """

    forced: float
    over: float
    ruffs: float


def _means(seen: Seen, seat: int, best: Card, led: Suit, keen: tuple[int, ...]) -> Means:
    """Return the probabilities of the facts that decide if a seat can beat the card `best`.

    The players of the seats in `keen` play to the trick before this seat and want to win the trick. The seats
    in `keen` are assumed to have no card higher than `best`, because `best` is still winning.
    """
    unseen, deck = seen.unseen, seen.deck
    suit, height = deck.suits[best], deck.heights[best]
    follows = unseen.holds(seat, led)
    over = unseen.holds(seat, led, above=height, besides=keen) if suit is led else 0.0
    forced = over * (1.0 - unseen.holds(seat, led, below=height)) if over else 0.0
    above = height if suit is Suit.SPADES else -1
    ruffs = (1.0 - follows) * unseen.holds(seat, Suit.SPADES, above=above) if _may_ruff(seen, led) else 0.0
    return Means(forced, over, ruffs)


def _beats(seen: Seen, seat: int, holder: int, may: Means) -> float:
    """Return the probability that `seat`, which has still to play, takes the trick from the seat `holder`."""
    if seen.nil(seat):
        return may.forced
    will = _will(seen, seat, holder)
    return max(may.forced, may.over * will) + may.ruffs * will


def _may_ruff(seen: Seen, led: Suit) -> bool:
    if led is Suit.SPADES:
        return False
    return seen.rules.first_trick == "free" or len(seen.pub.plays) >= seen.players


def _will(seen: Seen, seat: int, holder: int) -> float:
    """Return how much the player of `seat` wants to take the trick from the seat `holder`, from 0 to 1."""
    together = seat % seen.sides == holder % seen.sides
    if seen.nil(holder):
        return 0.98 if together else 0.1
    if together:
        return 0.15
    return 0.95 if seen.need(seat % seen.sides) > 0 else 0.5
