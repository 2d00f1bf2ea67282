"""Leaks of hands at Spades: of blind bidders, and of other players."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.v1.spades import Bid, PlayCard, Played, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import Deck, deck_of
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer
from server.games.spades import bidding, play, rules, view
from server.games.spades.state import SpadesState
from server.hub import feeds, room
from server.hub.room import Room
from server.table import schedule
from server.table import table as tables
from server.table.table import Table
from tests.secrecy.leaks.planting import Plant, leak

BLIND: dict[str, Plant] = {}
HANDS: dict[str, Plant] = {}


def _spades(state: SpadesState, seat: int) -> int:
    """How many spades a hand has, or will have drawn."""
    return deck_of(state.rules).spades(state.hands[seat]) if state.hands else 0


def patch_own(patch: MonkeyPatch, changed: Callable[[SpadesState, int, SpadesOwn], None]) -> None:
    """Let the own half of a seat, and of who looks over its shoulder, be as `changed` makes it."""
    built = view._of_seat

    def leaky(state: SpadesState, seat: int) -> SpadesOwn:
        own = built(state, seat)
        if state.deal is not None:
            changed(state, seat, own)
        return own

    patch.setattr(view, "_of_seat", leaky)


def patch_pub(patch: MonkeyPatch, changed: Callable[[SpadesState, SpadesPub], None]) -> None:
    built = view.public_half

    def leaky(state: SpadesState) -> SpadesPub:
        pub = built(state)
        if state.deal is not None:
            changed(state, pub)
        return pub

    patch.setattr(view, "public_half", leaky)


def after_event(patch: MonkeyPatch, name: str, event: Callable[[SpadesState, SpadesState], Any]) -> None:
    """Let what has just happened be told as `event` tells it, by the hand before and after."""
    does = getattr(rules, name)

    def leaky(state: SpadesState, *arguments: Any) -> SpadesState:
        after: SpadesState = does(state, *arguments)
        return replace(after, event=event(state, after))

    patch.setattr(rules, name, leaky)


@leak("a blind bidder's hand", BLIND)
def show_blind_hands(patch: MonkeyPatch) -> None:
    """Everybody sees his own hand, as at any other game."""

    def leaky(state: SpadesState, seat: int, own: SpadesOwn) -> None:
        own.hand = state.hands[seat]

    patch_own(patch, leaky)


@leak("a blind bidder's hand to who looks over his shoulder", BLIND)
def show_blind_hands_to_kibitzers(patch: MonkeyPatch) -> None:
    """A kibitzer bids nothing, so he may see what the player may not."""
    built = view.own_half

    def leaky(state: SpadesState, audience: Audience) -> SpadesOwn | None:
        own = built(state, audience)
        if own is not None and isinstance(audience, Kibitzer) and state.deal is not None:
            own.hand = state.hands[audience.seat]
        return own

    patch.setattr(view, "own_half", leaky)


@leak("what may be bid by a hand that is not seen", BLIND)
def offer_sensible_bids(patch: MonkeyPatch) -> None:
    """Nil is offered to who has no ace of spades, whether he knows it or not."""
    legal_bids = bidding.legal_bids

    def leaky(state: SpadesState, seat: int) -> bidding.Bids:
        bids = legal_bids(state, seat)
        hopeless = "SA" in state.hands[seat] or "SK" in state.hands[seat]
        return tuple(bid for bid in bids if not (bid.nil and hopeless)) or bids

    patch.setattr(bidding, "legal_bids", leaky)


@leak("who may bid blind by his cards", BLIND)
def offer_blind_bids_by_hand(patch: MonkeyPatch) -> None:
    """Blind nil is not for who holds the big spades: his hand is shown to him at once."""
    blind_bids = bidding.blind_bids

    def leaky(state: SpadesState, seat: int) -> bidding.Bids:
        return () if _spades(state, seat) > 3 else blind_bids(state, seat)

    patch.setattr(bidding, "blind_bids", leaky)


@leak("partner's legal cards", HANDS)
def list_for_all(patch: MonkeyPatch) -> None:
    """Whose turn it is not is shown the choice of who plays."""

    def leaky(state: SpadesState, seat: int, own: SpadesOwn) -> None:
        if state.phase == "play":
            own.cards = play.legal_cards_of(state)

    patch_own(patch, leaky)


@leak("a refusal that names a card held", HANDS)
def say_what_is_held(patch: MonkeyPatch) -> None:
    """Who may not play a card is told what the next player holds."""
    does = rules._play

    def leaky(state: SpadesState, seat: int | None, action: PlayCard) -> SpadesState:
        try:
            return does(state, seat, action)
        except IllegalAction as error:
            following = state.hands[(state.turn + 1) % len(state.hands)] if state.turn is not None else ()
            raise IllegalAction(f"{error}; do not wake {following[:1]}") from error

    patch.setattr(rules, "_play", leaky)


@leak("a bid refused by a hand that is not seen", BLIND)
def refuse_by_hand(patch: MonkeyPatch) -> None:
    """A bid that may not be is refused with advice from the cards."""
    check = bidding.check

    def leaky(state: SpadesState, seat: int, bid: Bid) -> None:
        try:
            check(state, seat, bid)
        except IllegalAction as error:
            raise IllegalAction(f"{error}; you could bid {_spades(state, seat)}") from error

    patch.setattr(bidding, "check", leaky)


@leak("a hand in the order of the deal", HANDS)
def leave_hands_as_dealt(patch: MonkeyPatch) -> None:
    """A hand stands as it came from the deck, which tells something of how that was shuffled."""
    patch.setattr(Deck, "sorted", lambda self, hand: tuple(hand))


@leak("dictionary order", HANDS)
def order_bids_by_hand(patch: MonkeyPatch) -> None:
    """The bids stand in the order of strength of the hands that made them."""

    def leaky(state: SpadesState, pub: SpadesPub) -> None:
        pub.bids = dict(sorted(pub.bids.items(), key=lambda each: (_spades(state, each[0]), each[0])))

    patch_pub(patch, leaky)


@leak("a forced action's time by the cards", HANDS)
def give_time_by_hand(patch: MonkeyPatch) -> None:
    """Who has more spades has a little more time."""
    act = tables._fold_act

    def leaky(table: Table, entry: Any) -> Table:
        after = act(table, entry)
        more = 0 if after.state.turn is None else _spades(after.state, after.state.turn)
        return replace(after, clock=after.clock.credit(more))

    patch.setattr(tables, "_fold_act", leaky)


@leak("a tempo by the number of answers", HANDS)
def slow_by_choice(patch: MonkeyPatch) -> None:
    """Who has more to choose from is released later."""
    opens_ms = schedule.opens_ms

    def leaky(table: Table) -> int | None:
        opens = opens_ms(table)
        answers = sum(
            len(table.game.legal_actions(table.state, seat)) for seat in table.game.to_act(table.state)
        )
        return None if opens is None else opens + answers

    for module in (schedule, feeds, room):
        patch.setattr(module, "opens_ms", leaky)


@leak("a log line of the deal", HANDS)
def log_the_deal(patch: MonkeyPatch) -> None:
    """A line for debugging, that nobody sees by default."""
    appended = Room._appended

    def leaky(self: Room, *arguments: Any) -> None:
        appended(self, *arguments)
        logging.getLogger("kibitz.room").debug("table %s: %s", self.table.id, self.table.state.deal)

    patch.setattr(Room, "_appended", leaky)


@leak("a metric label", HANDS)
def count_by_card(patch: MonkeyPatch) -> None:
    """Entries are counted by the first card of the hand in turn."""
    appended = Room._appended

    def leaky(self: Room, *arguments: Any) -> None:
        appended(self, *arguments)
        state = self.table.state
        if state.turn is not None and state.hands[state.turn]:
            self._services.meter.entry("spades", state.hands[state.turn][0])

    patch.setattr(Room, "_appended", leaky)


@leak("the deal told with what happened", HANDS)
def tell_the_deal(patch: MonkeyPatch) -> None:
    """That a hand is dealt is told with the first card of it."""

    def event(before: SpadesState, after: SpadesState) -> Played:
        assert after.deal is not None
        card = (*after.deal.hands[0], *after.deal.stock)[0]
        return Played(0, card)

    after_event(patch, "_dealt", event)


@leak("who leads, before all have bid", HANDS)
def tell_who_will_lead(patch: MonkeyPatch) -> None:
    """Where the lowest club leads, whoever holds it is announced with the deal."""

    def leaky(state: SpadesState, pub: SpadesPub) -> None:
        if state.rules.first_leader == "low_club" and state.phase in ("bidding", "exchange"):
            pub.dealer = play.first_leader(state.rules, state.dealer, {}, state.hands)

    patch_pub(patch, leaky)


@leak("what a player may do by a hand that is not seen", BLIND)
def hint_at_nil(patch: MonkeyPatch) -> None:
    """Looking at one's hand is offered where it is worth it."""

    def leaky(state: SpadesState, seat: int, own: SpadesOwn) -> None:
        if own.may and _spades(state, seat) % 2:
            own.may = ()

    patch_own(patch, leaky)
