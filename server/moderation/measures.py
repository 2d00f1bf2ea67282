"""The operators' measures: bans of players and addresses, mutes, new names and bot tokens, as plain values.

A ban without accounts stops a token or an address, and not a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network

import msgspec
from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import Refusal

Network = IPv4Network | IPv6Network

WIDEST = {4: 16, 6: 32}
"""The shortest prefix of a network that can be banned, by the version of IP."""
NARROWEST = {4: 32, 6: 64}
"""The longest prefix that can be banned: the server counts the addresses of an IPv6 /64 network as one."""


class _Measure(Struct, frozen=True, tag_field="t", kw_only=True):
    """A measure of an operator, with its reason.

    `began_ms` is the time (ms since 1970) from which the measure holds, and `by` the name of the operator.
    """

    reason: str
    began_ms: int
    by: str


class PlayerBan(_Measure, frozen=True, tag="player_ban"):
    """The ban of the player with the id `player` until `end_ms`: the player's token is refused."""

    player: str
    end_ms: int

    @property
    def key(self) -> str:
        return f"ban:{self.player}"


class AddressBan(_Measure, frozen=True, tag="address_ban"):
    """The ban of a network of client addresses, such as `192.0.2.7/32`, until `end_ms`."""

    network: str
    end_ms: int

    @property
    def key(self) -> str:
        return f"ban:{self.network}"


class Mute(_Measure, frozen=True, tag="mute"):
    """The mute of a player until `end_ms`: the player writes no chat and no notes."""

    player: str
    end_ms: int

    @property
    def key(self) -> str:
        return f"mute:{self.player}"


class NewName(_Measure, frozen=True, tag="new_name"):
    """The name that an operator has given to a player, in place of the name that the player has chosen."""

    player: str
    name: str

    @property
    def key(self) -> str:
        return f"name:{self.player}"


class BotToken(_Measure, frozen=True, tag="bot"):
    """The token of a robot that plays as the player with the id `player`; the token ends with this measure.

    `token_hash` is the hash of the token, which the server does not keep. `owner` is the name of the person
    that answers for the robot.
    """

    player: str
    name: str
    owner: str
    token_hash: str

    @property
    def key(self) -> str:
        return f"bot:{self.name.casefold()}"


Measure = PlayerBan | AddressBan | Mute | NewName | BotToken

encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Measure).decode


def decode(packed: bytes) -> Measure | None:
    """Return a stored measure, None for one that a newer release has stored and this one cannot read."""
    try:
        measure: Measure = _decode(packed)
    except msgspec.ValidationError:
        return None
    return measure


# To read a network costs more than all else, and the measures are built anew whenever one of them changes.
_read_network = lru_cache(maxsize=65_536)(ip_network)


class Banned(Refusal):
    """The refusal of all requests of a banned player or address."""


