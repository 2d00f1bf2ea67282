"""The bodies of `state` and of every action: what a table looks like to a seat, to an observer, and empty.

All of it is made of the view that the hub shows this very audience, so that nothing can be told that it may
not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from protocol.v1.spades import HandResult, Play, SideResult, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from server.games.spades.play import winner
from server.web.spades_rest.shown.people import People
from server.web.spades_rest.shown.words import (
    NAMED,
    SEATS,
    TEAMS,
    by_seat,
    by_team,
    named_bid,
    named_cards,
    named_time,
)

Body = dict[str, Any]


class Seen(Struct, frozen=True):
    """A view as the hub shows it to one audience, without what this API does not need."""

    pub: SpadesPub
    own: SpadesOwn | None = None


_decode = msgspec.msgpack.Decoder(Seen).decode


def seen(frame: bytes) -> Seen:
    """A frame of the protocol that is a `view`, in msgpack."""
    return _decode(frame)


class Trick(NamedTuple):
    """A trick that is complete, and the seat that won it."""

    winner: int
    plays: tuple[Play, ...]


def tricks_of(pub: SpadesPub) -> Iterator[Trick]:
    """The tricks of the hand that are complete."""
    plays = [play for _, play in sorted(pub.plays.items())]
    deck = deck_of(pub.rules)
    for start in range(0, len(plays) - 3, 4):
        four = tuple(plays[start : start + 4])
        yield Trick(four[winner(deck, tuple(play.card for play in four))].seat, four)


def named_plays(plays: tuple[Play, ...]) -> list[Body]:
    return [{"seat": SEATS[play.seat], "card": NAMED[play.card]} for play in plays]


def named_trick(trick: Trick) -> Body:
    return {"winner": SEATS[trick.winner], "plays": named_plays(trick.plays)}


def current_trick(pub: SpadesPub) -> tuple[Play, ...]:
    """The cards that lie on the table."""
    begun = len(pub.plays) - len(pub.plays) % 4
    return tuple(pub.plays[place] for place in range(begun, len(pub.plays)))


def is_waiting(pub: SpadesPub) -> bool:
    """Whether the game has not begun."""
    return pub.phase == "deal" and pub.hand == 1 and pub.winner is None


def phase(pub: SpadesPub) -> str:
    """The phase in this API's words; between two hands it is the former's `playing` still."""
    if pub.winner is not None:
        return "game_over"
    if pub.phase == "exchange":
        return "blind_nil_exchange"
    return "playing" if pub.phase in ("play", "over") else "bidding"


def _turn(pub: SpadesPub, phase: str) -> str | None:
    return SEATS[pub.turn] if pub.turn is not None and pub.phase == phase else None


def bids(pub: SpadesPub) -> Body:
    return by_seat(named_bid(pub.bids[seat]) if seat in pub.bids else None for seat in range(4))


def team_bids(pub: SpadesPub) -> Body:
    """What each side has to win: null until both partners have bid, and where both bid nil."""
    placed = [sum(seat % 2 == side for seat in pub.bids) == 2 for side in range(2)]
    return by_team(number if done else None for number, done in zip(pub.numbers, placed, strict=True))


def bidding_order(pub: SpadesPub) -> list[str]:
    return [SEATS[(pub.dealer + 1 + place) % 4] for place in range(4)]


def scores(pub: SpadesPub) -> Body:
    return by_team(score.points for score in pub.scores)


def bags(pub: SpadesPub) -> Body:
    return by_team(score.bags for score in pub.scores)


def tricks_won(pub: SpadesPub) -> Body:
    return by_seat(pub.tricks or (0,) * 4)


def hand_history(pub: SpadesPub) -> list[Body]:
    """The last hands that are over, the oldest first."""
    return [_hand(pub, result) for _, result in sorted((pub.results or {}).items())]


def _hand(pub: SpadesPub, result: HandResult) -> Body:
    sides, cards = result.sides, tuple(play.card for play in result.last_trick)
    last = Trick(result.last_trick[winner(deck_of(pub.rules), cards)].seat, result.last_trick)
    return {
        "handNumber": result.hand,
        "bids": by_seat([named_bid(bid) for bid in result.bids] or [None] * 4),
        "teamBids": by_team(side.bid for side in sides),
        "tricksWon": by_seat(result.tricks),
        "lastTrick": named_trick(last),
        "scoreDelta": by_team(side.points for side in sides),
        "newBags": by_team(side.bags for side in sides),
        "bagPenalty": by_team(_penalties(pub, side) for side in sides),
        "scoresBefore": by_team(side.before.points for side in sides),
        "bagsBefore": by_team(side.before.bags for side in sides),
        "scoresAfter": by_team(side.after.points for side in sides),
        "bagsAfter": by_team(side.after.bags for side in sides),
    }


def _penalties(pub: SpadesPub, side: SideResult) -> int:
    """How often bags cost this side, or gave the other, points in a hand."""
    limit = pub.rules.bag_limit
    return (side.before.bags + side.bags) // limit if limit else 0


def exchange(pub: SpadesPub, own: SpadesOwn | None) -> Body | None:
    """Who passes cards to whom; which, is for the two partners only."""
    due = pub.exchange
    if due is None:
        return None
    blind = due.to if due.returning else due.seat
    body: Body = {
        "pending": [SEATS[blind], *_waiting_nils(pub, blind)],
        "currentBlindNilSeat": SEATS[blind],
        "step": "partner_to_blind" if due.returning else "blind_to_partner",
    }
    if own is not None and own.seat is not None and own.seat % 2 == blind % 2:
        cards = own.passed if own.seat == blind else own.received
        body["cardsFromBlind"] = None if cards is None else named_cards(cards)
    return body


def _waiting_nils(pub: SpadesPub, blind: int) -> list[str]:
    """The nil of the other side whose exchange comes after this one: the first bidder's side is first."""
    if pub.dealer % 2 == blind % 2:
        return []
    sent = {seat: _cards_sent(pub, seat) for seat in pub.bids if seat % 2 != blind % 2}
    most = max(sent, key=lambda seat: sent[seat])
    return [SEATS[most]] if sent[most] else []


