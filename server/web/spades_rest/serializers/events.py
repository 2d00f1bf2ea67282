"""Events of the Spades API's websocket: the differences between two views of one audience.

Events are made only from two views of one audience, so they cannot contain more than the audience may see. If
several changes happened between two views of a table, each change is reported as far as the later view still
shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from protocol.rules.spades.tricks import breaks
from protocol.v1.spades import SpadesOwn, SpadesPub
from server.web.spades_rest.serializers import views
from server.web.spades_rest.serializers.people import People
from server.web.spades_rest.serializers.views import Seen, Trick
from server.web.spades_rest.serializers.words import (
    NAMED,
    SEATS,
    TEAMS,
    by_seat,
    by_team,
    named_bid,
    named_cards,
)


class Event(NamedTuple):
    """One event of the Spades API's websocket, which is sent as `{type, payload}`."""

    type: str
    payload: dict[str, Any]


def game_events(before: Seen, after: Seen) -> Iterator[Event]:
    """Yield the events of the game between two views of one audience, the earlier view first."""
    old, new = before.pub, after.pub
    if views.is_waiting(old) and not views.is_waiting(new):
        yield Event("GAME_STARTED", {})
    if new.hand == old.hand:
        yield from _in_hand(before, after)
        yield from _scored(old, new)
    else:
        yield from _scored(old, new)
        yield from _in_hand(Seen(_undealt(new)), after)
    if new.winner is not None and old.winner is None:
        yield Event("GAME_OVER", {"winningTeam": TEAMS[new.winner], "finalScores": views.scores(new)})
    if _decision(new) != _decision(old) and (new.turn is not None or new.winner is not None):
        yield Event("TURN_CHANGED", _turn(new))


def _decision(pub: SpadesPub) -> tuple[object, ...]:
    """Return a value that changes with every decision of a seat, even if one seat makes two in a row."""
    return pub.hand, views.phase(pub), pub.turn, len(pub.bids), len(pub.plays), pub.exchange


def _turn(pub: SpadesPub) -> dict[str, Any]:
    return {"activeSeat": None if pub.turn is None else SEATS[pub.turn], "phase": views.phase(pub)}


def _undealt(pub: SpadesPub) -> SpadesPub:
    """Return the public part of the view as it was before the cards of the current deal were dealt."""
    return replace(pub, phase="deal", bids={}, plays={}, revealed={}, exchange=None, broken=False)


def _in_hand(before: Seen, after: Seen) -> Iterator[Event]:
    """Yield the events for the differences between two views of the same deal of Spades."""
    old, new = before.pub, after.pub
    begins = old.phase == "deal" and new.phase != "deal"
    if begins:
        yield from _dealt(after)
    for index in range(len(old.bids), len(new.bids)):
        yield _bid(new, (new.dealer + 1 + index) % 4)
    if not begins:
        yield from _revealed(before.own, after)
    if new.exchange is not None and new.exchange != old.exchange:
        yield from _prompt(after)
    yield from _plays(old, new)


def _dealt(after: Seen) -> Iterator[Event]:
    """Yield the event that cards were dealt, for a seated player only; observers get only the turn event."""
    pub, own = after.pub, after.own
    if own is None or own.seat is None:
        return
    payload = {
        "dealer": SEATS[pub.dealer],
        "biddingOrder": views.bidding_order(pub),
        "blindNilEligible": own.seat in pub.blind,
    }
    yield Event("HAND_DEALT", payload if own.hand is None else {**payload, "myHand": named_cards(own.hand)})


def _revealed(before: SpadesOwn | None, after: Seen) -> Iterator[Event]:
    """Yield an event if the player can now see the hand, because the player asked to or bid blind."""
    own = after.own
    if own is None or own.seat is None or own.hand is None:
        return
    if before is not None and before.seat == own.seat and before.hand is None:
        yield Event("HAND_REVEALED", {"seat": SEATS[own.seat], "myHand": named_cards(own.hand)})


def _bid(pub: SpadesPub, seat: int) -> Event:
    bid = pub.bids[seat]
    if bid.nil:
        return Event("BID_PLACED", {"seat": SEATS[seat], "bidType": "blindNil" if bid.blind else "nil"})
    return Event("BID_PLACED", {"seat": SEATS[seat], "bidType": "number", "bid": named_bid(bid)})


