"""What the table weighs and how quick it is, measured in Chromium without a graphics processor.

    python tools/weigh.py                      a table of figures, as docs/performance.md has them
    python tools/weigh.py --game nlc --choices 60

Cold is the first visit of a browser, warm the second; usable means that a question is asked and the map is painted. The line of
150 ms is one that Chromium slows down. "Main thread" is its processor time, which a busy machine disturbs less. A choice is
timed from the click to the new position on the screen, against a bot that answers at once.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from screens import ARGS, server

SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_500_000, "uploadThroughput": 750_000}
USABLE = "() => document.querySelector('.decision.mine .question') && document.querySelector('.port.painted')"
CHOOSE = """async (n) => {
    const { table } = grognard, asked = table.decision;
    if (!asked) { await new Promise((on) => setTimeout(on, 50)); return -1; }
    const all = asked.options ?? [], whole = asked.whole?.[0]?.value ?? [];
    const one = all[(n * 7) % Math.max(1, all.length)];
    const value = asked.form === 'draft' ? (asked.complete ? (asked.items ?? []).map((item) => item.value) : whole) : one.value;
    const at = table.at, began = performance.now();
    await table.choose(value);
    while (table.at === at && performance.now() - began < 5000) await new Promise((on) => setTimeout(on, 2));
    await new Promise((on) => requestAnimationFrame(on));
    return Math.max(window.__shown, began) - began;
}"""


def begin(address: str, game: str, scenario: str) -> str:
    sides = next(one for one in get(f"{address}api/games") if one["name"] == game)
    names = list(next(one for one in sides["scenarios"] if one["name"] == scenario)["sides"])
    seats = {side: {"kind": "me"} if n == 0 else {"kind": "bot", "bot": "random"} for n, side in enumerate(names)}
    wish = msgspec.json.encode({"game": game, "scenario": scenario, "seats": seats, "seed": "1"})
    request = urllib.request.Request(f"{address}api/matches", wish, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(msgspec.json.decode(answer.read())["id"])


def get(address: str) -> Any:
    with urllib.request.urlopen(address) as answer:
        return msgspec.json.decode(answer.read())


def visit(context: Any, path: str, *, slow: bool = False) -> tuple[str, Any]:
    """Requests, bytes over the line, time until it is usable, and what the main thread did for it; and the page."""
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    line.send("Performance.enable")
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
    seen: dict[str, bool] = {}
    weight = [0]
    line.on("Network.requestWillBeSent", lambda told: seen.setdefault(told["requestId"], False))
    line.on("Network.requestServedFromCache", lambda told: seen.__setitem__(told["requestId"], True))
    line.on("Network.responseReceived", lambda told: seen.__setitem__(told["requestId"], kept(seen, told)))
    line.on("Network.loadingFinished", lambda told: weight.__setitem__(0, weight[0] + int(told["encodedDataLength"])))
    page.goto(path)
    page.wait_for_function(USABLE, timeout=60000, polling=5)
    usable = page.evaluate("performance.now()") / 1000
    busy = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}["TaskDuration"]
    page.wait_for_timeout(800)  # what comes after it is counted too
    asked = sum(not known for known in seen.values())
    return f"{asked}, {weight[0] / 1000:.0f} kB, {usable:.2f} s, {busy:.2f} s", page


def kept(seen: dict[str, bool], told: Any) -> bool:
    """It came out of the browser's own store."""
    return seen.get(told["requestId"], False) or bool(told["response"].get("fromDiskCache"))


def percentile(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))] if found else 0.0


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--game", default="pog")
    read.add_argument("--scenario", default="learning")
    read.add_argument("--choices", type=int, default=40)
    asked = read.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address, sync_playwright() as running:
        path = f"/#/match/{begin(address, asked.game, asked.scenario)}"
        browser = running.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
        context = browser.new_context(base_url=address, viewport={"width": 1366, "height": 768})
        context.add_init_script("localStorage.setItem('grognard.pace', 'none')")
        rows: list[tuple[str, str]] = []
        for name, slow in (("cold", False), ("warm", False), ("warm, 150 ms line", True)):
            found, page = visit(context, path, slow=slow)
            rows.append((f"{name}: requests, bytes, usable, main thread", found))
            page.close()
        _, page = visit(context, path)
        times: list[float] = []
        for n in range(6 * asked.choices):
            took = page.evaluate(CHOOSE, n)
            times += [took] if took >= 0 else []
            if len(times) == asked.choices or page.locator(".decision .scores").count():
                break
        median, slowest = percentile(times, 0.5), percentile(times, 0.95)
        rows.append((f"a choice, {len(times)} of them: median, p95", f"{median:.0f} ms, {slowest:.0f} ms"))
        browser.close()
    print(f"{asked.game} {asked.scenario}, load {os.getloadavg()[0]:.1f}\n\n| | |\n|---|---|")
    for row in rows:
        print("| {} | {} |".format(*row))


if __name__ == "__main__":
    main()
