"""Leaks of hidden cards: eighteen of the design's list of twenty."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from bots import runner
from bots.bot import View
from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, PlayCard, Played, Result, Seat
from protocol.v1.cards import DECK, Card
from protocol.v1.codec import JSON, Codec
from protocol.v1.requests import Watch
from server.errors import IllegalAction
from server.games.base import Audience, Game, Kibitzer, Seated
from server.games.bridge import rules
from server.games.bridge import view as views
from server.games.bridge.rules import BRIDGE, Bridge
from server.games.bridge.state import BridgeState
from server.hub import room_handle
from server.hub.archive import archive
from server.hub.archive import fold_log as log
from server.hub.archive.fold_log import Ended
from server.hub.archive.sitting import Sitting
from server.hub.feeds import Feed, Feeds, ForWatchers, Prepared
from server.hub.listeners import Frame
from server.hub.room import Room
from server.hub.viewers import Viewers, WatchRequest
from server.records.base import FinishedDeal
from server.records.bridge import export
from server.session.session import Session
from server.table import table as tables
from server.table.commands import Deals
from server.table.summary import Summary
from server.table.table import Table
from tests.secrecy.leaks.planting import leak


def spades(state: BridgeState) -> int:
    """A number that tells something of hidden cards: the height of North's spades in all."""
    return sum(card.height + 1 for card in state.hands[Seat.NORTH] if card.suit == "S")


def _patch_view(patch: MonkeyPatch, changed: Callable[[Table, bytes, Codec], bytes]) -> None:
    """Let every whole view leave as `changed` makes it."""
    whole = Feeds._view

    def leaky(self: Feeds, feed: Feed, codec: Codec, now_ms: int) -> Frame:
        frame = whole(self, feed, codec, now_ms)
        return Frame(changed(self.table, frame.payload, codec), frame.binary)

    patch.setattr(Feeds, "_view", leaky)


def _with_field(payload: bytes, codec: Codec, **field: object) -> bytes:
    return codec.encode({**codec.decode_plain(payload, 1 << 20), **field})


def _patch_pub(patch: MonkeyPatch, changed: Callable[[BridgeState, BridgePub], BridgePub]) -> None:
    built = views.public_half
    patch.setattr(views, "public_half", lambda state: changed(state, built(state)))


@leak("a global sequence number")
def number_by_the_log(patch: MonkeyPatch) -> None:
    """Versions count the entries of the log, those too that an audience does not see."""
    prepare = Feeds.prepare

    def leaky(self: Feeds, table: Table, *more: Any) -> Prepared:
        for feed in self._feeds.values():
            for subscription in feed.subscriptions.values():
                subscription.version += table.index - 1 - feed.version
            feed.version = table.index - 1
        return prepare(self, table, *more)

    patch.setattr(Feeds, "prepare", leaky)


@leak("the deal in a view")
def show_the_deal(patch: MonkeyPatch) -> None:
    """The field that holds all hands at the end holds them from the first card of the play."""

    def leaky(state: BridgeState, pub: BridgePub) -> BridgePub:
        pub.hands = state.deal.hands if state.deal is not None and state.plays else None
        return pub

    _patch_pub(patch, leaky)


@leak("partner's legal list")
def list_for_partner(patch: MonkeyPatch) -> None:
    """The partner of who must play is shown among which cards."""
    built = views.own_half

    def leaky(state: BridgeState, audience: Audience) -> BridgeOwn | None:
        own = built(state, audience)
        if own is not None and isinstance(audience, Seated) and state.contract is not None:
            partner = Seat(audience.seat).partner
            legal = [
                action.card for action in BRIDGE.legal_actions(state, partner) if isinstance(action, PlayCard)
            ]
            own.cards = tuple(legal) or own.cards
        return own

    patch.setattr(views, "own_half", leaky)


@leak("a hash over the whole state")
def digest_the_state(patch: MonkeyPatch) -> None:
    """Every view carries a digest by which clients could compare, of what they may not know too."""

    def leaky(table: Table, payload: bytes, codec: Codec) -> bytes:
        digest = hashlib.sha256(JSON.encode(table.state)).hexdigest()[:8]
        return _with_field(payload, codec, digest=digest)

    _patch_view(patch, leaky)


