"""An exact judge of claims by brute force, which shares no code with the proof.

It deals out every layout and tries every line of play.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from protocol.v1.bridge import SEATS, Hand, Play, Seat
from protocol.v1.cards import DECK, Card, Suit
from server.games.bridge.proof import Knowledge

Layout = tuple[frozenset[Card], ...]
"""The cards of North, East, South and West."""


def layouts(known: Knowledge) -> list[Layout]:
    """Yield every deal of the unseen cards that fits the hands' lengths and voids."""
    dummy = known.declarer.partner
    first, second = (seat for seat in SEATS if seat not in (known.claimer, dummy))
    found = []
    for cards in combinations(known.unseen, known.lengths[first]):
        hands: list[frozenset[Card]] = [frozenset()] * 4
        hands[known.claimer], hands[dummy] = frozenset(known.held), frozenset(known.dummy)
        hands[first], hands[second] = frozenset(cards), frozenset(known.unseen) - set(cards)
        if not any(card.suit in known.voids[seat] for seat in (first, second) for card in hands[seat]):
            found.append(tuple(hands))
    return found


def is_sure(known: Knowledge, tricks: int) -> bool:
    """Return True if one line that sees only the claimer's cards wins `tricks` against every layout.

    At each turn of the claimer's side, one card is chosen for all layouts that remain possible. At each
    turn of the other side, every card that some layout allows is tried, and the layouts that do not allow
    it are dropped.
    """

    @cache
    def wins(possible: frozenset[Layout], trick: tuple[Play, ...], turn: Seat, need: int) -> bool:
        if len(trick) == 4:
            taker = taken_by(trick, known.trumps)
            return wins(possible, (), taker, need - (taker.side is known.claimer.side))
        if need <= 0 or need > max(len(hand) for hands in possible for hand in hands):
            return need <= 0
        led = trick[0].card.suit if trick else None
        fitting: dict[Card, set[Layout]] = {}
        for hands in possible:
            for card in legal(hands[turn], led):
                left = (*hands[:turn], hands[turn] - {card}, *hands[turn + 1 :])
                fitting.setdefault(card, set()).add(left)
        outcomes = (
            wins(frozenset(left), (*trick, Play(turn, card)), turn.lho, need)
            for card, left in fitting.items()
        )
        return any(outcomes) if turn in chosen_by(known) else all(outcomes)

    return wins(frozenset(layouts(known)), known.trick, known.turn, tricks)


def double_dummy(hands: Layout, known: Knowledge) -> int:
    """Return the tricks of the claimer's side if every player sees all hands and plays perfectly."""

    @cache
    def value(hands: Layout, trick: tuple[Play, ...], turn: Seat) -> int:
        if len(trick) == 4:
            taker = taken_by(trick, known.trumps)
            return (taker.side is known.claimer.side) + value(hands, (), taker)
        if not hands[turn]:
            return 0
        outcomes = [
            value(tuple(hand - {card} for hand in hands), (*trick, Play(turn, card)), turn.lho)
            for card in legal(hands[turn], trick[0].card.suit if trick else None)
        ]
        return max(outcomes) if turn.side is known.claimer.side else min(outcomes)

    return value(hands, known.trick, known.turn)


def legal(hand: frozenset[Card], led: Suit | None) -> frozenset[Card]:
    return frozenset(card for card in hand if card.suit is led) or hand


def taken_by(trick: tuple[Play, ...], trumps: Suit | None) -> Seat:
    ruffs = [play for play in trick if play.card.suit is trumps]
    return max(
        ruffs or [play for play in trick if play.card.suit is trick[0].card.suit],
        key=lambda play: play.card.height,
    ).seat


def chosen_by(known: Knowledge) -> set[Seat]:
    """Return the hands whose cards the claimer chooses: declarer plays dummy's too."""
    return {known.claimer, known.declarer.partner} if known.claimer is known.declarer else {known.claimer}


def some_ending(rng: Random, cards: int, defends: bool, suits: int = 4) -> Knowledge:
    """Return the claimer's knowledge of a random ending with `cards` in each hand still to play."""
    pack = [card for card in DECK if card.deck_index // 13 >= 4 - suits]
    drawn = rng.sample(pack, 4 * cards)
    hands: list[Hand] = [tuple(drawn[cards * seat : cards * seat + cards]) for seat in SEATS]
    declarer = rng.choice(SEATS)
    claimer = Seat((declarer + rng.choice((1, 3))) % 4) if defends else declarer
    trumps = rng.choice((None, *sorted({card.suit for card in drawn})))
    voids: list[tuple[Suit, ...]] = [
        tuple(suit for suit in Suit if suit not in {card.suit for card in hand} and rng.random() < 0.5)
        for hand in hands
    ]
    turn = rng.choice(SEATS)
    trick: tuple[Play, ...] = ()
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        led = trick[0].card.suit if trick else None
        card = rng.choice(sorted(legal(frozenset(hands[turn]), led)))
        if led not in (None, card.suit, *voids[turn]):
            voids[turn] = (*voids[turn], led)
        hands[turn] = tuple(held for held in hands[turn] if held is not card)
        trick = (*trick, Play(turn, card))
        turn = turn.lho
    dummy = declarer.partner
    north, east, south, west = (len(hand) for hand in hands)
    no_n, no_e, no_s, no_w = voids
    return Knowledge(
        claimer=claimer,
        declarer=declarer,
        trumps=trumps,
        turn=turn,
        trick=trick,
        held=hands[claimer],
        dummy=hands[dummy],
        unseen=tuple(card for seat in SEATS if seat not in (claimer, dummy) for card in hands[seat]),
        lengths=(north, east, south, west),
        voids=(no_n, no_e, no_s, no_w),
    )
