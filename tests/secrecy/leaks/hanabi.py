"""Leaks of Hanabi's cards: of hands, of the deck, of what lies down a hole, and of what a character hides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.rules.hanabi.sets import bit
from protocol.v1.hanabi import ColorClue, Discard, HanabiOwn, HanabiPub, Moved, PlayCard, RankClue
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer
from server.games.hanabi import characters, moves, rules, view
from server.games.hanabi.state import HanabiState
from tests.secrecy.leaks.planting import Plant, leak

HANDS: dict[str, Plant] = {}
HOLE: dict[str, Plant] = {}
SIGHT: dict[str, Plant] = {}
INVERTED: dict[str, Plant] = {}


def own_number(state: HanabiState, seat: int) -> int:
    """A number that tells something of a player's own cards."""
    return sum(state.deck[order].rank for order in state.hands[seat])


def patch_own(patch: MonkeyPatch, changed: Callable[[HanabiState, int, HanabiOwn], None]) -> None:
    """Let the own half of a seat, and of who looks over its shoulder, be as `changed` makes it."""
    built = view._of_seat

    def leaky(state: HanabiState, seat: int, *, plays: bool) -> HanabiOwn:
        own = built(state, seat, plays=plays)
        if state.deck:
            changed(state, seat, own)
        return own

    patch.setattr(view, "_of_seat", leaky)


def patch_pub(patch: MonkeyPatch, changed: Callable[[HanabiState, HanabiPub], None]) -> None:
    """Let the public half of a game that goes on be as `changed` makes it."""
    built = view.public_half

    def leaky(state: HanabiState) -> HanabiPub:
        pub = built(state)
        if state.deck and state.ended is None:
            changed(state, pub)
        return pub

    patch.setattr(view, "public_half", leaky)


def _after(patch: MonkeyPatch, name: str, event: Callable[[HanabiState, Any], Any]) -> None:
    """Let what has just happened be told as `event` makes it."""
    does = getattr(rules, name)

    def leaky(state: HanabiState, *arguments: Any) -> HanabiState:
        after: HanabiState = does(state, *arguments)
        return replace(after, event=event(after, after.event))

    patch.setattr(rules, name, leaky)


@leak("a player's own hand", HANDS)
def show_own_hand(patch: MonkeyPatch) -> None:
    """Everybody sees his own oldest card, as at any other game."""

    def leaky(state: HanabiState, seat: int, own: HanabiOwn) -> None:
        own.cards = {**own.cards, **{order: state.deck[order] for order in state.hands[seat][:1]}}

    patch_own(patch, leaky)


@leak("a player's own hand to who looks over his shoulder", HANDS)
def show_hand_to_kibitzers(patch: MonkeyPatch) -> None:
    """A kibitzer of a seat sees its hand, as at any other game."""
    built = view.own_half

    def leaky(state: HanabiState, audience: Audience) -> HanabiOwn | None:
        own = built(state, audience)
        if own is not None and isinstance(audience, Kibitzer) and state.deck:
            own.cards = {**own.cards, **{order: state.deck[order] for order in state.hands[audience.seat]}}
        return own

    patch.setattr(view, "own_half", leaky)


@leak("what a card can be, by what it is", HANDS)
def narrow_by_the_card(patch: MonkeyPatch) -> None:
    """A card that is no 1 can be no 1."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        ones = sum(bit(card) for card in {*state.deck} if card.rank == 1)
        pub.possible = {
            order: mask & (ones if state.deck[order].rank == 1 else ~ones)
            for order, mask in state.possible.items()
        }

    patch_pub(patch, leaky)


@leak("what a card can be, by the hands that others see", HANDS)
def narrow_by_all_hands(patch: MonkeyPatch) -> None:
    """What is all in hands and piles can be nothing else, whoever sees it."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        left = sum(bit(card) for card in {*state.deck[state.drawn :]})
        pub.possible = {
            order: mask & (left | bit(state.deck[order])) for order, mask in state.possible.items()
        }

    patch_pub(patch, leaky)


@leak("the top of the deck in `drawn`", HANDS)
def tell_what_was_drawn(patch: MonkeyPatch) -> None:
    """That a card is drawn is told with its rank."""

    def event(after: HanabiState, told: Moved) -> Moved:
        return told if told.drawn is None else Moved(told.card, after.deck[told.drawn].rank)

    _after(patch, "_left", event)


@leak("a discard in `last` with the next card", HANDS)
def tell_the_next_card(patch: MonkeyPatch) -> None:
    """A discard is told with the suit that comes next from the deck."""

    def event(after: HanabiState, told: Moved) -> Moved:
        next_suits = [card.suit for card in after.deck[after.drawn : after.drawn + 1]]
        return Moved(told.card, *next_suits)

    _after(patch, "_discard", event)


@leak("a hand in the order of ranks", HANDS)
def sort_hands(patch: MonkeyPatch) -> None:
    """A hand stands as its player would sort it."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.hands = tuple(
            tuple(sorted(hand, key=lambda order: state.deck[order].rank)) for hand in state.hands
        )

    patch_pub(patch, leaky)


@leak("the end of the deck, by what is left in it", HANDS)
def count_what_is_useful(patch: MonkeyPatch) -> None:
    """The deck is counted without the cards that can be played no more."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        on_piles = {state.deck[order] for pile in state.piles for order in pile}
        pub.left = sum(card not in on_piles for card in state.deck[state.drawn :])

    patch_pub(patch, leaky)


