"""The leads of the plain robot, as declarer and as defender.

As defender, the plain robot leads partner's suit, a long suit or a sequence. As declarer, the plain robot
draws trumps and cashes winners.
"""

from __future__ import annotations

from bots.bridge.robot.hands import of_suit
from bots.bridge.robot.inferences import AuctionStory
from bots.bridge.robot.table import Seen, highest, lowest
from protocol.v1.bridge import Hand
from protocol.v1.cards import Card, Rank, Suit

TEN = 8
"""The value of `Card.height` for a ten."""


def lead(seen: Seen) -> Card:
    """Return the card that the robot leads to a trick."""
    if seen.opposite is not None:
        return _declarer(seen, seen.opposite)
    masters = [card for card in seen.legal if seen.is_master(card) and not _ruffed(seen, card.suit)]
    if seen.plays and masters and (len(seen.hand) <= 4 or seen.trumps is None):
        return min(masters, key=lambda card: (-len(of_suit(seen.hand, card.suit)), card.deck_index))
    return _from_suit(seen, _suit_to_lead(seen))


def _ruffed(seen: Seen, suit: Suit) -> bool:
    """Return True if dummy can ruff a suit: dummy is void in the suit and has a trump."""
    suits = {card.suit for card in seen.dummy}
    return seen.trumps in suits and suit not in suits and suit is not seen.trumps


def _suit_to_lead(seen: Seen) -> Suit:
    """Return the suit that a defender leads.

    A defender leads the suit that partner has bid, else a suit that the defence has led before, else the most
    promising suit.
    """
    held = [suit for suit in Suit if of_suit(seen.hand, suit)]
    story = AuctionStory(seen.dealer, seen.calls)
    leads = seen.plays[::4]
    partners = [play.card.suit for play in leads if play.seat is seen.turn.partner]
    begun = [play.card.suit for play in leads if play.seat is seen.turn]
    for suit in (*story.inferences[seen.turn.partner].named, *partners, *begun):
        if suit in held and not _ruffed(seen, suit):
            return suit
    return max(held, key=lambda suit: _worth_leading(seen, suit, story.suits_against(seen.turn)))


def _worth_leading(seen: Seen, suit: Suit, against: list[Suit]) -> int:
    """Return a score for leading a suit, higher for better leads.

    In the score of a lead at notrumps, long suits come first. In the score of a lead against a trump
    contract, sequences and singletons come first.
    """
    cards = of_suit(seen.hand, suit)
    worth = -15 if suit in against else 0
    if seen.trumps is None:
        return worth + 10 * len(cards) + sum(max(0, card.height - TEN) for card in cards)
    if suit is seen.trumps or _ruffed(seen, suit):
        return -30
    if _sequence(cards) >= 2:
        return worth + 3 * cards[0].height
    if len(cards) == 1 and of_suit(seen.hand, seen.trumps):
        return worth + 25
    return worth + 3 * len(cards) - (20 if cards[0].rank is Rank.ACE else 0)


def _sequence(cards: Hand) -> int:
    """Return the number of touching cards at the top of a suit, 0 if the highest is below the ten."""
    if not cards or cards[0].height < TEN:
        return 0
    return next((n for n in range(1, len(cards)) if cards[n].height != cards[0].height - n), len(cards))


def _from_suit(seen: Seen, suit: Suit) -> Card:
    """Return the card to lead from a suit.

    From a sequence or a doubleton, the robot leads the top card. From a suit without a sequence, the robot
    leads the ace in a trump contract, else the fourth best card, or the lowest of three.
    """
    cards = of_suit(seen.hand, suit)
    if _sequence(cards) >= (3 if seen.trumps is None and len(cards) > 3 else 2) or len(cards) <= 2:
        return cards[0]
    if cards[0].rank is Rank.ACE and seen.trumps is not None:
        return cards[0]
    return cards[3] if len(cards) >= 4 else cards[-1]


def _declarer(seen: Seen, opposite: Hand) -> Card:
    """Return declarer's lead: a trump, else a winner, else a card of the longest side suit.

    At notrumps declarer cashes winners only if they are enough for the contract.
    """
    if seen.trumps is not None and seen.trumps_out():
        draws = _draw_trumps(seen, opposite, seen.trumps)
        if draws is not None:
            return draws
    sides = [suit for suit in Suit if suit is not seen.trumps and of_suit(seen.hand, suit)]
    if not sides:
        return highest(seen.hand)
    cash = _cash(seen, opposite, sides)
    if cash is not None and (_sure(seen, opposite) >= seen.needed or seen.trumps is not None):
        return cash
    suit = max(sides, key=lambda suit: len(of_suit(seen.hand, suit)) + len(of_suit(opposite, suit)))
    cards = of_suit(seen.hand, suit)
    return cards[0] if seen.is_master(cards[0]) or _sequence(cards) >= 2 else cards[-1]


def _draw_trumps(seen: Seen, opposite: Hand, trumps: Suit) -> Card | None:
    """Return a trump to lead, or None if declarer should not draw trumps.

    Declarer stops drawing trumps if the opponents have the best trump and fewer than three trumps in all.
    """
    mine, others = of_suit(seen.hand, trumps), of_suit(opposite, trumps)
    if not mine:
        return None
    if seen.is_master(mine[0]):
        return mine[0]
    if others and seen.is_master(others[0]):
        return mine[-1]
    if seen.trumps_out() < 3:
        return None
    return mine[0] if _sequence(mine) >= 2 else mine[-1]


def _cash(seen: Seen, opposite: Hand, suits: list[Suit]) -> Card | None:
    """Return a winning card of a side suit, or a low card to a winner in the hand opposite.

    The result is None if neither declarer's hand nor dummy has the best card of a side suit.
    """
    here = [suit for suit in suits if seen.is_master(of_suit(seen.hand, suit)[0])]
    across = [suit for suit in suits if (other := of_suit(opposite, suit)) and seen.is_master(other[0])]
    if here:
        suit = min(here, key=lambda suit: len(of_suit(seen.hand, suit)) - len(of_suit(opposite, suit)))
        return of_suit(seen.hand, suit)[0]
    return lowest(of_suit(seen.hand, across[0])) if across else None


def _sure(seen: Seen, opposite: Hand) -> int:
    """Return the number of tricks that declarer and dummy can win without losing the lead."""
    sure = 0
    for suit in Suit:
        here, across = of_suit(seen.hand, suit), of_suit(opposite, suit)
        masters = sum(1 for card in (*here, *across) if seen.is_master(card))
        sure += min(masters, max(len(here), len(across)))
    return sure
