"""A shell completes commands, options, games and robots, by the script that kibitz prints for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.games.registry import GAMES

ROOT = Path(__file__).parents[2]
PROGRAM = f"""#!{sys.executable} -P
import sys
sys.path.insert(0, {str(ROOT)!r})
from server.cli import app
app()
"""
COMPLETED = """
eval "$(kibitz --show-completion)"
function=$(complete -p kibitz | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
while read -r line; do
    eval "COMP_WORDS=($line)"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    $function kibitz
    echo "${COMPREPLY[@]}"
done
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_options_games_and_robots(tmp_path: Path) -> None:
    program = tmp_path / "kibitz"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    typed = {
        'kibitz se ""': None,
        "kibitz se": ["serve"],
        "kibitz serve --h": ["--host", "--help"],
        'kibitz duel ""': [game.name for game in GAMES.values() if game.dueling is not None],
        "kibitz duel spades pl": ["plain"],
        "kibitz bot samp": ["sampler", "sampler:expert", "sampler:quick"],
        "kibitz play http://127.0.0.1:8000 --game hana": ["hanabi"],
    }
    said = subprocess.run(
        ["bash", "--norc", "-c", COMPLETED],
        input="".join(f"{line}\n" for line in typed),
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    answers = [line.split() for line in said.stdout.splitlines()]
    assert len(answers) == len(typed), said.stderr
    for (line, names), answer in zip(typed.items(), answers, strict=True):
        assert names is None or answer == names, line
