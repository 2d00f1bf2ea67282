"""What a server makes of the golden logs that stand in a Redis, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.golden_logs import files, product

Json = Any

ADDED: tuple[str, ...] = (
    "own.screens",
    "pub.remarks.earlier",
    "own.remarks.earlier",
    "pub.board_set",
    "pub.partner_robot",
    "pub.face_down",
    "own.partner_explains",
    "own.lead",
    "own.no_questions",
)
"""Fields of views that came after logs were recorded, as `pub.name`: they are left out of every comparison.

A field of a view may be added, never changed or taken away. What is added here is named in the change that
adds it.
"""


async def facts(server: product.Server, keys: Json, tables: list[str], added: Sequence[str] = ()) -> Json:
    """Return the records, the table as it wakes, each prefix of its logs, and how the game goes on.

    `added` are fields of views, as `pub.name` or `own.name`, that are left out everywhere.
    """
    product.leave_out(added)
    found: dict[str, Json] = {}
    for table in tables:
        found[table] = {"records": await server.records(table)}
    for table in tables:
        now = await server.wake(table)
        found[table] |= {
            "folded": product.folded(now),
            "continued": product.continued(now),
            "prefixes": prefixes(keys, table),
        }
    return found


def prefixes(keys: Json, table: str) -> dict[str, list[str]]:
    """Return a digest of all that a table knows after each entry, by deal: it names the entry at fault."""
    game = files.meta_of(keys, table)["game"]
    return {
        str(deal): [product.digest(product.folded(each)) for each in product.prefixes(table, game, deal, log)]
        for deal, log in files.deals_of(keys, table).items()
    }
