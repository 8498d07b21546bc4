"""The server: `grognard play` on this machine. It binds to loopback and knows no login; the club grows from it."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from grognard import __version__
from grognard.kernel import Misuse

from . import library
from .api import ROUTES
from .api_account import ACCOUNT_ROUTES
from .api_club import CLUB_ROUTES
from .api_docs import DOCS_ROUTES
from .api_elsewhere import ELSEWHERE_ROUTES
from .api_lessons import LESSON_ROUTES
from .api_odds import ODDS_ROUTES
from .api_papers import PAPER_ROUTES
from .api_seats import SEAT_ROUTES
from .api_tournaments import TOURNAMENT_ROUTES
from .api_workshop import WORKSHOP_ROUTES
from .club.settings import ClubSettings
from .errors import HANDLERS, check_body
from .guard import Guard
from .hall import Hall
from .kernel_processes import KernelProcesses
from .limits import MESSAGE_BYTES
from .live import live
from .lock import Held, hold
from .opening import open_later, open_page
from .pages import front, page
from .places import data_folder, import_plugins, plugins
from .sandbox import Sandbox
from .thinking import Thinkers

log = logging.getLogger("grognard.server")
PORT = 8765


def make_app(
    folder: Path,
    *,
    thinkers: Thinkers | None = None,
    live_matches: int | None = None,
    warm: bool = False,
    club: ClubSettings | None = None,
    url: str = "",
    sandbox: Sandbox | None = None,
    processes: KernelProcesses | None = None,
) -> Guard:
    """The application on a data folder; `club`: for people with accounts; `url`: on a PostgreSQL database.

    processes  where live matches are; without, in this process
    """

    @asynccontextmanager
    async def hall_open(app: Litestar) -> AsyncIterator[None]:
        import_plugins(plugins())
        more = {"live": live_matches} if live_matches else {}
        hall = Hall(folder, thinkers, club=club, url=url, sandbox=sandbox, processes=processes, **more)
        app.state.hall = hall
        await hall.house.open(hall)
        warming = asyncio.create_task(_warm_up(hall)) if warm else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await hall.close()

    club_routes = (*CLUB_ROUTES, *SEAT_ROUTES, *ACCOUNT_ROUTES, *TOURNAMENT_ROUTES)
    learning = (*ODDS_ROUTES, *DOCS_ROUTES, *LESSON_ROUTES, *WORKSHOP_ROUTES)
    app = Litestar(
        [*ROUTES, *PAPER_ROUTES, *ELSEWHERE_ROUTES, *club_routes, *learning, live, front, page],
        dependencies={"person": Provide(_asker, sync_to_thread=False)},
        lifespan=[hall_open],
        exception_handlers=HANDLERS,
        before_request=check_body,
        request_max_body_size=MESSAGE_BYTES,
        openapi_config=OpenAPIConfig(
            title="Grognard", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )
    if club is None:
        return Guard(app)
    return Guard(app, frozenset({club.host}) if club.host else frozenset(), club.origin)


def _asker(request: Request[Any, Any, Any]) -> Any:
    return request.scope["state"].get("person")


async def _warm_up(hall: Hall) -> None:
    """When the first page is out: what the next clicks will want. (GROGNARD_COLD: tests that kill servers go without.)"""
    if os.environ.get("GROGNARD_COLD"):
        return
    await asyncio.sleep(0.5)
    if hall.processes is not None:
        await hall.processes.warm_up()
    hall.thinkers.warm_up()
    await hall.kernel.in_pieces(library.games_one_by_one())
    for info in await hall.kernel.do(library.games):
        with suppress(Misuse):
            await hall.sketches.small(info.name, info.cover, "light")


def serve(
    port: int | None = None,
    data: Path | None = None,
    open_browser: bool = True,
    *,
    quiet: bool = False,
    wanted: Mapping[str, Any] | None = None,
) -> None:
    """Run until Ctrl-C. A second one on the same data only opens the browser at the first. wanted: a match to begin with."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    log.setLevel(logging.WARNING if quiet else logging.INFO)
    folder = (data or data_folder()).resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        held = hold(folder)
    except Held as other:
        print(f"Grognard is already running on this data: {other.address}")
        open_page(other.address, wanted, open_browser)
        return
    with held:
        listening = _listen(port)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        held.tell(address)
        server = server_of(make_app(folder, warm=True))
        settle_down()
        print(f"Grognard is at {address}  (Ctrl-C ends it; matches are kept in {folder})", flush=True)
        open_later(address, wanted, open_browser)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


def server_of(app: Guard, *, concurrency: int = 500) -> Any:
    """uvicorn around the application, bounded as docs/server.md says."""
    import uvicorn  # tests drive the app without it

    from .patience import PatientProtocol  # it is made on uvicorn

    return uvicorn.Server(uvicorn.Config(
        app, http=PatientProtocol, log_level="warning", ws_max_size=MESSAGE_BYTES, ws_max_queue=4, access_log=False,
        timeout_graceful_shutdown=2, ws_per_message_deflate=False, limit_concurrency=concurrency, server_header=False,
        lifespan="on", proxy_headers=False,
    ))  # fmt: skip


def settle_down() -> None:
    """For a process that serves: what is loaded by now stays, and the loop must answer while the kernel computes."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.001)


def _listen(port: int | None) -> socket.socket:
    """A socket on loopback: the wished port; by default (and for 0) ours, or any when ours is taken."""
    tries = [port] if port else [PORT, 0]
    for number in tries:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(("127.0.0.1", number))
            made.listen(128)  # whoever comes before the application is ready waits, and is not refused
            return made
        except OSError as error:
            made.close()
            if number == tries[-1]:
                raise Misuse(f"Port {number} cannot be used: {error.strerror or error}.") from None
    raise Misuse("No port can be used.")


__all__ = ["make_app", "serve"]
