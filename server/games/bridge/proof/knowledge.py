"""What a claimer has seen when he claims, and nothing else: the ground on which his claim is judged."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.bridge import SEATS, Contract, Hand, Play, Seat
from protocol.v1.cards import DECK, Suit
from server.games.tricks import winner

Lengths = tuple[int, int, int, int]
Voids = tuple[tuple[Suit, ...], tuple[Suit, ...], tuple[Suit, ...], tuple[Suit, ...]]


class Knowledge(Struct, frozen=True, gc=False):
    """What the claimer knows: his own cards, dummy's, and all that has been played.

    `turn` is the hand that plays next, `trick` the trick in progress. `unseen` are the cards of the two hands
    that he does not see; `lengths` says how many cards each seat holds, `voids` the suits that it is known to
    be out of because it did not follow. Pickles, so that it can be judged in another process.
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
        """The tricks not yet won, the one in progress among them."""
        return max(self.lengths)


def knowledge(
    contract: Contract, plays: tuple[Play, ...], claimer: Seat, held: Hand, dummy: Hand
) -> Knowledge:
    """What `claimer`, who holds `held`, knows after `plays` with `dummy` on the table.

    Takes no hidden hand, so that nothing can depend on one. ValueError when the claimer is dummy, who may not
    claim (Law 43A1), when dummy is not faced yet, or when the hands do not fit the plays.
    """
    if claimer is contract.declarer.partner:
        raise ValueError(f"expected declarer or a defender to claim, got dummy, {claimer.name.title()}")
    if not plays:
        raise ValueError("expected the opening lead, without which dummy is not seen, got no card played")
    lengths = _lengths(plays)
    for seat, cards in ((claimer, held), (contract.declarer.partner, dummy)):
        if len(cards) != lengths[seat]:
            raise ValueError(f"expected {lengths[seat]} cards of {seat.name.title()}, got {len(cards)}")
    seen = {play.card for play in plays} | {*held, *dummy}
    if len(seen) != len(plays) + len(held) + len(dummy):
        raise ValueError(
            "expected each card once among the plays, the claimer's hand and dummy, got one twice"
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
    """The suits that each seat did not follow to."""
    out: list[set[Suit]] = [set(), set(), set(), set()]
    for place, play in enumerate(plays):
        led = plays[place - place % 4].card.suit
        if play.card.suit is not led:
            out[play.seat].add(led)
    north, east, south, west = (tuple(sorted(suits)) for suits in out)
    return north, east, south, west
