"""Tests of the cut for partners, and of the change of players after a rubber."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.bridge import Options, Seat
from protocol.v1.cards import DECK, Card
from server.games.bridge.scores import cut, sheet
from server.games.bridge.scores.cut import Seating
from server.games.bridge.scores.sheet import Sheet
from tests.games.bridge.scores.sheets import FOUR_DEAL, RUBBER, due, scored

RUBBER_OVER = "4S S =\n4S S ="


def club(waiting: int = 0, partners: str = "cut", **more: object) -> Options:
    """Return a table of rubber bridge with this number of waiting chairs."""
    return msgspec.convert({"scoring": "rubber", "partners": partners, "waiting": waiting, **more}, Options)


def cutting(cards: str, streaks: str, options: Options | None = None, occupied: str | None = None) -> Seating:
    """Return the seating after a cut, with a card and a streak for each chair.

    All waiting chairs are taken by default.
    """
    drawn = [Card(text) for text in cards.split()]
    taken = range(4, len(drawn)) if occupied is None else [int(chair) for chair in occupied]
    return cut.seating(options or club(len(drawn) - 4), drawn, [int(one) for one in streaks], taken)


def seated(seating: Seating, players: str) -> str:
    """Return the letters of the players in each new chair, named N, E, S, W and so on by their old chairs."""
    return "".join(players[chair] for chair in seating.chairs)


# The cut


def test_the_two_highest_cards_are_partners_and_the_highest_sits_north() -> None:
    after = cutting("D7 SK H3 CA", "0000")
    assert seated(after, "abcd") == "dabc"  # d (ace) and b (king) are North and South, a East, c West
    assert after.streaks == (1, 1, 1, 1)


def test_of_two_cards_of_a_rank_the_suit_decides_spades_first() -> None:
    assert seated(cutting("C9 D9 H9 S9", "0000"), "abcd") == "dbca"


def test_with_more_than_four_players_the_highest_four_cards_play_first() -> None:
    after = cutting("D7 SK H3 CA ST S2", "000000")
    assert seated(after, "abcdef") == "debacf"
    assert after.streaks == (1, 1, 1, 1, 0, 0)


# After a rubber


def test_a_waiting_player_replaces_the_player_that_has_played_longest() -> None:
    after = cutting("DA SK HQ CJ D2", "12110")
    assert seated(after, "abcde") == "adceb"
    assert after.streaks == (2, 2, 2, 1, 0)


def test_of_players_that_have_played_equally_long_the_one_with_the_lowest_card_goes_out() -> None:
    assert seated(cutting("DA SK HQ CJ D2", "11110"), "abcde")[4] == "d"


def test_as_many_go_out_as_come_in() -> None:
    after = cutting("DA SK HQ CJ D2 D3 D4", "3333000")
    assert seated(after, "abcdefg")[:4] == "afge"
    assert sorted(seated(after, "abcdefg")[4:]) == ["b", "c", "d"]


def test_four_players_that_cut_do_so_anew_for_each_rubber() -> None:
    assert seated(cutting("D2 D3 D4 D5", "2222"), "abcd") == "dbca"


def test_the_card_of_an_empty_chair_seats_no_player() -> None:
    after = cutting("DA SK HQ CJ SA D2", "111100", occupied="5")
    assert seated(after, "abcd-f") == "acbf-d"
    assert after.streaks == (2, 2, 2, 1, 0, 0)


def test_agreed_partners_stay_together_while_no_player_waits() -> None:
    agreed = club(1, partners="agreed")
    after = cutting("D2 D3 D4 D5 SA", "11110", agreed, occupied="")
    assert seated(after, "abcd-") == "abcd-"
    assert after.streaks == (2, 2, 2, 2, 0)


def test_agreed_partners_cut_when_a_waiting_player_comes_in() -> None:
    after = cutting("D2 D3 D4 D5 SA", "11110", club(1, partners="agreed"))
    assert seated(after, "abcde") == "ecdba"


def test_agreed_partners_begin_in_their_seats_and_before_a_cut_no_player_does() -> None:
    assert cut.opening(club(2, partners="agreed")) == (1, 1, 1, 1, 0, 0)
    assert cut.opening(club(2)) == (0,) * 6


CUTS = st.integers(0, 3).flatmap(
    lambda waiting: st.tuples(
        st.lists(st.sampled_from(DECK), min_size=4 + waiting, max_size=4 + waiting, unique=True),
        st.lists(st.integers(1, 5), min_size=4, max_size=4),
        st.sets(st.integers(4, 3 + waiting)) if waiting else st.just(set()),
    )
)


@given(CUTS)
def test_every_waiting_player_comes_in_and_no_player_is_lost(
    drawn: tuple[list[Card], list[int], set[int]],
) -> None:
    cards, played, occupied = drawn
    waiting = len(cards) - 4
    after = cut.seating(club(waiting), cards, [*played, *[0] * waiting], occupied)
    assert sorted(after.chairs) == list(range(len(cards)))
    assert set(after.chairs[:4]) >= occupied
    assert set(after.chairs[:4]) <= {0, 1, 2, 3} | occupied
    out = set(range(4)) - set(after.chairs[:4])
    assert len(out) == len(occupied)
    stay = set(range(4)) - out
    assert all(played[gone] >= played[left] for gone in out for left in stay)
    assert all(after.chairs[chair] == chair for chair in range(4, 4 + waiting) if chair not in occupied)
    north, east, south, west = (cards[chair] for chair in after.chairs[:4])
    heights = [(card.height, "CDHS".index(card.suit)) for card in (north, south, east, west)]
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("waiting", [1, 2, 3])
def test_all_players_play_equally_often_in_the_long_run(waiting: int) -> None:
    chairs = 4 + waiting
    players, streaks = list(range(chairs)), [0] * chairs
    rubbers = [0] * chairs
    for turn in range(20 * chairs):
        cards = [DECK[(7 * turn + 11 * chair) % 52] for chair in range(chairs)]
        after = cut.seating(club(waiting), cards, streaks, range(4, chairs))
        players, streaks = [players[chair] for chair in after.chairs], list(after.streaks)
        for player in players[:4]:
            rubbers[player] += 1
    assert sum(rubbers) == 4 * 20 * chairs
    assert max(rubbers) - min(rubbers) <= 20


# When the cards are cut


def test_the_cards_are_cut_before_the_first_deal_where_partners_are_not_agreed() -> None:
    assert cut.due(club(), sheet.opening(club()), finished=0)
    assert cut.due(Options(partners="cut"), None, finished=0)
    assert not cut.due(club(1, partners="agreed"), sheet.opening(club(1, partners="agreed")), finished=0)
    assert not cut.due(Options(), None, finished=0)


def test_they_are_not_cut_within_a_rubber_or_after_a_pass_out() -> None:
    assert not cut.due(club(), due(club(), "4S S ="), finished=1)
    assert not cut.due(club(), due(club(), "passed out"), finished=1)
    assert not cut.due(club(), due(club(), f"{RUBBER_OVER}\npassed out"), finished=3)
    assert not cut.due(Options(partners="cut"), None, finished=1)


@pytest.mark.parametrize("options", [club(), club(1), club(1, partners="agreed")])
def test_they_are_cut_before_each_new_rubber(options: Options) -> None:
    assert cut.due(options, due(options, RUBBER_OVER), finished=2)


def test_agreed_partners_without_waiting_players_never_cut() -> None:
    assert not cut.due(RUBBER, due(RUBBER, RUBBER_OVER), finished=2)


def test_a_chukker_is_cut_for_like_a_rubber() -> None:
    options = replace(FOUR_DEAL, partners="cut")
    quiet = "1C S =\n1C S =\n1C S =\n1C S ="
    assert not cut.due(options, due(options, "1C S =\n1C S =\n1C S ="), finished=3)
    assert cut.due(options, due(options, quiet), finished=4)


# The score goes with the players


def balances(after: Sheet, seating: Seating, players: str) -> dict[str, int]:
    """Return each player's balance after the cut."""
    return dict(zip(seated(seating, players), sheet.reseated(after, seating.chairs).players, strict=True))


