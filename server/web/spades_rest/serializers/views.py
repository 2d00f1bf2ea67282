"""The bodies of the Spades API's answers to `state` and to actions, for a seat or an observer.

For a table before its game, the body of the answer to `state` has no data of a game. An answer's body is made
only from the view that the hub built for the same audience, so the body cannot contain more than that
audience may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from protocol.rules.spades.tricks import winner
from protocol.v1.spades import HandResult, Play, SideResult, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from server.web.spades_rest.serializers.people import People
from server.web.spades_rest.serializers.shapes import (
    Awaited,
    Exchange,
    GamePhase,
    HandSummary,
    NamedPlay,
    NamedTrick,
    PlayerState,
    PlayerView,
    SpectatorState,
    WaitingState,
)
from server.web.spades_rest.serializers.words import (
    NAMED,
    SEATS,
    TEAMS,
    NamedBid,
    SeatName,
    TeamName,
    by_seat,
    by_team,
    named_bid,
    named_cards,
    named_time,
)

Body = dict[str, Any]
Fields = dict[str, Any]


class Seen(Struct, frozen=True):
    """The fields that the Spades API needs of a view that the hub has built for one audience."""

    pub: SpadesPub
    own: SpadesOwn | None = None


_decode = msgspec.msgpack.Decoder(Seen).decode


def seen(frame: bytes) -> Seen:
    """Return the table's view in a `view` message that is encoded as msgpack."""
    return _decode(frame)


class Trick(NamedTuple):
    """A complete trick, and the seat that won it."""

    winner: int
    plays: tuple[Play, ...]


def tricks_of(pub: SpadesPub) -> Iterator[Trick]:
    """Yield the complete tricks of the current hand."""
    plays = [play for _, play in sorted(pub.plays.items())]
    deck = deck_of(pub.rules)
    for start in range(0, len(plays) - 3, 4):
        four = tuple(plays[start : start + 4])
        yield Trick(four[winner(deck, tuple(play.card for play in four))].seat, four)


def named_plays(plays: tuple[Play, ...]) -> list[NamedPlay]:
    """Return played cards, each with its seat, in the form of the Spades API."""
    return [NamedPlay(SEATS[play.seat], NAMED[play.card]) for play in plays]


def named_trick(trick: Trick) -> NamedTrick:
    """Return a trick in the form of the Spades API."""
    return NamedTrick(SEATS[trick.winner], named_plays(trick.plays))


def current_trick(pub: SpadesPub) -> tuple[Play, ...]:
    """Return the cards played to the current trick, each with its seat."""
    begun = len(pub.plays) - len(pub.plays) % 4
    return tuple(pub.plays[index] for index in range(begun, len(pub.plays)))


def is_waiting(pub: SpadesPub) -> bool:
    """Return True if the game has not begun."""
    return pub.phase == "deal" and pub.hand == 1 and pub.winner is None


def phase(pub: SpadesPub) -> GamePhase:
    """Return the phase of the game by its name in the Spades API; between two hands, this is `playing`."""
    if pub.winner is not None:
        return "game_over"
    if pub.phase == "exchange":
        return "blind_nil_exchange"
    return "playing" if pub.phase in ("play", "over") else "bidding"


def _turn(pub: SpadesPub, phase: str) -> SeatName | None:
    return SEATS[pub.turn] if pub.turn is not None and pub.phase == phase else None


def bids(pub: SpadesPub) -> dict[SeatName, NamedBid | None]:
    """Return the bid of each seat; None for a seat that has not bid."""
    return by_seat(named_bid(pub.bids[seat]) if seat in pub.bids else None for seat in range(4))


def team_bids(pub: SpadesPub) -> dict[TeamName, int | None]:
    """Return the tricks that each side bid: None until both partners have bid, or if both have bid nil."""
    placed = [sum(seat % 2 == side for seat in pub.bids) == 2 for side in range(2)]
    return by_team(number if done else None for number, done in zip(pub.numbers, placed, strict=True))


def bidding_order(pub: SpadesPub) -> list[SeatName]:
    """Return the seats in the order of bidding."""
    return [SEATS[(pub.dealer + 1 + offset) % 4] for offset in range(4)]


def scores(pub: SpadesPub) -> dict[TeamName, int]:
    """Return the points of each side in the game."""
    return by_team(score.points for score in pub.scores)


def bags(pub: SpadesPub) -> dict[TeamName, int]:
    """Return the number of bags of each side."""
    return by_team(score.bags for score in pub.scores)


def tricks_won(pub: SpadesPub) -> dict[SeatName, int]:
    """Return the number of tricks won by each seat."""
    return by_seat(pub.tricks or (0,) * 4)


def hand_history(pub: SpadesPub) -> list[HandSummary]:
    """Return summaries of the last finished hands, the oldest first."""
    return [_hand(pub, result) for _, result in sorted((pub.results or {}).items())]


def _hand(pub: SpadesPub, result: HandResult) -> HandSummary:
    sides, cards = result.sides, tuple(play.card for play in result.last_trick)
    last = Trick(result.last_trick[winner(deck_of(pub.rules), cards)].seat, result.last_trick)
    placed: list[NamedBid | None] = [named_bid(bid) for bid in result.bids]
    return HandSummary(
        hand_number=result.hand,
        bids=by_seat(placed or [None] * 4),
        team_bids=by_team(side.bid for side in sides),
        tricks_won=by_seat(result.tricks),
        last_trick=named_trick(last),
        score_delta=by_team(side.points for side in sides),
        new_bags=by_team(side.bags for side in sides),
        bag_penalty=by_team(_penalties(pub, side) for side in sides),
        scores_before=by_team(side.before.points for side in sides),
        bags_before=by_team(side.before.bags for side in sides),
        scores_after=by_team(side.after.points for side in sides),
        bags_after=by_team(side.after.bags for side in sides),
    )


