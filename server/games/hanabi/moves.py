"""The legal moves of a turn in Hanabi, and the reasons why illegal moves are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from protocol.rules.hanabi.touch import clues_of
from protocol.v1.hanabi.actions import Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.characters import Move, Touched, moment_of, rules_of_character, seen_cards
from server.games.hanabi.knowledge import COLOR_CLUES, RANK_CLUES, clue_tables, set_of, touched_by
from server.games.hanabi.state import HanabiState


def touched(state: HanabiState, clue: Clue) -> Touched:
    """Return the cards of the receiver's hand that a clue touches, the oldest card first."""
    mask, deck = touched_by(state.variant, clue), state.deck
    hand = state.hands[clue.to]
    return tuple([order for order in hand if mask >> 8 * deck[order].suit + deck[order].rank & 1])


def effect(state: HanabiState, move: Move) -> Move:
    """Return what a move does to the card: to play a card of an inverted suit discards it, and vice versa.

    The function also works in the other direction: from an effect it returns the move that a player must make
    to get the effect.
    """
    match move:
        case PlayCard() if _inverted(state, move.card):
            return Discard(move.card)
        case Discard() if _inverted(state, move.card):
            return PlayCard(move.card)
        case _:
            return move


def _inverted(state: HanabiState, order: int) -> bool:
    return order < len(state.deck) and state.variant.suits[state.deck[order].suit].inverted


class Choices(NamedTuple):
    """The legal moves of a seat: the cards that it may play, the cards that it may discard, and its clues."""

    plays: tuple[int, ...]
    discards: tuple[int, ...]
    clues: tuple[Clue, ...]


def legal(state: HanabiState, seat: int) -> tuple[Move, ...]:
    """Return all moves that this seat may make on its turn: plays, discards and clues."""
    plays, discards, clues = choices(state, seat)
    return (*map(PlayCard, plays), *map(Discard, discards), *clues)


def any_legal(state: HanabiState, seat: int) -> bool:
    """Return True if this seat has any legal move on its turn."""
    return any(choices(state, seat))


def choices(state: HanabiState, seat: int) -> Choices:
    """Return the legal moves of this seat on its turn.

    Without characters the legal moves are listed directly, which takes 3 us in place of the 60 us that
    `refusal` takes for each possible move; the tests compare both lists. The function keeps nothing about a
    hand after it has returned.
    """
    if state.characters:
        allowed = [move for move in _moves(state, seat) if refusal(state, seat, move) is None]
        return Choices(
            tuple(move.card for move in allowed if isinstance(move, PlayCard)),
            tuple(move.card for move in allowed if isinstance(move, Discard)),
            tuple(move for move in allowed if isinstance(move, ColorClue | RankClue)),
        )
    hand, top = state.hands[seat], _top(state)
    return Choices((*hand, *top), _discards(state, hand, top), _clues(state, seat))


def _discards(state: HanabiState, hand: tuple[int, ...], top: tuple[int, ...]) -> tuple[int, ...]:
    full = state.tokens >= state.most_tokens
    if (full or top) and state.variant.inverted:
        return (*hand, *top)
    return () if full else hand


def _clues(state: HanabiState, seat: int) -> tuple[Clue, ...]:
    """Return the legal clues of a seat without a character, which sees all cards of the other hands."""
    if state.tokens < state.clue_cost:
        return ()
    variant, deck = state.variant, state.deck
    given = state.clues[-1] if variant.alternating and state.clues else None
    touching, colors, ranks = clue_tables(variant)
    empty = state.options.empty_clues
    clues: list[Clue] = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            continue
        touched = 0
        for order in hand:
            card = deck[order]
            touched |= touching[card.suit][card.rank]
        if given is None or given.color is None:
            # The last entry of a table has all clues to a seat.
            clues += colors[other][-1 if empty or variant.blind_colors else touched & COLOR_CLUES]
        if given is None or given.rank is None:
            clues += ranks[other][-1 if empty or variant.blind_ranks else touched >> RANK_CLUES]
    return tuple(clues)


