"""Players open tables, become guests and come back by commands."""

import json
import re
import shlex
import subprocess
from pathlib import Path

import httpx

from tests.cli.commands import KIBITZ, Serving, kibitz, started


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
    assert (
        "Only robots sit at this table; they play while a person watches or sits here, and wait otherwise"
        in robots
    )
    assert "Only robots" not in kibitz("open", serving.url, "--seats", "NS=plain").stderr


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


def test_open_and_guest_print_one_json_object_on_request(serving: Serving) -> None:
    ann = json.loads(kibitz("guest", serving.url, "--name", "Ann", "--json").stdout)
    assert ann.keys() == {"id", "name", "token"} and ann["name"] == "Ann"
    mine = kibitz("open", serving.url, "--token", ann["token"], "--json")
    assert "others watch:" in mine.stderr
    table = json.loads(mine.stdout)
    assert table == {"table": table["table"], "other": None, "token": None}, (
        "a token that one has is not told"
    )
    assert httpx.get(f"{serving.url}/v1/tables/{table['table']}").json()["people"]["host"] == ann["id"]
    match = json.loads(kibitz("open", serving.url, "--match", "2", "--json").stdout)
    assert all(match.values()) and match["table"] != match["other"]


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
            "kibitz: illegal_action: players beyond the four can wait for a seat only if the scoring is"
            " rubber or chicago: expected `waiting` 0 for the scoring ",
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
