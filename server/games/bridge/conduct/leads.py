"""The opening lead that lies face down while questions about the auction are asked (Law 41)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from protocol.v1.bridge import FaceDownLead, NoQuestions, PlayCard, Seat
from server.errors import IllegalAction
from server.games.bridge import moves
from server.games.bridge.state import BridgeState, Lead


def lies_down(state: BridgeState) -> bool:
    """Return True if the next card of a board is an opening lead that is made face down (Law 41A)."""
    return state.options.face_down_lead is True and not state.plays


def put_down(state: BridgeState, action: PlayCard, at_ms: int) -> BridgeState:
    """Return the board with a legal opening lead face down; the leader still holds the card."""
    return replace(
        state, turn=None, face_down=Lead(action.card, at_ms), other_moves=state.other_moves + 1, event=None
    )


def waiting(state: BridgeState) -> tuple[Seat, ...]:
    """Return the seats that may still have questions before the lead is turned face up (Law 41B).

    These are leader's partner and declarer, and none if no lead lies face down.
    """
    lead, contract = state.lead, state.contract
    if lead is None or contract is None:
        return ()
    return tuple(seat for seat in _asked(contract.declarer) if seat not in lead.ready)


def _asked(declarer: Seat) -> tuple[Seat, ...]:
    """Return the seats that are asked: declarer and leader's partner."""
    one, other = sorted((declarer, declarer.lho.partner))
    return one, other


def answers(state: BridgeState, seat: int) -> tuple[NoQuestions, ...]:
    """Return the answers that a seat may give while the lead lies face down; () if it has none to give."""
    return (NoQuestions(),) if seat in waiting(state) else ()


def no_questions(state: BridgeState, seat: Seat) -> BridgeState:
    """Return the board after a player has said to have no more questions about the auction.

    The lead is turned face up once both players have said so. Raises IllegalAction for other seats, and if no
    lead lies face down.
    """
    lead = state.lead
    if lead is None:
        raise IllegalAction("no opening lead lies face down (Law 41A)")
    if seat not in waiting(state):
        raise IllegalAction(
            "only leader's partner and declarer say, once each, that they have no more questions (Law 41B)"
        )
    asked = replace(state, face_down=replace(lead, ready=(*lead.ready, seat)))
    return asked if waiting(asked) else _turned_up(asked, lead)


def _turned_up(state: BridgeState, lead: Lead) -> BridgeState:
    """Return the board after the lead is turned face up, played at the time at which it was chosen."""
    contract = state.contract
    assert contract is not None, "expected a board with a contract, got one without"
    leader = replace(state, face_down=UNSET, turn=contract.declarer.lho)
    return moves.played(leader, lead.card, lead.at_ms)


def shown(state: BridgeState) -> FaceDownLead | None:
    """Return the public view of a lead that lies face down: neither the card, nor which player has answered.

    Two robots answer at the same time, and the order of their answers could tell how long each has computed.
    """
    contract = state.contract
    if state.lead is None or contract is None:
        return None
    return FaceDownLead(contract.declarer.lho, _asked(contract.declarer))
