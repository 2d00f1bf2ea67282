"""The rules of Hanabi as a subclass of `Game`, built on modules for clues, piles, characters and the end."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec.structs import replace

from protocol.rules.hanabi.characters import FOLLOWER, follows
from protocol.rules.hanabi.hands import cycled, hand_size
from protocol.rules.hanabi.limits import votes_needed
from protocol.rules.hanabi.piles import next_ranks
from protocol.v1.hanabi import (
    Action,
    Card,
    Clue,
    Clued,
    ColorClue,
    Deal,
    Dealt,
    Discard,
    End,
    Ended,
    Fate,
    GameResult,
    Given,
    HanabiOwn,
    HanabiPub,
    Moved,
    Options,
    OutOfTime,
    PlayCard,
    RankClue,
    Vote,
    Voted,
)
from server.errors import IllegalAction
from server.games.base import Absence, Audience, Changes, Dueling, Game, NoteTaking, Rng, Standing
from server.games.hanabi import changes, characters, dealing, ending, knowledge, moves, results, view
from server.games.hanabi.characters import CONTRARIAN, UNSET, Move
from server.games.hanabi.competing import HanabiCompeting
from server.games.hanabi.deck import counts_of
from server.games.hanabi.piles import max_score
from server.games.hanabi.state import HanabiState, LogAction


class HanabiNotes(NoteTaking[HanabiState]):
    """A player's notes on each card of the deck and on each pile."""

    def count(self, state: HanabiState) -> int:
        return len(state.deck) + len(state.variant.suits) if state.to_act else 0


class HanabiDueling(Dueling[HanabiState]):
    """The score by which robots at Hanabi are compared: all players share it; before the end it is 0."""

    together = True

    def standing(self, state: HanabiState) -> Standing:
        result = results.result_of(state)
        return Standing((0.0 if result is None else float(result.score),))

    def perfect(self, state: HanabiState) -> bool:
        result = results.result_of(state)
        return result is not None and result.score == state.variant.stack * len(state.variant.suits)

    def lost(self, state: HanabiState) -> bool:
        """Return True if the players have made three strikes, with which the game is lost."""
        return state.ended is not None and state.ended.end is End.STRIKEOUT


class Hanabi(Game[HanabiState, LogAction]):
    """Hanabi for two to six players, with the variants and options of Hanabi Live; each game is one deal."""

    name = "hanabi"
    revision = 1
    action_type = Action
    log_action_type = LogAction
    options_type = Options
    state_type = HanabiState
    pub_type = HanabiPub
    own_type = HanabiOwn
    unprompted = frozenset({Vote})
    players_pause = True
    ended = "all games have been played"
    note_taking = HanabiNotes()
    dueling = HanabiDueling()
    competing = HanabiCompeting()
    absence = Absence(substitutes=("friendly",))

    def start(self, options: Options) -> HanabiState:
        options = dealing.normalized(options)
        variant = dealing.variant_of(options)
        return HanabiState(options=options, variant=variant, seed=dealing.seed_of(options, variant))

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return tuple(f"Seat {seat}" for seat in range(options.players))

    def public_options(self, state: HanabiState) -> Options:
        """Return the options without the seed, from which a player could work out the deck."""
        return replace(state.options, seed=None)

    def deals_fault(self, options: Options) -> str | None:
        return "no boards can be uploaded for Hanabi: choose a seed instead"

    def deal_due(self, state: HanabiState) -> bool:
        return state.deal_due

    def chance(self, state: HanabiState, rng: Rng) -> Deal | None:
        return dealing.draw_deck(state, rng) if state.deal_due else None

    def to_act(self, state: HanabiState) -> tuple[int, ...]:
        return state.to_act

    def legal_actions(self, state: HanabiState, seat: int) -> tuple[Action, ...]:
        if seat not in state.to_act:
            return ()
        return tuple(moves.effect(state, move) for move in moves.legal(state, seat))

    def progress(self, state: HanabiState) -> tuple[int, int]:
        return 0, state.moves

    def side(self, state: HanabiState, seat: int) -> int:
        return 0

    def untimed(self, state: HanabiState) -> bool:
        return state.options.speedrun

    def apply(self, state: HanabiState, seat: int | None, action: LogAction, at_ms: int = 0) -> HanabiState:
        match action:
            case PlayCard() | Discard() | ColorClue() | RankClue():
                return _move(state, seat, action)
            case Vote():
                return _vote(state, seat, action)
            case OutOfTime():
                return _out_of_time(state, seat)
            case Deal():
                return _dealt(state, seat, action)
            case _:
                assert_never(action)

    def effect(self, state: HanabiState, seat: int, action: Action) -> Action:
        return action if isinstance(action, Vote) else moves.effect(state, action)

    def forced(self, state: HanabiState, seat: int) -> OutOfTime:
        return OutOfTime()

    def pub(self, state: HanabiState) -> HanabiPub:
        return view.public_half(state)

    def own(self, state: HanabiState, audience: Audience) -> HanabiOwn | None:
        return view.own_half(state, audience)

    def changes(self, before: HanabiState, after: HanabiState, action: LogAction) -> Changes | None:
        return changes.changes(before, after, action)

    def result(self, state: HanabiState) -> GameResult | None:
        return results.result_of(state)

    def carry(self, state: HanabiState) -> HanabiState:
        return results.carried(state)

    def terminated(self, state: HanabiState, seat: int | None) -> HanabiState:
        return state.stopped(End.TERMINATED, seat) if state.to_act else state


