"""Links and invitations of the seed's API: for one player, for many players, for ten minutes."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from protocol.v1.requests import Host, NoClock, Policy
from server.web.spades_rest import links
from server.web.spades_rest.lobby import MAX_OBSERVERS
from tests.web.served import Served, needs_redis, served, talking
from tests.web.spades_rest.company import Guest, at_once, body_of, guests

pytestmark = needs_redis


async def bots(host: Guest, table: str, *seats: str) -> None:
    """Let the host add bots to these seats."""
    for seat in seats:
        await host.does(f"{table}/add-bot", seat=seat)


async def join_link(host: Guest, table: str) -> str:
    """Return the path of a new join link."""
    return f"/tables/join-link/{(await host.does(f'{table}/join-link'))['token']}"


async def spectator_link(host: Guest, table: str) -> str:
    """Return the path of a new spectator link."""
    return f"/tables/spectator-link/{(await host.does(f'{table}/spectator-link'))['token']}"


def stored(server: Served, key: str) -> tuple[bytes | None, int]:
    """Return the value of a key in Redis and its remaining lifetime in seconds."""
    client = server.redis.client

    async def look() -> tuple[bytes | None, int]:
        return await client.get(key), await client.ttl(key)

    return asyncio.run_coroutine_threadsafe(look(), server._loop).result(10)


def forget(server: Served, key: str) -> None:
    """Let a ticket expire."""
    taking = server.redis.client.delete(f"kibitz:ticket:{key}")
    asyncio.run_coroutine_threadsafe(taking, server._loop).result(10)


def of_link(path: str) -> str:
    """Return the store's key of the link with this path."""
    return f"link:{hashlib.sha256(path.rpartition('/')[2].encode()).hexdigest()}"


# join links


@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_the_address_of_a_link_accepts_the_post(server: Served, method: str) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(visibility="private")
        made = body_of(await ann.asks(method, f"{table}/join-link"), 200)
        assert made.keys() == {"token", "joinUrl"} and len(made["token"]) >= 32
        answer = await bob.http.post(made["joinUrl"], json={"seat": "south"}, headers=bob.headers)
        assert body_of(answer, 200) == {"tableId": table.removeprefix("/tables/"), "seat": "south"}
        assert (await ann.seats(table))["south"] == bob.id


