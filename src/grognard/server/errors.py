"""Errors as docs/wire.md says: `{error: {what, rule?, where?}}` with an honest status, and never a traceback."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from grognard.kernel import BadData, Broken, Misuse, Refused

from .hall import Gone
from .house import NotAllowed, NotKnown
from .library import Unknown
from .limits import MESSAGE_DEPTH, NOTHING, TooMuch, deeper_than, holds_nothing
from .shelf import NoBoard
from .table import Lost
from .wire import ErrorAnswer, ErrorInfo

AnyRequest = Request[Any, Any, Any]
log = logging.getLogger("grognard.server")

STATUS: dict[type[Exception], int] = {
    NotKnown: 401,
    Gone: 404, Unknown: 404, NoBoard: 404, NotAllowed: 403, TooMuch: 413, Lost: 503, BadData: 422, Refused: 422, Misuse: 400,
}  # fmt: skip


async def check_body(request: AnyRequest) -> None:
    """Who asks; and before anything is read from a body: not too deep. (How long it may be, the application says.)"""
    if "\0" in request.url.path or "%00" in request.url.query:
        raise Gone("There is no such page.")
    await request.app.state.hall.house.let_in(request)
    if request.method not in ("GET", "HEAD", "DELETE") and not request.url.path.endswith("/load"):
        body = await request.body()
        try:
            body.decode()
        except UnicodeDecodeError:
            raise Misuse("That is not understood: it is no text in UTF-8.") from None
        if holds_nothing(body):
            raise Misuse(f"That is not understood: {NOTHING}")
        if deeper_than(MESSAGE_DEPTH, body):
            raise TooMuch(f"This is nested too deeply: at most {MESSAGE_DEPTH} levels are taken.")


def _answer(status: int, what: str, rule: str = "", where: str = "") -> Response[ErrorAnswer]:
    return Response(ErrorAnswer(ErrorInfo(what[:1000], rule, where)), status_code=status, media_type="application/json")


def on_misuse(_: AnyRequest, error: Exception) -> Response[ErrorAnswer]:
    status = getattr(error, "status", 0) or next(code for kind, code in STATUS.items() if isinstance(error, kind))
    return _answer(status, str(error), getattr(error, "rule", ""))


def on_http(_: AnyRequest, error: HTTPException) -> Response[ErrorAnswer]:
    where = ""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first: Any = error.extra[0]
        where, message = str(first.get("key", "")), str(first.get("message", error.detail))
        if message == "'data'":
            message = "a body of JSON is expected"
        return _answer(error.status_code, f"That is not understood: {message}", where=where)
    return _answer(error.status_code, error.detail, where=where)


def on_bad_json(_: AnyRequest, error: Exception) -> Response[ErrorAnswer]:
    return _answer(400, f"That is not understood: {error}")


def on_broken(_: AnyRequest, error: Broken) -> Response[ErrorAnswer]:
    log.error("a rule broke: %s", error)
    return _answer(500, "A rule of the game broke here, and nothing was changed.")


def on_mistake(request: AnyRequest, error: Exception) -> Response[ErrorAnswer]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(500, "The server made a mistake here; its log says more.")


HANDLERS: dict[Any, Any] = {
    Misuse: on_misuse,
    Refused: on_misuse,
    Broken: on_broken,
    HTTPException: on_http,
    msgspec.DecodeError: on_bad_json,
    RecursionError: on_bad_json,
    Exception: on_mistake,
}
