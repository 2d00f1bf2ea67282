"""`kibitz admin` against a real server: by the socket in the data folder, or by the operators' port."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import Result
from typer.main import get_command
from typer.testing import CliRunner

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Open, Sit, Watch
from protocol.v1.updates import Done, Notice
from server.admin import orders
from server.cli import app
from tests.admin.operated import SECRET, guest
from tests.cli.test_plain_help import JARGON
from tests.ports import free_port
from tests.store.redis_server import short_directory
from tests.web.served import Served, Talk, needs_redis, served, talking

pytestmark = needs_redis

Admin = Callable[..., Result]


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Yield a server whose operators' interface is a socket in its data folder."""
    with short_directory() as directory:
        words = Path(directory) / "words"
        words.write_text("badword\n")
        with served(Path(directory), admin_secret=SECRET, words=str(words)) as running:
            yield running


@pytest.fixture
def admin(server: Served) -> Admin:
    """Return a function that runs `kibitz admin` with the settings of the server."""
    environment = {"KIBITZ_ADMIN_SECRET": SECRET, "KIBITZ_DATA": server.settings.data, "COLUMNS": "200"}

    def run(*arguments: str, **others: str | None) -> Result:
        return CliRunner(env={**environment, **others}).invoke(app, ["admin", *arguments])

    return run


def said(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


async def at_table(talk: Talk) -> str:
    done = await talk.ask(Open(game="bridge", name="Ann's table", id=1))
    assert isinstance(done, Done) and done.table is not None
    assert isinstance(await talk.ask(Watch(table=done.table, id=2)), Done)
    assert isinstance(await talk.ask(Sit(table=done.table, seat=2, id=3)), Done)
    return done.table


async def test_an_operator_sees_people_and_tables_and_removes_a_player(server: Served, admin: Admin) -> None:
    player, token = await guest(server, "Ann")
    async with talking(server, token) as talk, talking(server) as watcher:
        table = await at_table(talk)
        await watcher.ask(Watch(table=table, id=4))
        ask = asyncio.to_thread
        head, row = said(await ask(admin, "hubs"))
        assert head.split() == ["hub", "release", "tables", "connections", "draining"]
        assert row.split()[0] == server.hub.id and row.split()[-2:] == ["2", "no"]
        rows = said(await ask(admin, "people"))
        assert re.search(rf"^{player}  Ann +{table}:2 +127.0.0.1 +{table}$", "\n".join(rows), re.MULTILINE)
        assert any("(1 without a token)" in row for row in rows)
        assert said(await ask(admin, "people", "no such person")) == ["none"]
        assert f"{table}  bridge  waiting  {server.hub.id}" in said(await ask(admin, "tables"))[1]
        shown = said(await ask(admin, "table", table))
        assert shown[0] == f"{table}: Ann's table" and f"present: Ann {player}" in shown
        kicked = said(await ask(admin, "kick", player, "--reason", "asleep", "--as", "olga"))
        assert kicked == [f"{player}: 1 connections closed; seats freed at {table}"]
        assert await talk.end() == CloseCode.REMOVED
        closed = said(await ask(admin, "close", table, "--reason", "done with it"))
        assert closed == [f"table {table} is closed"]
        assert (await watcher.hear(Notice)).message.endswith("has closed the table: done with it")
    records = said(admin("audit", "--most", "2"))
    assert records[0].endswith(f" operator: close {table} [done with it]: done")
    assert records[1].endswith(f" olga (operator): kick {player} [asleep]: done")
    assert any(" people: done" in line for line in said(admin("audit", "--reads")))


async def test_an_operator_bans_and_mutes_and_ends_both(server: Served, admin: Admin) -> None:
    player, _ = await guest(server, "Bob")
    banned = said(admin("ban", player, "--for", "7d", "--reason", "cheated", "--as", "olga"))
    assert re.fullmatch(rf"ban of {player} until 20\S+ \d\d:\d\d UTC, by olga: cheated", banned[0])
    assert banned[1:] == [f"{player}: 0 connections closed; no seat at a table in memory", orders.A_BAN_STOPS]
    assert said(admin("ban", "2001:db8::7", "--for", "12h", "--reason", "flood"))[-1] == orders.A_BAN_STOPS
    said(admin("mute", player, "--for", "30m", "--reason", "insults"))
    said(admin("rename", player, "Robert", "--reason", "asked for"))
    listed = "\n".join(said(admin("bans")))
    for kind, target in (
        ("ban ", player),
        ("ban ", "2001:db8::/64"),
        ("mute ", player),
        ("name 'Robert' ", player),
    ):
        assert re.search(rf"^{re.escape(kind)} *{target} ", listed, re.MULTILINE)
    for command in (("unban", player), ("unban", "2001:db8::/64"), ("unmute", player)):
        assert said(admin(*command))[0].startswith("ended: ")
    assert len(said(admin("bans"))) == 2


def test_words_quarantine_and_json(server: Served, admin: Admin) -> None:
    assert said(admin("words", "reload")) == [f"hub {server.hub.id}: 1 entries"]
    assert said(admin("quarantine")) == ["none"]
    plain = json.loads(admin("hubs", "--json").stdout)
    assert plain["t"] == "hubs" and plain["hubs"][0]["hub"] == server.hub.id


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("table", "no-such-table"), "kibitz: there is no such table"),
        (("drain", "no-such-hub"), "kibitz: expected the id of a hub that runs, got 'no-such-hub'"),
        (("unban", "p-Nobody"), "kibitz: there is no ban of 'p-Nobody'"),
        (("unmute", "p-Nobody"), "kibitz: there is no mute of 'p-Nobody'"),
        (("ban", "1.2.3", "--for", "1d", "--reason", "x"), "kibitz: expected an address such as 192.0.2.7"),
        (("kick", "x", "--reason", ""), "length >= 1 - at `$.order.reason`"),
    ],
)
def test_a_refused_order_is_told_in_one_line(admin: Admin, arguments: tuple[str, ...], expected: str) -> None:
    refused = admin(*arguments)
    assert refused.exit_code == 1 and refused.stdout == ""
    assert expected in refused.stderr and refused.stderr.count("\n") == 1


