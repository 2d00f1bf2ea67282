"""A board of contract bridge as a frozen value; auction, play and claims own their rules, this routes.

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
    Action,
    ArtificialScore,
    Ask,
    AssignScore,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Contract,
    Cut,
    Deal,
    Explain,
    Grant,
    Hand,
    LayCard,
    MakeCall,
    Options,
    Phase,
    Play,
    PlayCard,
    PlayOn,
    Result,
    Seat,
    Side,
    Undo,
    Vote,
)
from protocol.v1.bridge.views import Claimed, ClaimEnded, CutFor, Ruled, Undone
from protocol.v1.cards import Card
from server.errors import IllegalAction
from server.games.base import Audience, Rng
from server.games.bridge import auction, dealing, match, play, results, view
from server.games.bridge.conduct import alerts, claims, convention_cards, undo
from server.games.bridge.scores import cut
from server.games.bridge.scores.sheet import Sheet

LogAction = Action | Deal | Cut


class BridgeState(Struct, frozen=True, gc=False):
    """One board, from before its deal to its result, and what the sitting carries from board to board.

    `board` is the number of the board, `finished` counts those before it. `hands` are the cards still held,
    `tricks` those won by North-South and East-West, or given by a claim or ruling. `turn` is the hand that
    calls or plays next, whoever acts for it. `times` are those (ms) of the deal, the calls and the cards.
    `told` is what was said of the calls, `undos` what players ask to take back, `denied` what they were not
    given, `retracted` the places of calls taken back under Law 25A; `objected` the sides of which a player
    has objected to a concession. `rewinds` counts what was
    taken back, `stirs` the public moves that are neither call nor card, of which the newest is `event`.
    `sheet` is the score before this board, `streaks` the rubbers that each chair has played in a row.
    `earlier` are the last boards, `results` theirs by board, and `cards` the convention cards of both sides.
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
    times: tuple[int, ...] = ()
    told: alerts.Record = ()
    undos: tuple[undo.Request, ...] = ()
    denied: tuple[tuple[Seat, int, int], ...] = ()
    retracted: tuple[int, ...] = ()
    claim: claims.Pending | None = None
    objected: tuple[Side, ...] = ()
    claimed: bool = False
    adjusted: AssignScore | ArtificialScore | None = None
    rewinds: int = 0
    stirs: int = 0
    event: Claimed | ClaimEnded | CutFor | Undone | Ruled | None = None
    sheet: Sheet | None = None
    streaks: tuple[int, ...] = ()
    earlier: tuple[results.Earlier, ...] = ()
    results: dict[int, Result] = {}
    cards: convention_cards.Cards = (None, None)
    match: match.Standing | None = None

    @property
    def actor(self) -> Seat | None:
        """The seat that must call or play: the hand in turn, but declarer for dummy (Laws 41D and 45B)."""
        turn, contract = self.turn, self.contract
        if self.claim is not None:
            return None
        if turn is None or contract is None or (turn - contract.declarer) % 4 != 2:
            return turn
        return contract.declarer

    @property
    def dummy(self) -> Seat | None:
        """Whose hand lies on the table: nobody's before the opening lead (Law 41D)."""
        return self.contract.declarer.partner if self.contract is not None and self.plays else None

    def to_act(self) -> tuple[Seat, ...]:
        if self.claim is not None:
            return claims.waiting(self)
        actor = self.actor
        return () if actor is None else (actor,)

    def legal_actions(self, seat: int) -> tuple[LogAction, ...]:
        if self.claim is not None:
            return claims.answers(self, seat)
        turn = self.turn
        if turn is None or seat != self.actor:
            return ()
        if self.contract is None:
            return tuple(MakeCall(call) for call in auction.legal_calls(self.calls))
        return tuple(PlayCard(card) for card in play.legal_cards(self.hands[turn], self.plays))

    def progress(self) -> tuple[int, int]:
        return self.rewinds, len(self.calls) + len(self.plays) + self.stirs

    def apply(self, seat: int | None, action: LogAction, at_ms: int = 0) -> BridgeState:
        match action:
            case PlayCard():
                return self._play(seat, action, at_ms)
            case MakeCall():
                return self._call(seat, action, at_ms)
            case Deal():
                return self._dealt(seat, action, at_ms)
            case Cut():
                return self._cut(seat, action)
            case _:
                return self._besides(_player(seat), action, at_ms)

    def _besides(self, seat: Seat, action: Action, at_ms: int) -> BridgeState:
        """What players do beside calling and playing."""
        match action:
            case Claim():
                return claims.claim(self, seat, action)
            case Vote():
                return claims.vote(self, seat, action)
            case PlayOn():
                return claims.play_on(self, seat)
            case Undo():
                return undo.ask(self, seat, action)
            case Grant():
                return undo.grant(self, seat, action)
            case Ask():
                return alerts.ask(self, seat, action, at_ms)
            case Explain():
                return alerts.explain(self, seat, action, at_ms)
            case LayCard():
                return convention_cards.lay(self, seat, action)
            case MakeCall() | PlayCard():
                raise AssertionError("calls and cards are not beside")
            case _:
                assert_never(action)

    def _dealt(self, seat: int | None, deal: Deal, at_ms: int) -> BridgeState:
        if seat is not None:
            raise IllegalAction("only chance deals")
        dealing.check(self, deal)
        hands = dealing.sorted_hands(deal.hands)
        return replace(
            self,
            board=deal.board,
            phase="auction",
            turn=deal.dealer,
            deal=replace(deal, hands=hands),
            hands=hands,
            times=(at_ms,),
            event=None,
        )

    def _cut(self, seat: int | None, action: Cut) -> BridgeState:
        if seat is not None:
            raise IllegalAction("only chance cuts")
        seating = dealing.seating(self, action)
        return replace(
            self,
            streaks=seating.streaks,
            sheet=dealing.reseated(self, seating),
            stirs=self.stirs + 1,
            event=CutFor(action.cards),
        )

    def _call(self, seat: int | None, action: MakeCall, at_ms: int) -> BridgeState:
        if self.deal is None:
            raise IllegalAction("no board is dealt")
        auction.check(self.calls, action.call)
        self._check_turn(seat)
        told = alerts.with_call(self, _player(seat), action, at_ms)
        return replace(self.called(action.call, at_ms), told=told)

    def called(self, call: Call, at_ms: int) -> BridgeState:
        """The board after a legal call of the hand in turn."""
        deal = self.deal
        assert deal is not None, "expected a board that is dealt"
        calls = (*self.calls, call)
        undos = self.undos and undo.standing(self, auction.caller(deal.dealer, self.calls), 0)
        after = replace(self, calls=calls, times=(*self.times, at_ms), event=None, undos=undos)
        if not auction.is_over(calls):
            return replace(after, turn=auction.caller(deal.dealer, calls))
        contract = auction.contract(deal.dealer, calls)
        if contract is None:
            return replace(after, phase="over", turn=None, undos=())
        return replace(after, phase="play", contract=contract, turn=contract.declarer.lho)

    def _play(self, seat: int | None, action: PlayCard, at_ms: int) -> BridgeState:
        turn = self.turn
        if self.phase == "over":
            raise IllegalAction("the board is over")
        if turn is None or self.contract is None:
            raise IllegalAction("no card is played before the auction is over (Law 22)")
        self._check_turn(seat)
        play.check(self.hands[turn], self.plays, action.card, own=turn == seat)
        return self.played(action.card, at_ms)

    def played(self, card: Card, at_ms: int) -> BridgeState:
        """The board after a legal card from the hand in turn."""
        turn, contract = self.turn, self.contract
        assert turn is not None and contract is not None, "expected a hand in turn to play"
        plays = (*self.plays, Play(turn, card))
        tricks, following = self.tricks, turn.lho
        if len(plays) % 4 == 0:
            following = play.trick_winner(contract, plays[-4:])
            tricks = play.count_trick(tricks, following)
        over = len(plays) == 52
        actor = self.actor or turn
        return replace(
            self,
            phase="over" if over else "play",
            turn=None if over else following,
            plays=plays,
            tricks=tricks,
            hands=play.without(self.hands, turn, card),
            times=(*self.times, at_ms),
            event=None,
            undos=(self.undos and not over and undo.standing(self, actor, len(self.plays))) or (),
        )

    def _check_turn(self, seat: int | None) -> None:
        if self.claim is not None:
            raise IllegalAction("play has stopped for a claim (Law 68D)")
        if seat != self.actor:
            due = self.actor.name.title() if self.actor is not None else "nobody"
            raise IllegalAction(f"it is {due}'s turn (Laws 17 and 44)")

    def deal_due(self) -> bool:
        return self.deal is None and not dealing.sitting_over(self)

    def chance(self, rng: Rng) -> Deal | Cut | None:
        return dealing.drawn(self, rng) if self.deal_due() else None

    def pub(self) -> BridgePub:
        return view.public_half(self)

    def own(self, audience: Audience) -> BridgeOwn | None:
        return view.own_half(self, audience)

    def carry(self) -> BridgeState:
        return results.carried(self)

    def result(self) -> Result | None:
        return results.result(self)


def start(options: Options) -> BridgeState:
    """The state before the first board. Raises IllegalAction for options that do not go together."""
    dealing.check_options(options)
    sheet = dealing.opening(options)
    return BridgeState(options=options, board=options.first_board, sheet=sheet, streaks=cut.opening(options))


def _player(seat: int | None) -> Seat:
    if seat is None or seat >= len(SEATS):
        raise IllegalAction("only a seat at the table, North, East, South or West, does this")
    return SEATS[seat]
