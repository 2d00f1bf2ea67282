"""A comparison plays both checkouts in turn, and says no more than its pairs show."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench import against, processes
from tests.bench.against import Comparison, Pair, Row, Side
from tests.bench.options import arguments
from tests.bench.plays import PLAYS, chosen
from tests.bench.test_report import RUN

LINUX = pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the benchmark reads Linux' /proc")
NINE = [0.80, 0.82, 0.84, 0.86, 0.88, 0.90, 0.92, 0.94, 1.30]


def row(*ratios: float) -> Row:
    there = replace(RUN, server_cpu=0.1)
    return Row("bridge-25", [Pair(replace(RUN, server_cpu=0.1 * ratio), there) for ratio in ratios])


def test_the_ratio_of_a_pair_is_the_time_here_divided_by_the_time_there() -> None:
    assert row(0.8, 1.1).ratios == pytest.approx([0.8, 1.1])
    assert (row(0.8).median_us("here"), row(0.8).median_us("there")) == pytest.approx((80.0, 100.0))


def test_the_quartiles_hold_the_middle_half_of_the_ratios() -> None:
    assert against.quartiles(NINE) == pytest.approx((0.84, 0.92))
    assert against.quartiles([0.9]) == (0.9, 0.9)


def test_the_interval_of_nine_pairs_leaves_out_the_least_and_the_greatest_ratio() -> None:
    # Both the least and the greatest bound are wrong in 1 + 9 of 512 cases: 96 % are right.
    assert against.interval(NINE) == (0.82, 0.94)


def test_the_interval_of_six_pairs_holds_all_of_them_and_fewer_pairs_have_none() -> None:
    assert against.interval(NINE[:6]) == (0.80, 0.90)
    assert against.interval(NINE[:5]) is None


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        (NINE, "cheaper here"),
        ([1 / ratio for ratio in NINE], "dearer here"),
        ([0.9, 0.95, 0.98, 1.0, 1.0, 1.02, 1.05, 1.1, 1.2], "no difference shown"),
        (NINE[:5], "too few pairs to say"),
    ],
)
def test_the_verdict_is_that_of_the_whole_interval(ratios: list[float], said: str) -> None:
    assert against.verdict(ratios) == said


def test_the_table_and_the_json_name_ratio_quartiles_and_interval() -> None:
    made = Comparison("/there", {"cpu": "any"}, [row(*NINE)])
    (line,) = [line for line in against.text(made).splitlines() if line.startswith("bridge-25")]
    assert line.split()[:5] == ["bridge-25", "9", "88", "100", "0.880"]
    assert "0.840 to 0.920" in line and "0.820 to 0.940" in line and line.endswith("cheaper here")
    (told,) = against.plain(made)["rows"]
    assert (told["name"], told["pairs"], told["verdict"]) == ("bridge-25", 9, "cheaper here")
    assert told["ratio"] == pytest.approx(0.88) and told["interval_95"] == pytest.approx((0.82, 0.94))


def test_a_checkout_that_says_less_and_a_client_at_its_limit_are_named() -> None:
    other = row(1.0)
    other.pairs[0].there = replace(RUN, bytes=800_000, client_cpu=0.95)
    other.pairs[0].here = replace(RUN, client_cpu=0.95)
    text = against.text(Comparison("/there", {}, [other]))
    assert "bridge-25: players received 900.0 bytes for an action here, 800.0 there" in text
    assert "bridge-25: the client was the limit, at 95% of its core" in text
    assert against.plain(Comparison("/there", {}, [row(1.0)]))["doubts"] == []


def test_rows_are_named_in_full_or_by_their_beginning() -> None:
    assert chosen(PLAYS, ["hanabi-1"]) == ["hanabi-1"]
    assert chosen(PLAYS, ["cost", "bridge-25"]) == ["bridge-25", "cost-25"]
    assert chosen(PLAYS, against.ROWS) == list(against.ROWS)
    assert chosen(PLAYS, ["idle"]) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--against", "/nowhere"], "expected the folder of a checkout of Kibitz, got /nowhere"),
        (["--against", str(processes.ROOT), "--runs", "2"], "--runs: does not go together with --against"),
        (["--against", str(processes.ROOT), "--pairs", "0"], "--pairs: expected 1 or more, got 0"),
        (["--pairs", "3"], "--pairs: expected --against TREE beside it"),
    ],
)
def test_a_bad_comparison_is_refused(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(given)
    assert said in capsys.readouterr().err


def checkout(folder: Path, log: Path) -> Side:
    """A checkout that has the code of this one, and writes its name into `log` whenever its server starts."""
    (folder / "server").mkdir(parents=True)
    for path in (processes.ROOT / "server").iterdir():
        if path.name not in ("__main__.py", "__pycache__"):
            (folder / "server" / path.name).symlink_to(path)
    for name in ("protocol", "bots"):
        (folder / name).symlink_to(processes.ROOT / name)
    said = f"open({str(log)!r}, 'a').write({folder.name!r})\n"
    (folder / "server/__main__.py").write_text(said + (processes.ROOT / "server/__main__.py").read_text())
    return Side(folder, processes.known_settings(folder))


@pytest.mark.bench
@LINUX
def test_the_servers_of_both_checkouts_are_played_and_take_turns_to_begin(tmp_path: Path) -> None:
    log = tmp_path / "log"
    here, there = (checkout(tmp_path / name, log) for name in "AB")
    for number in range(2):
        pair = against.play_pair(here, there, "bridge-1", number, 1.0)
        assert pair.here.actions > 0 and pair.there.actions > 0
    assert log.read_text() == "ABBA"


@LINUX
def test_a_server_gets_only_the_settings_that_its_checkout_knows() -> None:
    known = processes.known_settings(processes.ROOT)
    assert {"KIBITZ_DATA", "KIBITZ_DURABILITY", "KIBITZ_METRICS_PORT"} < known
    core = processes.cores()[0]
    with processes.kibitz_in(processes.ROOT, known - {"KIBITZ_HOUSE"}, core) as served:
        variables = Path(f"/proc/{served.pids[0]}/environ").read_bytes().split(b"\0")
    names = {variable.partition(b"=")[0].decode() for variable in variables}
    assert "KIBITZ_HOUSE" not in names and "KIBITZ_DATA" in names
    (path,) = (variable for variable in variables if variable.startswith(b"PYTHONPATH="))
    assert path.removeprefix(b"PYTHONPATH=").split(os.pathsep.encode())[0] == os.fsencode(processes.ROOT)


def test_a_server_whose_settings_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server/__init__.py").touch()
    (tmp_path / "server/settings.py").write_text("raise ImportError('no settings here')\n")
    with pytest.raises(RuntimeError, match=r"expected the settings of a server .*no settings here"):
        against.compare(tmp_path, ["bridge-1"], 1)


def test_an_installed_server_is_not_taken_for_that_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"expected the (package `server`|settings of a server)"):
        against.compare(tmp_path, ["bridge-1"], 1)
