"""The validation of one recorded hand (deal) of Spades, which is played by the rules of live games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from protocol.rules.spades.exchange import exchanges
from protocol.rules.spades.sides import partner_of, tricks_of
from protocol.v1.spades import Action, Bid, Card, Deal, Keep, MakeBid, Pass, Phase, PlayCard, Reveal, Rules
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records.spades.contradiction import Contradiction, compare
from server.records.spades.record import Look, RecordedHand

Move = tuple[str, int | None, Action]
"""A recorded action of Spades: its JSON path, its seat, and the action.

The seat of an action is None if the record does not name it; in this case the seat in turn takes the action.
"""


def replayed(before: SpadesState, hand: RecordedHand) -> SpadesState:
    """Play a recorded hand of Spades from the state before its deal, and return the state at its end.

    Every number in the recorded hand is compared with the number that follows from the rules. Raises
    Contradiction, with a JSON path within the hand, at the first value that differs from the rules.
    """
    state = _after_deal(before, hand)
    state = _after_phase(state, "draw", "kept", _kept(hand), 26)
    state = _after_phase(state, "bidding", "bids", _bids(before.rules, hand), before.rules.players)
    due = len(exchanges(state.rules, state.bids))
    state = _after_phase(state, "exchange", "passes", _passes(before.rules, hand), due)
    state = _after_phase(state, "play", "plays", _plays(hand), before.rules.players * tricks_of(before.rules))
    assert state.ended is not None, "expected a hand that was played to its last card"
    compare(".tricks", hand.tricks, state.ended.tricks)
    compare(".sides", hand.sides, state.ended.sides)
    return state


def moves_of(rules: Rules, hand: RecordedHand) -> Iterator[Move]:
    """Yield all actions of a recorded hand of Spades after its deal, in order."""
    yield from _kept(hand)
    yield from _bids(rules, hand)
    yield from _passes(rules, hand)
    yield from _plays(hand)


def _after_deal(before: SpadesState, hand: RecordedHand) -> SpadesState:
    compare(".dealer", hand.dealer, before.dealer)
    rules = before.rules
    _check_cards(rules, hand)
    two_players = rules.players == 2
    _check_count(".deal", "hands", rules.players, len(hand.deal))
    for seat, cards in enumerate(hand.deal):
        _check_count(f".deal[{seat}]", "cards", 0 if two_players else tricks_of(rules), len(cards))
    _check_count(".stock", "cards", len(deck_of(rules).cards) if two_players else 0, len(hand.stock))
    try:
        return SPADES.apply(before, None, Deal(hand.hand, hand.dealer, hand.deal, hand.stock))
    except IllegalAction as error:
        raise Contradiction(".deal", str(error)) from None


def _check_cards(rules: Rules, hand: RecordedHand) -> None:
    deck, seen = frozenset(deck_of(rules).cards), dict[Card, str]()
    for path, card in _cards(hand):
        if card not in deck:
            raise Contradiction(
                path, f"expected a card of the deck with which this game is played, got {card}"
            )
        if card in seen:
            raise Contradiction(
                path, f"expected each card once, got {card} again, which is already in {seen[card]}"
            )
        seen[card] = path.removeprefix(".")


def _cards(hand: RecordedHand) -> Iterator[tuple[str, Card]]:
    for seat, cards in enumerate(hand.deal):
        for index, card in enumerate(cards):
            yield f".deal[{seat}][{index}]", card
    for index, card in enumerate(hand.stock):
        yield f".stock[{index}]", card


def _check_count(path: str, noun: str, expected: int, recorded: int) -> None:
    if recorded != expected:
        raise Contradiction(path, f"expected {expected} {noun}, got {recorded}")


def _kept(hand: RecordedHand) -> Iterator[Move]:
    return ((f".kept[{index}]", None, Keep(card)) for index, card in enumerate(hand.kept))


def _bids(rules: Rules, hand: RecordedHand) -> Iterator[Move]:
    """Yield the looks at hands and the bids of a hand of Spades, in the order in which they were made.

    Raises Contradiction for a player's look at a hand with an impossible seat or an impossible number of
    earlier bids.
    """
    looked = list(enumerate(hand.looked))
    for made, each in enumerate(hand.bids):
        while looked and looked[0][1].bids <= made:
            yield _look(rules, *looked.pop(0), made)
        yield f".bids[{made}]", each.seat, MakeBid(Bid(each.tricks, each.nil, each.blind))
    for index, look in looked:
        yield _look(rules, index, look, len(hand.bids))


def _look(rules: Rules, index: int, look: Look, made: int) -> Move:
    path = f".looked[{index}]"
    if look.seat >= rules.players:
        raise Contradiction(f"{path}.seat", f"expected a seat from 0 to {rules.players - 1}, got {look.seat}")
    compare(f"{path}.bids", look.bids, made)
    return path, look.seat, Reveal()


def _passes(rules: Rules, hand: RecordedHand) -> Iterator[Move]:
    for index, each in enumerate(hand.passes):
        partner = partner_of(rules, each.seat)
        if partner is not None:
            compare(f".passes[{index}].to", each.to, partner)
        yield f".passes[{index}]", each.seat, Pass(each.cards)


def _plays(hand: RecordedHand) -> Iterator[Move]:
    return ((f".plays[{index}]", each.seat, PlayCard(each.card)) for index, each in enumerate(hand.plays))


def _after_phase(
    state: SpadesState, phase: Phase, name: str, moves: Iterator[Move], count: int
) -> SpadesState:
    """Return the state of a deal after all recorded moves of a phase, such as the bidding.

    Raises Contradiction if a move breaks the rules, or if a phase has too few or too many moves.
    """
    done = 0
    for path, seat, action in moves:
        if state.phase != phase:
            raise Contradiction(path, f"expected no more {name} in this hand, got {_action_text(action)}")
        by = state.turn if seat is None else seat
        if not isinstance(action, Reveal):
            if by != state.turn:
                raise Contradiction(
                    f"{path}.seat", f"expected seat {state.turn}, which has the turn, got seat {by}"
                )
            done += 1
        try:
            state = SPADES.apply(state, by, action)
        except IllegalAction as error:
            raise Contradiction(
                path, f"expected an action that the rules allow, got {_action_text(action)}: {error}"
            ) from None
    if state.phase == phase:
        raise Contradiction(f".{name}", f"expected {count} {name}, got {done}")
    return state


def _action_text(action: Action) -> str:
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