def test_each_player_takes_the_balance_along() -> None:
    options = club(1)
    after = due(options, RUBBER_OVER)
    seating = cutting("DA SK HQ CJ D2", "11110", options)
    assert balances(after, seating, "abcde") == {"a": 940, "b": -940, "c": 940, "d": -940, "e": 0}


def test_balances_of_three_rubbers_with_five_players() -> None:
    options = club(1)
    first = due(options, RUBBER_OVER)  # a and c win 940 from b and d
    cards = "DA SK HQ CJ D2"
    one = cutting(cards, "11110", options)
    assert seated(one, "abcde") == "acbed"  # d, the lowest card, goes out; a and b against c and e
    start = sheet.reseated(first, one.chairs)
    vulnerable = sheet.vulnerable(start, options, 1)
    assert (start.dealer, str(vulnerable), start.total, start.number) == (Seat.NORTH, "None", (0, 0), 2)
    again = scored(options, RUBBER_OVER)
    end = replace(again, players=tuple(map(sum, zip(start.players, again.players, strict=True))))
    assert dict(zip("acbed", end.players, strict=True)) == {"a": 1880, "b": 0, "c": 0, "d": -940, "e": -940}
    assert sum(end.players) == 0


def test_north_deals_after_a_cut() -> None:
    after = due(club(), RUBBER_OVER)
    assert after.dealer is Seat.SOUTH
    assert sheet.reseated(after, (3, 1, 0, 2)).dealer is Seat.NORTH


def test_a_pair_that_stays_together_keeps_its_total_wherever_it_sits() -> None:
    after = due(club(), f"{RUBBER_OVER}\n4S E =\n4S E =\n4S E =\n4S E =")
    north_south, east_west = after.total
    assert north_south != east_west
    assert sheet.reseated(after, (2, 1, 0, 3)).total == (north_south, east_west)
    assert sheet.reseated(after, (1, 2, 3, 0)).total == (east_west, north_south)
    assert sheet.reseated(after, (0, 2, 1, 3)).total == (0, 0)
