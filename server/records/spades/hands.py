"""One recorded hand, folded through the rules that live ones are played by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from protocol.v1.spades import Action, Bid, Card, Deal, Keep, MakeBid, Pass, Phase, PlayCard, Reveal, Rules
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.spades import exchange
from server.games.spades.rules import SPADES
from server.games.spades.settled import partner_of, tricks_of
from server.games.spades.state import SpadesState
from server.records.spades.contradiction import Contradiction, compare
from server.records.spades.record import Look, RecordedHand

Move = tuple[str, int | None, Action]
"""Where it is recorded, by whose hand as recorded (None: that of the seat in turn), and what was done."""


def folded(before: SpadesState, hand: RecordedHand) -> SpadesState:
    """The hand at its end, played from the state before its deal, with every stated number compared.

    Raises Contradiction, its path within the hand.
    """
    state = _dealt(before, hand)
    state = _through(state, "draw", "kept", _kept(hand), 26)
    state = _through(state, "bidding", "bids", _bids(before.rules, hand), before.rules.players)
    state = _through(state, "exchange", "passes", _passes(before.rules, hand), len(exchange.steps(state)))
    state = _through(state, "play", "plays", _plays(hand), before.rules.players * tricks_of(before.rules))
    assert state.ended is not None, "expected a hand whose last card is played"
    compare(".tricks", hand.tricks, state.ended.tricks)
    compare(".sides", hand.sides, state.ended.sides)
    return state


def _dealt(before: SpadesState, hand: RecordedHand) -> SpadesState:
    compare(".dealer", hand.dealer, before.dealer)
    rules = before.rules
    _check_cards(rules, hand)
    alone = rules.players == 2
    _check_count(".deal", "hands", rules.players, len(hand.deal))
    for seat, held in enumerate(hand.deal):
        _check_count(f".deal[{seat}]", "cards", 0 if alone else tricks_of(rules), len(held))
    _check_count(".stock", "cards", len(deck_of(rules).cards) if alone else 0, len(hand.stock))
    try:
        return SPADES.apply(before, None, Deal(hand.hand, hand.dealer, hand.deal, hand.stock))
    except IllegalAction as error:
        raise Contradiction(".deal", str(error)) from None


def _check_cards(rules: Rules, hand: RecordedHand) -> None:
    deck, seen = frozenset(deck_of(rules).cards), dict[Card, str]()
    for path, card in _cards(hand):
        if card not in deck:
            raise Contradiction(path, f"expected a card of the deck that these rules have, got {card}")
        if card in seen:
            raise Contradiction(path, f"expected each card once, got {card} again, which is {seen[card]}")
        seen[card] = path.removeprefix(".")


def _cards(hand: RecordedHand) -> Iterator[tuple[str, Card]]:
    for seat, held in enumerate(hand.deal):
        for place, card in enumerate(held):
            yield f".deal[{seat}][{place}]", card
    for place, card in enumerate(hand.stock):
        yield f".stock[{place}]", card


def _check_count(path: str, what: str, right: int, got: int) -> None:
    if got != right:
        raise Contradiction(path, f"expected {right} {what}, got {got}")


def _kept(hand: RecordedHand) -> Iterator[Move]:
    return ((f".kept[{place}]", None, Keep(card)) for place, card in enumerate(hand.kept))


def _bids(rules: Rules, hand: RecordedHand) -> Iterator[Move]:
    """Looks and bids as they followed each other, which `looked` must agree with."""
    looked = list(enumerate(hand.looked))
    for made, each in enumerate(hand.bids):
        while looked and looked[0][1].bids <= made:
            yield _look(rules, *looked.pop(0), made)
        yield f".bids[{made}]", each.seat, MakeBid(Bid(each.tricks, each.nil, each.blind))
    for place, look in looked:
        yield _look(rules, place, look, len(hand.bids))


def _look(rules: Rules, place: int, look: Look, made: int) -> Move:
    path = f".looked[{place}]"
    if look.seat >= rules.players:
        raise Contradiction(f"{path}.seat", f"expected a seat below {rules.players}, got {look.seat}")
    compare(f"{path}.bids", look.bids, made)
    return path, look.seat, Reveal()


def _passes(rules: Rules, hand: RecordedHand) -> Iterator[Move]:
    for place, each in enumerate(hand.passes):
        partner = partner_of(rules, each.seat)
        if partner is not None:
            compare(f".passes[{place}].to", each.to, partner)
        yield f".passes[{place}]", each.seat, Pass(each.cards)


def _plays(hand: RecordedHand) -> Iterator[Move]:
    return ((f".plays[{place}]", each.seat, PlayCard(each.card)) for place, each in enumerate(hand.plays))


def _through(state: SpadesState, phase: Phase, name: str, moves: Iterator[Move], count: int) -> SpadesState:
    """The state after all recorded moves of a phase, which they must bring to its end."""
    done = 0
    for path, seat, action in moves:
        if state.phase != phase:
            raise Contradiction(path, f"expected no more {name} in this hand, got {_words(action)}")
        by = state.turn if seat is None else seat
        if not isinstance(action, Reveal):
            if by != state.turn:
                raise Contradiction(f"{path}.seat", f"expected {state.turn}, whose turn it is, got {by}")
            done += 1
        try:
            state = SPADES.apply(state, by, action)
        except IllegalAction as error:
            raise Contradiction(
                path, f"expected what the rules allow, got {_words(action)}: {error}"
            ) from None
    if state.phase == phase:
        raise Contradiction(f".{name}", f"expected {count} {name}, got {done}")
    return state


def _words(action: Action) -> str:
    match action:
        case PlayCard(card) | Keep(card):
            return card.value
        case MakeBid(bid):
            return f"a bid of {bid}"
        case Pass(cards):
            return f"a pass of {' '.join(cards) or 'no cards'}"
        case Reveal():
            return "a look at the hand"
        case _:
            assert_never(action)