def _penalties(pub: SpadesPub, side: SideResult) -> int:
    """Return the number of times that a side's bags reached the limit during a hand."""
    limit = pub.rules.bag_limit
    return (side.before.bags + side.bags) // limit if limit else 0


def exchange(pub: SpadesPub, own: SpadesOwn | None) -> Exchange | None:
    """Return the current exchange of cards between partners, or None.

    The exchanged cards are included only in the views of the two partners.
    """
    due = pub.exchange
    if due is None:
        return None
    blind = due.to if due.returning else due.seat
    public = Exchange(
        pending=[SEATS[blind], *_waiting_nils(pub, blind)],
        current_blind_nil_seat=SEATS[blind],
        step="partner_to_blind" if due.returning else "blind_to_partner",
    )
    if own is None or own.seat is None or own.seat % 2 != blind % 2:
        return public
    cards = own.passed if own.seat == blind else own.received
    return replace(public, cards_from_blind=None if cards is None else named_cards(cards))


def _waiting_nils(pub: SpadesPub, blind: int) -> list[SeatName]:
    """Return the opponent's seat that also bid nil and exchanges cards after the seat `blind`; [] for none.

    The side of the player that bid first exchanges cards first.
    """
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


def player_view(table: str, view: Seen, people: People) -> PlayerView:
    """Return the body of the answer to a seated player's action."""
    return PlayerView(**_player_view(table, view, people))


def _player_view(table: str, view: Seen, people: People) -> Fields:
    pub, own = view.pub, view.own
    fields: Fields = {
        "game_id": table,
        "table_id": table,
        "hand_number": pub.hand,
        "dealer_seat": SEATS[pub.dealer],
        "players": {seat: None if who is None else who.player_id for seat, who in people.seats.items()},
        "scores": scores(pub),
        "bags": bags(pub),
        "hand_history": hand_history(pub),
        "phase": phase(pub),
        "game_over": pub.winner is not None,
        "winner": None if pub.winner is None else TEAMS[pub.winner],
        "bids": bids(pub),
        "team_bids": team_bids(pub),
        "bidding_order": bidding_order(pub),
        "current_bidder_seat": _turn(pub, "bidding"),
        "blind_nil_exchange": exchange(pub, own),
        "hand_revealed_seats": [SEATS[seat] for seat in pub.revealed],
        "current_trick": named_plays(current_trick(pub)),
        "completed_tricks": [named_trick(trick) for trick in tricks_of(pub)],
        "tricks_won": tricks_won(pub),
        "current_player_seat": _turn(pub, "play"),
        "lead_seat": _lead_seat(pub),
        "spadesbroken": pub.broken,
        "is_first_trick": len(pub.plays) < 4,
        "blind_nil_eligible": own is not None and own.seat in pub.blind,
    }
    if own is not None and own.hand is not None:
        fields["my_hand"] = named_cards(own.hand)
    if own is not None and own.cards is not None:
        fields["valid_cards"] = named_cards(own.cards)
    return fields


def _lead_seat(pub: SpadesPub) -> SeatName | None:
    """Return the seat that led the current trick, or if no card has been led, the seat that must lead."""
    trick = current_trick(pub)
    return SEATS[trick[0].seat] if trick else _turn(pub, "play")


def _present(people: People, player: str) -> Fields:
    """Return the fields about people, which every answer to a request for a table's state has."""
    return {
        "observers": people.observers,
        "is_host": bool(player) and people.host == player,
        "host_seat": people.host_seat,
    }


def player_state(table: str, view: Seen, people: People, player: str) -> PlayerState:
    """Return the body of the answer to a seated player's request for the state of a table.

    The answer has the game as this player sees it, and the people at the table. `player` is the id of the
    player.
    """
    names = {seat: None if who is None else who.username for seat, who in people.seats.items()}
    return PlayerState(
        **_player_view(table, view, people),
        **_present(people, player),
        player_names=names,
        waiting_for_reconnect=_awaited(view.pub, people),
    )


def _awaited(pub: SpadesPub, people: People) -> Awaited | UnsetType:
    seat = None if pub.turn is None else SEATS[pub.turn]
    if seat is None or seat not in people.held:
        return UNSET
    return Awaited(seat, named_time(people.held[seat]))


def waiting_state(people: People, player: str) -> WaitingState:
    """Return the body of the answer to a request for the state of a table at which no game has begun.

    `player` is the id of the player that sent the request, which tells if this player is the host.
    """
    return WaitingState(seats=people.seats, **_present(people, player))


def spectator_state(view: Seen, people: People, player: str) -> SpectatorState:
    """Return the body of the answer to an observer's request for the state of a table.

    The answer has no hands and no exchanged cards. `player` is the id of the observer.
    """
    pub = view.pub
    return SpectatorState(
        seats=people.seats,
        **_present(people, player),
        phase=phase(pub),
        game_over=pub.winner is not None,
        winner=None if pub.winner is None else TEAMS[pub.winner],
        scores=scores(pub),
        bags=bags(pub),
        tricks_won=tricks_won(pub),
        current_trick=named_plays(current_trick(pub)),
        trick_number=min(len(pub.plays) // 4 + 1, 13),
        bids=bids(pub),
        current_player_seat=_turn(pub, "play"),
        current_bidder_seat=_turn(pub, "bidding"),
        dealer_seat=SEATS[pub.dealer],
        hand_number=pub.hand,
        spadesbroken=pub.broken,
        hand_history=hand_history(pub),
        waiting_for_reconnect=_awaited(pub, people),
    )
