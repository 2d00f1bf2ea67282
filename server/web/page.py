"""The web page of Kibitz: its files are built before the server starts, and served from memory.

`index.html` names all other files of the page; their names change with their content, so browsers keep them
for ever.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

FILES = "files"
"""The folder of the web page's built files, and the first part of their URL paths."""
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED = frozenset((".css", ".html", ".js", ".svg", ".webmanifest"))
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""The Content-Security-Policy of the web page: the page loads only its own files, and runs no inline script.
"""
SECURITY = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
NOT_BUILT = (
    "The page for the browser is not built on this server.\n"
    "In the sources of Kibitz, a checkout or an unpacked source package, `make page` builds it.\n"
    "If Kibitz was installed with pip, install it again from this folder. Then start the server again.\n"
    "Until then, people can play in a terminal: kibitz play ADDRESS\n"
)


@dataclass(frozen=True)
class PageFile:
    """One file of the web page; `compressed` is its content in gzip, None if gzip would save nothing."""

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str

    @classmethod
    def read(cls, path: Path) -> PageFile:
        content = path.read_bytes()
        compressed = gzip.compress(content, mtime=0) if path.suffix in COMPRESSED else None
        return cls(content, compressed, MEDIA_TYPES[path.suffix], f'"{sha256(content).hexdigest()[:16]}"')

    def response(self, request: Headers, kept: str) -> Response:
        """Return the response with this file, or status 304 if the browser has the file already.

        `kept` is the value of the response's header `Cache-Control`.
        """
        headers = {**SECURITY, "Cache-Control": kept, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if request.get("if-none-match") == self.tag:
            return Response(None, 304, headers)
        content = self.content
        if self.compressed is not None and "gzip" in request.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = self.compressed, "gzip"
        return Response(content, 200, headers, self.media_type)


class Page:
    """The built web page of Kibitz.

    `folder` is the folder with `index.html`, None if the page is not built.
    """

    def __init__(self, folder: Path | None) -> None:
        self._index = None if folder is None else PageFile.read(folder / "index.html")
        files = () if folder is None else sorted((folder / FILES).iterdir())
        self._files = {path.name: PageFile.read(path) for path in files if path.suffix in MEDIA_TYPES}

    @property
    def is_built(self) -> bool:
        """Return True if the web page is built, so that it can be served."""
        return self._index is not None

    def routes(self) -> list[Route]:
        """Return the routes of the web page and its files."""
        return [
            Route("/", self.index, methods=["GET"]),
            Route(f"/{FILES}/{{name}}", self.file, methods=["GET"]),
        ]

    async def index(self, request: Request) -> Response:
        """Return the web page, or a text that says how to build the page."""
        if self._index is None:
            return PlainTextResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
        return self._index.response(request.headers, "no-cache")

    async def file(self, request: Request) -> Response:
        """Return a file of the web page that `index.html` names."""
        found = self._files.get(request.path_params["name"])
        if found is None:
            # A new release may come to this server next: no browser may keep this answer.
            text = "The page has no such file; load it again.\n"
            return PlainTextResponse(text, 404, {"Cache-Control": "no-store"})
        return found.response(request.headers, "public, max-age=31536000, immutable")


def built_page(folder: Path) -> Page:
    """Return the web page that is built in `folder`; a missing or unfinished page counts as not built."""
    return Page(folder if (folder / "index.html").is_file() and (folder / FILES).is_dir() else None)
