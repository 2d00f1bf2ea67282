"""A set of boards is opened, played and compared by commands."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from server.cli.comparing import HERE, PATH
from tests.cli.commands import KIBITZ, Serving, kibitz


def opened(serving: Serving, *wishes: str) -> dict[str, list[str]]:
    """Return what `kibitz open` prints about a set, by its first words."""
    said = kibitz("open", serving.url, *wishes)
    assert said.returncode == 0, said.stderr
    found: dict[str, list[str]] = {}
    for line in said.stdout.splitlines():
        name, value = line.split()
        found.setdefault(name, []).append(value)
    return found


def test_a_host_opens_two_tables_robots_play_and_the_results_are_compared(
    serving: Serving, tmp_path: Path
) -> None:
    mine = opened(serving, "--tables", "2", "--deals", "1", "--title", "Class", "--policy", "pause=0s")
    (board_set,), tables = mine["board_set"], mine["table"]
    early = kibitz("compare", board_set, "--server", serving.url)
    assert early.returncode == 1 and "no board of this set can be compared yet" in early.stderr
    playing = [
        subprocess.Popen(
            [*KIBITZ, "bot", "plain", "--url", serving.url, "--table", table, "--seats", "NESW"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for table in tables
    ]
    try:
        for each in playing:
            each.wait(60)
    finally:
        for each in playing:
            each.kill()
    said = kibitz("compare", f"{serving.url}{PATH}{board_set}", "--scoring", "imp")
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("Class\nCross-IMPs, 2 tables, 1 board")
    page = tmp_path / "class.html"
    assert kibitz("compare", board_set, "--server", serving.url, "--html", str(page)).returncode == 0
    assert "<title>Class" in page.read_text()
    results = tmp_path / "class.xml"
    assert kibitz("compare", board_set, "--server", serving.url, "--export", str(results)).returncode == 0
    assert "<TITLE>Class</TITLE>" in results.read_text()
    told = json.loads(kibitz("compare", board_set, "--server", serving.url, "--json").stdout)
    assert told["boards"] == [1] and told["comparison"]["scoring"] == "mp"


def test_the_ids_of_a_set_are_one_json_object_on_request(serving: Serving) -> None:
    said = json.loads(kibitz("open", serving.url, "--tables", "3", "--json").stdout)
    assert len(said["tables"]) == 3 and said["board_set"] and said["token"]


def test_wishes_that_contradict_each_other_are_refused(serving: Serving) -> None:
    for wishes, words in (
        (("--tables", "2", "--match", "4"), "leave out --tables, or --match"),
        (("--deals", "4"), "expected --tables beside it"),
        (("--tables", "1"), "from 2 to 64"),
    ):
        said = kibitz("open", serving.url, *wishes)
        assert said.returncode == 2 and words in " ".join(said.stderr.replace("│", " ").split()), said.stderr


def test_an_unknown_set_is_told_with_the_servers_words(serving: Serving) -> None:
    said = kibitz("compare", "nowhere", "--server", serving.url)
    assert said.returncode == 1 and "there is no such set of boards" in said.stderr
    assert HERE.startswith("http://")