@pytest.mark.parametrize("time", ["7", "d", "0d", "1w", "1.5h", "-1d"])
def test_a_time_without_a_unit_is_refused(admin: Admin, time: str) -> None:
    refused = admin("ban", "x", f"--for={time}", "--reason", "y")
    assert refused.exit_code == 2 and "expected a time such as 30m, 12h or 7d" in refused.stderr


def test_a_missing_or_wrong_secret_and_a_missing_server_are_told(
    admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KIBITZ_ADMIN_SECRET", raising=False)
    for others, expected in (
        ({"KIBITZ_ADMIN_SECRET": None}, "expected an operator's secret in KIBITZ_ADMIN_SECRET or"),
        ({"KIBITZ_ADMIN_SECRET": "short"}, "KIBITZ_ADMIN_SECRET: expected a secret of at least 32"),
        ({"KIBITZ_ADMIN_SECRET": "x" * 40}, "with an operator's secret"),
        ({"KIBITZ_DATA": str(tmp_path)}, f"cannot reach the operators' interface at {tmp_path}/admin.sock"),
        (
            {"KIBITZ_ADMIN_PORT": str(free_port())},
            "cannot reach the operators' interface at http://127.0.0.1",
        ),
    ):
        refused = admin("hubs", **others)
        assert refused.exit_code == 1 and expected in refused.stderr, refused.output


def test_the_port_and_the_option_name_the_place_of_the_interface(server: Served, tmp_path: Path) -> None:
    port = free_port()
    path = Path(server.settings.data) / "admin.sock"
    with served(tmp_path / "other", admin_secret=SECRET, admin_port=port) as other:
        for arguments, environment, hub in (
            ((), {"KIBITZ_ADMIN_PORT": str(port)}, other.hub.id),
            (("--url", f"http://127.0.0.1:{port}/"), {}, other.hub.id),
            (("--url", str(path)), {"KIBITZ_ADMIN_PORT": str(port)}, server.hub.id),
            (("--url", f"unix://{path}"), {}, server.hub.id),
        ):
            run = CliRunner(env={"KIBITZ_ADMIN_SECRET": SECRET, **environment})
            assert said(run.invoke(app, ["admin", "hubs", *arguments]))[1].startswith(hub)


COMMANDS: dict[str, Any] = get_command(app).commands["admin"].commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", ["", *COMMANDS, "words reload"])
def test_the_help_of_each_command_has_no_word_of_a_type(command: str) -> None:
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["admin", *command.split(), "--help"])
    assert shown.exit_code == 0 and not JARGON.search(shown.stdout), shown.stdout


def test_every_order_has_a_command() -> None:
    leaves = [
        command for each in COMMANDS.values() for command in getattr(each, "commands", {"": each}).values()
    ]
    assert len(leaves) == len(get_args(orders.Order))
