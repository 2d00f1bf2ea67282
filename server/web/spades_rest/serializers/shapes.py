"""Types of the Spades API's answers to requests for `state` and to actions."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from server.web.spades_rest.serializers.people import Observer, Sitter
from server.web.spades_rest.serializers.words import NamedBid, NamedCard, SeatName, TeamName

GamePhase = Literal["bidding", "blind_nil_exchange", "playing", "game_over"]


class NamedPlay(Struct, frozen=True):
    """A card, and the seat that played it."""

    seat: SeatName
    card: NamedCard


class NamedTrick(Struct, frozen=True):
    """A complete trick, and the seat that won it."""

    winner: SeatName
    plays: list[NamedPlay]


class HandSummary(Struct, frozen=True, rename="camel"):
    """A finished hand of Spades; `bagPenalty` is how often each side lost points for bags in it."""

    hand_number: int
    bids: dict[SeatName, NamedBid | None]
    team_bids: dict[TeamName, int | None]
    tricks_won: dict[SeatName, int]
    last_trick: NamedTrick
    score_delta: dict[TeamName, int]
    new_bags: dict[TeamName, int]
    bag_penalty: dict[TeamName, int]
    scores_before: dict[TeamName, int]
    bags_before: dict[TeamName, int]
    scores_after: dict[TeamName, int]
    bags_after: dict[TeamName, int]


class Exchange(Struct, frozen=True, rename="camel"):
    """The exchange of cards after a blind nil; only the two partners see the exchanged cards."""

    pending: list[SeatName]
    current_blind_nil_seat: SeatName
    step: Literal["blind_to_partner", "partner_to_blind"]
    cards_from_blind: list[NamedCard] | UnsetType | None = UNSET


class Awaited(Struct, frozen=True, rename="camel"):
    """The seat of a disconnected player that has to act, and the time at which a bot acts instead."""

    seat: SeatName
    expires_at: str


class PlayerView(Struct, frozen=True, rename="camel", kw_only=True):
    """The game as the player of a seat sees it; the answer to each action of the player.

    `myHand` is absent while the player has not looked at the dealt cards, because a blind bid is possible.
    The list `validCards` is present when the player has to play a card.
    """

    game_id: str
    table_id: str
    hand_number: int
    dealer_seat: SeatName
    players: dict[SeatName, str | None]
    scores: dict[TeamName, int]
    bags: dict[TeamName, int]
    hand_history: list[HandSummary]
    phase: GamePhase
    game_over: bool
    winner: TeamName | None
    bids: dict[SeatName, NamedBid | None]
    team_bids: dict[TeamName, int | None]
    bidding_order: list[SeatName]
    current_bidder_seat: SeatName | None
    blind_nil_exchange: Exchange | None
    hand_revealed_seats: list[SeatName]
    current_trick: list[NamedPlay]
    completed_tricks: list[NamedTrick]
    tricks_won: dict[SeatName, int]
    current_player_seat: SeatName | None
    lead_seat: SeatName | None
    spadesbroken: bool
    is_first_trick: bool
    blind_nil_eligible: bool
    my_hand: list[NamedCard] | UnsetType = UNSET
    valid_cards: list[NamedCard] | UnsetType = UNSET


class PlayerState(PlayerView, frozen=True, rename="camel", kw_only=True):
    """The game as the player of a seat sees it, with the people at the table."""

    player_names: dict[SeatName, str | None]
    observers: tuple[Observer, ...]
    is_host: bool
    host_seat: SeatName | None
    waiting_for_reconnect: Awaited | UnsetType = UNSET


class WaitingState(Struct, frozen=True, rename="camel", kw_only=True):
    """A table before its game has begun."""

    status: Literal["waiting"] = "waiting"
    seats: dict[SeatName, Sitter | None]
    observers: tuple[Observer, ...]
    is_host: bool
    host_seat: SeatName | None


class SpectatorState(Struct, frozen=True, rename="camel", kw_only=True):
    """The game as observers see it; hands and exchanged cards are left out."""

    status: Literal["spectating"] = "spectating"
    seats: dict[SeatName, Sitter | None]
    observers: tuple[Observer, ...]
    is_host: bool
    host_seat: SeatName | None
    phase: GamePhase
    game_over: bool
    winner: TeamName | None
    scores: dict[TeamName, int]
    bags: dict[TeamName, int]
    tricks_won: dict[SeatName, int]
    current_trick: list[NamedPlay]
    trick_number: int
    bids: dict[SeatName, NamedBid | None]
    current_player_seat: SeatName | None
    current_bidder_seat: SeatName | None
    dealer_seat: SeatName
    hand_number: int
    spadesbroken: bool
    hand_history: list[HandSummary]
    waiting_for_reconnect: Awaited | UnsetType = UNSET
