"""Partnerships by a cut of the cards, and the pivot after a rubber (bridge.md 3.4)."""

from __future__ import annotations

from random import Random

from protocol.v1.bridge import AwardTricks, Cut, Deal, Options
from protocol.v1.requests import Policy
from server.games.bridge.rules import BRIDGE
from server.table import table as tables
from server.table.commands import Deals
from server.table.events import Acted, Chair, Ruled
from server.table.table import Table
from tests.tables import NOON, PASS

PLAYERS = ("Ann", "Bob", "Cis", "Dan", "Eve")


def club(players: int = 5, **options: object) -> Table:
    """Return a rubber table with a seat beside it; the players sit in the order of their names."""
    chosen = Options(scoring="rubber", partners="cut", waiting=1, **options)
    people = (Chair(player=name, name=name) for name in PLAYERS[:players])
    chairs = (*people, *(Chair(),) * (5 - players))
    return tables.begin("t", BRIDGE, 0, tables.open_with(BRIDGE, chosen, chairs, Policy(), NOON))


def chance(at: Table, rng: Random) -> tuple[Table, Cut | Deal]:
    """Return the table after its next action of chance."""
    action = Deals(rng).next(at)
    return tables.fold(at, Acted(at_ms=NOON, action=action)), action


def rubber(at: Table, rng: Random) -> Table:
    """Return the table after North-South have won two games and East-West none."""
    while True:
        at, _ = chance(at, rng)
        while at.state.contract is None:
            seat = at.game.to_act(at.state)[0]
            calls = at.game.legal_actions(at.state, seat)
            bid = calls[-1] if seat % 2 == 0 and len(calls) > 30 else PASS
            at = tables.fold(at, Acted(at_ms=NOON, seat=seat, action=bid))
        at = tables.fold(at, Ruled(at_ms=NOON, ruling=AwardTricks(13)))
        tally = at.game.pub(at.state).tally
        assert tally is not None
        at = tables.begin("t", BRIDGE, at.deal + 1, tables.next_deal(at, NOON))
        if tally.games == (2, 0):
            return at


def names(at: Table) -> list[str]:
    return [chair.name for chair in at.chairs]


def test_before_the_first_deal_all_players_draw_and_the_highest_two_are_partners() -> None:
    for seed in range(20):
        after, cut = chance(club(), Random(seed))
        assert isinstance(cut, Cut)
        drawn = dict(zip(PLAYERS, cut.cards, strict=True))
        height = {name: (card.height, card.suit) for name, card in drawn.items()}
        order = sorted(PLAYERS, key=lambda name: (height[name][0], "CDHS".index(height[name][1])))
        lowest, *_, second, highest = order
        assert (names(after)[0], names(after)[2], names(after)[4]) == (highest, second, lowest)


def test_the_highest_card_deals_first() -> None:
    after, _ = chance(club(), Random(3))
    _, deal = chance(after, Random(4))
    assert isinstance(deal, Deal) and deal.dealer == 0


def test_after_a_rubber_the_waiting_player_comes_in_and_one_of_the_four_goes_out() -> None:
    rng = Random(8)
    at, _ = chance(club(), rng)
    waited = names(at)[4]
    at = rubber(at, rng)
    at, cut = chance(at, rng)
    assert isinstance(cut, Cut)
    assert waited in names(at)[:4]
    assert sorted(names(at)) == sorted(PLAYERS)


def test_over_five_rubbers_each_player_waits_once() -> None:
    rng, waited = Random(5), set()
    at = club()
    for _ in range(5):
        at, _ = chance(at, rng)
        waited.add(names(at)[4])
        at = rubber(at, rng)
    assert waited == set(PLAYERS)


def test_each_players_balance_goes_with_the_player() -> None:
    rng = Random(2)
    at, _ = chance(club(), rng)
    before = names(at)
    at = rubber(at, rng)
    tally = at.game.pub(at.state).tally
    assert tally is not None and tally.players[4] == 0
    won = dict(zip(before, tally.players, strict=True))
    at, _ = chance(at, rng)
    tally = at.game.pub(at.state).tally
    assert tally is not None
    assert dict(zip(names(at), tally.players, strict=True)) == won


def test_four_players_cut_anew_and_the_empty_chair_stays_empty() -> None:
    rng = Random(1)
    at, _ = chance(club(players=4), rng)
    at, _ = chance(rubber(at, rng), rng)
    assert sorted(names(at)[:4]) == sorted(PLAYERS[:4])
    assert names(at)[4] == ""


def test_all_viewers_see_which_cards_were_drawn() -> None:
    after, cut = chance(club(), Random(6))
    last = after.game.pub(after.state).last
    assert isinstance(cut, Cut) and last is not None and last.cards == cut.cards


def test_the_seat_that_a_player_is_moved_to_acts_for_him() -> None:
    after, _ = chance(club(), Random(9))
    after, _ = chance(after, Random(9))
    for seat, name in enumerate(names(after)):
        assert after.seat_of(name) == seat
