"""Events as the difference of two views of one audience, whatever happened in between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from protocol.v1.spades import Options, Reveal
from server.games.base import Audience, Public, Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.web.spades_rest.serializers.events import Event, game_events, people_events
from server.web.spades_rest.serializers.people import Observer, People, Sitter
from server.web.spades_rest.serializers.views import Seen
from server.web.spades_rest.serializers.words import SEATS
from tests.games.random_games import play_deal
from tests.games.spades.hands import act, dealt, give, say
from tests.games.spades.hands import play as played

PRIVATE = {"HAND_DEALT", "HAND_REVEALED", "BLIND_NIL_EXCHANGE_PROMPT"}
STEPS = {"BID_PLACED", "CARD_PLAYED", "TRICK_COMPLETE", "HAND_SCORED", "GAME_OVER"}
RULES = Options(preset="seed", blind_nil_behind=0, nil_pass=1)


def view_of(state: SpadesState, audience: Audience) -> Seen:
    """Return an audience's view of a hand."""
    return Seen(SPADES.pub(state), SPADES.own(state, audience))


def events_for(states: Sequence[SpadesState], audience: Audience) -> list[Event]:
    """Return the events for an audience that sees these states one after the other."""
    views = [view_of(state, audience) for state in states]
    return [event for pair in pairwise(views) for event in game_events(*pair)]


def two_hands(seed: int) -> list[SpadesState]:
    """Return the states of two hands played at random, from before the first deal."""
    rng = Random(seed)
    first = play_deal(range(4), SPADES.start(RULES), rng).states
    return [*first, *play_deal(range(4), SPADES.carry(first[-1]), rng).states]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("audience", [Public(), Seated(0), Seated(3)], ids=str)
def test_every_bid_card_trick_and_score_of_a_hand_is_one_event(seed: int, audience: Audience) -> None:
    states = two_hands(seed)
    events = events_for(states, audience)
    kinds = [event.type for event in events]
    assert kinds.count("GAME_STARTED") == 1 and kinds.count("BID_PLACED") == 8
    assert kinds.count("CARD_PLAYED") == 104 and kinds.count("TRICK_COMPLETE") == 26
    assert kinds.count("HAND_SCORED") == 2
    winners = [event.payload["winnerSeat"] for event in events if event.type == "TRICK_COMPLETE"]
    for hand in (winners[:13], winners[13:]):
        won = tuple(hand.count(seat) for seat in SEATS)
        assert won in (states[-1].tricks, *(state.tricks for state in states if state.phase == "over"))


@pytest.mark.parametrize("seed", range(12))
def test_changes_between_two_views_come_with_the_later_view(seed: int) -> None:
    hand = play_deal(range(4), SPADES.start(RULES), Random(seed)).states
    rng = Random(seed)
    some = [state for state in hand[1:-1] if rng.random() < 0.2]
    for audience in (Public(), Seated(1)):
        whole = [event for event in events_for(hand, audience) if event.type in STEPS]
        gaps = [event for event in events_for([hand[0], *some, hand[-1]], audience) if event.type in STEPS]
        assert sorted(gaps, key=repr) == sorted(whole, key=repr)


def test_a_hand_missed_as_a_whole_is_reported_by_its_score() -> None:
    states = two_hands(1)
    second = next(state for state in states if state.hand == 2 and state.phase == "bidding")
    kinds = [event.type for event in events_for([states[3], second], Seated(2))]
    assert kinds[:2] == ["HAND_SCORED", "HAND_DEALT"] and kinds[-1] == "TURN_CHANGED"


@pytest.mark.parametrize("seed", range(6))
def test_the_public_gets_no_event_of_an_own_half(seed: int) -> None:
    assert not PRIVATE & {event.type for event in events_for(two_hands(seed), Public())}


def test_nothing_has_happened_between_equal_views() -> None:
    state = dealt()
    assert events_for([state, state], Seated(0)) == []


