"""A command that fails prints one line and has an exit code."""

from tests.cli.commands import kibitz


def test_a_missing_file_or_server_is_reported_in_one_line() -> None:
    assert "nowhere.pbn" in kibitz("replay", "nowhere.pbn").stderr
    lost = kibitz("bot", "random", "--url", "http://127.0.0.1:9", "--seats", "N")
    assert lost.returncode == 1
    assert lost.stderr.startswith("kibitz: ") and "Traceback" not in lost.stderr
    assert "expected one of the robots" in kibitz("bot", "nobody").stderr
