"""The rules of contract bridge as a subclass of `Game`; other modules have the auction, play and claims.

Example: a random deal, played at the Python prompt:

>>> from random import Random
>>> from protocol.v1.bridge import Call, MakeCall, Options
>>> from server.games.bridge.rules import BRIDGE
>>> state = BRIDGE.start(Options())
>>> state = BRIDGE.apply(state, None, BRIDGE.chance(state, Random(1)))
>>> for call in (Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS):
...     state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(call))
>>> while BRIDGE.to_act(state):
...     seat = BRIDGE.to_act(state)[0]
...     state = BRIDGE.apply(state, seat, BRIDGE.legal_actions(state, seat)[0])
>>> str(BRIDGE.result(state).contract), sum(state.tricks)
('1NT', 13)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn, assert_never, get_args

from msgspec.structs import replace

from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import (
    SEATS,
    Action,
    Ask,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Cut,
    Deal,
    Explain,
    Grant,
    LayCard,
    MakeCall,
    NoQuestions,
    Options,
    PlayCard,
    PlayOn,
    Result,
    Ruling,
    Seat,
    Undo,
    Vote,
)
from protocol.v1.bridge.views import ClaimEnded, CutFor
from protocol.v1.requests import PerBoard
from server.errors import IllegalAction
from server.games.base import (
    Absence,
    Audience,
    Changes,
    ConventionCards,
    Directing,
    Expired,
    Game,
    KnownResults,
    PlayingAgain,
    Rng,
    Search,
    Seating,
    Sharing,
)
from server.games.bridge import auction, changes, dealing, match, moves, play, results, view
from server.games.bridge import board_set as board_sets
from server.games.bridge.comparing import BridgeComparing
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.conduct import alerts, claims, convention_cards, leads, rulings, undo
from server.games.bridge.conduct.meanings import BridgeMeanings
from server.games.bridge.dueling import BridgeDueling
from server.games.bridge.proof import Knowledge, knowledge, proves
from server.games.bridge.scores import cut
from server.games.bridge.state import BridgeState, EarlierBoard, LogAction, MatchStanding, SetStanding

_NAMES = ("North", "East", "South", "West", "Waiting 1", "Waiting 2", "Waiting 3")
_ANSWERS = (MakeCall, PlayCard, PlayOn, NoQuestions)
_ALONE = tuple((seat,) for seat in SEATS)
"""For each seat, a tuple with only this seat: the seats that must act if one player is in turn."""


class BridgeDirecting(Directing[BridgeState]):
    """The rulings of bridge directors, and the server's own rulings on claims that it has proven."""

    ruling_type = Ruling
    log_ruling_type = rulings.LogRuling

    def rule(self, state: BridgeState, ruling: rulings.LogRuling, at_ms: int) -> BridgeState:
        return rulings.rule(state, ruling, at_ms)

    def disputed(self, state: BridgeState) -> bool:
        return state.phase == "disputed"

    def called(self, state: BridgeState) -> bool:
        """Return True after a refused claim, and after an objection to a concession.

        After an objection to partner's concession the director is needed, because a defender has seen
        partner's hand (Laws 68B2 and 16).
        """
        objected = isinstance(state.event, ClaimEnded) and state.event.how == "objected"
        return objected or state.phase == "disputed"

    def prove(self, state: BridgeState) -> Search | None:
        """Return the search for a proof of the pending claim, or None if no search can settle the claim."""
        pending, contract = state.claim, state.contract
        # Search even if opponents have already refused the claim: the server also accepts a refused claim
        # that it has proven.
        if pending is None or contract is None or not state.options.proven_claims:
            return None
        defends = pending.seat is not contract.declarer
        # Search for no proof of a concession: other players must consent to it (Laws 68B and 71).
        if pending.tricks == 0 or (defends and pending.tricks < pending.left):
            return None
        dummy = contract.declarer.partner
        known = knowledge(contract, state.plays, pending.seat, state.hands[pending.seat], state.hands[dummy])
        return partial(_proven, known, rulings.Proven(pending.seat), pending.tricks)


