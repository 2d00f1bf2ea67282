"""A cluster of three redis-servers for chaos tests, whose slots move during play."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from redis.crc import key_slot

from server.store.packing import table_key
from tests.store.clusters import SLOTS, Node, move_slot, new_node


class ThreeMasters:
    """Three nodes with a third of the slots each."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        for place, node in enumerate(nodes):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", place + 1)
            node.ask("CLUSTER", "ADDSLOTS", *SLOTS[place :: len(nodes)])
        for other in nodes[1:]:
            nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", other.port)
        while not all(node.settled() for node in nodes):
            time.sleep(0.02)

    @property
    def url(self) -> str:
        return self.nodes[0].url

    async def move(self, key: str) -> None:
        """Move the slot of a key to the next node."""
        slot = key_slot(key.encode())
        owner = self._owner(slot)
        here = self.nodes[owner]
        await move_slot(slot, here, self.nodes[(owner + 1) % len(self.nodes)])

    def _owner(self, slot: int) -> int:
        """The place of the node that has a slot."""
        for first, last, (_, port, *_), *_ in self.nodes[0].ask("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(place for place, node in enumerate(self.nodes) if node.port == port)
        raise LookupError(f"expected a node with slot {slot}")

    async def move_table(self, table: str) -> None:
        """Move the slot of a table."""
        await self.move(table_key(table))


@contextmanager
def three_masters() -> Iterator[ThreeMasters]:
    """Found a cluster of three."""
    with ExitStack() as stack:
        yield ThreeMasters([stack.enter_context(new_node()) for _ in range(3)])