HANABI = Hanabi()


def _dealt(state: HanabiState, seat: int | None, deal: Deal) -> HanabiState:
    if seat is not None:
        raise IllegalAction("only the server deals the cards")
    if not state.deal_due:
        raise IllegalAction(
            "the cards of this game are dealt already" if state.deck else "all games have been played"
        )
    dealing.check(state, deal)
    players, size = state.options.players, hand_size(state.options)
    hands = tuple(tuple(range(size * index, size * (index + 1))) for index in range(players))
    any_card = knowledge.all_cards(state.variant)
    return replace(
        state,
        deck=deal.deck,
        seed=deal.seed,
        characters=deal.characters,
        memory=(UNSET,) * players,
        drawn=players * size,
        hands=hands,
        piles=((),) * len(state.variant.suits),
        possible=dict.fromkeys(range(players * size), any_card),
        tokens=state.most_tokens,
        max_score=len(state.variant.suits) * state.variant.stack,
        seat=state.options.starting_player,
        event=Dealt(),
    )


def _move(state: HanabiState, seat: int | None, move: Move) -> HanabiState:
    if seat is None or seat not in state.to_act:
        raise IllegalAction("it is not your turn" if state.ended is None else "the game has ended")
    reason = moves.refusal(state, seat, moves.effect(state, move))
    if reason is not None:
        raise IllegalAction(reason)
    touched: tuple[int, ...] = ()
    match move:
        case PlayCard():
            after = _play(state, seat, move.card)
        case Discard():
            after = _discard(state, seat, move.card)
        case ColorClue() | RankClue():
            touched = moves.touched(state, move)
            after = _clue(state, seat, move, touched)
        case _:
            assert_never(move)
    memory = characters.memories_after(state, seat, move, touched)
    stranded = state.stranded
    if state.end_turn is not None and state.turn > state.end_turn - 1 - _last_round(state):
        stranded = (*stranded, *after.hands[seat])
    if state.characters and characters.rules_of_character(state, seat).again(memory[seat]):
        return _checked(replace(after, memory=memory, moves=state.moves + 1, stranded=stranded))
    return _next(after, seat, memory, stranded)


def _play(state: HanabiState, seat: int, order: int) -> HanabiState:
    card, piles = state.deck[order], state.piles
    fits = card.rank in next_ranks(state.variant, state.ranks, card.suit)
    if not (fits and _follows(state, seat, card)):
        left = _left(state, seat, order, "misplayed")
        return _thrown(replace(left, strikes=state.strikes + 1, discards=(*state.discards, order)), card)
    pile = (*piles[card.suit], order)
    piles = (*piles[: card.suit], pile, *piles[card.suit + 1 :])
    after = replace(_left(state, seat, order, "played"), piles=piles)
    if len(pile) == state.variant.stack and not state.variant.hole:
        after = replace(after, tokens=min(state.most_tokens, state.tokens + state.clue_gain))
    # In these variants the first cards of a pile decide which cards can follow.
    return _with_max_score(after) if state.variant.sudoku or state.variant.up_or_down else after


def _follows(state: HanabiState, seat: int, card: Card) -> bool:
    """Return False if a player's character is the Follower, and its rule makes this play fail."""
    return not characters.is_a(state, seat, FOLLOWER) or follows(state.ranks, card.rank)


def _discard(state: HanabiState, seat: int, order: int) -> HanabiState:
    left = _left(state, seat, order, "discarded")
    tokens = min(state.most_tokens, state.tokens + state.clue_gain)
    return _thrown(replace(left, discards=(*state.discards, order), tokens=tokens), state.deck[order])


