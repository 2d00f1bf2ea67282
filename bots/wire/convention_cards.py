"""Convention cards over HTTP: the one of a side, while one may open it, and the files of one's own."""

from __future__ import annotations

from urllib.parse import quote, unquote

from msgspec import Struct

from bots.convention_card import TEXT, ConventionCard
from bots.wire.http import Http, read

SIGNATURES = {b"%PDF-": "application/pdf", b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
NAMED = "filename*=UTF-8''"


class _Uploaded(Struct):
    file: str


async def open_card(http: Http, table: str, side: str, as_: str | int | None = None) -> ConventionCard:
    """The card of `NS` or `EW`, as whoever watches the table `as_` may open it now; None: one's usual view.

    Raises Refused where there is none to open.
    """
    query = {} if as_ is None else {"as": as_}
    answer = await http.ask("GET", f"/v1/tables/{_part(table)}/card/{_part(side)}", query=query)
    kind = answer.headers.get("content-type", "").partition(";")[0].strip()
    _, _, name = answer.headers.get("content-disposition", "").partition(NAMED)
    return ConventionCard(unquote(name).rpartition(".")[0] or "convention card", kind, answer.content)


async def upload_card(http: Http, table: str, name: str, data: bytes) -> str:
    """Give the server a file for a card at a table where one sits; returns what the laying action takes.

    Text, PDF, PNG or JPEG, told apart by their first bytes. Raises Refused.
    """
    kind = next((kind for signature, kind in SIGNATURES.items() if data.startswith(signature)), TEXT)
    path = f"/v1/tables/{_part(table)}/card"
    return read(await http.ask("PUT", path, query={"name": name}, file=data, kind=kind), _Uploaded).file


def _part(text: str) -> str:
    return quote(text, safe="")