def _moves(state: HanabiState, seat: int) -> Iterator[Move]:
    hand, top = state.hands[seat], _top(state)
    yield from map(PlayCard, (*hand, *top))
    yield from map(Discard, (*hand, *top) if state.variant.inverted else hand)
    for other in range(len(state.hands)):
        if other != seat:
            yield from clues_of(state.variant, other)


def _top(state: HanabiState) -> tuple[int, ...]:
    """Return the deck's last card if the player in turn may play it directly from the deck, otherwise ()."""
    last = len(state.deck) - 1
    return (last,) if state.options.deck_plays and state.drawn == last else ()


def refusal(state: HanabiState, seat: int, move: Move) -> str | None:
    """Return the reason why this seat may not make a move on its turn, or None if the move is allowed.

    The reason for refusing a move depends on the move that the player sends (play or discard), never on its
    effect. A refused move therefore does not reveal that a card is of an inverted suit.
    """
    reason = _refusal(state, seat, move)
    if reason is not None or not state.characters:
        return reason
    character, moment = rules_of_character(state, seat), moment_of(state, seat)
    reason = character.move(moment, move)
    if reason is None:
        match move:
            case PlayCard():
                reason = character.play(moment, move.card)
            case Discard():
                reason = character.discard(moment, move.card)
            case ColorClue() | RankClue():
                return _character_refusal(state, seat, move)
            case _:
                assert_never(move)
    return reason and f"{character.name} {reason}"


def _character_refusal(state: HanabiState, seat: int, clue: Clue) -> str | None:
    """Return the reason why the giver's or receiver's character forbids a clue, None if it is allowed."""
    cards = touched(state, clue)
    giver, receiver = rules_of_character(state, seat), rules_of_character(state, clue.to)
    reason = giver.move(moment_of(state, seat), clue) or giver.clue(moment_of(state, seat), clue, cards)
    if reason:
        return f"{giver.name} {reason}"
    reason = receiver.receive(moment_of(state, clue.to), clue, cards)
    return reason and f"{receiver.name} {reason}"


def _refusal(state: HanabiState, seat: int, move: Move) -> str | None:
    match move:
        case PlayCard():
            in_hand = move.card in state.hands[seat] or move.card in _top(state)
            return None if in_hand else f"card {move.card} is not in your hand"
        case Discard():
            return _discard_refusal(state, seat, move)
        case ColorClue() | RankClue():
            return _clue_refusal(state, seat, move)
        case _:
            assert_never(move)


def _discard_refusal(state: HanabiState, seat: int, move: Discard) -> str | None:
    # In a variant with inverted suits, allow a discard of the last card of the deck, too: if the card is
    # inverted, the discard plays it.
    in_hand = move.card in state.hands[seat] or (state.variant.inverted and move.card in _top(state))
    if not in_hand:
        return f"card {move.card} is not in your hand"
    if state.tokens >= state.most_tokens and not state.variant.inverted:
        return "you cannot discard while all clue tokens are available"
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
        return "no clue token is left"
    if variant.alternating and state.clues and _same_kind(state, clue):
        return "this variant alternates colour clues and rank clues: give the kind that was not given last"
    return (
        None
        if _may_be_empty(state, clue) or _sees_touched(state, seat, clue)
        else "the clue would touch no card that you see"
    )


def _same_kind(state: HanabiState, clue: Clue) -> bool:
    return (state.clues[-1].color is not None) == isinstance(clue, ColorClue)


def _may_be_empty(state: HanabiState, clue: Clue) -> bool:
    blind = state.variant.blind_colors if isinstance(clue, ColorClue) else state.variant.blind_ranks
    return blind or state.options.empty_clues


def _sees_touched(state: HanabiState, seat: int, clue: Clue) -> bool:
    """Return True if the giver of a clue sees a card that the clue touches.

    Touched cards that the giver of the clue cannot see are ignored: otherwise a refusal would tell the giver
    that the clue touches none of these hidden cards.
    """
    seen = seen_cards(state, seat, clue.to, state.hands[clue.to])
    return bool(set_of(state.deck, seen) & touched_by(state.variant, clue))
