"""The records of games of Hanabi that were played on this server, and the state after any action."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from protocol.v1.hanabi import Deal, End, Fate
from protocol.v1.requests import Bank, ClockRules, NoClock
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.records.hanabi.record import (
    COLOR,
    DISCARD,
    END,
    END_BY_VOTE,
    PLAY,
    RANK,
    Assigned,
    DeckCard,
    GameAction,
    GameOptions,
    GameRecord,
)
from server.records.hanabi.validate import apply_recorded

STATED = (End.TIMEOUT, End.TERMINATED, End.IDLE_TIMEOUT)
"""The ends of a game that the table declares, such as a timeout, and that no player's move causes."""


class Finished(Struct, frozen=True):
    """A finished game of Hanabi with its players by seat, its clock, and the players' notes.

    `notes[seat][card]` is the note that the player in the seat wrote on a card.
    """

    state: HanabiState
    players: tuple[str | None, ...]
    clock: ClockRules = NoClock()
    notes: tuple[tuple[str, ...], ...] = ()


def record_of(finished: Finished) -> GameRecord:
    """Return the record of a finished game; an empty seat gets a name with its number, such as `seat 1`."""
    state = finished.state
    return GameRecord(
        players=tuple(name or f"seat {seat}" for seat, name in enumerate(finished.players, 1)),
        deck=tuple(DeckCard(card.suit, card.rank) for card in state.deck),
        actions=actions_of(state),
        options=_options(state, finished.clock),
        notes=finished.notes if any(finished.notes) else (),
        characters=tuple(Assigned(each.name, each.metadata) for each in state.characters),
        seed=state.seed or None,
    )


def actions_of(state: HanabiState) -> tuple[GameAction, ...]:
    """Return all actions of a game of Hanabi in their order, without votes that did not end the game."""
    moves = [(fate.turn, GameAction(_kind(fate), order)) for order, fate in state.fates.items()]
    for clue in state.clues:
        kind_and_value = (COLOR, clue.color) if clue.rank is None else (RANK, clue.rank)
        moves.append((clue.turn, GameAction(kind_and_value[0], clue.to, kind_and_value[1] or 0)))
    # Sort by the turn alone: moves with the same turn are already in their order, and the sort keeps it.
    moves.sort(key=lambda move: move[0])
    return (*(action for _, action in moves), *_end(state))


def _kind(fate: Fate) -> int:
    return DISCARD if fate.how == "discarded" else PLAY


def _end(state: HanabiState) -> Iterator[GameAction]:
    ended = state.ended
    if ended is None:
        return
    if ended.end is End.VOTED:
        yield GameAction(END_BY_VOTE, -1, End.VOTED)
    elif ended.end in STATED:
        yield GameAction(END, -1 if ended.seat is None else ended.seat, ended.end)


def _options(state: HanabiState, clock: ClockRules) -> GameOptions:
    options = state.options
    bank = clock if isinstance(clock, Bank) else Bank(0)
    return GameOptions(
        starting_player=options.starting_player,
        variant=options.variant,
        timed=isinstance(clock, Bank),
        time_base=bank.bank_ms // 1000,
        time_per_turn=bank.increment_ms // 1000,
        speedrun=options.speedrun,
        card_cycle=options.card_cycle,
        deck_plays=options.deck_plays,
        empty_clues=options.empty_clues,
        one_extra_card=options.one_extra_card,
        one_less_card=options.one_less_card,
        all_or_nothing=options.all_or_nothing,
        detrimental_characters=options.detrimental_characters,
    )


def position(state: HanabiState, turn: int) -> HanabiState:
    """Return the state of a game of Hanabi after its first `turn` actions."""
    dealt = HANABI.apply(
        HanabiState(options=state.options, variant=state.variant, game_no=state.game_no, seed=state.seed),
        None,
        Deal(state.deck, state.seed, state.characters),
    )
    for index, action in enumerate(actions_of(state)[:turn]):
        dealt = apply_recorded(dealt, action, f"$.actions[{index}]")
    return dealt
