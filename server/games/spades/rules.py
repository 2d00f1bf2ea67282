"""The rules of Spades as a subclass of `Game`; other modules have the bidding, exchange, play and scoring.

Example: a random hand, played at the Python prompt:

>>> from random import Random
>>> from protocol.v1.spades import Options
>>> from server.games.spades.rules import SPADES
>>> state = SPADES.start(Options(preset="mirror"))
>>> state = SPADES.apply(state, None, SPADES.chance(state, Random(1)))
>>> while SPADES.to_act(state):
...     seat = SPADES.to_act(state)[0]
...     state = SPADES.apply(state, seat, SPADES.legal_actions(state, seat)[0])
>>> sum(state.tricks), len(SPADES.result(state).sides)
(13, 2)
"""

from __future__ import annotations

from itertools import combinations
from typing import assert_never

from msgspec.structs import asdict, replace

from protocol.rules.spades.exchange import exchanges
from protocol.rules.spades.sides import bidder, side_of, sides_of
from protocol.rules.spades.tricks import breaks
from protocol.rules.spades.tricks import winner as winner_of_trick
from protocol.v1.requests import PerMove
from protocol.v1.spades import (
    Action,
    Deal,
    Dealt,
    Drew,
    HandResult,
    Keep,
    MadeBid,
    MakeBid,
    Options,
    Pass,
    Passed,
    Phase,
    Play,
    PlayCard,
    Played,
    Reveal,
    Revealed,
    Score,
    SpadesOwn,
    SpadesPub,
)
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.base import Absence, Audience, Changes, Dueling, Game, PlayingAgain, Rng, Standing
from server.games.spades import again, bidding, changes, dealing, exchange, play, results, view
from server.games.spades.competing import SpadesCompeting
from server.games.spades.settled import rules_of, seat_names
from server.games.spades.state import CardPass, LogAction, SpadesState


class SpadesDueling(Dueling[SpadesState]):
    """The scores by which robots at Spades are compared: the points of each side, and the winning side."""

    def standing(self, state: SpadesState) -> Standing:
        ended = state.ended
        scores = state.scores if ended is None else tuple(side.after for side in ended.sides)
        winner = state.winner if ended is None else ended.winner
        return Standing(tuple(score.points for score in scores), winner)


class SpadesPlayingAgain(PlayingAgain[SpadesState]):
    """Tables that play a finished hand again, with its rules and the scores before it; the game goes on."""

    def position(self, options: Options, over: SpadesState, moves: int, at_ms: int) -> SpadesState:
        if over.deal is None:
            raise IllegalAction("expected a hand that was dealt, got one without cards")
        made = tuple(again.moves_of(over))
        if moves > len(made):
            raise IllegalAction(f"expected a position after 0 to {len(made)} moves, got {moves}")
        start = SPADES.start(SPADES.public_options(over))
        state = replace(start, hand=over.hand, dealer=over.dealer, scores=over.scores)
        state = SPADES.apply(state, None, over.deal, at_ms)
        for seat, move in made[:moves]:
            state = SPADES.apply(state, state.turn if seat is None else seat, move, at_ms)
        if state.turn is None:
            raise IllegalAction("the hand is over in this position, so it cannot be played on from here")
        return state


