"""What a player may do on his turn, and in which words the rest is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from protocol.v1.hanabi.actions import Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.characters import Move, Touched, moment_of, rules_of_character, sees
from server.games.hanabi.knowledge import bit, touched_by
from server.games.hanabi.state import HanabiState
from server.games.hanabi.touch import clues_of


def touched(state: HanabiState, clue: Clue) -> Touched:
    """The cards that a clue touches, the oldest first."""
    mask = touched_by(state.variant, clue)
    return tuple(order for order in state.hands[clue.to] if bit(state.deck[order]) & mask)


def effect(state: HanabiState, move: Move) -> Move:
    """What a move comes to: to play a card of an inverted suit discards it, and the other way round.

    It is its own inverse: what came to a move was asked for by the effect of that move.
    """
    match move:
        case PlayCard(card) if _inverted(state, card):
            return Discard(card)
        case Discard(card) if _inverted(state, card):
            return PlayCard(card)
        case _:
            return move


def _inverted(state: HanabiState, order: int) -> bool:
    return order < len(state.deck) and state.variant.suits[state.deck[order].suit].inverted


def legal(state: HanabiState, seat: int) -> tuple[Move, ...]:
    """All that this seat may ask for on its turn: plays, discards, clues."""
    return tuple(move for move in _moves(state, seat) if refusal(state, seat, move) is None)


def some(state: HanabiState, seat: int) -> bool:
    """Whether there is anything that this seat may ask for on its turn."""
    return any(refusal(state, seat, move) is None for move in _moves(state, seat))


def _moves(state: HanabiState, seat: int) -> Iterator[Move]:
    hand, top = state.hands[seat], _top(state)
    yield from map(PlayCard, (*hand, *top))
    yield from map(Discard, (*hand, *top) if state.variant.inverted else hand)
    for other in range(len(state.hands)):
        if other != seat:
            yield from clues_of(state.variant, other)


def _top(state: HanabiState) -> tuple[int, ...]:
    """The last card of the deck, where it may be played from there."""
    last = len(state.deck) - 1
    return (last,) if state.options.deck_plays and state.drawn == last else ()


def refusal(state: HanabiState, seat: int, move: Move) -> str | None:
    """Why this seat may not ask for this on its turn; None where it may.

    It goes by what is asked, never by what that comes to: a refusal must not tell that a card is inverted.
    """
    words = _refusal(state, seat, move)
    if words is not None or not state.characters:
        return words
    nature, moment = rules_of_character(state, seat), moment_of(state, seat)
    words = nature.move(moment, move)
    if words is None:
        match move:
            case PlayCard():
                words = nature.play(moment, move.card)
            case Discard():
                words = nature.discard(moment, move.card)
            case ColorClue() | RankClue():
                return _character_refusal(state, seat, move)
            case _:
                assert_never(move)
    return words and f"{nature.name} {words}"


def _character_refusal(state: HanabiState, seat: int, clue: Clue) -> str | None:
    """Why the characters of giver and receiver forbid a clue."""
    cards = touched(state, clue)
    giver, receiver = rules_of_character(state, seat), rules_of_character(state, clue.to)
    words = giver.move(moment_of(state, seat), clue) or giver.clue(moment_of(state, seat), clue, cards)
    if words:
        return f"{giver.name} {words}"
    words = receiver.receive(moment_of(state, clue.to), clue, cards)
    return words and f"{receiver.name} {words}"


def _refusal(state: HanabiState, seat: int, move: Move) -> str | None:
    match move:
        case PlayCard():
            mine = move.card in state.hands[seat] or move.card in _top(state)
            return None if mine else f"card {move.card} is not in your hand"
        case Discard():
            return _discard_refusal(state, seat, move)
        case ColorClue() | RankClue():
            return _clue_refusal(state, seat, move)
        case _:
            assert_never(move)


def _discard_refusal(state: HanabiState, seat: int, move: Discard) -> str | None:
    # the last card of the deck may be discarded where it may be played and inverted: either may come of it
    mine = move.card in state.hands[seat] or (state.variant.inverted and move.card in _top(state))
    if not mine:
        return f"card {move.card} is not in your hand"
    if state.tokens >= state.most_tokens and not state.variant.inverted:
        return "there are all clues, so no card may be discarded"
    return None


def _clue_refusal(state: HanabiState, seat: int, clue: Clue) -> str | None:
    variant = state.variant
    if clue.to == seat or clue.to >= len(state.hands):
        return f"expected a clue to another player, got seat {clue.to}"
    if isinstance(clue, ColorClue) and clue.color >= len(variant.colors):
        return f"expected one of the {len(variant.colors)} colours of this variant, got {clue.color}"
    if isinstance(clue, RankClue) and clue.rank not in variant.ranks:
        return f"expected one of the ranks {variant.ranks} of this variant, got {clue.rank}"
    if state.tokens < state.clue_cost:
        return "there is no clue left"
    if variant.alternating and state.given and _same_kind(state, clue):
        return "clues alternate: after a colour comes a rank, and after a rank a colour"
    return (
        None if _may_be_empty(state, clue) or _sees_touched(state, seat, clue) else "it would touch no card"
    )


def _same_kind(state: HanabiState, clue: Clue) -> bool:
    return (state.given[-1].color is not None) == isinstance(clue, ColorClue)


def _may_be_empty(state: HanabiState, clue: Clue) -> bool:
    blind = state.variant.blind_colors if isinstance(clue, ColorClue) else state.variant.blind_ranks
    return blind or state.options.empty_clues


def _sees_touched(state: HanabiState, seat: int, clue: Clue) -> bool:
    """Whether the giver sees a card that the clue touches; others do not count, nor are they told."""
    mask, deck = touched_by(state.variant, clue), state.deck
    return any(
        bit(deck[order]) & mask and sees(state, seat, clue.to, order) for order in state.hands[clue.to]
    )
