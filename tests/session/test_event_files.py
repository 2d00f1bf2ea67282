"""Files of the results of an event: its boards with their cards, and the players of each line."""

from __future__ import annotations

from pathlib import Path

import msgspec
from endplay.parsers import pbn as endplay_pbn
from msgspec.structs import replace

from server.cli.records import replayed
from server.events.commands import Remove, Substitute
from server.records.bridge import pbn
from server.records.bridge.evenings import pbn_reading
from server.records.bridge.usebio import evenings
from tests.clubs import QUICK, Club
from tests.rooms import House
from tests.virtual import until, virtual

FORMS = ("pbn", "usebio")
ONE_BOARD = replace(QUICK, rounds=2, boards=1)


def test_the_boards_of_a_file_have_their_cards_and_every_reader_reads_them(tmp_path: Path) -> None:
    read(tmp_path)


@virtual
async def read(folder: Path) -> None:
    async with House() as house:
        club = await Club.opened(house, 6, ONE_BOARD)
        await club.starts()
        (first, *_) = await club.sit_down()
        await until(lambda: house.room(first).table.game.to_act(house.room(first).table.state))
        dealt = house.room(first).table.state.deal
        await club.play_round()
        await until(lambda: club.event.rounds[0].stage == "scored")
        texts = {form: (await house.desk.events.file(house.player(""), club.id, form)).text for form in FORMS}
        (record,) = pbn.loads(texts["pbn"])
        assert [set(hand) for hand in record.hands] == [set(hand) for hand in dealt.hands]
        assert (record.number, record.dealer, record.vulnerable) == (1, dealt.dealer, dealt.vulnerable)
        (evening,) = evenings(texts["usebio"].encode())
        assert [set(hand) for hand in evening.hands[1]] == [set(hand) for hand in dealt.hands]
        (other,) = endplay_pbn.loads(texts["pbn"])
        assert other.deal is not None
        suits = zip("SHDC", str(other.deal.north).split("."), strict=True)
        north = {f"{suit}{rank}" for suit, ranks in suits for rank in ranks}
        assert north == {str(card) for card in dealt.hands[0]}
        path = folder / "night.pbn"
        path.write_text(texts["pbn"])
        (row,) = [each.row for each in replayed(path)]
        assert msgspec.to_builtins(row).get("error") is None, row


@virtual
async def test_a_line_names_those_that_played_the_board_and_not_their_substitutes() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(ONE_BOARD, break_s=60))
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.rounds[0].stage == "scored")
        await club.asks("Dora", Substitute(entrant="1", out="p-1S", player=Club.named("Sub")))
        await club.asks("Dora", Remove(entrant="6"))
        files = house.desk.events
        text = (await files.file(house.player("Dora"), club.id, "pbn")).text
        back = pbn_reading.evening(text.encode())
        (line,) = [each for board in back.boards for each in board.results if "1" in each.sides[0]]
        assert line.players and line.players[0] == ("1N", "1S")
        assert [each.name for each in back.by_number["1"].players] == ["1N", "Sub", "1S"]
        written = (await files.file(house.player(""), club.id, "csv")).text
        rows = [row.split(",") for row in written.split("\r\n")]
        names, place, number = (rows[0].index(each) for each in ("names_ns", "place", "number"))
        assert "1N & 1S" in {row[names] for row in rows if row[0] == "result"}
        assert [row[place] for row in rows if row[0] == "ranking" and row[number] == "6"] == [""]


@virtual
async def test_an_event_of_another_game_has_its_files_for_spreadsheets_and_for_people() -> None:
    async with House() as house:
        club = await Club.opened(house, 2, replace(ONE_BOARD, movement="swiss", rounds=1), "spades")
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.stage == "correction")
        desk, anybody = house.desk.events, house.player("")
        text = (await desk.file(anybody, club.id, "csv")).text
        assert text.startswith("row,list,place,number,names,deals,total")
        assert text.count("\r\nranking,") == 2 and text.count("\r\nresult,") == 1
        assert "Round 1, deal 1" in (await desk.file(anybody, club.id, "text")).text
        assert "1N &amp; 1S" in (await desk.file(anybody, club.id, "html")).text


@virtual
async def test_a_file_for_players_has_no_result_of_a_deal_that_another_table_still_plays() -> None:
    async with House() as house:
        conditions = replace(ONE_BOARD, movement="swiss", rounds=1)
        club = await Club.opened(house, 4, conditions, "spades")
        await club.starts()
        first, second = await club.sit_down()
        await club.play_board(first, None)
        await until(lambda: club.event.rounds[0].tables[1].results)
        desk = house.desk.events
        for form in ("csv", "text", "html"):
            told = {
                name: (await desk.file(house.player(name), club.id, form)).text for name in ("Dora", "1N", "")
            }
            assert told["1N"] == told[""] != told["Dora"], form
        assert (await desk.file(house.player("1N"), club.id, "csv")).text.count("\r\nresult,") == 0
        await club.play_board(second, None)
        await until(lambda: club.event.stage == "correction")
        assert (await desk.file(house.player("1N"), club.id, "csv")).text.count("\r\nresult,") == 2
