"""A client's side of the protocol: the lines of one seat's player and the views of its robot."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import assert_never

from bots.bridge.view import BridgeView
from bots.table_manager import lines as say
from bots.table_manager.reading import read_manager_line
from bots.table_manager.record import Record
from bots.table_manager.writing import ascii_text, write_client_line
from protocol.rules.bridge.auction import legal_calls
from protocol.rules.tricks import may_follow
from protocol.v1.bridge import (
    BridgeOwn,
    BridgePub,
    MakeCall,
    Play,
    PlayCard,
    Remark,
    Seat,
    Side,
)

log = logging.getLogger("kibitz.bot")


@dataclass(frozen=True, slots=True)
class Ended:
    """The table manager has ended the session, or refused the seat; `reason` is its text."""

    reason: str


Outcome = str | BridgeView | Ended
"""A line for the table manager, a view with a decision for the robot, or the end."""


class JoiningPlayer:
    """The player of one seat at the table manager of another program.

    `hear` takes a line of the table manager, `decide` the robot's answer to the last view with a decision;
    both return what follows now. `boards` counts the boards that were played to their end.
    """

    def __init__(self, team: str, seat: Seat | None) -> None:
        self.boards = 0
        self.seat = seat
        self._is_seated = False
        self._team = ascii_text(team)
        self._record: Record | None = None
        self._board: say.Board | None = None
        self._moves = 0
        self._refused: set[MakeCall | PlayCard] = set()

    @property
    def is_at_board(self) -> bool:
        """Return True while a board has begun and is not over."""
        return self._record is not None and not self._record.is_played

    def view(self) -> BridgeView | None:
        """Return what the player sees of the present board, None between two boards."""
        return None if self._record is None else view_of(self._record, f"{self._moves}")

    def begin(self) -> list[Outcome]:
        """Return the first line."""
        return [write_client_line(say.Connecting(self._team, self.seat))]

    def hear(self, text: str) -> list[Outcome]:
        """Take a line of the table manager. Raises ValueError for a line with a hand that is not one."""
        contract = None if self._record is None else self._record.contract
        line = read_manager_line(text, None if contract is None else contract.declarer.partner)
        match line:
            case None | say.Timing():
                return []
            case say.Seated(seat, _):
                self.seat, self._is_seated = seat, True
                return [write_client_line(say.ReadyForTeams(seat))]
            case say.Teams():
                return [write_client_line(say.ReadyToStart(self._own_seat()))]
            case say.StartOfBoard():
                self._record = self._board = None
                return [write_client_line(say.ReadyForDeal(self._own_seat()))]
            case say.Board():
                self._board = line
                return [write_client_line(say.ReadyForCards(self._own_seat()))]
            case say.Cards():
                return self._take_cards(line)
            case say.Called() | say.Played():
                return self._take_move(line)
            case say.ToLead():
                return self._decision()
            case say.EndOfSession():
                return [Ended("the session is over")]
            case say.Error(reason):
                return self._take_error(reason)
            case _:
                assert_never(line)

    def decide(self, answer: MakeCall | PlayCard) -> list[Outcome]:
        """Take the robot's answer to the last view with a decision."""
        assert self._record is not None, "expected a board"
        move: say.Called | say.Played
        if isinstance(answer, MakeCall):
            text = ascii_text(answer.explanation)
            move = say.Called(self._own_seat(), answer.call, answer.alert, text)
        else:
            turn = self._record.turn
            assert turn is not None, "expected a turn"
            move = say.Played(turn, answer.card)
        return [write_client_line(move), *self._take_move(move)]

    def _own_seat(self) -> Seat:
        assert self.seat is not None, "expected a seat"
        return self.seat

    def _take_cards(self, line: say.Cards) -> list[Outcome]:
        if self._record is not None and line.seat is None:
            self._record = replace(self._record, dummy=line.hand)
        elif self._board is not None and line.seat is self.seat:
            board = self._board
            self._record = Record(board.number, board.dealer, board.vulnerable, self._own_seat(), line.hand)
        return self._next()

    def _take_move(self, line: say.Called | say.Played) -> list[Outcome]:
        record = self._record
        if record is None:
            return []
        self._moves += 1
        self._refused.clear()
        if isinstance(line, say.Called):
            self._record = replace(record, calls=(*record.calls, line))
        else:
            self._record = replace(record, cards=(*record.cards, line))
        if self._record.is_played:
            self.boards += 1
        return self._next()

    def _take_error(self, reason: str) -> list[Outcome]:
        """Take back the own call or card that the table manager refuses, and decide again without it.

        A seat that the table manager refuses ends the session. Later lines that this protocol does not have
        are ignored: some table managers send results, and a session that is over ends its connection.
        """
        if not self._is_seated:
            return [Ended(reason)]
        record = self._record
        last = None if record is None else (record.cards or record.calls or (None,))[-1]
        if record is None or last is None or not reason.lower().startswith("illegal"):
            log.warning("ignored a line of the table manager: %s", ascii_text(reason))
            return []
        if isinstance(last, say.Called):
            self._refused.add(MakeCall(last.call))
            self._record = replace(record, calls=record.calls[:-1])
        else:
            self._refused.add(PlayCard(last.card))
            self._record = replace(record, cards=record.cards[:-1])
        return self._decision()

    def _next(self) -> list[Outcome]:
        """Return what the player waits for now, or the view with its decision."""
        record, seat = self._record, self._own_seat()
        if record is None:
            return []
        contract = record.contract
        turn = record.turn
        if turn is None:
            return []
        if contract is None:
            if turn is seat:
                return self._decision()
            return [write_client_line(say.ReadyForCall(seat, turn))]
        dummy = contract.declarer.partner
        if record.cards and record.dummy is None and seat is not dummy:
            return [write_client_line(say.ReadyForDummy(seat))]
        if (contract.declarer if turn is dummy else turn) is seat:
            # The leader of a trick waits until the table manager asks for the lead.
            return [] if len(record.cards) % 4 == 0 else self._decision()
        of = None if turn is dummy else turn
        return [write_client_line(say.ReadyForCard(seat, of, len(record.cards) // 4 + 1))]

    def _decision(self) -> list[Outcome]:
        view = self.view()
        if view is None or view.own is None or not view.own.legal_actions():
            return []
        return [_without(view, self._refused)]


def _without(view: BridgeView, refused: set[MakeCall | PlayCard]) -> BridgeView:
    """Return a view without the answers that the table manager has refused, unless none would be left."""
    own = view.own
    assert own is not None
    calls = tuple(call for call in own.calls or () if MakeCall(call) not in refused)
    cards = tuple(card for card in own.cards or () if PlayCard(card) not in refused)
    if not calls and not cards:
        return view
    own.calls, own.cards = calls or None, cards or None
    return view


def view_of(record: Record, decision: str) -> BridgeView:
    """Return what a seat sees of a board, with its decision if the seat has to act."""
    contract, seat = record.contract, record.seat
    turn = record.turn
    dummy = None if contract is None else contract.declarer.partner
    actor = contract.declarer if contract is not None and turn is dummy and turn is not None else turn
    played = {each.card for each in record.cards}
    hand = tuple(card for card in record.hand if card not in played)
    shown = tuple(card for card in record.dummy or () if card not in played)
    own = BridgeOwn(seat=seat, hand=hand)
    if turn is not None and actor is seat:
        own.decision = decision
        if contract is None:
            own.calls = legal_calls(record.auction)
        else:
            own.cards = may_follow(shown if turn is dummy else hand, record.led)
    remarks = {
        4 * at + each.seat: Remark(each.seat, each.alert, each.text)
        for at, each in enumerate(record.calls)
        if each.alert or each.text
    }
    own.remarks = remarks or None
    won = record.winners
    pub = BridgePub(
        board=record.number,
        dealer=record.dealer,
        vulnerable=record.vulnerable,
        phase="over" if turn is None else "play" if contract is not None else "auction",
        calls={at: each.call for at, each in enumerate(record.calls)},
        plays={at: Play(each.seat, each.card) for at, each in enumerate(record.cards)},
        tricks=(sum(each.side is Side.NS for each in won), sum(each.side is Side.EW for each in won)),
        turn=turn,
        actor=actor,
        contract=contract,
        dummy=shown if record.dummy is not None and record.cards else None,
    )
    return BridgeView("table-manager", pub, own)
