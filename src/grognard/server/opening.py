"""The first page that is opened: the start, or a match that the command line asked for."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping
from typing import Any

from grognard.kernel import Misuse

PATIENCE = 30.0  # seconds until a server that has just begun must answer


def open_page(address: str, wanted: Mapping[str, Any] | None, browser: bool) -> None:
    """Opens the start; or has the server begin the match that is wanted, says where it is, and opens that."""
    page = address
    if wanted is not None:
        page = f"{address}#/match/{begun(address, wanted)}"
        print(f"The match is at {page}", flush=True)
    if browser:
        webbrowser.open(page)


def open_later(address: str, wanted: Mapping[str, Any] | None, browser: bool) -> None:
    """The same, when the server answers."""
    if browser or wanted is not None:
        timer = threading.Timer(0.4, open_page, [address, wanted, browser])
        timer.daemon = True
        timer.start()


def begun(address: str, wanted: Mapping[str, Any]) -> str:
    """The id of a match that the server at this address begins."""
    body = json.dumps(dict(wanted)).encode()
    request = urllib.request.Request(f"{address}api/matches", body, {"content-type": "application/json"})
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return str(json.load(answer)["id"])
        except urllib.error.HTTPError as error:
            raise Misuse(f"The server does not begin the match: {error.read().decode('utf-8', 'replace')[:300]}") from None
        except OSError as error:
            if time.monotonic() > until:
                raise Misuse(f"The server at {address} does not answer: {error}.") from None
            time.sleep(0.2)
