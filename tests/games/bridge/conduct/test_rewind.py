"""Tests of the rewinding of a board to an earlier call or card."""

from __future__ import annotations

from protocol.v1.bridge import Call, Claim, MakeCall, RollBack, Seat, Undo
from protocol.v1.bridge.views import Ruled
from server.games.bridge.conduct.rewind import rewound
from tests.games.bridge.deals import act, auction, call, dealt, play

EVENT = Ruled(RollBack(0))
PLAYED = "S8 S2 SJ S4 HT H7"


def test_a_rewound_board_is_the_board_as_it_was_but_for_its_count_of_rewinds() -> None:
    before = play(auction("P P 1NT P P P"), "S8 S2 SJ S4")
    after = rewound(play(before, "HT H7"), calls=6, cards=4, event=EVENT)
    assert (after.plays, after.hands, after.turn, after.tricks) == (
        before.plays,
        before.hands,
        before.turn,
        before.tricks,
    )
    assert (after.rewinds, after.event) == (before.rewinds + 1, EVENT)


def test_the_cards_go_back_to_their_hands_and_the_contract_goes_with_its_auction() -> None:
    after = rewound(play(auction("P P 1NT P P P"), PLAYED), calls=3, cards=0, event=EVENT)
    assert (after.phase, after.turn, after.contract, after.plays) == ("auction", Seat.WEST, None, ())
    assert after.hands == dealt().hands


def test_the_remaining_calls_and_cards_keep_their_times() -> None:
    state = play(auction("P P 1NT P P P"), PLAYED)
    numbered = rewound(state, calls=6, cards=2, event=EVENT)
    assert numbered.times == state.times[: 1 + 6 + 2]


def test_a_claim_lapses_and_play_goes_on() -> None:
    claimed = act(play(auction("P P 1NT P P P"), "S8 S2"), "S", Claim(5))
    assert claimed.claim is not None
    after = rewound(claimed, calls=6, cards=1, event=EVENT)
    assert (after.claim, after.phase, after.actor) == (None, "play", Seat.SOUTH)


def test_undo_requests_lapse() -> None:
    asked = act(play(auction("P P 1NT P P P"), "S8 S2"), "W", Undo())
    assert asked.undos
    assert rewound(asked, calls=6, cards=1, event=EVENT).undos == ()
    assert rewound(act(auction("1C"), "N", Undo()), calls=0, cards=0, event=EVENT).undos == ()


def test_remarks_about_calls_that_were_taken_back_stay_as_withdrawn() -> None:
    alerted = act(
        act(dealt(), "N", MakeCall(Call.ONE_CLUB, alert=True)), "E", MakeCall(Call.DOUBLE, alert=True)
    )
    after = rewound(call(alerted, "P"), calls=1, cards=0, event=EVENT)
    assert [remark.withdrawn for remark in after.call_remarks] == [False, True]
