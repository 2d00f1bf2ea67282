"""The command line as a newcomer types it: real processes, a real server."""

import contextlib
import json
import os
import pty
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import httpx
import pytest

from server.records.registry import read_deals
from server.version import NAME

KIBITZ = [sys.executable, "-m", "server"]
CAMROSE = Path(__file__).parents[3] / "shared/data/bridge/pbn/ben__Camrose24_1.pbn"
FOUR_BOARDS = """
[Board "1"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]

[Board "2"]
[Deal "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"]
"""


def kibitz(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KIBITZ, *arguments], input=stdin, capture_output=True, text=True, timeout=60)


class Serving:
    """`kibitz serve` in a process of its own, which ends with the block that it serves."""

    def __init__(self, data: Path, *arguments: str) -> None:
        environment = {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_ROBOT_MS": "0"}
        self.process = subprocess.Popen(
            [*KIBITZ, "serve", "--port", "0", *arguments], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = []
        while "their Spades table" not in (line := self.process.stdout.readline()):
            assert line, "the server ended before it listened"
            self.said.append(line)
        self.said.append(line)
        self.url = re.search(r"http://\S+", self.said[0]).group()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.terminate()
        assert self.process.wait(20) == 0


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    boards = tmp_path / "club.pbn"
    boards.write_text(FOUR_BOARDS)
    with Serving(tmp_path / "data", "--boards", str(boards)) as server:
        yield server


def test_help_names_every_command() -> None:
    said = kibitz("--help").stdout
    commands = ("serve", "bot", "watch", "play", "open", "guest", "replay", "convert", "deal")
    assert all(command in said for command in commands)


def test_the_version_is_that_of_the_package() -> None:
    package = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    said = kibitz("--version")
    assert (said.returncode, said.stdout) == (0, f"kibitz {package['version']}\n")
    assert said.stdout.strip() == NAME, "the server says the same in its welcome"


def started(command: list[str]) -> list[str]:
    """The program of a command that was printed, its path made whole."""
    return [os.path.abspath(command[0]), *command[1:3]]


def test_the_commands_that_serve_prints_can_be_pasted(serving: Serving) -> None:
    lines = [line.strip().partition(":  ")[2] or line.strip().partition(": ")[2] for line in serving.said[2:]]
    commands = [shlex.split(line) for line in lines]
    assert [started(command) for command in commands] == [KIBITZ] * len(commands)
    assert [command[3:] for command in commands] == [
        ["play", serving.url],
        ["play", serving.url, "--game", "spades"],
        ["play", serving.url, "--game", "hanabi"],
        ["watch", serving.url, "house"],
        ["play", serving.url, "house", "S"],
        ["play", serving.url, "house-spades", "S"],
    ]
    for command in commands:
        if command[3] == "play":
            played = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=60)
            assert (played.returncode, "You are " in played.stdout) == (0, True), played.stderr


def test_play_without_a_table_tells_how_to_come_back_by_the_command_that_was_typed(serving: Serving) -> None:
    said = kibitz(
        "play", serving.url, "--game", "spades", "--policy", "pause=0s", "--title", "Ann's", stdin="q\n"
    )
    assert said.returncode == 0, said.stderr
    table = re.search(r"Table (\w+) is yours", said.stdout).group(1)
    assert httpx.get(f"{serving.url}/v1/tables/{table}").json()["name"] == "Ann's"
    back = shlex.split(said.stdout.splitlines()[-1])
    assert (started(back), back[3:-1]) == (KIBITZ, ["play", serving.url, table, "S", "--token"])
    again = subprocess.run(back, input="q\n", capture_output=True, text=True, timeout=60)
    assert again.returncode == 0, again.stderr


def test_options_for_an_own_table_are_refused_with_another_table(serving: Serving) -> None:
    said = kibitz("play", serving.url, "house", "S", "--game", "spades")
    assert said.returncode == 2 and "leave out TABLE" in " ".join(said.stderr.split())


def test_the_host_of_a_table_with_only_robots_reads_that_it_waits_for_a_person(serving: Serving) -> None:
    robots = kibitz("open", serving.url, "--seats", "all=plain").stderr
    assert "Only robots sit at this table; they play while a person watches or sits here" in robots
    assert "Only robots" not in kibitz("open", serving.url, "--seats", "NS=plain").stderr


def test_an_unknown_setting_ends_the_server_and_names_the_closest() -> None:
    environment = {**os.environ, "KIBITZ_PROT": "9000"}
    said = subprocess.run([*KIBITZ, "serve"], env=environment, capture_output=True, text=True, timeout=60)
    assert said.returncode == 1
    assert said.stderr.startswith("kibitz: KIBITZ_PROT: expected the name of a setting; the closest")
    assert "KIBITZ_PORT" in said.stderr


def test_the_same_seed_deals_the_same_boards_and_without_a_seed_boards_differ() -> None:
    first, again = (
        kibitz("deal", "--boards", "3", "--seed", "x"),
        kibitz("deal", "--boards", "3", "--seed", "x"),
    )
    assert first.stdout == again.stdout
    assert [deal.board for deal in read_deals(first.stdout)] == [1, 2, 3]
    assert kibitz("deal").stdout != kibitz("deal").stdout


def test_replay_prints_a_line_for_each_board_and_fails_for_a_refused_one(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pbn", tmp_path / "bad.pbn"
    good.write_text(kibitz("deal", "--boards", "2").stdout)
    bad.write_text('[Board "1"]\n[Deal "N:AA... - - -"]\n')
    played = kibitz("replay", str(good))
    assert played.returncode == 0
    assert [json.loads(line)["ok"] for line in played.stdout.splitlines()] == [True, True]
    refused = kibitz("replay", str(good), str(bad))
    assert refused.returncode == 1
    rows = [json.loads(line) for line in refused.stdout.splitlines()]
    assert [row["ok"] for row in rows] == [True, True, False]
    assert "line 2" in rows[-1]["error"]
    assert list(rows[0]) == [
        "file",
        "game",
        "board",
        "ok",
        "contract",
        "declarer",
        "tricks",
        "score_ns",
        "error",
    ]


def test_a_missing_file_or_server_is_reported_in_one_line() -> None:
    assert "nowhere.pbn" in kibitz("replay", "nowhere.pbn").stderr
    lost = kibitz("bot", "random", "--url", "http://127.0.0.1:9", "--seats", "N")
    assert lost.returncode == 1
    assert lost.stderr.startswith("kibitz: ") and "Traceback" not in lost.stderr
    assert "expected one of" in kibitz("bot", "nobody").stderr


def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    said = subprocess.run(
        [*KIBITZ, "serve"],
        env={**os.environ, "KIBITZ_DURABILITY": "never"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 1
    assert said.stderr.startswith("kibitz: KIBITZ_DURABILITY: ")


def sit_four(url: str, table: str, boards: int) -> None:
    seats = ("--seats", "NESW", "--boards", str(boards))
    played = kibitz("bot", "plain", "--url", url, "--table", table, *seats)
    assert played.returncode == 0, played.stderr


def test_four_robots_play_the_uploaded_boards_to_the_end(serving: Serving) -> None:
    table = re.search(r"club.pbn is played at table (\S+)", "".join(serving.said)).group(1)
    sit_four(serving.url, table, boards=1)
    shown = httpx.get(f"{serving.url}/v1/tables/{table}").json()["view"]["pub"]
    assert shown["board"] in (1, 2)


def opened(*arguments: str) -> dict[str, str]:
    """What `kibitz open` prints, by its first words."""
    said = kibitz("open", *arguments)
    assert said.returncode == 0, said.stderr
    return dict(line.split() for line in said.stdout.splitlines())


def test_the_printed_token_is_that_of_the_tables_host(serving: Serving) -> None:
    wishes = (
        "--options",
        "scoring=rubber",
        "--policy",
        "access=private",
        "--seats",
        "NS=plain",
        "--name",
        "Ann",
    )
    mine = opened(serving.url, *wishes, "--title", "Ann's")
    token = {"authorization": f"Bearer {mine['token']}"}
    shown = httpx.get(f"{serving.url}/v1/tables/{mine['table']}", headers=token).json()
    assert (shown["name"], shown["policy"]["access"]) == ("Ann's", "private")
    assert [row["robot"] for row in shown["people"]["seats"]] == ["plain", None, "plain", None]
    again = opened(serving.url, "--token", mine["token"])
    assert list(again) == ["table"], "a token that one has is not told again"
    host = httpx.get(f"{serving.url}/v1/tables/{again['table']}").json()["people"]["host"]
    assert host == shown["people"]["host"]


def test_a_match_is_opened_on_the_boards_of_a_file(serving: Serving, tmp_path: Path) -> None:
    boards = tmp_path / "match.pbn"
    boards.write_text(kibitz("deal", "--boards", "2", "--first", "5").stdout)
    rooms = opened(serving.url, "--match", "2", "--boards", str(boards))
    for room, name in (("table", "open"), ("other", "closed")):
        shown = httpx.get(f"{serving.url}/v1/tables/{rooms[room]}")
        while shown.status_code == 503:  # its log is being read
            shown = httpx.get(f"{serving.url}/v1/tables/{rooms[room]}")
        assert shown.json()["view"]["pub"]["match"]["room"] == name


def test_spades_is_opened_by_its_own_options_and_as_many_robots_as_play(serving: Serving) -> None:
    wishes = ("--options", "preset=solo players=3 target=250", "--seats", "all=random")
    mine = opened(serving.url, "--game", "spades", *wishes)
    shown = httpx.get(f"{serving.url}/v1/tables/{mine['table']}").json()
    assert (shown["view"]["pub"]["game"], shown["view"]["pub"]["rules"]["target"]) == ("spades", 250)
    assert [row["robot"] for row in shown["people"]["seats"]] == ["random"] * 3
    said = kibitz("open", serving.url, "--game", "spades", "--options", "players=5 sides=pairs")
    assert said.stderr.startswith("kibitz: illegal_action: pairs need four or six players, got 5")


def test_the_servers_reason_for_refusing_a_table_is_printed(serving: Serving) -> None:
    for wish, words in (
        (
            "waiting=1",
            "kibitz: illegal_action: expected no waiting players unless the scoring is rubber or chicago",
        ),
        ("scorin=rubber", "kibitz: invalid_message: expected one of first_board, boards, scoring, "),
        (
            "scoring=swiss",
            "kibitz: invalid_message: expected one of chicago, duplicate, rubber, total, got 'swiss'",
        ),
        ("screens=maybe", "kibitz: expected screens=yes or no, got screens=maybe"),
        ("scoring", "kibitz: expected an option such as scoring=rubber, got 'scoring'"),
    ):
        said = kibitz("open", serving.url, "--options", wish)
        assert (said.returncode, said.stdout) == (1, "")
        assert said.stderr.startswith(words)


def test_guest_prints_the_id_and_the_token_of_a_new_player(serving: Serving) -> None:
    said = dict(line.split() for line in kibitz("guest", serving.url, "--name", "Bob").stdout.splitlines())
    bearer = {"authorization": f"Bearer {said['token']}"}
    table = httpx.post(f"{serving.url}/v1/tables", json={}, headers=bearer).json()["table"]
    assert httpx.get(f"{serving.url}/v1/tables/{table}").json()["people"]["host"] == said["id"]


def test_a_server_starts_again_on_the_same_games(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        guest = httpx.post(f"{server.url}/v1/guests", json={"name": "Ann"}).json()
        bearer = {"authorization": f"Bearer {guest['token']}"}
        opened = httpx.post(f"{server.url}/v1/tables", json={"name": "Ann's"}, headers=bearer).json()["table"]
    with Serving(tmp_path) as server:
        shown = httpx.get(f"{server.url}/v1/tables/{opened}", headers=bearer).json()
        assert (shown["name"], shown["people"]["host"]) == ("Ann's", guest["id"])


@pytest.mark.skipif(not CAMROSE.exists(), reason="shared/data/bridge is absent")
def test_a_table_opens_on_a_real_match_file(tmp_path: Path) -> None:
    with Serving(tmp_path, "--boards", str(CAMROSE)) as server:
        table = re.search(r"is played at table (\S+)", "".join(server.said)).group(1)
        sit_four(server.url, table, boards=1)


def test_replay_analyses_boards_that_keep_the_rules(tmp_path: Path) -> None:
    record = tmp_path / "boards.pbn"
    record.write_text(
        kibitz("deal", "--boards", "2", "--seed", "x").stdout + '[Board "3"]\n[Deal "N:A... - - -"]\n'
    )
    replayed = kibitz("replay", "--dd", str(record))
    assert (replayed.returncode, replayed.stderr) == (1, "")
    first, second, bad = map(json.loads, replayed.stdout.splitlines())
    assert [set(row["dd"]) for row in (first, second)] == [set("NESW")] * 2
    assert set(first["dd"]["N"]) == {"C", "D", "H", "S", "NT"}
    assert first["par"]["contracts"] and first["dd_error"] is None
    assert (bad["dd"], bad["dd_error"], bad["ok"]) == (None, None, False)


def test_convert_adds_the_analysis_with_the_option_dd(tmp_path: Path) -> None:
    record, target = tmp_path / "boards.pbn", tmp_path / "boards.json"
    record.write_text(kibitz("deal", "--seed", "x").stdout)
    assert kibitz("convert", "--dd", "--to", "board_settings", str(record), str(target)).returncode == 0
    (setting,) = json.loads(target.read_text())["board_settings"]
    (row,) = map(json.loads, kibitz("replay", "--dd", str(record)).stdout.splitlines())
    assert setting["dda"] == row["dd"]


@pytest.mark.parametrize("command", ["convert", "replay"])
def test_a_missing_solver_is_reported_once(tmp_path: Path, command: str) -> None:
    (tmp_path / "endplay").mkdir()
    (tmp_path / "endplay/__init__.py").touch()
    record, target = tmp_path / "boards.pbn", tmp_path / "boards.json"
    record.write_text(kibitz("deal", "--boards", "3", "--seed", "x").stdout)
    done = subprocess.run(
        [*KIBITZ, command, "--dd", str(record), *([str(target)] if command == "convert" else [])],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, target.exists()) == (1, "", False)
    assert done.stderr.count("analysis is not installed") == 1


def test_on_a_terminal_no_row_stands_behind_the_bar(tmp_path: Path) -> None:
    record = tmp_path / "boards.pbn"
    record.write_text(kibitz("deal", "--boards", "3", "--seed", "x").stdout)
    ours, its = pty.openpty()
    shown = b""
    with subprocess.Popen([*KIBITZ, "replay", "--dd", str(record)], stdout=its, stderr=its) as process:
        os.close(its)
        with contextlib.suppress(OSError):  # so a terminal ends on Linux
            while said := os.read(ours, 65536):
                shown += said
    os.close(ours)
    assert process.returncode == 0 and b"Analysing" in shown and b"3/3" in shown
    before = [part[-5:] for part in shown.split(b'{"file"')[:-1]]
    assert before == [b"\r\x1b[2K"] * 3
