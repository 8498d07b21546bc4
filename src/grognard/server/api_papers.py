"""The papers of a match, to print: its diary and its sheets."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from grognard.kernel import UMPIRE

from . import verbs
from .api import ERRORS, Asker, SeatName, _reads
from .house import Rights, who_of
from .library import Unknown
from .table import LiveTable

PAPER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; script-src 'self'; base-uri 'none'"
PRINT = "<script src='/print.js' defer></script></body>"
Short = Annotated[str, QueryParameter(max_length=80)]

@get("/api/matches/{match_id:str}/papers/{what:str}", responses=ERRORS, media_type="text/html", include_in_schema=False)
async def papers(
    state: State, person: Asker, match_id: FromPath[str], what: FromPath[str], seat: SeatName = None, panel: Short = "",
    form: Short = "html", dice: FromQuery[bool] = False,
) -> Response[bytes]:  # fmt: skip
    """`diary` or `sheets` (one `panel`, or all), as a page (`html`) or as text (`md`)."""
    if what not in ("diary", "sheets") or form not in ("html", "md"):
        raise Unknown("There is no such paper: diary or sheets, html or md.")
    table, rights, looker = await _reads(state, person, match_id, seat)

    eyes = _eyes(table, rights, looker)
    async with table.reading():
        text = await table.asked_by(who_of(person), verbs.papers, what, eyes, looker, form, dice, panel)
    headers = {"cache-control": "no-store"}
    if form == "md":
        return Response(text.encode(), media_type="text/markdown; charset=utf-8", headers=headers)
    headers["content-security-policy"] = PAPER_POLICY
    return Response(text.replace("</body>", PRINT).encode(), media_type="text/html; charset=utf-8", headers=headers)


def _eyes(table: LiveTable, rights: Rights, looker: str | None) -> list[str | None]:
    """Whose diary it is: after the end all of it; of one person who plays several seats what all of them know."""
    if table.head.ended and rights.all_seen:
        return [UMPIRE]
    mine = [seat for seat in rights.seats if table.row.seats[seat].kind == "me"] if rights.alone else []
    return [*mine] if looker in mine else [looker]


PAPER_ROUTES: list[Any] = [papers]
__all__ = ["PAPER_ROUTES"]