def _proven(known: Knowledge, ruling: rulings.Proven, tricks: int, expired: Expired) -> rulings.Proven | None:
    return ruling if proves(known, tricks, expired) else None


class BridgeSharing(Sharing[BridgeState]):
    """The rules of boards that several tables play: team matches, and sets of boards."""

    result_type = EarlierBoard
    options: Mapping[str, object] = MappingProxyType({"undo": "law25"})

    def standing(self, state: BridgeState) -> MatchStanding | SetStanding | None:
        return results.match_standing(state) or results.set_standing(state)

    def paired(self, room: Any, other: str) -> match.Paired:
        return match.Paired(room, other)

    def joined(self, board_set: str, tables: int) -> board_sets.Joined:
        return board_sets.Joined(board_set, tables)

    def results(self, state: BridgeState) -> tuple[tuple[int, EarlierBoard], ...]:
        return tuple((each.board, each) for each in results.finished_boards(state))

    def news(
        self, standing: MatchStanding | SetStanding, here: KnownResults, others: tuple[KnownResults, ...]
    ) -> tuple[match.MatchRuling | board_sets.SetRuling, ...]:
        if isinstance(standing, SetStanding):
            return board_sets.news(standing, here, others)
        (other,) = others
        return match.news(standing, here, other)

    def closed(self, standing: MatchStanding | SetStanding, deal: Deal, ended: bool) -> bool:
        if isinstance(standing, SetStanding):
            return board_sets.closed(standing, deal, ended)
        return match.closed(standing, deal, ended)

    def drawn(self, start: BridgeState, index: int, rng: Rng) -> Deal:
        return match.drawn(start, index, rng)

    def check(self, options: Options, deals: tuple[Deal, ...]) -> None:
        match.check(options, deals)


class BridgeSeating(Seating[BridgeState]):
    """The cut for partners, which decides where the players sit."""

    def completed(self, action: LogAction, taken: tuple[int, ...]) -> LogAction:
        return Cut(action.cards, taken) if isinstance(action, Cut) else action

    def order(self, state: BridgeState, action: LogAction) -> tuple[int, ...] | None:
        return dealing.seating(state, action).chairs if isinstance(action, Cut) else None


class BridgeCards(ConventionCards[BridgeState]):
    """The convention cards of North-South and East-West."""

    def card(self, state: BridgeState, side: str) -> LayCard | None:
        return convention_cards.card(state, side)


class BridgePlayingAgain(PlayingAgain[BridgeState]):
    """Tables that play a finished board again, from any call or card."""

    def position(self, options: Options, over: BridgeState, moves: int, at_ms: int) -> BridgeState:
        if over.deal is None:
            raise IllegalAction("expected a board that was dealt, got one without cards")
        calls, cards = map(MakeCall, over.calls), (PlayCard(play.card) for play in over.plays)
        made: tuple[MakeCall | PlayCard, ...] = (*calls, *cards)
        if moves > len(made):
            raise IllegalAction(f"expected a position after 0 to {len(made)} calls and cards, got {moves}")
        state = BRIDGE.apply(BRIDGE.start(dealing.for_one_board(options, over.deal)), None, over.deal, at_ms)
        for move in made[:moves]:
            state = BRIDGE.apply(state, state.actor, move, at_ms)
            for seat in leads.waiting(state):
                state = leads.no_questions(state, seat)
        if state.actor is None:
            raise IllegalAction("the board is over in this position, so it cannot be played on from here")
        return state


