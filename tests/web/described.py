"""The parts of the OpenAPI document of a whole server."""

from __future__ import annotations

from server.web.client_ip import ClientAddresses
from server.web.openapi import Part
from server.web.routes import parts
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from tests.rooms import House
from tests.virtual import virtual


def all_parts() -> list[Part]:
    """Return the parts of the OpenAPI document, from a server that is stopped again."""
    found: list[Part] = []

    @virtual
    async def look() -> None:
        async with House() as house:
            addresses = ClientAddresses(house.desk.settings)
            spades = extension(SpadesApi(house.desk, house.files_and_tickets, addresses))
            found.extend(parts(house.desk, house.files_and_tickets, addresses, (spades,)))

    look()
    return found
