"""Options that are numbers say in words what they expect."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from server.cli import app


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["bot", "plain", "--boards", "0"], "'--boards': expected a whole number of at least 1, got 0"),
        (["bot", "plain", "--delay-ms", "1s"], "'--delay-ms': expected a whole number of at least 0, got 1s"),
        (["replay", __file__, "--workers", "65"], "expected a whole number from 1 to 64, got 65"),
        (["replay", __file__, "--limit-s", "0"], "expected a number of seconds of at least 0.1, got 0"),
        (["replay", __file__, "--limit-s", "inf"], "expected a number of seconds of at least 0.1, got inf"),
        (["deal", "--boards", "many"], "'--boards': expected a whole number from 1 to 10000, got many"),
        (["duel", "spades", "plain", "random", "--seed", "x"], "'--seed': expected a whole number, got x"),
        (["open", "http://127.0.0.1:1", "--match", "2.5"], "expected a whole number of at least 1, got 2.5"),
    ],
)
def test_another_value_is_refused(words: list[str], told: str) -> None:
    said = CliRunner(env={"COLUMNS": "200"}).invoke(app, words)
    assert (said.exit_code, told in said.stderr) == (2, True), said.stderr


def test_a_port_that_is_none_is_refused_by_the_name_of_its_option() -> None:
    for port in ("99999", "http", "-1"):
        said = CliRunner().invoke(app, ["serve", "--port", port])
        assert said.exit_code == 1
        assert said.stderr.startswith(
            f"kibitz: --port: expected a whole number from 0 to 65535, got '{port}'; deploy/OPERATING.md"
        )
