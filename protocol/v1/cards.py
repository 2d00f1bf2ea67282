"""Suits, ranks and cards of the 52-card deck."""

from enum import StrEnum


class Suit(StrEnum):
    """A suit. The enum lists the suits in ascending order of bridge rank: clubs, diamonds, hearts, spades."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(StrEnum):
    """A rank. The enum lists the ranks in ascending order, from the two to the ace; the ten is `T`."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


_SUIT_ORDER = "CDHS"
_RANK_ORDER = "23456789TJQKA"


class Card(StrEnum):
    """A card, written as suit and rank: `SA` is the ace of spades, `HT` the ten of hearts."""

    suit: Suit
    rank: Rank
    height: int
    """The card's rank as a number: 0 for a two, 12 for an ace."""
    deck_index: int
    """The index of the card in `DECK`, 0 to 51."""

    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"

    def __init__(self, text: str) -> None:
        self.suit = Suit(text[0])
        self.rank = Rank(text[1])
        self.height = _RANK_ORDER.index(text[1])
        self.deck_index = 13 * _SUIT_ORDER.index(text[0]) + self.height


DECK: tuple[Card, ...] = tuple(Card)
"""All 52 cards in deck order: clubs, diamonds, hearts, spades, each suit from the two up."""


def display_order(card: Card) -> int:
    """Return the sort key to display a hand: spades, hearts, diamonds, clubs, each in descending order."""
    return -card.deck_index
