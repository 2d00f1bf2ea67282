"""Leaks of what two Spades partners exchange, and of what two players draw and lay away."""

from __future__ import annotations

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.v1.spades import Exchange, Hand, Passed, Play, Played, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from server.games.spades import dealing, exchange, results
from server.games.spades.state import SpadesState
from tests.secrecy.leaks.planting import Plant, leak
from tests.secrecy.leaks.spades import after_event, patch_own, patch_pub

EXCHANGE: dict[str, Plant] = {}
DRAW: dict[str, Plant] = {}


@leak("the exchange in `last`", EXCHANGE)
def show_the_exchange(patch: MonkeyPatch) -> None:
    """What has been passed is shown as what has just happened, one card for all."""
    after_event(
        patch, "_pass", lambda before, after: Played(after.passes[-1].seat, after.passes[-1].cards[0])
    )


@leak("the exchange in everybody's view", EXCHANGE)
def tell_all_of_the_exchange(patch: MonkeyPatch) -> None:
    """Every seat sees what was passed, as in the seed (its first defect)."""

    def leaky(state: SpadesState, seat: int, own: SpadesOwn) -> None:
        own.passes = {given.seat: given.cards for given in state.passes} or None

    patch_own(patch, leaky)


@leak("cards received, to an opponent", EXCHANGE)
def show_what_was_received(patch: MonkeyPatch) -> None:
    """Who has received nothing is shown what somebody else has."""
    between = exchange.passed_and_received

    def leaky(state: SpadesState, seat: int) -> tuple[Hand | None, Hand | None]:
        passed, received = between(state, seat)
        return passed, received or state.passes[-1].cards

    patch.setattr(exchange, "passed_and_received", leaky)


@leak("a count that differs with the cards passed", EXCHANGE)
def count_the_spades_passed(patch: MonkeyPatch) -> None:
    """How many cards have been passed is told without the spades among them."""

    def event(before: SpadesState, after: SpadesState) -> Passed:
        given = after.passes[-1]
        return Passed(given.seat, len(given.cards) - deck_of(after.rules).spades(given.cards))

    after_event(patch, "_pass", event)


@leak("a patch size that differs with the cards passed", EXCHANGE)
def say_which_exchange(patch: MonkeyPatch) -> None:
    """The exchange is shown until its cards have been played, so that one can see when they are."""

    def leaky(state: SpadesState, pub: SpadesPub) -> None:
        gone = {play.card for play in state.plays}
        for given in state.passes:
            if state.phase == "play" and not gone & set(given.cards):
                pub.exchange = Exchange(given.seat, given.to, len(given.cards), False)

    patch_pub(patch, leaky)


@leak("cards laid away, in public", DRAW)
def show_what_is_laid_away(patch: MonkeyPatch) -> None:
    """What nobody plays with may be seen, it seems."""

    def leaky(state: SpadesState, pub: SpadesPub) -> None:
        laid = [Play(seat, card) for seat, cards in enumerate(state.laid_away) for card in cards[:1]]
        pub.plays = {**pub.plays, **{100 + place: play for place, play in enumerate(laid)}}

    patch_pub(patch, leaky)


@leak("a drawn card in `last`", DRAW)
def show_the_card_drawn(patch: MonkeyPatch) -> None:
    """The card that is kept is told with who has kept it."""
    after_event(patch, "_keep", lambda before, after: Played(before.turn, after.kept[-1]))


@leak("the next cards of the stock", DRAW)
def show_the_stock(patch: MonkeyPatch) -> None:
    """Both players see what is drawn, not only who draws."""

    def leaky(state: SpadesState, seat: int, own: SpadesOwn) -> None:
        own.drawn = dealing.offered(state) or None

    patch_own(patch, leaky)


@leak("the exchange in a result", EXCHANGE)
def score_by_exchange(patch: MonkeyPatch) -> None:
    """The number of the hand in its result tells how many spades were passed."""
    finished = results.finished

    def leaky(state: SpadesState) -> SpadesState:
        after = finished(state)
        told = [deck_of(state.rules).spades(given.cards) for given in state.passes]
        assert after.ended is not None
        return replace(after, ended=replace(after.ended, hand=after.ended.hand + sum(told)))

    patch.setattr(results, "finished", leaky)