@leak("the deck to who sees all hands", HANDS)
def show_the_deck(patch: MonkeyPatch) -> None:
    """Who sees everything sees the next card, too."""
    patch.setattr(
        view,
        "_of_all",
        lambda state: HanabiOwn(cards=dict(enumerate(state.deck[: state.drawn + 1]))),
    )


@leak("a refusal that names a card", HANDS)
def name_the_card(patch: MonkeyPatch) -> None:
    """Who asks for another player's card is told which one it is."""
    refuse = moves._refusal

    def leaky(state: HanabiState, seat: int, move: Any) -> str | None:
        words = refuse(state, seat, move)
        hidden = isinstance(move, PlayCard | Discard) and move.card < len(state.deck)
        return f"{words}: it is {state.deck[move.card]}" if words and hidden else words

    patch.setattr(moves, "_refusal", leaky)


@leak("a refused discard, by its worth", HANDS)
def warn_of_critical_discards(patch: MonkeyPatch) -> None:
    """A discard that is not allowed anyway is refused in other words where it would be a pity."""
    refuse = moves._discard_refusal

    def leaky(state: HanabiState, seat: int, move: Discard) -> str | None:
        words = refuse(state, seat, move)
        pity = move.card in state.hands[seat] and state.deck[move.card].rank > 3
        return f"{words}; keep it" if words and pity else words

    patch.setattr(moves, "_discard_refusal", leaky)


@leak("a discard that is not offered", HANDS)
def offer_no_bad_discards(patch: MonkeyPatch) -> None:
    """Who holds a 5 is not offered to discard it."""

    def leaky(state: HanabiState, seat: int, own: HanabiOwn) -> None:
        own.discards = own.discards and tuple(card for card in own.discards if state.deck[card].rank != 5)

    patch_own(patch, leaky)


# Down the hole


@leak("the score in a hole", HOLE)
def show_the_score(patch: MonkeyPatch) -> None:
    """The score is public, as at every other table."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.score = state.score

    patch_pub(patch, leaky)


@leak("the strikes in a hole", HOLE)
def show_the_strikes(patch: MonkeyPatch) -> None:
    """Strikes hurt, so everybody feels them."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.strikes = state.strikes

    patch_pub(patch, leaky)


@leak("the best score in a hole", HOLE)
def show_the_best(patch: MonkeyPatch) -> None:
    """What can still be reached goes down where the last of its kind is misplayed, or thrown away."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.best = state.max_score + state.score

    patch_pub(patch, leaky)


@leak("the fate of a misplay in a hole", HOLE)
def tell_of_misplays(patch: MonkeyPatch) -> None:
    """A misplay is called one."""
    patch.setattr(view, "_fate", lambda state, fate: fate)


@leak("what was thrown into a hole", HOLE)
def show_what_was_thrown(patch: MonkeyPatch) -> None:
    """A card that has left its hand is known."""
    patch.setattr(view, "_known", lambda state: {order: state.deck[order] for order in state.fates})


@leak("a misplay among the discards of a hole", HOLE)
def show_misplays(patch: MonkeyPatch) -> None:
    """What does not fit lies on the discards, for all to see."""
    patch.setattr(view, "_known", lambda state: {order: state.deck[order] for order in state.discards})


# What a character hides


@leak("the newest card to a Slow-Witted player", SIGHT)
def show_the_newest(patch: MonkeyPatch) -> None:
    patch.setattr(characters, "SLOW_WITTED", None)


@leak("the next hand to a player with a Blind Spot", SIGHT)
def show_the_next_hand(patch: MonkeyPatch) -> None:
    patch.setattr(characters, "BLIND_SPOT", None)


@leak("the hand before to an Oblivious player", SIGHT)
def show_the_hand_before(patch: MonkeyPatch) -> None:
    patch.setattr(characters, "OBLIVIOUS", None)


@leak("clues that are offered by cards unseen", SIGHT)
def offer_all_clues(patch: MonkeyPatch) -> None:
    """A clue that touches something may be given, whether the giver sees it or not."""
    patch.setattr(moves, "_sees_touched", lambda state, seat, clue: bool(moves.touched(state, clue)))


@leak("a refused clue, by cards unseen", SIGHT)
def say_that_it_would_touch(patch: MonkeyPatch) -> None:
    """A clue that would touch only what the giver does not see is refused in words of its own."""
    refuse = moves._clue_refusal

    def leaky(state: HanabiState, seat: int, clue: ColorClue | RankClue) -> str | None:
        words = refuse(state, seat, clue)
        if words == "the clue would touch no card that you see" and moves.touched(state, clue):
            return "it would touch only cards that you do not see"
        return words

    patch.setattr(moves, "_clue_refusal", leaky)


# What an inverted card comes to


@leak("plays that are not offered for inverted cards", INVERTED)
def offer_by_effect(patch: MonkeyPatch) -> None:
    """A play that would come to a discard is offered as one."""
    patch_own(patch, _offer_by_effect)


def _offer_by_effect(state: HanabiState, seat: int, own: HanabiOwn) -> None:
    own.plays = own.plays and tuple(
        card for card in own.plays if isinstance(moves.effect(state, PlayCard(card)), PlayCard)
    )


@leak("a refusal by what an inverted card comes to", INVERTED)
def judge_the_effect(patch: MonkeyPatch) -> None:
    """What a player asks for of a card that is not his is refused as what it would come to."""
    does = rules._move

    def leaky(state: HanabiState, seat: int | None, move: Any) -> HanabiState:
        try:
            return does(state, seat, move)
        except IllegalAction as error:
            raise IllegalAction(f"{type(move).__name__}: {error}") from error

    patch.setattr(rules, "_move", leaky)
