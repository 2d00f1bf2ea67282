"""Codes of one use: another device becomes the same player, once and for a short time."""

from __future__ import annotations

import asyncio
import re
from math import log2

import pytest

from protocol.v1.codes import Code
from server.errors import Refusal
from server.moderation.measures import Banned
from server.moderation.moderation import Moderation
from server.session import guests as guests_module
from server.session.device_codes import LENGTH, LIFETIME_S, DeviceCodes
from server.session.guests import Guests
from server.store.memory import MemoryFilesAndTickets, MemoryGuests, MemoryMeasuresAndAudit
from server.table.player import Player
from server.typed_codes import ALPHABET
from tests.moderation.test_measures import ban_of, name_of


class Devices:
    """A guest with one device, and the codes of one hub of the guest's store."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.stored = MemoryGuests(lambda: self.now_ms)
        self.tickets = MemoryFilesAndTickets(lambda: self.now_ms)
        self.moderation = Moderation(MemoryMeasuresAndAudit(), now_ms=lambda: self.now_ms)
        self.guests, self.codes = self.hub()

    def hub(self) -> tuple[Guests, DeviceCodes]:
        """Return the guests and the codes of another hub of the same store."""
        guests = Guests(
            self.stored, 30 * 86_400, now_s=lambda: self.now_ms / 1000, moderation=self.moderation
        )
        return guests, DeviceCodes(guests, self.tickets)

    async def guest(self, name: str = "Ann") -> tuple[Player, str]:
        return await self.guests.create(name)

    async def refuses(self, code: str) -> bool:
        """Return True if a code is refused."""
        try:
            await self.codes.take(code)
        except Refusal as refusal:
            assert refusal.code is Code.FORBIDDEN and code not in str(refusal)
            return True
        return False


def test_a_code_has_fifty_bits_of_characters_that_nobody_mistakes() -> None:
    assert LENGTH * log2(len(set(ALPHABET))) == 50
    assert not set("ILOU") & set(ALPHABET)


async def test_a_code_makes_another_device_the_same_player_at_any_hub() -> None:
    devices = Devices()
    ann, first = await devices.guest()
    code = await devices.codes.make(ann, first)
    assert re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", code)
    there, codes = devices.hub()
    player, second = await codes.take(code)
    assert player == ann and second != first
    assert await there.find(first) == await devices.guests.find(second) == ann


async def test_a_code_is_read_as_a_person_types_it() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    devices.codes._word = lambda: "01V34ABCDE"
    await devices.codes.make(ann, token)
    assert (await devices.codes.take(" oiu34 abc-de"))[0] == ann


async def test_a_code_is_used_once_even_by_two_devices_at_the_same_moment() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    code = await devices.codes.make(ann, token)
    got = await asyncio.gather(*(devices.refuses(code) for _ in range(5)))
    assert got.count(False) == 1


async def test_a_code_is_valid_for_ten_minutes() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    code = await devices.codes.make(ann, token)
    devices.now_ms = LIFETIME_S * 1000
    assert LIFETIME_S == 600 and await devices.refuses(code)


async def test_a_new_code_ends_the_earlier_one() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    earlier, later = [await devices.codes.make(ann, token) for _ in range(2)]
    assert await devices.refuses(earlier) and not await devices.refuses(later)


async def test_a_code_ends_with_the_token_that_made_it_but_not_with_another_device() -> None:
    devices = Devices()
    ann, first = await devices.guest()
    _, second = await devices.codes.take(await devices.codes.make(ann, first))
    code = await devices.codes.make(ann, first)
    await devices.guests.forget(ann, second)
    assert not await devices.refuses(code)
    code = await devices.codes.make(ann, first)
    await devices.guests.forget(ann, first)
    assert await devices.refuses(code)


async def test_a_code_gives_the_new_name_of_a_player_and_no_way_around_a_ban() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    code = await devices.codes.make(ann, token)
    await devices.moderation.put(name_of(ann.id, "Annie"))
    player, second = await devices.codes.take(code)
    assert player == Player(ann.id, "Annie") == await devices.guests.find(token)
    code = await devices.codes.make(player, second)
    await devices.moderation.put(ban_of(ann.id))
    with pytest.raises(Banned):
        await devices.codes.take(code)


async def test_no_code_and_a_wrong_one_get_the_same_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Devices()
    ann, token = await devices.guest()
    code = await devices.codes.make(ann, token)
    monkeypatch.setattr(guests_module, "MOST_TOKENS", 1)
    texts = set()
    for each in ("", "00000-00000", "x" * 40, code):
        with pytest.raises(Refusal) as refused:
            await devices.codes.take(each)
        texts.add(str(refused.value).replace("has 1 devices", "has 20 devices"))
    assert len(texts) == 1


async def test_the_store_has_a_hash_of_the_code_and_never_the_code() -> None:
    devices = Devices()
    ann, token = await devices.guest()
    code = await devices.codes.make(ann, token)
    kept = repr((devices.tickets._tickets, devices.stored._guests, devices.stored._tokens))
    assert code not in kept and code.replace("-", "") not in kept and token not in kept