def test_a_hidden_hand_is_dealt_without_cards_until_it_is_revealed() -> None:
    hidden = dealt(blind_nil_behind=0)
    before = SPADES.start(Options(blind_nil_behind=0))
    (deal,) = [event for event in events_for([before, hidden], Seated(3)) if event.type == "HAND_DEALT"]
    assert deal.payload["blindNilEligible"] is True and "myHand" not in deal.payload
    (event,) = events_for([hidden, act(hidden, Reveal(), 3)], Seated(3))
    assert event.type == "HAND_REVEALED" and len(event.payload["myHand"]) == 13
    assert events_for([hidden, act(hidden, Reveal(), 3)], Seated(1)) == []


def test_the_exchange_is_prompted_at_both_partners_only() -> None:
    bid = dealt(blind_nil_behind=0)
    due = say(bid, "blind_nil 3 3 3")
    sent = give(due, "SK S8")
    prompts = {
        seat: [
            e.payload["direction"] for e in events_for([bid, due, sent], Seated(seat)) if "PROMPT" in e.type
        ]
        for seat in (1, 3)
    }
    assert prompts == {1: ["send", "receive"], 3: ["receive", "send"]}
    for seat in (0, 2):
        kinds = {event.type for event in events_for([bid, due, sent], Seated(seat))}
        assert "BLIND_NIL_EXCHANGE_PROMPT" not in kinds


def test_the_event_of_a_card_has_the_next_seat_and_broken_spades() -> None:
    hand = say(dealt(), "3 3 3 3")
    (card, turn) = events_for([hand, played(hand, "C6")], Public())
    assert card.payload["nextPlayerSeat"] == "south" and card.payload["spadesBroken"] is False
    assert turn == Event("TURN_CHANGED", {"activeSeat": "south", "phase": "playing"})


def test_a_winner_with_the_last_card_of_a_trick_gets_a_new_turn_event() -> None:
    trick = played(say(dealt(), "3 3 3 3"), "HQ HT H5")
    (*_, turn) = events_for([trick, played(trick, "HK")], Public())
    assert turn == Event("TURN_CHANGED", {"activeSeat": "north", "phase": "playing"})


ANN = Sitter("a", "Ann", is_bot=False)
BOT = Sitter("bot:east", "plain", is_bot=True)
NOBODY = dict.fromkeys(SEATS)


def people(
    seats: dict[str, Sitter | None] | None = None,
    observers: tuple[Observer, ...] = (),
    host: str = "a",
    gone: frozenset[str] = frozenset(),
) -> People:
    return People({**NOBODY, **(seats or {})}, observers, host, None, gone, hold_ms=60_000)


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (people(), people({"north": ANN}), ["SEAT_TAKEN"]),
        (people({"north": ANN}), people(), ["SEAT_VACATED"]),
        (people({"north": ANN}), people({"east": ANN}), ["SEAT_VACATED", "SEAT_TAKEN"]),
        (people({"east": BOT}), people({"east": ANN}), ["SEAT_VACATED", "SEAT_TAKEN"]),
        (people(), people(observers=(Observer("e", "Eve"),)), ["OBSERVER_JOINED"]),
        (people(observers=(Observer("a", "Ann"),)), people({"north": ANN}), ["OBSERVER_LEFT", "SEAT_TAKEN"]),
        (people(), people(host="b"), ["HOST_CHANGED"]),
        (people({"north": ANN}), people({"north": ANN}, gone=frozenset({"north"})), ["PLAYER_DISCONNECTED"]),
        (people({"north": ANN}, gone=frozenset({"north"})), people({"north": ANN}), ["PLAYER_RECONNECTED"]),
        (people({"north": ANN}), people({"north": ANN}), []),
    ],
)
def test_arrivals_and_departures_are_events(before: People, after: People, kinds: list[str]) -> None:
    assert [event.type for event in people_events(before, after)] == kinds