class Bridge(Game[BridgeState, LogAction]):
    """Contract bridge with duplicate, rubber and Chicago scoring; each board is one deal."""

    name = "bridge"
    revision = 2
    action_type = Action
    log_action_type = LogAction
    options_type = Options
    state_type = BridgeState
    pub_type = BridgePub
    own_type = BridgeOwn
    clock = PerBoard(board_ms=450_000)
    unprompted = frozenset(kind for kind in get_args(Action) if kind not in _ANSWERS)
    costly = (Claim,)
    needed = 4
    pages = frozenset({(LayCard, "text")})
    ended = "all boards have been played"
    directing = BridgeDirecting()
    sharing = BridgeSharing()
    seating = BridgeSeating()
    convention_cards = BridgeCards()
    call_meanings = BridgeMeanings()
    dueling = BridgeDueling()
    comparing = BridgeComparing()
    competing = BridgeCompeting()
    playing_again = BridgePlayingAgain()
    absence = Absence(substitutes=("sampler", "plain"))

    def start(self, options: Options) -> BridgeState:
        dealing.check_options(options)
        sheet = dealing.opening(options)
        return BridgeState(
            options=options, board=options.first_board, sheet=sheet, streaks=cut.opening(options)
        )

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return _NAMES[: 4 + options.waiting]

    def public_options(self, state: BridgeState) -> Options:
        return state.options

    def deals_fault(self, options: Options) -> str | None:
        return dealing.deals_fault(options)

    def deal_due(self, state: BridgeState) -> bool:
        return dealing.deal_due(state)

    def chance(self, state: BridgeState, rng: Rng) -> Deal | Cut | None:
        return dealing.draw_cards(state, rng) if dealing.deal_due(state) else None

    def to_act(self, state: BridgeState) -> tuple[Seat, ...]:
        if state.claim is not None:
            return claims.waiting(state)
        actor = state.actor
        return leads.waiting(state) if actor is None else _ALONE[actor]

    def legal_actions(self, state: BridgeState, seat: int) -> tuple[LogAction, ...]:
        if state.claim is not None:
            return claims.answers(state, seat)
        if state.lead is not None:
            return leads.answers(state, seat)
        turn = state.turn
        if turn is None or seat != state.actor:
            return ()
        if state.contract is None:
            return tuple(MakeCall(call) for call in legal_calls(state.calls))
        return tuple(PlayCard(card) for card in play.legal_cards(state.hands[turn], state.plays))

    def progress(self, state: BridgeState) -> tuple[int, int]:
        return state.rewinds, len(state.calls) + len(state.plays) + state.other_moves

    def side(self, state: BridgeState, seat: int) -> int:
        return seat % 2

    def pause_ms(self, state: BridgeState) -> int:
        """Return the pause, in milliseconds, before the next call after a jump bid."""
        stop_ms = state.options.stop_ms
        return stop_ms if stop_ms and state.phase == "auction" and auction.jumped(state.calls) else 0

    def apply(self, state: BridgeState, seat: int | None, action: LogAction, at_ms: int = 0) -> BridgeState:
        match action:
            case PlayCard():
                return _play(state, seat, action, at_ms)
            case MakeCall():
                return _call(state, seat, action, at_ms)
            case Deal():
                return _dealt(state, seat, action, at_ms)
            case Cut():
                return _cut(state, seat, action)
            case _:
                return _apply_other(state, _player(seat), action, at_ms)

    def forced(self, state: BridgeState, seat: int) -> Action:
        """Return the action that the table makes for a player with no time left.

        For a player with no time left, the table passes, plays the lowest legal card, votes against the
        claim, agrees to play on, or has no more questions.
        """
        if state.lead is not None:
            return NoQuestions()
        match state.phase:
            case "claim":
                # Vote against the claim: a claim needs agreement (Law 69A), and a player without time left
                # has not agreed.
                return Vote(False)
            case "disputed":
                return PlayOn()
            case "play":
                assert state.turn is not None, "expected a board with a hand in turn, got a board without"
                cards = play.legal_cards(state.hands[state.turn], state.plays)
                return PlayCard(min(cards, key=lambda card: card.height))
            case _:
                return MakeCall(Call.PASS)

    def pub(self, state: BridgeState) -> BridgePub:
        return view.public_half(state)

    def own(self, state: BridgeState, audience: Audience) -> BridgeOwn | None:
        return view.own_half(state, audience)

    def changes(self, before: BridgeState, after: BridgeState, action: LogAction) -> Changes | None:
        return changes.changes(before, after, action)

    def result(self, state: BridgeState) -> Result | None:
        return results.result(state)

    def carry(self, state: BridgeState) -> BridgeState:
        return results.carried(state)


