"""The functions that fill the hidden hands of a partial deal, so that its calls and cards can be checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Contract, Hand, Seat
from protocol.v1.cards import DECK, Card, Suit
from server.records.bridge.record import BoardRecord, Hands


def hidden_seats(record: BoardRecord) -> tuple[Seat, ...]:
    """Return the seats with hidden hands in a partial deal.

    A record without any hand has no deal, so that () is returned for it.
    """
    return tuple(seat for seat in SEATS if not record.hands[seat]) if any(record.hands) else ()


def with_some_deal(record: BoardRecord) -> BoardRecord:
    """Return the record with some cards in each hidden hand, which is enough to validate its calls.

    A record without a hidden hand is returned unchanged.
    """
    return replace(record, hands=_dealt(record.hands, {}, {})) if hidden_seats(record) else record


class Playable(Struct, frozen=True):
    """A full deal in which hidden hands can play the recorded cards, and the number of cards to validate.

    `cards` is less than the number of recorded cards if a hidden hand led out of turn, because the record
    does not name the seat of that lead.
    """

    hands: Hands
    cards: int


def with_played_cards(record: BoardRecord, contract: Contract) -> Playable:
    """Return a full deal in which each hidden hand has the cards that the record says it played.

    A hidden hand that did not follow a suit gets no more cards of that suit, as far as the other hands have
    room for them. A recorded card stays in its hand if a hidden hand cannot have played it.
    """
    hidden = hidden_seats(record)
    held: dict[Seat, list[Card]] = {seat: [] for seat in hidden}
    without: dict[Seat, set[Suit]] = {seat: set() for seat in hidden}
    shown = {card for hand in record.hands for card in hand}
    taken = set(shown)
    validated = 0
    for seat, led, card, revoked in _plays(record, contract):
        validated += 1
        if seat not in held:
            continue
        if card not in taken and len(held[seat]) < 13:
            held[seat].append(card)
            taken.add(card)
        if card.suit is not led and not revoked:
            without[seat].add(led)
    return Playable(_dealt(record.hands, held, without), validated)


def _plays(record: BoardRecord, contract: Contract) -> Iterator[tuple[Seat, Suit, Card, bool]]:
    """Yield for each recorded card its seat, the suit led, the card, and True for a marked revoke.

    The generator stops before a lead out of turn from a hidden hand.
    """
    holder = {card: seat for seat in SEATS for card in record.hands[seat]}
    marks = {note.place: note.irregularity for note in record.card_notes}
    leader = contract.declarer.lho
    for at in range(0, len(record.cards), 4):
        trick = record.cards[at : at + 4]
        if "L" in marks.get(at, ""):
            if trick[0] not in holder:
                return
            leader = holder[trick[0]]
        for turn, card in enumerate(trick):
            yield Seat((leader + turn) % 4), trick[0].suit, card, "R" in marks.get(at + turn, "")
        if len(trick) == 4:
            leader = Seat((leader + winner(trick, contract.strain.trumps)) % 4)


def _dealt(hands: Hands, held: Mapping[Seat, Sequence[Card]], without: Mapping[Seat, set[Suit]]) -> Hands:
    """Return the hands with 13 cards in each hidden hand, among them the cards that it must have had.

    A hidden hand gets, if possible, no card of a suit that it did not follow during the play.
    """
    hidden = [seat for seat in SEATS if not hands[seat]]
    got = {seat: list(held.get(seat, ())) for seat in hidden}
    gone = {card for hand in hands for card in hand} | {card for cards in got.values() for card in cards}
    dealt: dict[Card, Seat] = {}
    left_over = [card for card in DECK if card not in gone]
    unplaced = [card for card in left_over if not _placed(card, hidden, got, without, dealt, set())]
    for card, seat in dealt.items():
        got[seat].append(card)
    for card in unplaced:
        min(got.values(), key=len).append(card)
    north, east, south, west = (_hand(hands[seat], got.get(seat, ())) for seat in SEATS)
    return north, east, south, west


def _placed(
    card: Card,
    hidden: Sequence[Seat],
    got: Mapping[Seat, Sequence[Card]],
    without: Mapping[Seat, set[Suit]],
    dealt: dict[Card, Seat],
    tried: set[Seat],
) -> bool:
    """Put a card into a hidden hand with room for it and return True, or return False if none has room.

    Cards that are already in one hidden hand may move to another to make room (an augmenting path of a
    bipartite matching).
    """
    for seat in hidden:
        if seat in tried or card.suit in without.get(seat, ()):
            continue
        tried.add(seat)
        here = [each for each, holder in dealt.items() if holder is seat]
        if len(got[seat]) + len(here) < 13:
            dealt[card] = seat
            return True
        for other in here:
            if _placed(other, hidden, got, without, dealt, tried):
                dealt[card] = seat
                return True
    return False


def _hand(shown: Hand, got: Sequence[Card]) -> Hand:
    return shown or tuple(got)
