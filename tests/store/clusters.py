"""Clusters of two redis-servers for tests, of which one has few slots that the tests move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from redis.crc import key_slot

from server.store.packing import table_key
from tests.ports import LAST, free_port, is_free
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, short_directory

SLOTS = range(16_384)
BUS = 10_000
"""How far above its port a node talks to the others."""
TABLES = [f"t{number}" for number in range(20)]
MOVING = sorted({key_slot(table_key(table).encode()) for table in TABLES[:10]})
"""The slots of half of the tables, which the first node has."""
HUBS_SLOT = key_slot(b"kibitz:hubs")
SPARE = next(slot for slot in SLOTS if slot not in (*MOVING, HUBS_SLOT))
"""The first node has one more, as a node that loses its last slot becomes a replica."""


def port_of_node() -> int:
    """Return a free port, above which the port for talk between nodes is free, too."""
    while True:
        port = free_port()
        if port + BUS <= LAST and is_free(port + BUS):
            return port


class Node(RedisServer):
    """One node of a cluster."""

    @property
    def id(self) -> str:
        return self.ask("CLUSTER", "MYID").decode()

    def settled(self) -> bool:
        """Return True if this node knows the owner of every slot."""
        return b"cluster_state:ok" in self.ask("CLUSTER", "INFO")

    def keys_in(self, slot: int) -> list[bytes]:
        return self.ask("CLUSTER", "GETKEYSINSLOT", slot, 1000)


class Cluster:
    """A cluster of two nodes; `first` has few slots and is the node that clients connect to."""

    def __init__(self, first: Node, second: Node) -> None:
        self.first, self.second = first, second
        for epoch, node in enumerate((first, second), start=1):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        first.ask("CLUSTER", "ADDSLOTS", SPARE, *MOVING)
        second.ask("CLUSTER", "ADDSLOTS", *(slot for slot in SLOTS if slot not in (SPARE, *MOVING)))
        first.ask("CLUSTER", "MEET", "127.0.0.1", second.port)
        while not (first.settled() and second.settled()):
            time.sleep(0.02)

    async def move(self, slot: int, here: Node, there: Node) -> None:
        """Move a slot key by key, as an operator's tool does."""
        await move_slot(slot, here, there)


async def move_slot(slot: int, here: Node, there: Node) -> None:
    """Move a slot key by key, as an operator's tool does."""
    there.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", here.id)
    here.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", there.id)
    for key in here.keys_in(slot):
        here.ask("MIGRATE", "127.0.0.1", there.port, key, 0, 5000)
        await asyncio.sleep(0.01)
    there.ask("CLUSTER", "SETSLOT", slot, "NODE", there.id)
    if slot != SPARE:
        here.ask("CLUSTER", "SETSLOT", slot, "NODE", there.id)


@contextmanager
def new_node(source: str | None = None) -> Iterator[Node]:
    """Start a redis-server of one source in `BINARIES`, by default of the first one, ready for a cluster."""
    options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000")
    with short_directory() as directory:
        node = Node(BINARIES[source or next(iter(BINARIES))], directory, *options, port=port_of_node())
        with node.running():
            yield node


@contextmanager
def founded(source: str | None = None) -> Iterator[Cluster]:
    """Found a cluster of redis-servers of one source in `BINARIES`, by default of the first one."""
    with new_node(source) as first, new_node(source) as second:
        yield Cluster(first, second)


def nodes_known_to(node: Node) -> str:
    """Return what a node tells of all nodes that it knows."""
    return str(node.ask("CLUSTER", "NODES"))