def _cards_sent(pub: SpadesPub, seat: int) -> int:
    bid = pub.bids[seat]
    if not bid.nil:
        return 0
    return pub.rules.blind_nil_pass if bid.blind else pub.rules.nil_pass


def player_view(table: str, sight: Seen, people: People) -> Body:
    """What the player of a seat is answered after each of his actions."""
    pub, own = sight.pub, sight.own
    now = phase(pub)
    body: Body = {
        "gameId": table,
        "tableId": table,
        "handNumber": pub.hand,
        "dealerSeat": SEATS[pub.dealer],
        "players": {seat: None if who is None else who.player_id for seat, who in people.seats.items()},
        "scores": scores(pub),
        "bags": bags(pub),
        "handHistory": hand_history(pub),
        "phase": now,
        "gameOver": pub.winner is not None,
        "winner": None if pub.winner is None else TEAMS[pub.winner],
        "bids": bids(pub),
        "teamBids": team_bids(pub),
        "biddingOrder": bidding_order(pub),
        "currentBidderSeat": _turn(pub, "bidding"),
        "blindNilExchange": exchange(pub, own),
        "handRevealedSeats": [SEATS[seat] for seat in pub.revealed],
        "currentTrick": named_plays(current_trick(pub)),
        "completedTricks": [named_trick(trick) for trick in tricks_of(pub)],
        "tricksWon": tricks_won(pub),
        "currentPlayerSeat": _turn(pub, "play"),
        "leadSeat": _lead_seat(pub),
        "spadesbroken": pub.broken,
        "isFirstTrick": len(pub.plays) < 4,
        "blindNilEligible": own is not None and own.seat in pub.blind,
    }
    if own is not None and own.hand is not None:
        body["myHand"] = named_cards(own.hand)
    if own is not None and own.cards is not None:
        body["validCards"] = named_cards(own.cards)
    return body


def _lead_seat(pub: SpadesPub) -> str | None:
    """Who has led the trick, or is to lead it."""
    trick = current_trick(pub)
    return SEATS[trick[0].seat] if trick else _turn(pub, "play")


def present(people: People, player: str) -> Body:
    """What `state` tells of the people in all its bodies."""
    return {
        "observers": people.observers,
        "isHost": bool(player) and people.host == player,
        "hostSeat": people.host_seat,
    }


def player_state(table: str, sight: Seen, people: People, player: str) -> Body:
    """The player's view with the people, as `state` answers it to him."""
    names = {seat: None if who is None else who.username for seat, who in people.seats.items()}
    body = {**player_view(table, sight, people), "playerNames": names, **present(people, player)}
    return {**body, **_awaited(sight.pub, people)}


def _awaited(pub: SpadesPub, people: People) -> Body:
    """Who is in turn and not there, and when a bot will play for him."""
    seat = None if pub.turn is None else SEATS[pub.turn]
    if seat is None or seat not in people.held:
        return {}
    return {"waitingForReconnect": {"seat": seat, "expiresAt": named_time(people.held[seat])}}


def waiting_state(people: People, player: str) -> Body:
    """The table before its game."""
    return {"status": "waiting", "seats": people.seats, **present(people, player)}


def spectator_state(sight: Seen, people: People, player: str) -> Body:
    """The game as observers see it: no hand, no exchange; but who has won, and which trick this is."""
    pub = sight.pub
    return {
        "status": "spectating",
        "seats": people.seats,
        **present(people, player),
        "phase": phase(pub),
        "gameOver": pub.winner is not None,
        "winner": None if pub.winner is None else TEAMS[pub.winner],
        "scores": scores(pub),
        "bags": bags(pub),
        "tricksWon": tricks_won(pub),
        "currentTrick": named_plays(current_trick(pub)),
        "trickNumber": min(len(pub.plays) // 4 + 1, 13),
        "bids": bids(pub),
        "currentPlayerSeat": _turn(pub, "play"),
        "currentBidderSeat": _turn(pub, "bidding"),
        "dealerSeat": SEATS[pub.dealer],
        "handNumber": pub.hand,
        "spadesbroken": pub.broken,
        "handHistory": hand_history(pub),
        **_awaited(pub, people),
    }
