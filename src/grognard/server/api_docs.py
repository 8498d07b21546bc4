"""The documentation, served by the program itself: /docs/."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from .pages import answer
from .site import PLAIN, TYPES


@get("/docs", include_in_schema=False)
async def docs_front() -> Redirect:
    return Redirect("/docs/index.html")


@get("/docs/{path:path}", include_in_schema=False)
async def docs(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    from .manual import files_of  # reads the manual, which few ask for

    name = path.strip("/") or "index.html"
    made = await asyncio.to_thread(files_of)
    if name not in made:
        raise NotFoundException("There is no such page in the documentation.")
    ending = name.rsplit(".", 1)[-1]
    return answer(request, made[name], TYPES.get(ending, "text/plain"), "no-cache", plain=ending in PLAIN)


DOCS_ROUTES = (docs_front, docs)
