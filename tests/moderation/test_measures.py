"""Bans, mutes and new names as plain values: they hold until their end, for a player or a network."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.codes import Code
from server.errors import Refusal
from server.moderation.measures import (
    AddressBan,
    Banned,
    Measure,
    Measures,
    Mute,
    NewName,
    PlayerBan,
    decode,
    encode,
    has_ended,
    is_address,
    network_of,
    until,
)

BEGAN, END = 1_700_000_000_000, 1_700_000_060_000
COMMON = {"reason": "a reason", "began_ms": BEGAN, "by": "olga"}


def ban_of(player: str, end_ms: int = END) -> PlayerBan:
    return PlayerBan(player=player, end_ms=end_ms, reason="a reason", began_ms=BEGAN, by="olga")


def ban_at(network: str, end_ms: int = END) -> AddressBan:
    return AddressBan(network=network, end_ms=end_ms, reason="a reason", began_ms=BEGAN, by="olga")


def mute_of(player: str) -> Mute:
    return Mute(player=player, end_ms=END, reason="a reason", began_ms=BEGAN, by="olga")


def name_of(player: str, name: str) -> NewName:
    return NewName(player=player, name=name, reason="a reason", began_ms=BEGAN, by="olga")


def test_a_ban_of_a_player_holds_until_its_end() -> None:
    measures = Measures([ban_of("ann")])
    with pytest.raises(Banned, match="this player is banned until 2023-11-14 22:15 UTC: a reason") as refused:
        measures.check_player("ann", END - 1)
    assert refused.value.code is Code.FORBIDDEN
    measures.check_player("ann", END)
    measures.check_player("bob", BEGAN)
    measures.check_player("", BEGAN)


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.7/32", ["192.0.2.7"], ["192.0.2.8", "2001:db8::/64", "local", ""]),
        ("192.0.2.0/24", ["192.0.2.0", "192.0.2.255"], ["192.0.3.0"]),
        ("2001:db8:7::/48", ["2001:db8:7:1::/64", "2001:db8:7::1"], ["2001:db8:8::/64", "192.0.2.7"]),
        ("2001:db8:7:1::/64", ["2001:db8:7:1::/64"], ["2001:db8:7:2::/64", "unknown:x"]),
    ],
)
def test_a_ban_of_a_network_holds_for_its_addresses_alone(
    network: str, inside: list[str], outside: list[str]
) -> None:
    measures = Measures([ban_at("198.51.100.0/28"), ban_at(network)])
    for address in inside:
        with pytest.raises(Banned, match="your address is banned until 2023-11-14 22:15 UTC: a reason"):
            measures.check_address(address, BEGAN)
        measures.check_address(address, END)
    for address in outside:
        measures.check_address(address, BEGAN)


def test_the_ban_of_a_network_goes_on_when_that_of_a_part_has_ended() -> None:
    measures = Measures([ban_at("192.0.2.0/24", BEGAN + 1), ban_at("192.0.2.7/32")])
    assert measures.ban_of_address("192.0.2.7", BEGAN + 1) == ban_at("192.0.2.7/32")
    assert measures.ban_of_address("192.0.2.8", BEGAN + 1) is None


def test_a_mute_forbids_speech_and_nothing_else() -> None:
    measures = Measures([mute_of("ann")])
    with pytest.raises(Refusal, match="you may write no chat and no notes until 2023-11-14 22:15 UTC"):
        measures.check_speech("ann", BEGAN)
    measures.check_speech("ann", END)
    measures.check_speech("bob", BEGAN)
    measures.check_player("ann", BEGAN)


def test_a_new_name_has_no_end() -> None:
    measures = Measures([name_of("ann", "Anne"), ban_of("ann")])
    assert measures.names == {"ann": "Anne"}
    assert measures.holding(END) == (name_of("ann", "Anne"),)
    assert has_ended(ban_of("ann"), END) and not has_ended(ban_of("ann"), END - 1)


@pytest.mark.parametrize("measure", [ban_of("a"), ban_at("192.0.2.7/32"), mute_of("a"), name_of("a", "b")])
def test_a_stored_measure_is_read_again(measure: Measure) -> None:
    assert decode(encode(measure)) == measure


def test_a_measure_of_a_newer_release_is_skipped() -> None:
    assert decode(encode({"t": "exile", "player": "ann"})) is None


def test_measures_of_one_target_have_keys_of_their_own() -> None:
    every = (ban_of("a"), ban_at("192.0.2.7/32"), mute_of("a"), name_of("a", "b"))
    assert len({each.key for each in every}) == 4
    assert ban_of("a", 1).key == ban_of("a", 2).key


@pytest.mark.parametrize(
    ("target", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:DB8::7", "2001:db8::/64"),
        ("2001:db8::7/128", "2001:db8::/64"),
        ("2001:db8:7::/48", "2001:db8:7::/48"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_a_target_stands_for_a_network_as_the_limits_count_it(target: str, network: str) -> None:
    assert is_address(target) and network_of(target) == network


@pytest.mark.parametrize("target", ["", "192.0.2", "192.0.2.7/33", "10.0.0.0/8", "2001::/31", "a.b", "::x"])
def test_a_target_that_cannot_be_banned_is_refused(target: str) -> None:
    with pytest.raises(Refusal, match="expected a") as refused:
        network_of(target)
    assert refused.value.code is Code.INVALID_MESSAGE


@given(st.ip_addresses(v=4), st.integers(16, 32))
def test_every_address_of_a_banned_network_is_banned(address: object, length: int) -> None:
    measures = Measures([ban_at(network_of(f"{address}/{length}"))])
    assert measures.ban_of_address(str(address), BEGAN) is not None


def test_a_player_is_no_address() -> None:
    assert not is_address("0123456789abcdef") and not is_address("p-Ann")


def test_the_end_is_told_to_the_minute_in_which_the_ban_has_ended() -> None:
    assert until(60_000) == "until 1970-01-01 00:01 UTC"
    assert until(60_001) == until(119_999) == "until 1970-01-01 00:02 UTC"
