"""The operations of a server, for the OpenAPI document."""

from __future__ import annotations

from server.web.client_ip import ClientAddresses
from server.web.operations import Operation
from server.web.routes import operations
from server.web.spades_rest.tables import SpadesApi
from tests.rooms import House
from tests.virtual import virtual


def all_operations() -> list[Operation]:
    """Return every operation, of a server that is gone again."""
    found: list[Operation] = []

    @virtual
    async def look() -> None:
        async with House() as house:
            addresses = ClientAddresses(house.desk.settings)
            found.extend(operations(house.desk, addresses, SpadesApi(house.desk, addresses)))

    look()
    return found
