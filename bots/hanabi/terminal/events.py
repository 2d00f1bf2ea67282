"""The events at a Hanabi table in words, one line for each event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bots.hanabi.terminal.moves import ClueMove, Departure, Move, moves_of
from bots.hanabi.terminal.names import Names, card_words, listed, seat_name, seen_cards, value_words
from bots.hanabi.terminal.words import WAITING, opening_words, result_words
from protocol.rules.hanabi.limits import votes_needed
from protocol.v1.hanabi import Card, HanabiOwn, HanabiPub
from protocol.words import with_count

Half = tuple[HanabiPub, HanabiOwn | None]


def news(before: Half | None, now: Half, names: Names) -> Iterator[str]:
    """Yield a line for each event between two views, in order: the deal, moves, votes, the end."""
    pub, own = now
    known = _same_game(before, now)
    if pub.phase == "deal" and known is None:
        yield WAITING
    if pub.phase != "deal" and (known is None or known.phase == "deal"):
        yield opening_words(pub)
        yield from hands_words(pub, own, names)
    yield from since(before, now, names)


def _same_game(before: Half | None, now: Half) -> HanabiPub | None:
    """Return the public half of the view `before`, or None if that view shows another game."""
    return None if before is None or before[0].game_no != now[0].game_no else before[0]


def since(before: Half | None, now: Half, names: Names) -> Iterator[str]:
    """Yield a line for each event since `before` that a drawn table does not show: moves, votes, the end."""
    (pub, own), known = now, _same_game(before, now)
    cards = seen_cards(pub, own)
    for move in moves_of(pub)[0 if known is None else len(moves_of(known)) :]:
        yield move_words(pub, move, cards, names)
    yield from _deck(known, pub)
    yield from _votes(known, pub, names)
    if pub.result is not None and (known is None or known.result is None):
        yield result_words(pub, names)
        yield from deck_words(pub)


def hands_words(pub: HanabiPub, own: HanabiOwn | None, names: Names) -> Iterator[str]:
    """Yield one line for each hand with visible cards, the newest card first."""
    cards = seen_cards(pub, own)
    for seat, hand in enumerate(pub.hands):
        if any(order in cards for order in hand):
            held = (card_words(pub.variant, cards[order]) if order in cards else "??" for order in hand)
            yield f"{seat_name(names, seat)}: {' '.join(reversed([*held]))}"


def move_words(pub: HanabiPub, move: Move, cards: Mapping[int, Card], names: Names) -> str:
    """Return a move in words: `Bob plays R1 from slot 2, draws Y3`; `Ann clues Bob red: slots 1 and 3`."""
    return _clue(pub, move, names) if isinstance(move, ClueMove) else _left(pub, move, cards, names)


def _clue(pub: HanabiPub, move: ClueMove, names: Names) -> str:
    given = move.given
    value = value_words(pub, given.giver, given.color, given.rank)
    slots = f"slot{'s' if len(move.slots) > 1 else ''} {listed(move.slots)}" if move.slots else "no card"
    return f"{seat_name(names, given.giver)} clues {seat_name(names, given.to)} {value}: {slots}"


def _left(pub: HanabiPub, move: Departure, cards: Mapping[int, Card], names: Names) -> str:
    who, place = seat_name(names, move.fate.seat), f"slot {move.slot}" if move.slot else "the deck"
    if move.order not in pub.cards:
        words = f"{who} plays {place} into the hole"
    else:
        card = card_words(pub.variant, pub.cards[move.order])
        does = {"played": "plays", "misplayed": "misplays", "discarded": "discards"}[move.fate.how]
        words = f"{who} {does} {card} from {place}"
    words += f", strike {move.strike}" if move.strike else ""
    return words + _drawn(pub, move, cards)


def _drawn(pub: HanabiPub, move: Departure, cards: Mapping[int, Card]) -> str:
    if move.drawn is None:
        return ""
    card = cards.get(move.drawn)
    return f", draws {'a card' if card is None else card_words(pub.variant, card)}"


def _deck(known: HanabiPub | None, pub: HanabiPub) -> Iterator[str]:
    """Yield a line if the last card of the deck was drawn between the views `known` and `pub`."""
    if pub.phase != "play" or pub.left or (known is not None and known.phase == "play" and not known.left):
        return
    turns = "" if pub.end_turn is None else f": {with_count(pub.end_turn - pub.turns, 'turn')} left"
    yield f"The deck is empty{turns}"


def _votes(known: HanabiPub | None, pub: HanabiPub, names: Names) -> Iterator[str]:
    had = () if known is None else known.votes
    needed = votes_needed(pub.options.players)
    for seat in pub.votes:
        if seat not in had:
            yield f"{seat_name(names, seat)} votes to end the game ({len(pub.votes)} of {needed})"
    for seat in had:
        if seat not in pub.votes:
            yield f"{seat_name(names, seat)} withdraws the vote to end the game"


def deck_words(pub: HanabiPub) -> Iterator[str]:
    """Yield the whole deck and its seed if the view shows them, as a view does after the game."""
    if pub.deck is not None:
        yield f"The deck: {' '.join(card_words(pub.variant, card) for card in pub.deck)}"
    if pub.seed is not None:
        yield f"The seed: {pub.seed}"


def log_words(pub: HanabiPub, own: HanabiOwn | None, names: Names) -> list[str]:
    """Return all moves of the game in words, numbered by turn."""
    cards = seen_cards(pub, own)
    return [f"{_turn(move)} {move_words(pub, move, cards, names)}" for move in moves_of(pub)]


def clues_words(pub: HanabiPub, names: Names) -> list[str]:
    """Return all clues of the game in words, numbered by turn."""
    clues = (move for move in moves_of(pub) if isinstance(move, ClueMove))
    return [f"{_turn(move)} {move_words(pub, move, {}, names)}" for move in clues]


def _turn(move: Move) -> str:
    return f"{1 + (move.given if isinstance(move, ClueMove) else move.fate).turn:3}"
