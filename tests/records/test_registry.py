"""A game that is added to the registry of records is read, shown, converted, dealt and exported."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from server.cli import app
from server.errors import BadRecord, Refusal
from server.games.registry import GAMES
from server.hub.archive.archive import Archive, NoSuchGame
from server.records import registry
from server.records.uploads import read_upload
from server.workers.parsing import Parsers, Upload
from tests.hub.archive.asking import pass_out
from tests.records.coins import Bare, Coins, CoinsAtBridge, Toss
from tests.rooms import House
from tests.virtual import virtual

COINS = "coins: heads tails heads"


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> Coins:
    """Coins, added to the games that are registered."""
    monkeypatch.setitem(registry.RECORDS, "coins", found := Coins())
    return found


@pytest.fixture
def at_bridge(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Coins in the place of bridge's records."""
    with monkeypatch.context() as patch:
        patch.setitem(registry.RECORDS, "bridge", CoinsAtBridge())
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.coins"
    path.write_text(COINS)
    return path


def said(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(each) for each in arguments])


# Recognising


def test_a_registered_game_claims_its_files_and_the_fallback_has_all_others(coins: Coins) -> None:
    assert registry.recognise(COINS) is coins
    assert registry.recognise(b"\xef\xbb\xbf \n" + COINS.encode()) is coins
    assert registry.recognise("anything else").game == "bridge"
    assert registry.claimed("anything else") is None


def test_without_its_registry_entry_the_fallback_reads_the_file() -> None:
    assert registry.recognise(COINS).game == "bridge"


def test_exactly_one_game_is_the_fallback_and_it_claims_no_file_by_itself() -> None:
    (only,) = (each for each in registry.RECORDS.values() if each.fallback)
    assert only is registry.fallback() and not only.claims(b'[Board "1"]')


def test_every_entry_stands_under_its_own_name_and_can_be_sent_to_a_worker() -> None:
    for name, records in registry.RECORDS.items():
        assert records.game == name and type(pickle.loads(pickle.dumps(records))) is type(records)


def test_no_two_games_write_a_format_of_one_name_that_is_converted() -> None:
    names = [
        form.name for each in registry.RECORDS.values() if each.conversion for form in each.formats.values()
    ]
    assert len(set(names)) == len(names)


# kibitz replay


def test_its_files_are_replayed_beside_others_and_a_fault_is_a_row(coins: Coins, file: Path) -> None:
    bad = file.with_name("bad")
    bad.write_text("coins: heads edge")
    done = said("replay", file, bad)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["game"], row["ok"], row["side"]) for row in rows] == [
        ("coins", True, "heads"),
        ("coins", True, "tails"),
        ("coins", True, "heads"),
        ("coins", True, "heads"),
        ("coins", False, None),
    ]
    assert list(rows[0]) == ["file", "game", "ok", "side", "worth", "error"]
    assert (done.exit_code, rows[-1]["error"]) == (1, "expected heads or tails, got edge")