def _left(
    state: HanabiState, seat: int, order: int, how: Literal["played", "discarded", "misplayed"]
) -> HanabiState:
    """Return the game after a card has left a hand or the deck, and the player has drawn a new card.

    `how` tells if the card was discarded or misplayed.
    """
    fate, drawn = Fate(state.turn, seat, how), max(state.drawn, order + 1)
    hand, possible = tuple([other for other in state.hands[seat] if other != order]), state.possible.copy()
    possible.pop(order, None)
    new = drawn if drawn < len(state.deck) and order < state.drawn else None
    if new is not None:
        hand, drawn, possible[new] = (*hand, new), drawn + 1, knowledge.all_cards(state.variant)
    left = replace(
        state,
        hands=_put(state.hands, seat, hand),
        drawn=drawn,
        fates={**state.fates, order: fate},
        possible=possible,
        event=Moved(order, new),
    )
    if drawn < len(state.deck) or state.end_turn is not None or state.options.all_or_nothing:
        return left
    return replace(left, end_turn=state.turn + 1 + _last_round(state))


def _thrown(state: HanabiState, card: Card) -> HanabiState:
    """Return the game after a card was discarded or misplayed, with the highest score that is still possible.

    The highest possible score changes only if no other copy of the thrown card is left.
    """
    copies = counts_of(state.variant)[card]
    if copies > 1 and [state.deck[order] for order in state.discards].count(card) < copies:
        return state
    return _with_max_score(state)


def _with_max_score(state: HanabiState) -> HanabiState:
    """Return the game with a new value of `max_score`, the highest score that is still possible."""
    discarded: dict[Card, int] = {}
    for order in state.discards:
        card = state.deck[order]
        discarded[card] = discarded.get(card, 0) + 1
    return replace(state, max_score=min(state.max_score, max_score(state.variant, state.ranks, discarded)))


def _last_round(state: HanabiState) -> int:
    """Return the number of turns in the last round, after the last card of the deck is drawn."""
    has_contrarian = any(characters.is_a(state, each, CONTRARIAN) for each in range(len(state.hands)))
    return 2 if has_contrarian else len(state.hands)


def _clue(state: HanabiState, seat: int, clue: Clue, touched: tuple[int, ...]) -> HanabiState:
    color = clue.color if isinstance(clue, ColorClue) else None
    rank = clue.rank if isinstance(clue, RankClue) else None
    clue_given = Given(state.turn, seat, clue.to, touched, color, rank)
    hand = state.hands[clue.to]
    return replace(
        state,
        tokens=state.tokens - state.clue_cost,
        clues=(*state.clues, clue_given),
        possible=knowledge.after_clue(state.variant, state.possible, hand, clue, touched),
        hands=_cycled(state, seat) if state.options.card_cycle else state.hands,
        event=Clued(len(state.clues)),
    )


def _cycled(state: HanabiState, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return all hands after a clue by the player of `seat`, with the option `card_cycle` applied."""
    clued = {order for clue_given in state.clues for order in clue_given.cards}
    return _put(state.hands, seat, cycled(state.hands[seat], clued))


def _next(state: HanabiState, seat: int, memory: tuple[int, ...], stranded: tuple[int, ...]) -> HanabiState:
    """Return the game at the start of its next turn, or as ended if a rule ends it before that turn.

    `memory` and `stranded` are the new values of these fields after the move of `seat`.
    """
    direction = -state.direction if characters.is_a(state, seat, CONTRARIAN) else state.direction
    after = replace(
        state,
        memory=memory,
        stranded=stranded,
        turn=state.turn + 1,
        moves=state.moves + 1,
        seat=(seat + direction) % len(state.hands),
        direction=direction,
    )
    if characters.is_stuck(after, after.seat):
        return replace(after, ended=Ended(End.CHARACTER_SOFTLOCK, after.seat))
    return _checked(after)


def _checked(state: HanabiState) -> HanabiState:
    """Return the game, ended if a rule ends it now or if the player in turn has no legal move."""
    ended = ending.checked(state)
    may_be_stuck = state.characters or state.options.all_or_nothing
    if ended is None and may_be_stuck and not moves.any_legal(state, state.seat):
        ended = Ended(End.CHARACTER_SOFTLOCK, state.seat)
    return state if ended is state.ended else replace(state, ended=ended)


def _vote(state: HanabiState, seat: int | None, vote: Vote) -> HanabiState:
    if seat is None or not state.to_act:
        raise IllegalAction("a player may vote to end a game only while the game goes on")
    if vote.end == (seat in state.votes):
        raise IllegalAction("you have already cast this vote on the end of the game")
    votes = tuple(sorted({*state.votes, seat} if vote.end else {*state.votes} - {seat}))
    voted = replace(state, votes=votes)
    if len(votes) >= votes_needed(len(state.hands)):
        voted = voted.stopped(End.VOTED, None)
    return replace(voted, event=Voted(seat, vote.end))


def _out_of_time(state: HanabiState, seat: int | None) -> HanabiState:
    if seat is None or seat not in state.to_act:
        raise IllegalAction(f"the time of seat {seat} cannot run out, because it is not that seat's turn")
    return state.stopped(End.TIMEOUT, seat)


def _put(hands: tuple[tuple[int, ...], ...], seat: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