def _prompt(after: Seen) -> Iterator[Event]:
    """Yield the event that a player has to pass cards to the partner; only these two players get it."""
    due, own = after.pub.exchange, after.own
    if due is None or own is None or own.seat not in (due.seat, due.to):
        return
    payload = {
        "direction": "send" if own.seat == due.seat else "receive",
        "count": due.count,
        "step": "partner_to_blind" if due.returning else "blind_to_partner",
        "currentBlindNilSeat": SEATS[due.to if due.returning else due.seat],
    }
    yield Event("BLIND_NIL_EXCHANGE_PROMPT", payload)


def _plays(old: SpadesPub, new: SpadesPub) -> Iterator[Event]:
    """Yield the events of the cards played between two views, and of the tricks then completed."""
    tricks, broken = list(views.tricks_of(new)), old.broken
    for index in range(len(old.plays), len(new.plays)):
        play, begun = new.plays[index], index - index % 4
        trick = tuple(new.plays[each] for each in range(begun, index + 1))
        lead = trick[0].card if len(trick) > 1 else None
        broken = broken or breaks(new.rules, play.card, lead, index < 4)
        done = tricks[index // 4] if len(trick) == 4 else None
        following = (play.seat + 1) % 4 if done is None else done.winner
        last = index + 1 == len(new.plays) and new.turn is None
        payload = {
            "seat": SEATS[play.seat],
            "card": NAMED[play.card],
            "currentTrick": views.named_plays(trick),
            "nextPlayerSeat": None if last else SEATS[following],
            "spadesBroken": broken,
        }
        yield Event("CARD_PLAYED", payload)
        if done is not None:
            yield _trick(done, tricks[: index // 4 + 1])


def _trick(trick: Trick, so_far: list[Trick]) -> Event:
    won = by_seat(sum(each.winner == seat for each in so_far) for seat in range(4))
    payload = {"winnerSeat": SEATS[trick.winner], "plays": views.named_plays(trick.plays), "tricksWon": won}
    return Event("TRICK_COMPLETE", payload)


def _scored(old: SpadesPub, new: SpadesPub) -> Iterator[Event]:
    """Yield an event with the scores for each hand of Spades that has ended between two views."""
    known = old.results or {}
    for hand, result in sorted((new.results or {}).items()):
        if hand not in known and hand >= old.hand:
            payload = {
                "scoreDelta": by_team(side.points for side in result.sides),
                "newTotals": by_team(side.after.points for side in result.sides),
                "bags": by_team(side.after.bags for side in result.sides),
            }
            yield Event("HAND_SCORED", payload)


def people_events(before: People, after: People) -> Iterator[Event]:
    """Yield the events of people at a table: arrivals, departures, changes of seats and a change of host."""
    for seat in SEATS:
        was, is_ = before.seats[seat], after.seats[seat]
        if was is not None and was != is_:
            yield Event("SEAT_VACATED", {"seat": seat, "playerId": was.player_id})
    known = {observer.player_id for observer in before.observers}
    here = {observer.player_id for observer in after.observers}
    for observer in before.observers:
        if observer.player_id not in here:
            yield Event("OBSERVER_LEFT", {"playerId": observer.player_id})
    for seat in SEATS:
        was, is_ = before.seats[seat], after.seats[seat]
        if is_ is not None and was != is_:
            who = {"playerId": is_.player_id, "username": is_.username, "isBot": is_.is_bot}
            yield Event("SEAT_TAKEN", {"seat": seat, **who})
    for observer in after.observers:
        if observer.player_id not in known:
            who = {"playerId": observer.player_id, "username": observer.username}
            yield Event("OBSERVER_JOINED", who)
    if after.host != before.host:
        host = {"newHostPlayerId": after.host, "newHostSeat": after.host_seat}
        yield Event("HOST_CHANGED", host)
    yield from _connections(before, after)


def _connections(before: People, after: People) -> Iterator[Event]:
    """Yield the events of lost and regained connections, with the time for which a player's seat is held."""
    stay = {seat for seat in SEATS if before.seats[seat] == after.seats[seat]}
    window = None if after.hold_ms is None else after.hold_ms // 1000
    for seat in SEATS:
        if seat in after.gone and seat in stay and seat not in before.gone:
            yield Event("PLAYER_DISCONNECTED", {"seat": seat, "reconnectWindowSeconds": window})
        if seat in before.gone and seat in stay and seat not in after.gone:
            yield Event("PLAYER_RECONNECTED", {"seat": seat})
