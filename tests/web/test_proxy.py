"""Headers of a trusted proxy."""

from __future__ import annotations

import pytest

from server.settings import Settings
from server.web.client_ip import ClientAddresses
from server.web.proxy import Forwarded, forwarded


def forwarded_by(header: str, **headers: str | list[str]) -> Forwarded | None:
    """Return the data in these headers; `_` in a name stands for `-`."""
    sent = {
        name.replace("_", "-"): [value] if isinstance(value, str) else value
        for name, value in headers.items()
    }
    return forwarded(header, lambda name: sent.get(name.lower(), []))


def test_without_a_trusted_header_no_proxy_is_believed() -> None:
    assert forwarded_by("", x_forwarded_for="192.0.2.1", forwarded="for=192.0.2.1") is None
    assert forwarded_by("x-forwarded-for", x_forwarded_host="club.example") is None
    assert forwarded_by("forwarded", x_forwarded_for="192.0.2.1") is None


def test_the_last_word_of_each_header_is_the_proxys() -> None:
    sent = {
        "x_forwarded_for": ["10.9.9.9", "10.0.0.1, 192.0.2.1"],
        "x_forwarded_host": "evil.example, club.example",
        "x_forwarded_proto": "http, HTTPS",
    }
    assert forwarded_by("X-Forwarded-For", **sent) == ("192.0.2.1", "club.example", "https")
    assert forwarded_by("x-real-ip", x_real_ip="192.0.2.1") == ("192.0.2.1", "", "")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("for=192.0.2.1", ("192.0.2.1", "", "")),
        ("for=192.0.2.1:4711;proto=https", ("192.0.2.1", "", "https")),
        (
            'For="[2001:db8::1]:4711"; Host="club.example:8443" ;Proto=HTTPS',
            ("2001:db8::1", "club.example:8443", "https"),
        ),
        ("for=_hidden;by=203.0.113.43", ("_hidden", "", "")),
        ("host=club.example", ("", "club.example", "")),
        ('for="torn, for=192.0.2.1', ("192.0.2.1", "", "")),
    ],
)
def test_the_standard_header_is_read(word: str, expected: tuple[str, str, str]) -> None:
    assert forwarded_by("forwarded", forwarded=word) == expected
    assert forwarded_by("Forwarded", forwarded=["for=10.9.9.9;host=evil.example", word]) == expected


def test_addresses_are_counted_by_the_standard_header_too() -> None:
    addresses = ClientAddresses(Settings(proxy_header="forwarded"))
    peer = ("127.0.0.1", 1)
    assert addresses.address_of(peer, lambda name: ['for="[2001:db8::7]:1"']) == "2001:db8::/64"
    assert addresses.address_of(peer, lambda name: ["host=club.example"]) == "127.0.0.1"
    assert addresses.address_of(peer, lambda name: []) == "127.0.0.1"