@leak("a card-dependent refusal")
def say_who_holds_it(patch: MonkeyPatch) -> None:
    """A refused card is refused in other words if the player to the left holds it."""
    apply = rules._play

    def leaky(state: BridgeState, seat: int | None, action: Any, at_ms: int = 0) -> BridgeState:
        try:
            return apply(state, seat, action, at_ms)
        except IllegalAction as error:
            if state.turn is not None and action.card in state.hands[state.turn.lho]:
                raise IllegalAction("this card is not yours") from error
            raise

    patch.setattr(rules, "_play", leaky)


@leak("a frame size")
def pad_frames(patch: MonkeyPatch) -> None:
    """A view is as long as a hidden hand's spades are many."""

    def leaky(table: Table, payload: bytes, codec: Codec) -> bytes:
        return _with_field(payload, codec, pad=" " * spades(table.state))

    _patch_view(patch, leaky)


@leak("a frame count")
def send_twice(patch: MonkeyPatch) -> None:
    """A player's frame is sent once more where another hand is without spades, or has many."""
    publish = Feeds.publish_to_players

    def leaky(self: Feeds, prepared: Prepared) -> ForWatchers:
        for_watchers = publish(self, prepared)
        for feed in self._feeds.values():
            if spades(prepared.table.state) % 2:
                for listener in feed.subscriptions:
                    listener.deliver(Feeds.snapshot(self, feed.audience, listener.codec))
        return for_watchers

    patch.setattr(Feeds, "publish_to_players", leaky)


@leak("dictionary order")
def order_by_hand(patch: MonkeyPatch) -> None:
    """The calls stand in an order that comes from a hidden hand."""

    def leaky(state: BridgeState, pub: BridgePub) -> BridgePub:
        if spades(state) % 2:
            pub.calls = dict(reversed(pub.calls.items()))
        return pub

    _patch_pub(patch, leaky)


@leak("a card-keyed timer")
def give_time_by_hand(patch: MonkeyPatch) -> None:
    """Who holds more in the suit of spades has a little more time."""
    act = tables._fold_act

    def leaky(table: Table, entry: Any) -> Table:
        after = act(table, entry)
        hand = () if after.state.turn is None else after.state.hands[after.state.turn]
        return replace(after, clock=after.clock.credit(sum(card.suit == "S" for card in hand)))

    patch.setattr(tables, "_fold_act", leaky)


@leak("a card-keyed robot delay")
def think_by_hand(patch: MonkeyPatch) -> None:
    """A robot takes longer over a longer list of answers."""
    answer = runner._SeatPlayer._answer

    async def leaky(self: runner._SeatPlayer, view: View, decision: str) -> bool:
        assert view.own is not None and view.own.hand is not None
        await asyncio.sleep(1 + 0.01 * sum(card.height for card in view.own.hand[:5]))
        return await answer(self, view, decision)

    patch.setattr(runner._SeatPlayer, "_answer", leaky)


def _patch_appended(patch: MonkeyPatch, told: Callable[[Room], None]) -> None:
    appended = Room._appended

    def leaky(self: Room, *arguments: Any) -> None:
        appended(self, *arguments)
        told(self)

    patch.setattr(Room, "_appended", leaky)


@leak("a log line")
def log_the_state(patch: MonkeyPatch) -> None:
    """A line for debugging, that nobody sees by default."""
    log = logging.getLogger("kibitz.room")
    _patch_appended(patch, lambda room: log.debug("table %s is now %s", room.table.id, room.table.state))


@leak("a metric label")
def count_by_card(patch: MonkeyPatch) -> None:
    """Entries are counted by the first card of the hand in turn."""

    def told(room: Room) -> None:
        state = room.table.state
        if state.turn is not None and state.hands[state.turn]:
            room._services.meter.entry("bridge", state.hands[state.turn][0])

    _patch_appended(patch, told)


