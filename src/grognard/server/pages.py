"""The browser client: static files out of the package, with types, and nothing outside its folder."""

from __future__ import annotations

import hashlib
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from .places import web_files

TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain",
    "md": "text/plain",
    "map": "application/json",
}
NOT_YET = b"<!doctype html><title>Grognard</title><p>The browser client is not in this package.\n"


@get("/", include_in_schema=False)
async def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _served(request, "index.html")


@get("/{path:path}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file of the client; a path that is no file's name is the client's own affair, and gets its page."""
    return _served(request, path.strip("/"))


def _served(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    found = _file(name)
    if found is None and "." not in name.rsplit("/", 1)[-1] and not name.startswith(("api/", "boards/", "schema")):
        name, found = "index.html", _file("index.html")
    if found is None:
        if name == "index.html":
            return Response(NOT_YET, media_type=TYPES["html"])
        raise NotFoundException("There is no such page.")
    content = found.read_bytes()
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=TYPES[name.rsplit(".", 1)[-1]])
    return Response(content, headers=headers, media_type=TYPES[name.rsplit(".", 1)[-1]])


def _file(name: str) -> Traversable | None:
    """A file below the client's folder, of a kind that we serve."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or part.startswith((".", "_")) or "\\" in part or ":" in part for part in parts):
        return None
    if "." not in parts[-1] or parts[-1].rsplit(".", 1)[-1] not in TYPES:
        return None
    try:
        file = web_files().joinpath(*parts)
        return file if file.is_file() else None
    except (OSError, ValueError):
        return None
