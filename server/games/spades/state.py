"""A hand of Spades as a frozen value; bidding, exchange, play and scoring own their rules, this routes.

Play one at a REPL:

>>> from random import Random
>>> from protocol.v1.spades import Options
>>> from server.games.spades.state import start
>>> state = start(Options(preset="mirror"))
>>> state = state.apply(None, state.chance(Random(1)))
>>> while state.to_act():
...     seat = state.to_act()[0]
...     state = state.apply(seat, state.legal_actions(seat)[0])
>>> sum(state.tricks), len(state.result().sides)
(13, 2)
"""

from __future__ import annotations

from itertools import combinations
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.spades import (
    Action,
    Bid,
    Card,
    Deal,
    Dealt,
    Drew,
    Hand,
    HandResult,
    Keep,
    Last,
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
    Rules,
    Score,
    SpadesOwn,
    SpadesPub,
)
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.base import Audience, Rng
from server.games.spades import bidding, dealing, exchange, play, results, view
from server.games.spades.exchange import Given
from server.games.spades.settled import seat_names, settled, sides_of

LogAction = Action | Deal


class SpadesState(Struct, frozen=True, kw_only=True, gc=False):
    """One hand, from before its deal to its result, and what the game carries from hand to hand.

    `hands` are the cards still held, `tricks` those won by each seat. `draws` counts how often two players
    have drawn from the stock, `kept` are the cards kept of it and `laid_away` those that were not. `bids` are
    by seat in their order, `numbers` what the sides have bid with them. `revealed` are the seats that looked
    before they bid, in their order, and how many bids had been made then. `scores` are those of the sides
    before this hand, `ended` is its result. `results` are those of earlier hands, `winner` the side that has
    won the game with them.
    """

    rules: Rules = Rules()
    hand: int = 1
    dealer: int = 0
    phase: Phase = "deal"
    turn: int | None = None
    deal: Deal | None = None
    hands: tuple[Hand, ...] = ()
    kept: Hand = ()
    laid_away: tuple[Hand, ...] = ()
    bids: dict[int, Bid] = {}
    numbers: tuple[int | None, ...] = (None, None)
    revealed: dict[int, int] = {}
    passes: tuple[Given, ...] = ()
    plays: tuple[Play, ...] = ()
    tricks: tuple[int, ...] = ()
    broken: bool = False
    event: Last | None = None
    scores: tuple[Score, ...] = (Score(), Score())
    ended: HandResult | None = None
    results: dict[int, HandResult] = {}
    winner: int | None = None

    @property
    def draws(self) -> int:
        return len(self.kept)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, () between tricks."""
        begun = len(self.plays) - len(self.plays) % self.rules.players
        return tuple([each.card for each in self.plays[begun:]])

    @property
    def first(self) -> bool:
        """Whether the trick in progress, or the next one, is the first of the hand."""
        return len(self.plays) < self.rules.players

    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        if seat != self.turn:
            return ()
        match self.phase:
            case "play":
                return tuple(PlayCard(card) for card in self.legal_cards())
            case "bidding":
                return tuple(MakeBid(bid) for bid in bidding.legal_bids(self, seat))
            case "exchange":
                due = exchange.step(self)
                assert due is not None, "expected a pass that is due"
                return tuple(Pass(cards) for cards in combinations(self.hands[seat], due.count))
            case "draw":
                return tuple(Keep(card) for card in dealing.offered(self))
            case "deal" | "over":
                return ()
            case _:
                assert_never(self.phase)

    def legal_cards(self) -> Hand:
        """The cards that the seat in turn may play."""
        assert self.turn is not None, "expected a seat in turn"
        return play.legal_cards(self.rules, self.hands[self.turn], self.trick, self.first, self.broken)

    def progress(self) -> tuple[int, int]:
        return 0, len(self.kept) + len(self.bids) + len(self.passes) + len(self.plays)

    def apply(self, seat: int | None, action: LogAction, at_ms: int = 0) -> SpadesState:
        match action:
            case PlayCard():
                return self._play(seat, action)
            case MakeBid():
                return self._bid(seat, action)
            case Pass():
                return self._pass(seat, action)
            case Reveal():
                return self._reveal(seat)
            case Keep():
                return self._keep(seat, action)
            case Deal():
                return self._dealt(seat, action)
            case _:
                assert_never(action)

    def _dealt(self, seat: int | None, deal: Deal) -> SpadesState:
        if seat is not None:
            raise IllegalAction("only chance deals")
        dealing.check(self, deal)
        players = self.rules.players
        hands = tuple(deck_of(self.rules).sorted(hand) for hand in deal.hands)
        dealt = replace(
            self,
            deal=replace(deal, hands=hands),
            hands=hands,
            tricks=(0,) * players,
            event=Dealt(),
        )
        if players == 2:
            return replace(dealt, phase="draw", turn=bidding.bidder(self, 0), laid_away=((), ()))
        return dealt._to_bid()

    def _keep(self, seat: int | None, action: Keep) -> SpadesState:
        self._check_turn(seat, "draw", "no cards are drawn now")
        offered, turn = dealing.offered(self), self.turn
        assert turn is not None, "expected a seat in turn"
        if action.card not in offered:
            raise IllegalAction(
                f"expected one of the cards drawn, {' and '.join(offered)}, got {action.card}"
            )
        other = offered[offered[0] is action.card]
        after = replace(
            self,
            turn=1 - turn,
            kept=(*self.kept, action.card),
            hands=dealing.kept(self.hands, turn, action.card),
            laid_away=dealing.kept(self.laid_away, turn, other),
            event=Drew(turn),
        )
        return after._to_bid() if after.draws == 26 else after

    def _to_bid(self) -> SpadesState:
        """The hand with all cards in the players' hands."""
        hands = tuple(deck_of(self.rules).sorted(hand) for hand in self.hands)
        if self.rules.first_hand_bids_itself and self.hand == 1:
            return replace(self, hands=hands)._to_play()
        return replace(self, hands=hands, phase="bidding", turn=bidding.bidder(self, 0))

    def _reveal(self, seat: int | None) -> SpadesState:
        if seat is None:
            raise IllegalAction("only a player looks at a hand")
        bidding.check_reveal(self, seat)
        return replace(self, revealed={**self.revealed, seat: len(self.bids)}, event=Revealed(seat))

    def _bid(self, seat: int | None, action: MakeBid) -> SpadesState:
        self._check_turn(seat, "bidding", "bids are made in the bidding, once a hand")
        turn = self.turn
        assert turn is not None, "expected a seat in turn"
        bidding.check(self, turn, action.bid)
        bids = {**self.bids, turn: action.bid}
        numbers = bidding.numbers(self.rules, bids)
        after = replace(self, bids=bids, numbers=numbers, event=MadeBid(turn, action.bid))
        if len(after.bids) < self.rules.players:
            return replace(after, turn=bidding.bidder(self, len(after.bids)))
        return replace(after, phase="exchange")._next_pass()

    def _next_pass(self) -> SpadesState:
        """The seat that passes cards next in turn, or the play, once all have."""
        due = exchange.steps(self)
        if len(self.passes) == len(due):
            return self._to_play()
        return replace(self, turn=due[len(self.passes)].seat)

    def _pass(self, seat: int | None, action: Pass) -> SpadesState:
        self._check_turn(seat, "exchange", "cards are passed beside a nil, before the play")
        due = exchange.step(self)
        assert due is not None, "expected a pass that is due"
        exchange.check(self, due, action.cards)
        hands = [*self.hands]
        hands[due.seat] = tuple(card for card in hands[due.seat] if card not in action.cards)
        hands[due.to] = deck_of(self.rules).sorted((*hands[due.to], *action.cards))
        after = replace(
            self,
            hands=tuple(hands),
            passes=(*self.passes, Given(due.seat, due.to, action.cards)),
            event=Passed(due.seat, due.count),
        )
        return after._next_pass()

    def _to_play(self) -> SpadesState:
        leader = play.first_leader(self.rules, self.dealer, self.bids, self.hands)
        return replace(self, phase="play", turn=leader)

    def _play(self, seat: int | None, action: PlayCard) -> SpadesState:
        self._check_turn(seat, "play", "no card is played before all have bid, or after the hand")
        turn, card, trick = self.turn, action.card, self.trick
        assert turn is not None, "expected a seat in turn"
        hand = self.hands[turn]
        play.check(self.rules, hand, trick, self.first, self.broken, card)
        place, players = hand.index(card), self.rules.players
        hands = (*self.hands[:turn], hand[:place] + hand[place + 1 :], *self.hands[turn + 1 :])
        tricks, following = self.tricks, (turn + 1) % players
        if len(trick) + 1 == players:
            won = play.winner(deck_of(self.rules), (*trick, card))
            following = (turn + 1 + won) % players
            tricks = (*tricks[:following], tricks[following] + 1, *tricks[following + 1 :])
        after = replace(
            self,
            turn=following,
            hands=hands,
            plays=(*self.plays, Play(turn, card)),
            tricks=tricks,
            broken=self.broken or play.breaks(self.rules, card, trick, self.first),
            event=Played(turn, card),
        )
        return after if any(hands) else results.finished(after)

    def _check_turn(self, seat: int | None, phase: Phase, otherwise: str) -> None:
        if self.phase != phase:
            raise IllegalAction(otherwise)
        if seat is None or seat != self.turn:
            assert self.turn is not None, "expected a seat in turn"
            raise IllegalAction(f"it is {seat_names(self.rules)[self.turn]}'s turn")

    def deal_due(self) -> bool:
        return self.phase == "deal" and self.winner is None

    def chance(self, rng: Rng) -> Deal | None:
        return dealing.drawn(self, rng) if self.deal_due() else None

    def pub(self) -> SpadesPub:
        return view.public_half(self)

    def own(self, audience: Audience) -> SpadesOwn | None:
        return view.own_half(self, audience)

    def carry(self) -> SpadesState:
        return results.carried(self)

    def result(self) -> HandResult | None:
        return self.ended


def start(options: Options) -> SpadesState:
    """The state before the first hand. Raises IllegalAction for options that do not go together."""
    rules = settled(options)
    sides = sides_of(rules)
    return SpadesState(rules=rules, scores=(Score(),) * sides, numbers=(None,) * sides)
