"""The browser client: static files out of the package, with types, and nothing outside its folder."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from .guard import INLINE
from .site import PLAIN, SITE, TYPES, squeezed

FOREVER = "public, max-age=31536000, immutable"
SMALL = 1000  # smaller answers are not worth squeezing
NOT_YET = b"<!doctype html><title>Grognard</title><p>The browser client is not in this package.\n"


@get("/", include_in_schema=False)
async def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _front(request)


@get("/{path:path}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file of the client; a path that is no file's name is the client's own affair, and gets its page."""
    name = path.strip("/")
    ending = name.rsplit(".", 1)[-1] if "." in name.rsplit("/", 1)[-1] else ""
    if name == "index.html" or (not ending and not name.startswith(("api/", "boards/", "schema"))):
        return _front(request)
    found = SITE.file(name) if ending in TYPES else None
    if found is None:
        raise NotFoundException("There is no such page.")
    content, for_ever = found
    return answer(request, content, TYPES[ending], FOREVER if for_ever else "no-cache", plain=ending in PLAIN)


def _front(request: Request[Any, Any, Any]) -> Response[bytes]:
    made = SITE.page()
    if made is None:
        return Response(NOT_YET, media_type=TYPES["html"])
    return answer(request, made.content, TYPES["html"], "no-cache", more={INLINE: made.inline})


def answer(
    request: Request[Any, Any, Any],
    content: bytes,
    kind: str,
    cache: str,
    *,
    plain: bool = True,
    more: dict[str, str] | None = None,
) -> Response[bytes]:
    """Content with its tag: nothing when the browser has it, and squeezed when it can read that."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": cache, **({"vary": "accept-encoding"} if plain else {}), **(more or {})}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    if plain and len(content) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(squeezed(content), headers={**headers, "content-encoding": "gzip"}, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