BRIDGE = Bridge()


def _apply_other(state: BridgeState, seat: Seat, action: Action, at_ms: int) -> BridgeState:
    """Return the board after an action that is neither a call nor the play of a card."""
    match action:
        case Claim():
            return claims.claim(state, seat, action)
        case Vote():
            return claims.vote(state, seat, action)
        case PlayOn():
            return claims.play_on(state, seat)
        case NoQuestions():
            return leads.no_questions(state, seat)
        case Undo():
            return undo.ask(state, seat, action)
        case Grant():
            return undo.grant(state, seat, action)
        case Ask():
            return alerts.ask(state, seat, action, at_ms)
        case Explain():
            return alerts.explain(state, seat, action, at_ms)
        case LayCard():
            return convention_cards.lay(state, seat, action)
        case MakeCall() | PlayCard():
            raise AssertionError("expected an action that is neither a call nor a card, got a call or a card")
        case _:
            assert_never(action)


def _dealt(state: BridgeState, seat: int | None, deal: Deal, at_ms: int) -> BridgeState:
    if seat is not None:
        raise IllegalAction("only the server deals the cards")
    dealing.check(state, deal)
    hands = dealing.sorted_hands(deal.hands)
    return replace(
        state,
        board=deal.board,
        phase="auction",
        turn=deal.dealer,
        deal=replace(deal, hands=hands),
        hands=hands,
        times=(at_ms,),
        event=None,
    )


def _cut(state: BridgeState, seat: int | None, action: Cut) -> BridgeState:
    if seat is not None:
        raise IllegalAction("only the server cuts the cards")
    seating = dealing.seating(state, action)
    return replace(
        state,
        streaks=seating.streaks,
        sheet=dealing.reseated(state, seating),
        other_moves=state.other_moves + 1,
        event=CutFor(action.cards),
    )


def _call(state: BridgeState, seat: int | None, action: MakeCall, at_ms: int) -> BridgeState:
    if state.deal is None:
        raise IllegalAction("no call is possible before the deal")
    auction.check(state.calls, action.call)
    if seat != state.actor or state.claim is not None:
        _refuse_turn(state)
    remarks = alerts.with_call(state, _player(seat), action, at_ms)
    after = moves.called(state, action.call, at_ms)
    return after if remarks is state.call_remarks else replace(after, call_remarks=remarks)


def _play(state: BridgeState, seat: int | None, action: PlayCard, at_ms: int) -> BridgeState:
    turn = state.turn
    if state.phase == "over":
        raise IllegalAction("no card can be played: the board is over")
    if state.lead is not None:
        raise IllegalAction("no card is played while the opening lead lies face down (Law 41)")
    if turn is None or state.contract is None:
        raise IllegalAction("no card is played before the auction is over (Law 22)")
    if seat != state.actor or state.claim is not None:
        _refuse_turn(state)
    play.check(state.hands[turn], state.plays, action.card, own=turn == seat)
    if leads.lies_down(state):
        return leads.put_down(state, action, at_ms)
    return moves.played(state, action.card, at_ms)


def _refuse_turn(state: BridgeState) -> NoReturn:
    """Raise IllegalAction for a call or card of a seat that is not in turn."""
    if state.claim is not None:
        raise IllegalAction("play has stopped until the claim is settled (Law 68D)")
    if state.actor is None:
        raise IllegalAction("no player is in turn (Laws 17 and 44)")
    raise IllegalAction(f"it is {state.actor.name.title()}'s turn (Laws 17 and 44)")


def _player(seat: int | None) -> Seat:
    if seat is None or seat >= len(SEATS):
        raise IllegalAction("only the players North, East, South and West can act on a board")
    return SEATS[seat]