def test_its_records_are_analysed_in_workers_between_those_of_other_games(
    coins: Coins, file: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    bare.write_text("nothing that is a board")
    rows = [json.loads(line) for line in said("replay", "--dd", bare, file).stdout.splitlines()]
    assert [(row["game"], row.get("worth")) for row in rows] == [("bridge", None), *[("coins", 32)] * 3]


def test_the_help_of_replay_names_its_files_and_the_fields_of_its_rows(coins: Coins) -> None:
    told = " ".join(said("replay", "--help").stdout.split())
    assert "coins in plain words" in told and "Weighs coins." in told
    assert "of a flip of coins: file, game, ok, side, worth, error" in told


# kibitz convert


def test_its_files_are_converted_and_lost_or_omitted_content_is_reported(coins: Coins, file: Path) -> None:
    file.write_text(COINS + " edge")
    target = file.with_suffix(".count")
    done = said("convert", file, target)
    assert target.read_text() == "coins: heads heads heads \n"
    assert done.stderr.splitlines() == [
        "kibitz: left out: a coin on its edge",
        "3 flips as coin_count",
        "  coin_count cannot hold the side: flip 2",
    ]
    assert done.exit_code == 1


def test_its_formats_are_for_its_own_records_and_known_to_the_help(coins: Coins, file: Path) -> None:
    assert (
        "expected coin_words or coin_count for tosses of coins, got pbn"
        in said("convert", file, "-", "--to", "pbn").stderr
    )
    file.write_text('[Board "1"]')
    assert (
        "expected tosses of coins for the format coin_words, got boards of bridge"
        in said("convert", file, "-", "--to", "coin_words").stderr
    )
    told = " ".join(said("convert", "--help").stdout.replace("│", " ").split())
    assert "coin_words or coin_count for tosses of coins" in told and "Coins lie." in told


def test_analysis_is_put_into_records_of_any_game(coins: Coins, file: Path) -> None:
    done = said("convert", file, "-", "--to", "coin_words", "--dd")
    assert (done.exit_code, done.stdout) == (0, "coins: heads tails heads\n")


# kibitz deal


def test_its_deals_have_their_own_options_which_other_games_refuse(coins: Coins) -> None:
    done = said("deal", "--game", "coins", "--coins", 3, "--seed", "x", "--shout")
    assert done.stdout.startswith("COINS: ") and len(done.stdout.split()) == 4
    assert said("deal", "--game", "coins", "--coins", 10).exit_code == 2
    assert (
        "boards of bridge are dealt as PBN: leave out --coins and --shout, which are options for coins"
        in said("deal", "--shout").stderr
    )
    assert (
        "coins are tossed: leave out --boards and --first, which are options for bridge"
        in said("deal", "--game", "coins", "--boards", 2).stderr
    )
    assert "Coins: how many; 1." in said("deal", "--help").stdout


# Uploads


def test_a_file_opens_a_table_of_its_game_and_its_replay_and_no_others(coins: Coins) -> None:
    assert [deal.board for deal in registry.read_deals(COINS, "coins")] == [1, 2, 3]
    title, tosses = registry.load_replay("coins_replay", COINS, "night")
    assert (title, len(tosses)) == ("night", 3)
    bridge = GAMES["bridge"]
    with pytest.raises(Refusal, match="expected boards of bridge, got tosses of coins"):
        read_upload(COINS, "", bridge, bridge.options_type())
    replay = GAMES["replay"]
    with pytest.raises(Refusal, match="the file has tosses of coins, which a table of coins_replay shows"):
        read_upload(COINS, "", replay, replay.options_type())
    showing = registry.showing_of(COINS)
    assert showing is not None and showing.game == "coins_replay"


@pytest.mark.usefixtures("at_bridge")
async def test_a_worker_process_reads_an_upload_with_the_records_that_this_process_has() -> None:
    parsers = Parsers()
    try:
        wish = Upload(COINS, "", GAMES["bridge"], GAMES["bridge"].options_type())
        assert [deal.board for deal in await parsers.read("a", wish)] == [1, 2, 3]
        assert len(parsers.pids) == 1
    finally:
        await parsers.stop()


# Export of finished deals


@virtual
async def test_finished_deals_of_a_table_are_exported_as_the_games_own_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.RECORDS, "bridge", CoinsAtBridge())
    async with House() as house:
        table, players = await house.dealt(boards="coins: heads tails")
        await pass_out(house, table, players, boards=2)
        past, watcher = Archive(house.hub), house.player("")
        whole = await past.exported(watcher, table)
        names = ("North", "East", "South", "West")
        assert whole.records == (Toss("heads", names), Toss("tails", names))
        assert whole.file("words") == b"coins: heads tails\n"
        (second,) = (await past.exported(watcher, f"{table}.2")).records
        assert second.side == "tails"
        assert (await past.position(watcher, f"{table}.1", 1, None)).turns == 1
        with pytest.raises(NoSuchGame, match="there is no finished flip with this id"):
            await past.exported(watcher, f"{table}.9")


def test_formats_in_http_are_those_of_every_game(coins: Coins) -> None:
    assert registry.http_format("coin_words") == "words"
    formats = registry.http_formats()
    assert ", or for a game of Spades json, or of Hanabi json, url, or of " in formats
    assert formats.endswith(", or of coins words, count")
    assert {"text/x-coins", "text/x-count"} <= set(registry.media_types())


# What a game need not have


def test_a_game_without_a_line_of_the_result_has_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.RECORDS, "bare", Bare())
    monkeypatch.setitem(registry.RECORDS, "bridge", CoinsAtBridge())
    assert registry.result_line("bare", None) == registry.result_line("bridge", None) == ""
    assert registry.result_line("unknown", None) == ""


def test_a_game_with_only_rows_is_refused_with_a_sentence_by_all_other_operations(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(registry.RECORDS, "bare", Bare())
    path = tmp_path / "bare"
    path.write_text("bare")
    (row,) = said("replay", "--dd", path).stdout.splitlines()
    assert json.loads(row)["game"] == "bare"
    assert "cannot be converted" in said("convert", path, "-", "--to", "pbn").stderr
    with pytest.raises(BadRecord, match="expected a game whose tables can play deals from a file, got bare"):
        registry.read_deals("bare", "bare")
    with pytest.raises(BadRecord, match="expected boards of bridge, got a bare thing"):
        registry.read_deals("bare")
    assert said("deal", "--game", "bare").exit_code == 2
    assert all(said(command, "--help").exit_code == 0 for command in ("replay", "convert", "deal"))
