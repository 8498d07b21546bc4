"""The browser's tests: a real server in a process of its own, a real Chromium, and hands that touch what glows."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.kernel.proof.leaving import WITH_PARENT

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "build" / "screens"
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]
FRESH = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}"""
ARGS += ["--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))  # a browser on a busy machine; the summary names who was tried again


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        paths = [str(ROOT / "tests"), str(ROOT / "tests" / "kernel"), str(ROOT / "tests" / "browser"), str(ROOT / "src")]
        env = os.environ | {"GROGNARD_PLUGINS": "show_games", "PYTHONPATH": os.pathsep.join(paths)}
        env["GROGNARD_SCENARIOS"] = str(self.folder / "scenarios")
        command = [
            sys.executable,
            "-m",
            "grognard.server",
            "--no-browser",
            "--quiet",
            "--port",
            str(self.port),
            "--data",
            str(self.folder),
        ]
        self.log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command, env=env, stdout=self.log, stderr=self.log, **WITH_PARENT)
        for _ in range(300):
            try:
                urllib.request.urlopen(self.address, timeout=2).read()
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None
            self.log.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("grognard"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")  # no longer: its event loop would stand in the way of the server's tests
def chromium():
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install chromium to run the browser's tests")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install grognard[dev]")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def wide() -> dict:
    """How the window is: tests for phones and for the dark say otherwise."""
    return {"viewport": {"width": 1280, "height": 800}, "accept_downloads": True}


@pytest.fixture(scope="module")
def windows(chromium, server):
    """A browser's profile for each kind of window, kept for a file: what it has loaded once it need not load for every test."""
    kept: dict[str, object] = {}

    def window(wide: dict):
        kind = repr(sorted(wide.items()))
        if kind not in kept:
            kept[kind] = context = chromium.new_context(base_url=server.address, **wide)
            context.set_default_timeout(45000)
            context.add_init_script("localStorage.setItem('grognard.pace', 'none')")
        return kept[kind]

    yield window
    for context in kept.values():
        context.close()


@pytest.fixture
def page(windows, wide):
    context = windows(wide)
    made = context.new_page()
    made.goto("/health")  # a page without a script, where what an earlier test has left behind is cleared away
    made.evaluate(FRESH)
    context.clear_cookies()
    troubles: list[str] = []
    made.on("pageerror", lambda error: troubles.append(str(error)))
    made.on("console", lambda said: troubles.append(said.text) if said.type == "error" and not _expected(said.text) else None)
    yield made
    for each in context.pages:
        each.close()
    assert not troubles, troubles


def _expected(words: str) -> bool:
    """The browser itself writes a line for every 404, for an IPv6 source in the policy, for a worker's script while the server is gone."""
    return bool(re.search(r"when fetching the script|status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ws://\[::1\]", words))