class Spades(Game[SpadesState, LogAction]):
    """Spades for two to six players: a game of many hands, each of which is one deal."""

    name = "spades"
    revision = 1
    action_type = Action
    log_action_type = LogAction
    options_type = Options
    state_type = SpadesState
    pub_type = SpadesPub
    own_type = SpadesOwn
    clock = PerMove(move_ms=30_000)
    unprompted = frozenset({Reveal})
    ended = "the game is over"
    dueling = SpadesDueling()
    competing = SpadesCompeting()
    playing_again = SpadesPlayingAgain()
    absence = Absence(substitutes=("sampler", "plain"), expiry="robot", patience_ms=15_000)

    def start(self, options: Options) -> SpadesState:
        rules = rules_of(options)
        sides = sides_of(rules)
        return SpadesState(rules=rules, scores=(Score(),) * sides, numbers=(None,) * sides)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return seat_names(rules_of(options))

    def public_options(self, state: SpadesState) -> Options:
        """Return table options that name every rule of the table, also those that come from the preset."""
        return Options(**asdict(state.rules))

    def deals_fault(self, options: Options) -> str | None:
        return "no boards can be uploaded for Spades, because each game deals its own hands"

    def deal_due(self, state: SpadesState) -> bool:
        return state.phase == "deal" and state.winner is None

    def chance(self, state: SpadesState, rng: Rng) -> Deal | None:
        return dealing.draw_cards(state, rng) if self.deal_due(state) else None

    def to_act(self, state: SpadesState) -> tuple[int, ...]:
        return () if state.turn is None else (state.turn,)

    def legal_actions(self, state: SpadesState, seat: int) -> tuple[Action, ...]:
        if seat != state.turn:
            return ()
        match state.phase:
            case "play":
                return tuple(PlayCard(card) for card in play.legal_cards_of(state))
            case "bidding":
                return tuple(MakeBid(bid) for bid in bidding.legal_bids(state, seat))
            case "exchange":
                due = exchange.step(state)
                assert due is not None, "expected an exchange with a pass due, got none"
                return tuple(Pass(cards) for cards in combinations(state.hands[seat], due.count))
            case "draw":
                return tuple(Keep(card) for card in dealing.offered(state))
            case "deal" | "over":
                return ()
            case _:
                assert_never(state.phase)

    def progress(self, state: SpadesState) -> tuple[int, int]:
        return 0, len(state.kept) + len(state.bids) + len(state.passes) + len(state.plays)

    def side(self, state: SpadesState, seat: int) -> int:
        return side_of(state.rules, seat)

    def apply(self, state: SpadesState, seat: int | None, action: LogAction, at_ms: int = 0) -> SpadesState:
        match action:
            case PlayCard():
                return _play(state, seat, action)
            case MakeBid():
                return _bid(state, seat, action)
            case Pass():
                return _pass(state, seat, action)
            case Reveal():
                return _reveal(state, seat)
            case Keep():
                return _keep(state, seat, action)
            case Deal():
                return _dealt(state, seat, action)
            case _:
                assert_never(action)

    def forced(self, state: SpadesState, seat: int) -> Action:
        """Return the action that the table makes for a player with no time left.

        For a player with no time left, the table bids the lowest number, plays or passes the lowest cards, or
        keeps the higher of two drawn cards. For a player that has bid nil, the table passes the highest
        cards, not the lowest.
        """
        strength = deck_of(state.rules).strength
        match state.phase:
            case "bidding":
                bids = bidding.legal_bids(state, seat)
                return MakeBid(next((bid for bid in bids if not (bid.nil or bid.blind)), bids[0]))
            case "exchange":
                due = exchange.step(state)
                assert due is not None, "expected an exchange with a pass due, got none"
                highest_first = state.bids[seat].nil
                return Pass(
                    tuple(sorted(state.hands[seat], key=strength, reverse=highest_first)[: due.count])
                )
            case "draw":
                return Keep(max(dealing.offered(state), key=strength))
            case _:
                return PlayCard(min(play.legal_cards_of(state), key=strength))

    def pub(self, state: SpadesState) -> SpadesPub:
        return view.public_half(state)

    def own(self, state: SpadesState, audience: Audience) -> SpadesOwn | None:
        return view.own_half(state, audience)

    def changes(self, before: SpadesState, after: SpadesState, action: LogAction) -> Changes | None:
        return changes.changes(before, after, action)

    def result(self, state: SpadesState) -> HandResult | None:
        return state.ended

    def carry(self, state: SpadesState) -> SpadesState:
        return results.carried(state)


SPADES = Spades()


def _dealt(state: SpadesState, seat: int | None, deal: Deal) -> SpadesState:
    if seat is not None:
        raise IllegalAction("only the server deals the cards")
    dealing.check(state, deal)
    players = state.rules.players
    hands = tuple(deck_of(state.rules).sorted(hand) for hand in deal.hands)
    dealt = replace(
        state,
        deal=replace(deal, hands=hands),
        hands=hands,
        tricks=(0,) * players,
        event=Dealt(),
    )
    if players == 2:
        return replace(dealt, phase="draw", turn=bidder(state.rules, state.dealer, 0), laid_away=((), ()))
    return _start_bidding(dealt)


def _keep(state: SpadesState, seat: int | None, action: Keep) -> SpadesState:
    _check_turn(state, seat, "draw", "you may draw cards only before the bidding of a game for two")
    offered, turn = dealing.offered(state), state.turn
    assert turn is not None, "expected a seat in turn, got none"
    if action.card not in offered:
        raise IllegalAction(f"expected one of the drawn cards {' and '.join(offered)}, got {action.card}")
    other = offered[offered[0] is action.card]
    after = replace(
        state,
        turn=1 - turn,
        kept=(*state.kept, action.card),
        hands=dealing.with_card(state.hands, turn, action.card),
        laid_away=dealing.with_card(state.laid_away, turn, other),
        event=Drew(turn),
    )
    if after.draws < 26:
        return after
    hands = tuple(deck_of(state.rules).sorted(hand) for hand in after.hands)
    return _start_bidding(replace(after, hands=hands))


