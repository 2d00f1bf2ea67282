"""Tests of properties that hold for every score sheet."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.rules.bridge.scoring import GAME
from protocol.v1.bridge import Contract, Honours, Line, Options, Result, Seat, Strain, Tally, Vulnerability
from server.games.bridge import scoring
from server.games.bridge.scores import lines, sheet
from server.games.bridge.scores.sheet import Sheet
from tests.games.bridge.scores.sheets import PLAIN_CHICAGO

SEATS = st.sampled_from(Seat)
CONTRACTS = st.builds(
    Contract,
    level=st.integers(1, 7),
    strain=st.sampled_from(Strain),
    declarer=SEATS,
    doubled=st.sampled_from([1, 2, 4]),
)
HONOURS = st.none() | st.builds(Honours, seat=SEATS, points=st.sampled_from([100, 150]))
MADE_MOSTLY = st.tuples(CONTRACTS, st.integers(-2, 2), HONOURS)
DEALS = st.lists(st.none() | MADE_MOSTLY, min_size=1, max_size=30)
PLAYED = st.builds(
    Options,
    scoring=st.sampled_from(["rubber", "chicago", "total"]),
    chicago=st.sampled_from(["four_deal", "duplicate"]),
    chicago_vulnerable=st.sampled_from(["dealer", "opponents"]),
    boards=st.none() | st.integers(1, 20),
    rounds=st.none() | st.integers(1, 3),
    unfinished_part=st.sampled_from([50, 100]),
)
Dealt = tuple[Contract, int, Honours | None] | None


def opened(options: Options) -> Sheet:
    """Return the score sheet of a sitting before its first deal."""
    start = sheet.opening(options)
    assert start is not None
    return start


def as_result(deal: Dealt, vulnerable: Vulnerability) -> Result:
    """Return the deal's result, with the number of tricks kept between 0 and 13."""
    if deal is None:
        return scoring.result(None, None, vulnerable)
    contract, over, honours = deal
    tricks = min(13, contract.level + 6 + over)
    return replace(scoring.result(contract, tricks, vulnerable), honours=honours)


def sitting(options: Options, deals: list[Dealt]) -> list[Sheet]:
    """Return the score sheet after each deal, until the sitting is over."""
    after, sheets = opened(options), []
    for board, deal in enumerate(deals, start=1):
        if sheet.over(after, options):
            break
        vulnerable = sheet.vulnerable(after, options, board)
        sheets.append(sheet.scored(after, options, as_result(deal, vulnerable), vulnerable))
        after = sheet.next_deal(sheets[-1], options)
    return sheets


@given(PLAYED, DEALS)
def test_the_entries_of_a_round_add_up_to_its_points(options: Options, deals: list[Dealt]) -> None:
    for each in sitting(options, deals):
        assert lines.entered((0, 0), each.earlier + each.lines) == each.points


@given(PLAYED, DEALS)
def test_the_rounds_add_up_to_the_total_and_the_players_balances_to_nothing(
    options: Options, deals: list[Dealt]
) -> None:
    newest: dict[int, Sheet] = {}
    for each in sitting(options, deals):
        newest[each.number] = each
        assert each.total == tuple(map(sum, zip(*(one.points for one in newest.values()), strict=True)))
        balance = each.total[0] - each.total[1]
        assert each.players == (balance, -balance, balance, -balance)


@given(PLAYED, DEALS)
def test_no_part_score_reaches_a_game_and_no_side_wins_more_than_two_games_in_a_rubber(
    options: Options, deals: list[Dealt]
) -> None:
    for each in sitting(options, deals):
        assert max(each.part) < GAME
        if options.scoring == "rubber":
            assert max(each.games) <= 2
            assert (max(each.games) == 2) <= sheet.round_over(each)


@given(PLAYED, DEALS)
def test_a_sitting_counts_no_more_deals_and_rounds_than_it_was_to_have(
    options: Options, deals: list[Dealt]
) -> None:
    sheets = sitting(options, deals)
    for before in sheets[:-1]:
        assert not sheet.over(before, options)
    assert sheets[-1].counted <= (options.boards or len(deals))
    assert sheets[-1].number <= (options.rounds or len(deals))


@given(PLAYED, DEALS)
def test_the_sheet_says_the_same_of_the_sitting_before_and_after_the_next_deal_is_due(
    options: Options, deals: list[Dealt]
) -> None:
    for each in sitting(options, deals):
        following = sheet.next_deal(each, options)
        assert sheet.over(following, options) == sheet.over(each, options)
        assert (following.total, following.players) == (each.total, each.players)


def turned(deal: Dealt) -> Dealt:
    """Return the same deal with each player one chair further clockwise."""
    if deal is None:
        return None
    contract, over, honours = deal
    held = None if honours is None else Honours(honours.seat.lho, honours.points)
    return replace(contract, declarer=contract.declarer.lho), over, held


def turned_vulnerability(vulnerable: Vulnerability) -> Vulnerability:
    sides = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
    return sides.get(vulnerable, vulnerable)


@given(PLAYED, DEALS)
def test_east_west_score_for_the_same_just_what_north_south_do(options: Options, deals: list[Dealt]) -> None:
    here, there = opened(options), replace(opened(options), dealer=Seat.EAST)
    for board, deal in enumerate(deals, start=1):
        if sheet.over(here, options):
            break
        vulnerable = sheet.vulnerable(here, options, board)
        across = turned_vulnerability(vulnerable)
        if options.scoring != "total":
            assert sheet.vulnerable(there, options, board) is across
        here = sheet.scored(here, options, as_result(deal, vulnerable), vulnerable)
        there = sheet.scored(there, options, as_result(turned(deal), across), across)
        for pair in ("points", "total", "games", "part"):
            assert getattr(there, pair) == getattr(here, pair)[::-1]
        assert there.players == tuple(-balance for balance in here.players)
        assert sheet.tally(there, options).stopped == sheet.tally(here, options).stopped[::-1]
        here, there = sheet.next_deal(here, options), sheet.next_deal(there, options)


@given(DEALS)
def test_plain_chicago_is_the_sum_of_duplicate_scores(deals: list[Dealt]) -> None:
    expected = 0
    for board, each in enumerate(sitting(PLAIN_CHICAGO, deals)):
        place = (each.deal - 1) % 4
        vulnerable = [Vulnerability.NONE, Vulnerability.EW, Vulnerability.NS, Vulnerability.BOTH][place]
        expected += as_result(deals[board], vulnerable).score_ns
        assert each.total[0] - each.total[1] == expected


@given(PLAYED, DEALS)
def test_a_stored_sheet_comes_back_as_it_was(options: Options, deals: list[Dealt]) -> None:
    for each in sitting(options, deals):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(each), type=Sheet) == each


@given(PLAYED, DEALS)
def test_the_tally_shows_the_sheet(options: Options, deals: list[Dealt]) -> None:
    for each in sitting(options, deals):
        shown = sheet.tally(each, options)
        assert isinstance(shown, Tally)
        for field in ("number", "deal", "points", "total", "games", "part", "lines", "earlier", "players"):
            assert getattr(shown, field) == getattr(each, field), field


@given(MADE_MOSTLY, st.booleans())
def test_every_entry_is_worth_something(deal: tuple[Contract, int, Honours | None], vulnerable: bool) -> None:
    contract, over, _ = deal
    entries = lines.of_contract(contract, min(13, contract.level + 6 + over), vulnerable)
    assert entries
    assert all(isinstance(line, Line) and line.points > 0 for line in entries)
