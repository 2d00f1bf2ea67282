"""Hanabi's detrimental characters: the rules of each seat's character, its sight and its memory."""

from __future__ import annotations

from dataclasses import replace

from protocol.v1.hanabi.actions import ColorClue, RankClue
from server.games.hanabi.characters.catalogue import BLIND_SPOT, OBLIVIOUS, SLOW_WITTED
from server.games.hanabi.characters.catalogue import CHARACTERS as CHARACTERS
from server.games.hanabi.characters.catalogue import CONTRARIAN as CONTRARIAN
from server.games.hanabi.characters.character import UNSET as UNSET
from server.games.hanabi.characters.character import CharacterRules as CharacterRules
from server.games.hanabi.characters.character import Moment
from server.games.hanabi.characters.character import Move as Move
from server.games.hanabi.characters.character import Touched as Touched
from server.games.hanabi.state import HanabiState

PLAIN = CharacterRules(UNSET, "")
"""The rules for a Hanabi player that has no character."""


def rules_of_character(state: HanabiState, seat: int) -> CharacterRules:
    """Return the rules of the character that a seat has."""
    return CHARACTERS[state.characters[seat].id] if state.characters else PLAIN


def moment_of(state: HanabiState, seat: int) -> Moment:
    """Return the data with which the rules of a seat's character allow or forbid a move."""
    metadata = state.characters[seat].metadata if state.characters else UNSET
    return Moment(state, seat, metadata, state.memory[seat])


def is_a(state: HanabiState, seat: int, id: int) -> bool:
    """Return True if a seat has the character with this id."""
    return bool(state.characters) and state.characters[seat].id == id


def sees(state: HanabiState, seat: int, holder: int, order: int) -> bool:
    """Return True if a seat's player sees the card with the deck index `order` in the hand of `holder`."""
    if holder == seat:
        return False
    if not state.characters:
        return True
    players = len(state.hands)
    blind = is_a(state, seat, BLIND_SPOT) and holder == (seat + 1) % players
    oblivious = is_a(state, seat, OBLIVIOUS) and holder == (seat - 1) % players
    slow = is_a(state, seat, SLOW_WITTED) and order == state.hands[holder][-1]
    return not (blind or oblivious or slow)


def seen_cards(state: HanabiState, seat: int, holder: int, hand: Touched) -> Touched:
    """Return those cards in the hand of the seat `holder` that the player of another seat sees."""
    if not state.characters:
        return () if holder == seat else hand
    return tuple(order for order in hand if sees(state, seat, holder, order))


def memories_after(before: HanabiState, seat: int, move: Move, touched: Touched) -> tuple[int, ...]:
    """Return, for all seats, the number that the seat's character remembers after a move."""
    if not before.characters:
        return before.memory
    memory = [
        rules_of_character(before, each).seen(moment_of(before, each), move)
        for each in range(len(before.hands))
    ]
    memory[seat] = rules_of_character(before, seat).acted(moment_of(before, seat), move, touched)
    if isinstance(move, ColorClue | RankClue):
        to = replace(moment_of(before, move.to), memory=memory[move.to])
        memory[move.to] = rules_of_character(before, move.to).received(to, move, touched)
    return tuple(memory)


def is_stuck(state: HanabiState, seat: int) -> bool:
    """Return True if a seat's character demands a move that the player cannot make now."""
    return bool(state.characters) and rules_of_character(state, seat).stuck(moment_of(state, seat))
