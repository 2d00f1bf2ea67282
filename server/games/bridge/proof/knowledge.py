"""The cards that a claimer has seen at the time of the claim.

The proof of a claim uses only cards that the claimer has seen.
"""

from __future__ import annotations

from msgspec import Struct

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Contract, Hand, Play, Seat
from protocol.v1.cards import DECK, Suit

Lengths = tuple[int, int, int, int]
Voids = tuple[tuple[Suit, ...], tuple[Suit, ...], tuple[Suit, ...], tuple[Suit, ...]]


class Knowledge(Struct, frozen=True, gc=False):
    """The claimer's knowledge: the claimer's hand, dummy's hand, and all cards played.

    `turn` is the seat that plays next, and `trick` is the trick in progress. `held` are the claimer's cards,
    and `unseen` are the cards of the two hands that the claimer does not see. `lengths` holds the number of
    cards in each hand. `voids` has the suits that each hand has failed to follow. A `Knowledge` object can be
    pickled, because the search for a proof runs in another process.
    """

    claimer: Seat
    declarer: Seat
    trumps: Suit | None
    turn: Seat
    trick: tuple[Play, ...]
    held: Hand
    dummy: Hand
    unseen: Hand
    lengths: Lengths
    voids: Voids

    @property
    def tricks(self) -> int:
        """Return the number of tricks that neither side has won yet, including the trick in progress."""
        return max(self.lengths)


def knowledge(
    contract: Contract, plays: tuple[Play, ...], claimer: Seat, held: Hand, dummy: Hand
) -> Knowledge:
    """Return what the claimer knows after the cards of `plays` were played.

    `held` are the claimer's cards, and `dummy` are the cards in dummy's hand. No argument holds a hidden
    hand, so the claimer's knowledge cannot depend on a hidden hand. Raises ValueError if the claimer is
    dummy, because dummy may not claim (Law 43A1); if no opening lead was made, so that dummy's hand is still
    hidden; or if the hands contradict the cards played.
    """
    if claimer is contract.declarer.partner:
        raise ValueError(
            f"expected declarer or a defender to claim, got {claimer.name.title()}, which is dummy"
        )
    if not plays:
        raise ValueError("expected at least the opening lead, which exposes dummy's hand, got no card played")
    lengths = _lengths(plays)
    for seat, cards in ((claimer, held), (contract.declarer.partner, dummy)):
        if len(cards) != lengths[seat]:
            raise ValueError(
                f"expected {lengths[seat]} cards in the hand of {seat.name.title()}, got {len(cards)}"
            )
    seen = {play.card for play in plays} | {*held, *dummy}
    if len(seen) != len(plays) + len(held) + len(dummy):
        raise ValueError(
            "expected each card at most once in the plays, the claimer's hand and dummy, got a card twice"
        )
    return Knowledge(
        claimer=claimer,
        declarer=contract.declarer,
        trumps=contract.strain.trumps,
        turn=_turn(contract.strain.trumps, plays),
        trick=plays[len(plays) - len(plays) % 4 :],
        held=held,
        dummy=dummy,
        unseen=tuple(card for card in DECK if card not in seen),
        lengths=lengths,
        voids=_voids(plays),
    )


def _lengths(plays: tuple[Play, ...]) -> Lengths:
    played = [play.seat for play in plays]
    north, east, south, west = (13 - played.count(seat) for seat in SEATS)
    return north, east, south, west


def _turn(trumps: Suit | None, plays: tuple[Play, ...]) -> Seat:
    if len(plays) % 4:
        return plays[-1].seat.lho
    last = plays[-4:]
    return last[winner([play.card for play in last], trumps)].seat


def _voids(plays: tuple[Play, ...]) -> Voids:
    """Return the suits that each seat has failed to follow."""
    failed: list[set[Suit]] = [set(), set(), set(), set()]
    for index, play in enumerate(plays):
        led = plays[index - index % 4].card.suit
        if play.card.suit is not led:
            failed[play.seat].add(led)
    north, east, south, west = (tuple(sorted(suits)) for suits in failed)
    return north, east, south, west
