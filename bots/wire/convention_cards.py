"""The download and upload of convention cards over HTTP."""

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
    """Return the convention card of the side `NS` or `EW`.

    `as_` names the audience, such as `public`, as which the player asks for the card. If `as_` is None, the
    server chooses the audience as which the player asks for the card. Raises Refused if the side has no
    convention card, or if the player may not see the card.
    """
    query = {} if as_ is None else {"as": as_}
    answer = await http.ask("GET", f"/v1/tables/{_part(table)}/card/{_part(side)}", query=query)
    kind = answer.headers.get("content-type", "").partition(";")[0].strip()
    _, _, name = answer.headers.get("content-disposition", "").partition(NAMED)
    return ConventionCard(unquote(name).rpartition(".")[0] or "convention card", kind, answer.content)


async def upload_card(http: Http, table: str, name: str, data: bytes) -> str:
    """Upload a convention card at a table where the player sits.

    Returns the id of the uploaded file, which is to be sent as `file` in the action that sets a side's
    convention card. The first bytes of `data` decide if the file is sent as PDF, PNG, JPEG or text. Raises
    Refused if the server does not accept the file.
    """
    kind = next((kind for signature, kind in SIGNATURES.items() if data.startswith(signature)), TEXT)
    path = f"/v1/tables/{_part(table)}/card"
    return read(await http.ask("PUT", path, query={"name": name}, file=data, kind=kind), _Uploaded).file


def _part(text: str) -> str:
    return quote(text, safe="")
