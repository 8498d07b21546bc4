"""Pictures of every game at five moments, in four sizes and both themes, to be looked at before anything is called done.

    python tools/screens.py                            all of it, into build/screens/tour
    python tools/screens.py --games nlc,pog --sizes 1366x768 --themes light --moments start,combat
    python tools/screens.py --keep                     the positions of last time, where there are any: only the pictures anew

The moments are found by bots that play the learning scenario: the start, a question about a move or an order, one about an
attack (an option that is an attack, or the dice of a fight), the other's turn as it is played back, and the result.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import Match
from grognard.kernel.decision import Decision

ROOT = Path(__file__).parents[1]
GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")
SIZES = ("390x844", "1366x768", "1440x900", "2560x1440")
MOMENTS = ("start", "move", "combat", "bot", "result")
ARGS = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
PRESSED = (
    "dialog[open] button.go",
    ".decision button.go:enabled",
    ".plans .preset",
    ".decision-foot button.option",
    ".decision button.option",
)
LONGEST = 1500  # choices of a bot match before the result is given up
PATIENCE = 75.0  # seconds for one game's moments


def sides_of(match: Match) -> list[str]:
    return list(match.prepared.sides)


def is_move(decision: Decision) -> bool:
    view = decision.view(0)
    return decision.form == "draft" or any(option.kind in ("move", "order") or option.path for option in view.options[:40])


def is_combat(decision: Decision) -> bool:
    view = decision.view(0)
    if view.rows:  # orders, not yet blows
        return False
    return bool(view.odds) or any(option.kind in ("attack", "fire") or option.odds for option in view.options[:60])


def moments(game: str, wanted: list[str]) -> dict[str, tuple[bytes, str]]:
    """A save and the side to look from, for each moment that is found."""
    match = Match.start(game, "learning", "screens")
    me, rng, began = sides_of(match)[0], random.Random(game), time.monotonic()
    tests: dict[str, Callable[[Decision], bool]] = {"move": is_move, "combat": is_combat}
    first = (match.save(), me)
    found = {"start": first} if "start" in wanted else {}
    for _ in range(LONGEST):
        if match.result is not None or time.monotonic() - began > PATIENCE:
            break
        for seat, decision in list(match.decisions.items()):
            for name, test in tests.items():
                if name in wanted and name not in found and seat == me and test(decision):
                    found[name] = (match.save(), me)
        seat, decision = next(iter(match.decisions.items()))
        match.choose(decision.sample(rng), seat)
    if match.result is not None and "result" in wanted:
        found["result"] = (match.save(), me)
    if "bot" in wanted:
        found["bot"] = found.get("move") or first
    return found


def kept(game: str, wanted: list[str], folder: Path, keep: bool) -> dict[str, tuple[bytes, str]]:
    """The moments of last time, or found anew and written down for the next."""
    here = {moment: sorted(folder.glob(f"{game}-{moment}-*.save")) for moment in wanted}
    if keep and any(here.values()):
        return {moment: (files[0].read_bytes(), files[0].stem.split("-", 2)[2]) for moment, files in here.items() if files}
    found = moments(game, wanted)
    folder.mkdir(parents=True, exist_ok=True)
    for moment, (saved, me) in found.items():
        (folder / f"{game}-{moment}-{me}.save").write_bytes(saved)
    return found


@contextmanager
def server(folder: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "grognard.server", "--no-browser", "--quiet", "--port", str(port), "--data", str(folder)]
    running = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")})
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(address, timeout=2).read()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        running.terminate()
        running.wait(10)


def load(address: str, saved: bytes, me: str) -> str:
    request = urllib.request.Request(f"{address}api/matches/load?me={me}", saved, {"content-type": "application/octet-stream"})
    with urllib.request.urlopen(request) as answer:
        return str(msgspec.json.decode(answer.read())["id"])


def touch_a_piece(page: Any) -> None:
    enter = "new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })"
    page.evaluate(f"() => document.querySelector('.pieces .can')?.dispatchEvent({enter})")
    page.wait_for_timeout(500)


def let_the_bot_move(page: Any) -> None:
    """Answer what is asked, whatever it is, until the other's moves are played back."""
    for _ in range(14):
        if page.locator(".step:visible").count():
            break
        page.evaluate(f"() => [{', '.join(map(repr, PRESSED))}].map(one => document.querySelector(one)).find(Boolean)?.click()")
        page.wait_for_timeout(500)


ACTS: dict[str, Callable[[Any], None]] = {
    "move": touch_a_piece,
    "bot": let_the_bot_move,
    "result": lambda page: page.wait_for_timeout(2500),
}


def take(browser: Any, address: str, match: str, moment: str, size: str, theme: str, file: Path) -> None:
    wide, high = map(int, size.split("x"))
    phone = {"has_touch": wide < 500, "is_mobile": wide < 500}
    context = browser.new_context(base_url=address, viewport={"width": wide, "height": high}, color_scheme=theme, **phone)
    context.add_init_script(
        "localStorage.setItem('grognard.pace', 'slow'); localStorage.setItem('grognard.alone', 'no');"
        f"for (const game of {list(GAMES)!r}) localStorage.setItem('grognard.guided.' + game, 'yes');"
    )
    page = context.new_page()
    page.goto(f"/#/match/{match}")
    page.wait_for_selector(".decision .question")
    page.wait_for_timeout(2200)
    if moment in ACTS:
        ACTS[moment](page)
    file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=file)
    context.close()


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--games", default=",".join(GAMES))
    read.add_argument("--sizes", default=",".join(SIZES))
    read.add_argument("--themes", default="light,dark")
    read.add_argument("--moments", default=",".join(MOMENTS))
    read.add_argument("--out", type=Path, default=ROOT / "build" / "screens" / "tour")
    read.add_argument("--keep", action="store_true", help="the positions of last time")
    asked = read.parse_args()
    from playwright.sync_api import sync_playwright

    chromium = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=ARGS)
        for game in asked.games.split(","):
            found = kept(game, asked.moments.split(","), asked.out.parent / "moments", asked.keep)
            for moment in asked.moments.split(","):
                if moment not in found:
                    print(f"{game}: no {moment} in the learning scenario")
                    continue
                for theme in asked.themes.split(","):
                    for size in asked.sizes.split(","):
                        match = load(address, *found[moment])
                        take(browser, address, match, moment, size, theme, asked.out / f"{game}-{moment}-{size}-{theme}.png")
            print(game, ", ".join(found))
        browser.close()


if __name__ == "__main__":
    main()