async def test_only_the_host_gets_links_by_get_either(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        assert await bob.sees(f"{table}/join-link", 403) == "NOT_HOST"
        assert await bob.sees("/tables/nonsense/join-link", 404) == "TABLE_NOT_FOUND"


async def test_a_join_link_seats_one_player(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens(visibility="private")
        link = await join_link(ann, table)
        await bob.does(link, seat="east")
        assert await cid.does(link, 410, seat="west") == "JOIN_LINK_GONE"
        assert await cid.does("/tables/join-link/nonsense", 410, seat="west") == "JOIN_LINK_GONE"


async def test_exactly_one_of_two_simultaneous_users_of_a_link_sits_down(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens(visibility="private")
        link = await join_link(ann, table)
        uses = [(bob, "east"), (cid, "west")]
        both = (who.asks("POST", link, json={"seat": seat}) for who, seat in uses)
        assert await at_once(*both) == [200, 410]
        assert list((await ann.seats(table)).values()).count(None) == 2


async def test_two_links_for_one_seat_seat_one_and_the_other_link_is_good_still(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens(visibility="private")
        links = [await join_link(ann, table), await join_link(ann, table)]
        both = (
            who.asks("POST", link, json={"seat": "east"}) for who, link in zip((bob, cid), links, strict=True)
        )
        assert await at_once(*both) == [200, 409]
        winner = (await ann.seats(table))["east"]
        loser, link = (cid, links[1]) if winner == bob.id else (bob, links[0])
        await loser.does(link, seat="west")


@pytest.mark.parametrize("status, body", [(400, {}), (400, {"seat": "up"}), (409, {"seat": "north"})])
async def test_a_link_that_was_used_in_vain_is_good_still(
    server: Served, status: int, body: dict[str, str]
) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        link = await join_link(ann, table)
        await bob.does(link, status, **body)
        await bob.does(link, seat="east")
        assert await ann.does(await join_link(ann, table), 409, seat="west") == "ALREADY_SEATED"


async def test_a_link_to_a_table_that_has_ended_leads_nowhere(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        links = await join_link(ann, table), await spectator_link(ann, table)
        await ann.does(f"{table}/terminate")
        for link in links:
            assert await bob.does(link, 404, seat="east") == "TABLE_NOT_FOUND"


async def test_a_link_admits_no_kicked_player_and_no_player_into_a_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens()
        link, spectating = await join_link(ann, table), await spectator_link(ann, table)
        await bob.does(f"{table}/arrive")
        await ann.does(f"{table}/kick", playerId=bob.id)
        assert await bob.does(link, 403, seat="east") == "FORBIDDEN"
        assert await bob.does(spectating, 403) == "FORBIDDEN"
        await bots(ann, table, "east", "south", "west")
        assert await cid.does(link, 409, seat="east") == "GAME_STARTED"


async def test_a_token_is_stored_as_a_hash_and_for_an_hour(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        for link in (await join_link(ann, table), await spectator_link(ann, table)):
            kept, seconds = stored(server, f"kibitz:ticket:{of_link(link)}")
            assert kept is not None and link.rpartition("/")[2].encode() not in kept
            assert 3_500 < seconds <= 3_600


# spectator links


async def test_a_user_of_a_spectator_link_watches_and_never_sits(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens()
        made = await ann.does(f"{table}/spectator-link")
        assert made.keys() == {"token", "spectatorUrl"}
        for who in (bob, cid, bob):
            answer = await who.http.post(made["spectatorUrl"], headers=who.headers)
            assert body_of(answer, 200) == {"tableId": table.removeprefix("/tables/")}
        assert len((await ann.sees(f"{table}/state"))["observers"]) == 2
        assert await bob.does(f"{table}/sit", 403, seat="east") == "FORBIDDEN"
        assert await bob.does(await join_link(ann, table), 403, seat="east") == "FORBIDDEN"
        assert await ann.does(f"{table}/assign-seat", 409, playerId=bob.id, seat="east") == "SPECTATOR"


async def test_a_spectator_link_that_is_unknown_or_one_to_join_is_not_found(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        token = (await ann.does(f"{table}/join-link"))["token"]
        for each in ("nonsense", token):
            assert await bob.does(f"/tables/spectator-link/{each}", 404) == "SPECTATOR_LINK_NOT_FOUND"
        spectating = (await ann.does(f"{table}/spectator-link"))["token"]
        assert await bob.does(f"/tables/join-link/{spectating}", 410, seat="east") == "JOIN_LINK_GONE"


async def test_a_player_or_host_cannot_become_a_spectator(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        link = await spectator_link(ann, table)
        await bob.does(f"{table}/sit", seat="east")
        for who in (ann, bob):
            assert await who.does(link, 409) == "ALREADY_AT_TABLE"


async def test_a_player_seated_elsewhere_cannot_use_a_spectator_link(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table, other = await ann.opens(), await bob.opens()
        assert await bob.does(await spectator_link(ann, table), 409) == "AT_ANOTHER_TABLE"
        await bob.does(f"{other}/leave")
        await bob.does(f"{table}/sit", seat="east")


async def test_a_spectator_link_respects_the_tables_policy_and_the_limit_of_twenty(
    server: Served,
) -> None:
    crowd = [f"Guest {number}" for number in range(MAX_OBSERVERS)]
    async with guests(server, "Ann", "Bob") as (ann, bob), guests(server, *crowd) as others:
        table = await ann.opens()
        link = await spectator_link(ann, table)
        for each in others:
            await each.does(f"{table}/arrive")
        assert await bob.does(link, 409) == "TABLE_FULL"
        async with talking(server, ann.session) as talk:
            policy = Policy(clock=NoClock(), watchers=False)
            await talk.ask(Host(table=table.removeprefix("/tables/"), policy=policy, id=1))
        assert await bob.does(link, 403) == "FORBIDDEN"


async def test_a_table_remembers_so_many_spectators(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_ONLOOKERS", 1)
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens()
        link = await spectator_link(ann, table)
        await bob.does(link)
        await bob.does(f"{table}/leave")
        assert await cid.does(link, 409) == "TABLE_FULL"
        await bob.does(link)


async def test_links_and_invitations_count_as_changes(data: Path) -> None:
    with served(data, changes_s=1e-6, changes_burst=3) as server:
        async with guests(server, "Ann", "Bob") as (ann, bob):
            table = await ann.opens()
            for word in ("join-link", "spectator-link"):
                await ann.does(f"{table}/{word}")
            assert await ann.does(f"{table}/invite", 429, playerId=bob.id) == "RATE_LIMITED"


async def test_a_table_without_watchers_has_no_spectator_links(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens(spectating=False)
        assert await ann.does(f"{table}/spectator-link", 409) == "SPECTATING_OFF"


# invitations


async def test_an_invited_player_may_sit_at_an_invite_only_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(visibility="private")
        invited = await ann.does(f"{table}/invite", playerId=bob.id)
        assert invited.keys() == {"inviteId", "token", "expiresAt"}
        await bob.does(f"{table}/sit", seat="east")
        assert await ann.does(f"{table}/invite", 409, playerId=bob.id) == "ALREADY_SEATED"


async def test_an_invitation_is_a_link_for_one_player_too(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens(visibility="private")
        link = f"/tables/join-link/{(await ann.does(f'{table}/invite', playerId=bob.id))['token']}"
        assert await cid.does(link, 403, seat="east") == "FORBIDDEN"
        await bob.does(link, seat="east")


async def test_invitations_to_the_same_player_oneself_or_a_bot_are_refused(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        for player_id in (ann.id, "bot:east"):
            assert await ann.does(f"{table}/invite", 400, playerId=player_id) == "INVALID_PLAYER"
        await ann.does(f"{table}/invite", playerId=bob.id)
        assert await ann.does(f"{table}/invite", 409, playerId=bob.id) == "DUPLICATE_INVITE"
        other = await bob.opens()
        await bob.does(f"{other}/invite", playerId=ann.id)


async def test_a_declined_invitation_ends_and_may_be_repeated(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens(visibility="private")
        invited = await ann.does(f"{table}/invite", playerId=bob.id)
        decline = f"/invites/{invited['inviteId']}/decline"
        assert await cid.does(decline, 403) == "FORBIDDEN"
        assert await bob.does(decline) == {"inviteId": invited["inviteId"]}
        assert await bob.does(decline, 410) == "INVITE_GONE"
        assert await bob.does(f"{table}/sit", 403, seat="east") == "FORBIDDEN"
        assert await bob.does(f"/tables/join-link/{invited['token']}", 410, seat="east") == "JOIN_LINK_GONE"
        await ann.does(f"{table}/invite", playerId=bob.id)
        assert await bob.does("/invites/nonsense/decline", 410) == "INVITE_GONE"


async def test_an_invitation_is_gone_after_ten_minutes(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(visibility="private")
        invited = await ann.does(f"{table}/invite", playerId=bob.id)
        keys = [f"invited:{table.removeprefix('/tables/')}:{bob.id}", f"invite:{invited['inviteId']}"]
        for key in keys:
            kept, seconds = stored(server, f"kibitz:ticket:{key}")
            assert kept is not None and 500 < seconds <= 600
            forget(server, key)
        assert await bob.does(f"{table}/sit", 403, seat="east") == "FORBIDDEN"
        assert await bob.does(f"/invites/{invited['inviteId']}/decline", 410) == "INVITE_GONE"
