"""A board of contract bridge as a frozen value; auction and play own their rules, this routes.

Play one at a REPL:

>>> from random import Random
>>> from protocol.v1.bridge import Call, MakeCall, PlayCard
>>> from server.games.bridge.state import BridgeState
>>> state = BridgeState()
>>> state = state.apply(None, state.chance(Random(1)))
>>> for call in (Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS):
...     state = state.apply(state.to_act()[0], MakeCall(call))
>>> while state.to_act():
...     seat = state.to_act()[0]
...     state = state.apply(seat, state.legal_actions(seat)[0])
>>> str(state.result().contract), sum(state.tricks)
('1NT', 13)
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import (
    SEATS,
    BridgeOwn,
    BridgePub,
    Contract,
    Deal,
    Hand,
    MakeCall,
    Options,
    Phase,
    Play,
    PlayCard,
    Result,
    Seat,
)
from protocol.v1.cards import DECK, display_order
from server.errors import IllegalAction
from server.games.base import Audience, Rng
from server.games.bridge import auction, play, scoring, view

LogAction = MakeCall | PlayCard | Deal


class BridgeState(Struct, frozen=True, gc=False):
    """One board, from before its deal to its result.

    `board` is the number of the board, `finished` counts those before it. `hands` are the cards still held,
    `tricks` those won by North-South and East-West. `turn` is the hand that calls or plays next, whoever
    acts for it.
    """

    options: Options = Options()
    board: int = 1
    finished: int = 0
    phase: Phase = "deal"
    turn: Seat | None = None
    deal: Deal | None = None
    hands: tuple[Hand, Hand, Hand, Hand] = ((), (), (), ())
    calls: auction.Calls = ()
    contract: Contract | None = None
    plays: play.Plays = ()
    tricks: tuple[int, int] = (0, 0)

    @property
    def actor(self) -> Seat | None:
        """The seat that must act: the hand in turn, but declarer for dummy (Laws 41D and 45B)."""
        turn, contract = self.turn, self.contract
        if turn is None or contract is None or (turn - contract.declarer) % 4 != 2:
            return turn
        return contract.declarer

    @property
    def dummy(self) -> Seat | None:
        """Whose hand lies on the table: nobody's before the opening lead (Law 41D)."""
        return self.contract.declarer.partner if self.contract is not None and self.plays else None

    def to_act(self) -> tuple[Seat, ...]:
        actor = self.actor
        return () if actor is None else (actor,)

    def legal_actions(self, seat: int) -> tuple[LogAction, ...]:
        turn = self.turn
        if turn is None or seat != self.actor:
            return ()
        if self.contract is None:
            return tuple(MakeCall(call) for call in auction.legal_calls(self.calls))
        return tuple(PlayCard(card) for card in play.legal_cards(self.hands[turn], self.plays))

    def progress(self) -> tuple[int, int]:
        return 0, len(self.calls) + len(self.plays)

    def apply(self, seat: int | None, action: LogAction, at_ms: int = 0) -> BridgeState:
        match action:
            case Deal():
                return self._deal(seat, action)
            case MakeCall():
                return self._call(seat, action)
            case PlayCard():
                return self._play(seat, action)
            case _:
                assert_never(action)

    def _deal(self, seat: int | None, deal: Deal) -> BridgeState:
        if seat is not None:
            raise IllegalAction("only chance deals")
        if self.deal is not None:
            raise IllegalAction("the board is dealt already")
        if not self.deal_due():
            raise IllegalAction(f"all {self.options.boards} boards are played")
        if any(len(hand) != 13 for hand in deal.hands) or {c for h in deal.hands for c in h} != set(DECK):
            raise IllegalAction("a deal is 52 different cards, thirteen to each hand (Law 6)")
        north, east, south, west = (tuple(sorted(hand, key=display_order)) for hand in deal.hands)
        hands = (north, east, south, west)
        return replace(
            self,
            board=deal.board,
            phase="auction",
            turn=deal.dealer,
            deal=replace(deal, hands=hands),
            hands=hands,
        )

    def _call(self, seat: int | None, action: MakeCall) -> BridgeState:
        if self.deal is None:
            raise IllegalAction("no board is dealt")
        auction.check(self.calls, action.call)
        self._check_turn(seat)
        calls = (*self.calls, action.call)
        if not auction.is_over(calls):
            return replace(self, calls=calls, turn=auction.caller(self.deal.dealer, calls))
        contract = auction.contract(self.deal.dealer, calls)
        if contract is None:
            return replace(self, calls=calls, phase="over", turn=None)
        return replace(self, calls=calls, phase="play", contract=contract, turn=contract.declarer.lho)

    def _play(self, seat: int | None, action: PlayCard) -> BridgeState:
        turn, contract = self.turn, self.contract
        if self.phase == "over":
            raise IllegalAction("the board is over")
        if turn is None or contract is None:
            raise IllegalAction("no card is played before the auction is over (Law 22)")
        self._check_turn(seat)
        play.check(self.hands[turn], self.plays, action.card, own=turn == seat)
        plays = (*self.plays, Play(turn, action.card))
        tricks, following = self.tricks, turn.lho
        if len(plays) % 4 == 0:
            following = play.trick_winner(contract, plays[-4:])
            tricks = play.count_trick(tricks, following)
        over = len(plays) == 52
        return replace(
            self,
            phase="over" if over else "play",
            turn=None if over else following,
            plays=plays,
            tricks=tricks,
            hands=play.without(self.hands, turn, action.card),
        )

    def _check_turn(self, seat: int | None) -> None:
        if seat != self.actor:
            due = self.actor.name.title() if self.actor is not None else "nobody"
            raise IllegalAction(f"it is {due}'s turn (Laws 17 and 44)")

    def deal_due(self) -> bool:
        return self.deal is None and self.finished != self.options.boards

    def chance(self, rng: Rng) -> Deal | None:
        if not self.deal_due():
            return None
        cards = rng.sample(DECK, 52)
        north, east, south, west = (
            tuple(sorted(cards[13 * seat : 13 * seat + 13], key=display_order)) for seat in SEATS
        )
        return Deal(
            self.board,
            scoring.dealer_of(self.board),
            scoring.vulnerability_of(self.board),
            (north, east, south, west),
        )

    def pub(self) -> BridgePub:
        return view.public_half(self)

    def own(self, audience: Audience) -> BridgeOwn | None:
        return view.own_half(self, audience)

    def carry(self) -> BridgeState:
        return BridgeState(options=self.options, board=self.board + 1, finished=self.finished + 1)

    def result(self) -> Result | None:
        if self.phase != "over" or self.deal is None:
            return None
        if self.contract is None:
            return scoring.result(None, None, self.deal.vulnerable)
        won = self.tricks[self.contract.declarer % 2]
        return scoring.result(self.contract, won, self.deal.vulnerable)