@leak("a summary that names a card")
def summarise_a_hand(patch: MonkeyPatch) -> None:
    """The summary of a table is called by a card of the first hand."""
    made = room_handle.summary_of

    def leaky(table: Table, name: str, *known: Any) -> Summary:
        hands = table.state.hands if isinstance(table.state, BridgeState) else ()
        return made(table, f"{name} {hands[0][0]}" if hands and hands[0] else name, *known)

    patch.setattr(room_handle, "summary_of", leaky)


@leak("an exception's text")
def explain_everything(patch: MonkeyPatch) -> None:
    """What the rules refuse is explained by the state that they refused it in."""
    apply = Bridge.apply

    def leaky(self: Bridge, state: BridgeState, seat: int | None, action: Any, at_ms: int = 0) -> BridgeState:
        try:
            return apply(self, state, seat, action, at_ms)
        except IllegalAction as error:
            raise IllegalAction(f"{error}, at {state.deal}") from error

    patch.setattr(Bridge, "apply", leaky)


@leak("the seed")
def tell_the_seed(patch: MonkeyPatch) -> None:
    """Every view has the number of the deal among all deals, so that a board can be dealt again."""

    def leaky(table: Table, payload: bytes, codec: Codec) -> bytes:
        return _with_field(payload, codec, seed=seeds.get(table.deal, 0))

    draw, seeds = Deals.next, dict[int, int]()

    def noted(self: Deals, table: Table) -> Any:
        deal = draw(self, table)
        seeds[table.deal] = _number(deal.hands) % 2**53
        return deal

    patch.setattr(Deals, "next", noted)
    _patch_view(patch, leaky)


def _number(hands: tuple[tuple[Card, ...], ...]) -> int:
    holder = {card: seat for seat in SEATS for card in hands[seat]}
    number = 0
    for card in DECK:
        number = 4 * number + holder[card]
    return number


@leak("a resume of another seat")
def resume_unasked(patch: MonkeyPatch) -> None:
    """Who names the epoch has been here before, so nobody asks again whether the view is his."""
    watch = Viewers.watch

    def leaky(self: Viewers, listener: Session, player: Any, request: Watch, reply: Any) -> None:
        known = str(request.epoch).startswith(self.feeds.epoch)
        if known and isinstance(request.as_, int) and request.as_ < 4:
            self._enter(WatchRequest(listener, player, Kibitzer(request.as_), request, reply))
        else:
            watch(self, listener, player, request, reply)

    patch.setattr(Viewers, "watch", leaky)


@leak("`last` with a hidden card")
def show_the_next_card(patch: MonkeyPatch) -> None:
    """After a call, `last` shows the caller's highest card instead."""

    def leaky(state: BridgeState, pub: BridgePub) -> BridgePub:
        if isinstance(pub.last, views.Called):
            pub.last = Played(pub.last.seat, state.hands[pub.last.seat][0])
        return pub

    _patch_pub(patch, leaky)


@leak("dummy before the lead")
def face_dummy_early(patch: MonkeyPatch) -> None:
    """Dummy lies on the table as soon as the auction is over."""

    def dummy(self: BridgeState) -> Seat | None:
        return None if self.contract is None else self.contract.declarer.partner

    patch.setattr(BridgeState, "dummy", property(dummy))


@leak("a REST export of a live game")
def export_the_live_board(patch: MonkeyPatch) -> None:
    """The board in play is downloaded with those that are finished."""

    async def so_far(table: str, game: Game, deal: int, packed: tuple[bytes, ...]) -> Ended:
        last = await log.present(table, game, deal, packed, "")
        return Ended(last.state, last, last.time_ms, last.time_ms, frozenset())

    def result(finished: FinishedDeal) -> Result:
        return Result(score_ns=0)

    def of_what_is_dealt(self: Sitting) -> range:
        return range(self.table.deal + (not self.table.game.deal_due(self.table.state)))

    patch.setattr(Sitting, "finished", property(of_what_is_dealt))
    patch.setattr(archive, "ended", so_far)
    patch.setattr(export, "_result", result)
