"""Recorded games of Hanabi as replays: sound ones from their deal to their last action, others refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol.v1.codes import Code
from protocol.v1.hanabi.replay import Load, Note
from protocol.v1.replay import Seek
from server.errors import Refusal
from server.games.hanabi.replay import HANABI_REPLAY, HanabiReplay
from server.games.registry import GAMES
from server.records.hanabi import compressed, dumps
from server.records.hanabi.files import read_games as recorded_in
from server.records.hanabi.upload import MAX_NOTE, MAX_NOTES_LENGTH, MAX_WARNING, MAX_WARNINGS, load
from server.records.uploads import read_upload
from tests.games.hanabi.live import DATA, needs_data, read
from tests.records.hanabi.games import beginning, game, games_of_every_family, plain

REPLAY = GAMES["hanabi_replay"]


def text(*games: dict[str, Any]) -> str:
    return json.dumps(games)


def led(loaded: Load) -> list[HanabiReplay]:
    """The last place of each game, to which the rules let its record go."""
    state: Any = REPLAY.apply(REPLAY.start(REPLAY.options_type()), None, loaded)
    ends = []
    for board in range(len(loaded.boards)):
        end = REPLAY.length(state, board)
        if (board, end) != (state.board, state.at):
            state = REPLAY.apply(state, 0, Seek(board, end))
        ends.append(state)
    return ends


def refused(content: str | bytes) -> str:
    with pytest.raises(Refusal) as why:
        read_upload(content, "", REPLAY, REPLAY.options_type())
    assert why.value.code is Code.INVALID_MESSAGE
    return str(why.value)


def test_one_game_opens_and_a_list_of_games() -> None:
    assert len(load(dumps([game(1)])).boards) == 1
    (loaded,) = read_upload(dumps([game(1), game(2)]), "club.json", REPLAY, REPLAY.options_type())
    assert (loaded.title, len(loaded.boards)) == ("club.json", 2)
    assert [HANABI_REPLAY.pub(end).result.points for end in led(loaded)] == [
        each.validation.state.score
        for each in recorded_in(dumps([game(1), game(2)]).encode())
        if each.validation and each.validation.state
    ]


def test_addresses_in_letters_open_too() -> None:
    (end,) = led(load(compressed.dumps([game(1)])))
    assert (HANABI_REPLAY.pub(end).players[0], HANABI_REPLAY.pub(end).at) == ("Alice", len(game(1).actions))


def test_a_game_of_every_family_is_led_from_end_to_end() -> None:
    records = games_of_every_family()
    for record, end in zip(records, led(load(dumps(records))), strict=True):
        assert end.at == len(record.actions)
        assert HANABI_REPLAY.pub(end).phase == "over"


def test_a_game_that_stops_early_opens_as_far_as_it_goes() -> None:
    whole = plain(game(1))
    (none, three) = led(load(text(beginning(), {**whole, "actions": whole["actions"][:3]})))
    assert (
        HANABI_REPLAY.pub(none).moves,
        HANABI_REPLAY.pub(three).moves,
        HANABI_REPLAY.pub(three).phase,
    ) == (0, 3, "play")


@pytest.mark.parametrize(
    "end",
    [
        {"type": 4, "target": 1, "value": 4},
        {"type": 4, "target": -1, "value": 6},
        {"type": 5, "target": -1, "value": 10},
    ],
)
def test_an_end_without_a_move_is_the_last_place(end: dict[str, int]) -> None:
    (at_end,) = led(load(text({**beginning(), "actions": [end]})))
    pub = HANABI_REPLAY.pub(at_end)
    assert pub.result is not None
    assert (pub.moves, pub.result.end, pub.result.score) == (1, end["value"], 0)


def test_notes_are_kept_in_bounds() -> None:
    data = beginning()
    (loaded,) = load(text({**data, "notes": [["", " chop "], [], ["x" * 999]]})).boards
    assert loaded.notes == (Note(0, 1, "chop"), Note(2, 0, "x" * MAX_NOTE))
    (flood,) = load(text({**data, "notes": [["y" * 600] * 55] * 3})).boards
    assert sum(len(note.text) for note in flood.notes) == MAX_NOTES_LENGTH


def test_content_that_a_replay_does_not_show_is_reported_to_all_watchers() -> None:
    data = plain(game(1))
    last = {"type": 4, "target": 0, "value": 1}
    odd = {**data, "options": {"foo": True}, "actions": [*data["actions"], last]}
    (_, end) = led(load(text(data, odd)))
    option, behind = HANABI_REPLAY.pub(end).warnings
    assert option.endswith("at `$[1].options.foo`") and "got `foo`" in option
    assert behind.endswith(f"got an end-game action, which did not count - at `$[1].actions[{end.at}]`")
    assert HANABI_REPLAY.pub(led(load(text(data)))[0]).warnings == ()


def test_warnings_of_a_replay_are_bounded() -> None:
    data = {**plain(game(1)), **{"k" * 600 + str(number): 1 for number in range(40)}}
    (loaded,) = load(text(data)).boards
    assert 0 < len(loaded.warnings) <= MAX_WARNINGS and max(map(len, loaded.warnings)) <= MAX_WARNING


def test_names_and_notes_are_shown_without_what_a_terminal_obeys() -> None:
    data = beginning()
    evil = "ok\x1b[2J\u202enwod\nyou lose"
    names = [f"{evil} {seat}" for seat, _ in enumerate(data["players"])]
    (loaded,) = load(text({**data, "players": names, "notes": [["", evil], [], []]})).boards
    assert loaded.players[0] == "ok [2Jnwod you lose 0"
    assert loaded.notes == (Note(0, 1, "ok [2Jnwod\nyou lose"),)


def test_a_game_that_breaks_a_rule_is_refused_with_its_place_and_the_reason() -> None:
    broken = {**plain(game(2)), "actions": [{"type": 0, "target": 49, "value": 0}]}
    words = refused(text(plain(game(1)), broken))
    assert "game 2: " in words and "not in your hand" in words and "$[1].actions[0]" in words


def test_an_unknown_variant_is_refused() -> None:
    assert "Plaid" in refused(text({**beginning(), "options": {"variant": "Plaid (5 Suits)"}}))


def test_a_deck_that_is_cut_is_refused() -> None:
    data = beginning()
    assert "expected the 50 cards" in refused(text({**data, "deck": data["deck"][:30]}))


@pytest.mark.parametrize("content", ["", "[]", "{}", "nothing at all", '[Event "Club"]\n', b"\xff\xfe{"])
def test_what_is_no_game_of_hanabi_is_refused_in_words(content: str | bytes) -> None:
    assert "expected" in refused(content)


def test_a_file_of_too_many_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.records.hanabi.upload.MAX_BOARDS", 2)
    assert "at most 2 games" in refused(dumps([game(1)] * 3))


@needs_data
def test_real_games_are_led_from_end_to_end() -> None:
    sound = [row for row in read("index.json")["rows"] if "invalid" not in row]
    for row in sound:
        (end,) = led(load((DATA / row["file"]).read_bytes(), row["file"]))
        result = HANABI_REPLAY.pub(end).result
        assert (row["file"], 0 if result is None else int(result.end)) == (row["file"], row["end_condition"])


def test_the_bridge_replay_says_where_a_game_of_hanabi_is_shown() -> None:
    bridge = GAMES["replay"]
    with pytest.raises(Refusal, match="which a table of hanabi_replay shows"):
        read_upload(dumps([game(1)]), "", bridge, bridge.options_type())
