"""Tests of convention cards and of a host's commands, typed at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.errors import Refused
from bots.guest import Guest, guest
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table, rules_of
from bots.wire.http import Http
from protocol.v1.requests import Delay, Policy
from tests.bots.terminal.pipes import Pipe
from tests.web.served import Served, needs_redis, served

pytestmark = needs_redis
USUAL = Policy()
PDF = b"%PDF-1.7\n1NT 12-14\n%%EOF"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def opens(house: Served, policy: Policy = USUAL) -> tuple[Guest, str]:
    host = await guest(house.address, "Ann")
    return host, (await open_table(Http(house.address, host.token), TableRequest(policy=policy))).table


class Somebody(Pipe):
    """A person at a pipe, in a seat or beside the table."""

    def __init__(self, house: Served, table: str, token: str, *, seat: str | None = None) -> None:
        super().__init__()
        self._at = {"token": token, "console": self.console, "stdin": self.stdin}
        where = (house.address, table)
        self.here = asyncio.create_task(
            watch(*where, "public", **self._at) if seat is None else play(*where, seat, **self._at)
        )

    async def insists(self, line: str, words: str) -> None:
        """Type a line again and again until these words are printed.

        The server may need some time to learn which people are present.
        """
        before = self.printed.count(words)
        while self.printed.count(words) == before:
            self.types(line)
            await asyncio.sleep(0.05)

    async def leaves(self) -> None:
        self.types("q")
        await self.here


async def test_a_pair_sets_a_convention_card_from_a_file_and_opponents_save_it(
    house: Served, tmp_path: Path
) -> None:
    ann, table = await opens(house)
    eve = await guest(house.address, "Eve")
    card, copy = tmp_path / "acol.txt", tmp_path / "copy.txt"
    card.write_text("1NT 12-14\x1b[2J\nfour-card majors ♠\n")
    north, east = Somebody(house, table, ann.token, seat="N"), Somebody(house, table, eve.token, seat="E")
    await east.waits_for("Type a call as")
    east.types("card NS")
    await east.waits_for("this side has no convention card that you may open now")
    north.types(f"card Acol (weak) < {card}")
    await north.waits_for("Your side's convention card is now Acol (weak)")
    east.types("card ns")
    await east.waits_for("NS: Acol (weak)\n1NT 12-14 [2J\nfour-card majors ♠")
    east.types(f"card NS save {copy}")
    await east.waits_for(f"Acol (weak) of NS is saved to {copy}")
    assert copy.read_bytes() == card.read_bytes()
    east.types(f"card NS save {copy}")
    await east.waits_for("expected a new file to write")
    for person in (north, east):
        await person.leaves()


async def test_a_convention_card_that_is_not_text_is_saved_and_not_shown(
    house: Served, tmp_path: Path
) -> None:
    ann, table = await opens(house)
    north = Somebody(house, table, ann.token, seat="N")
    (tmp_path / "acol.pdf").write_bytes(PDF)
    north.types(f"card Acol < {tmp_path / 'acol.pdf'}")
    await north.waits_for("is now Acol")
    north.types("card NS")
    await north.waits_for("a file (application/pdf, 0 KiB): `card NS save FILE` saves it")
    north.types(f"card NS save {tmp_path / 'copy.pdf'}")
    await north.waits_for("is saved to")
    assert (tmp_path / "copy.pdf").read_bytes() == PDF
    await north.leaves()


async def test_a_convention_card_that_cannot_be_set_or_saved_is_refused_with_a_reason(
    house: Served, tmp_path: Path
) -> None:
    ann, table = await opens(house)
    north = Somebody(house, table, ann.token, seat="N")
    (tmp_path / "noise").write_bytes(b"\x00\xff\x00")
    (tmp_path / "long").write_bytes(b"x" * (256 * 1024 + 1))
    for line, said in (
        ("card Acol < nowhere.txt", "expected a file to read, got 'nowhere.txt'"),
        (
            f"card Acol < {tmp_path / 'noise'}",
            "expected a file of the type text/plain, got one of another type",
        ),
        (f"card Acol < {tmp_path / 'long'}", "262144"),
        ("card NS save", "expected the name of a file to save to"),
        ("card < file", "expected `card NAME < FILE`"),
        ("card", "expected `card NAME: text`"),
    ):
        north.types(line)
        await north.waits_for(said)
    await north.leaves()


async def test_a_host_invites_by_id_and_keeps_others_away(house: Served) -> None:
    ann, table = await opens(house)
    bob = await guest(house.address, "Bob")
    host = Somebody(house, table, ann.token)
    await host.waits_for("You are Ann")
    host.types(f"invite {bob.id}")
    await host.waits_for("the table is open; `policy access=invited` admits only invited players")
    host.types("policy access=invited")
    await host.waits_for("access=invited watchers=yes")
    await Http(house.address, bob.token).ask("GET", f"/v1/tables/{table}")
    with pytest.raises(Refused, match="not open to you"):
        await rules_of(Http(house.address, (await guest(house.address, "Eve")).token), table)
    host.types(f"uninvite {bob.id}")
    await host.waits_for(f"{bob.id} is no longer invited")
    with pytest.raises(Refused, match="not open to you"):
        await rules_of(Http(house.address, bob.token), table)
    await host.leaves()


async def test_a_host_changes_one_setting_and_the_others_stay(house: Served) -> None:
    late = Policy(delay=Delay(boards=1), pause_ms=1_000)
    ann, table = await opens(house, late)
    host = Somebody(house, table, ann.token)
    await host.waits_for("You are Ann")
    host.types("policy hold=5min")
    await host.waits_for("hold=5min")
    rules = await rules_of(Http(house.address, ann.token), table)
    assert rules.policy == Policy(delay=Delay(boards=1), pause_ms=1_000, hold_ms=300_000)
    await host.leaves()


async def test_other_people_see_the_policy_without_invitations_and_cannot_change_it(house: Served) -> None:
    ann, table = await opens(house)
    eve = await guest(house.address, "Eve")
    watcher = Somebody(house, table, eve.token)
    await watcher.waits_for("You are Eve")
    watcher.types("policy")
    await watcher.waits_for("access=open watchers=yes hands=after delay=none")
    watcher.types("policy access=private")
    await watcher.waits_for("host")
    watcher.types(f"invite {eve.id}")
    await watcher.waits_for("host", times=2)
    assert (await rules_of(Http(house.address, ann.token), table)).policy == Policy()
    told = (await Http(house.address, eve.token).ask("GET", f"/v1/tables/{table}")).json()
    assert "invited" not in told
    await watcher.leaves()


async def test_a_host_sends_a_seated_player_away_and_lets_the_player_in_again(house: Served) -> None:
    ann, table = await opens(house)
    bob = await guest(house.address, "Bob")
    host = Somebody(house, table, ann.token)
    await host.waits_for("You are Ann")
    seated = Somebody(house, table, bob.token, seat="N")
    await seated.waits_for("You are Bob")
    await host.insists("sendaway bob", f"{bob.id} is sent away")
    rules = await rules_of(Http(house.address, ann.token), table)
    assert rules.unwelcome == (bob.id,)
    with pytest.raises(Refused, match="sent you away"):
        await play(house.address, table, "N", bob.token, console=seated.console, stdin=seated.stdin)
    host.types(f"welcome {bob.id}")
    await host.waits_for(f"{bob.id} may come in again")
    assert (await rules_of(Http(house.address, ann.token), table)).unwelcome == ()
    await host.leaves()
    await asyncio.wait([seated.here])


async def test_an_onlooker_may_watch_and_never_sit(house: Served) -> None:
    ann, table = await opens(house, Policy(access="invited"))
    eve, dan = await guest(house.address, "Eve"), await guest(house.address, "Dan")
    host = Somebody(house, table, ann.token)
    await host.waits_for("You are Ann")
    for player in (eve, dan):
        host.types(f"onlooker {player.id}")
        await host.waits_for(f"{player.id} may come in and watch, but never sit")
    watcher = Somebody(house, table, eve.token)
    await watcher.waits_for("You are Eve")
    with pytest.raises(Refused, match="not sit at it"):
        await play(house.address, table, "N", eve.token, console=watcher.console, stdin=watcher.stdin)
    rules = await rules_of(Http(house.address, ann.token), table)
    assert {*rules.onlookers} == {eve.id, dan.id}
    host.types(f"uninvite {dan.id}")
    await host.waits_for(f"{dan.id} is no longer invited")
    assert (await rules_of(Http(house.address, ann.token), table)).onlookers == (eve.id,)
    for person in (watcher, host):
        await person.leaves()


async def test_a_host_passes_the_table_on(house: Served) -> None:
    ann, table = await opens(house)
    bob = await guest(house.address, "Bob")
    host, seated = Somebody(house, table, ann.token), Somebody(house, table, bob.token, seat="N")
    await seated.waits_for("You are Bob")
    host.types("host")
    await host.waits_for("expected a player's id, as in `host 0123456789abcdef`")
    await host.insists("host Bob", f"{bob.id} is the host of this table")
    seated.types("policy access=private")
    await seated.waits_for("access=private")
    host.types("policy access=open")
    await host.waits_for("only the host or a director may change the table")
    assert (await rules_of(Http(house.address, bob.token), table)).policy.access == "private"
    for person in (host, seated):
        await person.leaves()


async def test_an_id_or_a_mark_distinguishes_two_people_with_the_same_name(house: Served) -> None:
    ann, table = await opens(house)
    twins = [await guest(house.address, "Bob") for _ in range(2)]
    host = Somebody(house, table, ann.token)
    seated = [Somebody(house, table, bob.token, seat=seat) for bob, seat in zip(twins, "NE", strict=True)]
    for person in seated:
        await person.waits_for("You are Bob")
    await host.insists("sendaway Bob", "expected an id, because several people are called Bob: ")
    first = twins[0].id
    await host.insists(f"invite bob ({first[:4]})", f"{first} is invited")
    for person in (host, *seated):
        await person.leaves()