class Measures:
    """The measures that hold at one time; the value never changes.

    `bots` are the bot tokens by the ids of their players.
    """

    def __init__(self, measures: Iterable[Measure] = ()) -> None:
        self.every = tuple(sorted(measures, key=lambda each: (each.began_ms, each.key)))
        self._bans = {each.player: each for each in self.every if isinstance(each, PlayerBan)}
        self._mutes = {each.player: each for each in self.every if isinstance(each, Mute)}
        self._names = {each.player: each.name for each in self.every if isinstance(each, NewName)}
        self.bots = {each.player: each for each in self.every if isinstance(each, BotToken)}
        self._bot_tokens = {each.token_hash: each for each in self.bots.values()}
        self._networks: dict[Network, AddressBan] = {
            _read_network(each.network): each for each in self.every if isinstance(each, AddressBan)
        }
        self._lengths = {
            version: sorted({each.prefixlen for each in self._networks if each.version == version})
            for version in (4, 6)
        }

    @property
    def names(self) -> Mapping[str, str]:
        """Return the names that operators have given to players, by the ids of the players."""
        return self._names

    def bot_of(self, token_hash: str) -> BotToken | None:
        """Return the bot token with a hash, None if there is none."""
        return self._bot_tokens.get(token_hash)

    def ban_of(self, player: str, now_ms: int) -> PlayerBan | None:
        """Return the ban of a player that holds at the time `now_ms`, None if there is none."""
        ban = self._bans.get(player)
        return ban if ban is not None and now_ms < ban.end_ms else None

    def mute_of(self, player: str, now_ms: int) -> Mute | None:
        """Return the mute of a player that holds at the time `now_ms`, None if there is none."""
        mute = self._mutes.get(player)
        return mute if mute is not None and now_ms < mute.end_ms else None

    def ban_of_address(self, address: str, now_ms: int) -> AddressBan | None:
        """Return the ban of a client address, None if there is none.

        `address` is an IPv4 address, or an IPv6 address or network; a text that is none of them has no ban.
        """
        if not self._networks:
            return None
        try:
            own = ip_network(address)
        except ValueError:
            return None
        for length in self._lengths[own.version]:
            if length <= own.prefixlen:
                ban = self._networks.get(own.supernet(new_prefix=length))
                if ban is not None and now_ms < ban.end_ms:
                    return ban
        return None

    def check_player(self, player: str, now_ms: int) -> None:
        """Raise Banned, with the end and the reason of the ban, if a player is banned."""
        ban = self.ban_of(player, now_ms)
        if ban is not None:
            raise Banned(Code.FORBIDDEN, f"this player is banned {until(ban.end_ms)}: {ban.reason}")

    def check_address(self, address: str, now_ms: int) -> None:
        """Raise Banned, with the end and the reason of the ban, if a client address is banned."""
        ban = self.ban_of_address(address, now_ms)
        if ban is not None:
            raise Banned(Code.FORBIDDEN, f"your address is banned {until(ban.end_ms)}: {ban.reason}")

    def check_speech(self, player: str, now_ms: int) -> None:
        """Raise Refusal, with the end and the reason of the mute, if a player may not write chat or notes."""
        mute = self.mute_of(player, now_ms)
        if mute is not None:
            reason = f"you may write no chat and no notes {until(mute.end_ms)}: {mute.reason}"
            raise Refusal(Code.FORBIDDEN, reason)

    def holding(self, now_ms: int) -> tuple[Measure, ...]:
        """Return the measures that hold at the time `now_ms`, the oldest first."""
        return tuple(each for each in self.every if not has_ended(each, now_ms))


def has_ended(measure: Measure, now_ms: int) -> bool:
    """Return True if a measure does not hold any more at the time `now_ms`."""
    return not isinstance(measure, NewName | BotToken) and measure.end_ms <= now_ms


def until(end_ms: int) -> str:
    """Return the words for the end of a measure, to the minute in which it has ended.

    >>> until(1_767_225_599_000)
    'until 2026-01-01 00:00 UTC'
    """
    return f"until {datetime.fromtimestamp(-(-end_ms // 60_000) * 60, UTC):%Y-%m-%d %H:%M} UTC"


def is_address(target: str) -> bool:
    """Return True if a text names an address or network, as far as its form tells, and no player."""
    return bool({".", ":", "/"} & set(target))


def network_of(target: str) -> str:
    """Return the network that a ban of an address or network stops.

    An IPv6 address stands for its /64 network. Raises Refusal for a text that is neither an address nor a
    network, and for a network that is too large.

    >>> network_of("192.0.2.7"), network_of("2001:db8::7"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7/32', '2001:db8::/64', '192.0.2.7/32')
    """
    try:
        network = _network(target)
    except ValueError:
        expected = "expected an address such as 192.0.2.7, or a network such as 2001:db8:7::/48"
        raise Refusal(Code.INVALID_MESSAGE, f"{expected}, got {target!r} - at `$.target`") from None
    widest, narrowest = WIDEST[network.version], NARROWEST[network.version]
    if network.prefixlen < widest:
        least = f"expected a prefix of at least {widest} bits for IPv{network.version}"
        raise Refusal(Code.INVALID_MESSAGE, f"{least}, got {target!r} - at `$.target`")
    if network.prefixlen > narrowest:
        network = network.supernet(new_prefix=narrowest)
    return str(network)


def _network(target: str) -> Network:
    if "/" not in target:
        address = ip_address(target.partition("%")[0])
        mapped = None if isinstance(address, IPv4Address) else address.ipv4_mapped
        return ip_network(mapped or address)
    return ip_network(target, strict=False)