def _start_bidding(state: SpadesState) -> SpadesState:
    """Return the state at the start of the bidding, or of the play if the deal is played without bids."""
    if state.rules.first_hand_bids_itself and state.hand == 1:
        return _start_play(state)
    return replace(state, phase="bidding", turn=bidder(state.rules, state.dealer, 0))


def _reveal(state: SpadesState, seat: int | None) -> SpadesState:
    if seat is None:
        raise IllegalAction("only a player can look at a hand, not the server")
    bidding.check_reveal(state, seat)
    return replace(state, revealed={**state.revealed, seat: len(state.bids)}, event=Revealed(seat))


def _bid(state: SpadesState, seat: int | None, action: MakeBid) -> SpadesState:
    _check_turn(state, seat, "bidding", "you may bid only during the bidding, once a hand")
    turn = state.turn
    assert turn is not None, "expected a seat in turn, got none"
    bidding.check(state, turn, action.bid)
    bids = {**state.bids, turn: action.bid}
    numbers = bidding.numbers(state.rules, bids)
    after = replace(state, bids=bids, numbers=numbers, event=MadeBid(turn, action.bid))
    if len(after.bids) < state.rules.players:
        return replace(after, turn=bidder(state.rules, state.dealer, len(after.bids)))
    return _continue_exchange(replace(after, phase="exchange"))


def _continue_exchange(state: SpadesState) -> SpadesState:
    """Return the state in which the next player that must pass cards to partner is in turn.

    After the last pass, return the state at the start of the play. The function is called after a bid and
    after a pass.
    """
    due = exchanges(state.rules, state.bids)
    if len(state.passes) == len(due):
        return _start_play(state)
    return replace(state, turn=due[len(state.passes)].seat)


def _pass(state: SpadesState, seat: int | None, action: Pass) -> SpadesState:
    _check_turn(
        state,
        seat,
        "exchange",
        "you may pass cards only in an exchange, after a bid of nil and before the play",
    )
    due = exchange.step(state)
    assert due is not None, "expected an exchange with a pass due, got none"
    exchange.check(state, due, action.cards)
    hands = [*state.hands]
    hands[due.seat] = tuple(card for card in hands[due.seat] if card not in action.cards)
    hands[due.to] = deck_of(state.rules).sorted((*hands[due.to], *action.cards))
    after = replace(
        state,
        hands=tuple(hands),
        passes=(*state.passes, CardPass(due.seat, due.to, action.cards)),
        event=Passed(due.seat, due.count),
    )
    return _continue_exchange(after)


def _start_play(state: SpadesState) -> SpadesState:
    leader = play.first_leader(state.rules, state.dealer, state.bids, state.hands)
    return replace(state, phase="play", turn=leader)


def _play(state: SpadesState, seat: int | None, action: PlayCard) -> SpadesState:
    _check_turn(
        state,
        seat,
        "play",
        "you may play a card only after the bidding and the exchange, until the hand is over",
    )
    rules, turn, card, plays = state.rules, state.turn, action.card, state.plays
    assert turn is not None, "expected a seat in turn, got none"
    hand, lead, first, players = state.hands[turn], state.lead, len(plays) < rules.players, rules.players
    play.check(rules, hand, lead, first, state.broken, card)
    index = hand.index(card)
    hands = [*state.hands]
    hands[turn] = hand[:index] + hand[index + 1 :]
    tricks, next_turn = state.tricks, (turn + 1) % players
    if (len(plays) + 1) % players == 0:
        next_turn = (turn + 1 + winner_of_trick(deck_of(rules), (*state.trick, card))) % players
        tricks = (*tricks[:next_turn], tricks[next_turn] + 1, *tricks[next_turn + 1 :])
    after = replace(
        state,
        turn=next_turn,
        hands=tuple(hands),
        plays=(*plays, Play(turn, card)),
        tricks=tricks,
        broken=state.broken or breaks(rules, card, lead, first),
        event=Played(turn, card),
    )
    return after if any(hands) else results.finished(after)


def _check_turn(state: SpadesState, seat: int | None, phase: Phase, error: str) -> None:
    if state.phase != phase:
        raise IllegalAction(error)
    if seat is None or seat != state.turn:
        assert state.turn is not None, "expected a seat in turn, got none"
        raise IllegalAction(f"it is {seat_names(state.rules)[state.turn]}'s turn")
