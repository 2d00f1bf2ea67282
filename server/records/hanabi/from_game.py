"""Games of Hanabi that were played here: their record, and any of their positions."""

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
from server.records.hanabi.validate import done

STATED = (End.TIMEOUT, End.TERMINATED, End.IDLE_TIMEOUT)
"""The ends that no move makes, but one of the table."""


class Finished(Struct, frozen=True):
    """A game at its end: who played it, by seat, under which clock, and what they noted, by seat and card."""

    state: HanabiState
    players: tuple[str | None, ...]
    clock: ClockRules = NoClock()
    notes: tuple[tuple[str, ...], ...] = ()


def record_of(finished: Finished) -> GameRecord:
    """The record of a game that is over; a seat that nobody played is called by its number."""
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
    """All that was done in a game, as it came about; votes that ended nothing are not told."""
    moves = [(fate.turn, GameAction(_kind(fate), order)) for order, fate in state.fates.items()]
    for given in state.clues:
        told = (COLOR, given.color) if given.rank is None else (RANK, given.rank)
        moves.append((given.turn, GameAction(told[0], given.to, told[1] or 0)))
    # two moves of one turn are of one kind, and stand in their order
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
    """A game as it stood after so many of its actions."""
    dealt = HANABI.apply(
        HanabiState(options=state.options, variant=state.variant, game_no=state.game_no, seed=state.seed),
        None,
        Deal(state.deck, state.seed, state.characters),
    )
    for place, action in enumerate(actions_of(state)[:turn]):
        dealt = done(dealt, action, f"$.actions[{place}]")
    return dealt
