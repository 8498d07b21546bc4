"""What the club promises: two browsers on two accounts play a fogged match over a restart, a third watches, a webhook fires once a
turn, an umpire corrects a mistake, and everything is in the log."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pyotp
import pytest
from hands import expect, shot

from grognard.kernel import Match
from grognard.kernel.proof.leaving import WITH_PARENT
from grognard.server.store import Store

ROOT = Path(__file__).parents[2]
PASSWORD = "correct horse"


class ClubServer:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        (folder / "club.toml").write_text('name = "The Old Guard"\nregistration = "open"\nhooks_inside = true\n')
        paths = [str(ROOT / "tests"), str(ROOT / "tests" / "kernel"), str(ROOT / "tests" / "browser"), str(ROOT / "src")]
        self.env = os.environ | {"GROGNARD_PLUGINS": "club_games", "PYTHONPATH": os.pathsep.join(paths)}

    def start(self) -> None:
        words = [sys.executable, "-m", "grognard.cli.main", "serve", "--port", str(self.port), "--data", str(self.folder)]
        self.log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(words, env=self.env, stdout=self.log, stderr=self.log, **WITH_PARENT)
        for _ in range(300):
            try:
                assert json.load(urllib.request.urlopen(self.address + "health", timeout=2))["ok"]
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the club does not answer")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(15)
        self.log.close()


@pytest.fixture
def club(tmp_path):
    made = ClubServer(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def hook():
    told = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.told = told
    yield server
    server.shutdown()


class Visitor:
    """A browser of its own: another person at another screen."""

    def __init__(self, chromium, address: str) -> None:
        self.context = chromium.new_context(base_url=address, viewport={"width": 1280, "height": 800})
        self.context.set_default_timeout(45000)
        self.context.add_init_script("localStorage.setItem('grognard.pace', 'none')")
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def register(self, name: str) -> None:
        self.page.goto("/#/login")
        self.page.locator("#login-name").fill(name)
        self.page.locator("#login-password").fill(PASSWORD)
        self.page.locator("#register").click()
        expect(self.page.locator("#logout")).to_be_visible()

    def option(self, words: str) -> None:
        self.page.locator(".decision.mine .choices button.option", has_text=words).first.click()

    def asked(self, words: str) -> None:
        expect(self.page.locator(".decision.mine .question")).to_contain_text(words)

    def close(self) -> None:
        self.context.close()
        assert not self.troubles, self.troubles


def invitation(host: Visitor, seat: str) -> str:
    host.page.locator(f'[data-seat="{seat}"] [data-act="invite"]').click()
    link = host.page.locator("#invitation").input_value()
    host.page.locator("dialog button.go").click()
    return link


def test_a_fogged_match_over_a_restart_with_a_watcher_a_webhook_and_an_umpire(chromium, club, hook):
    una, ann, ben, guest = (Visitor(chromium, club.address) for _ in range(4))
    for visitor, name in ((una, "Una"), (ann, "Ann"), (ben, "Ben")):
        visitor.register(name)
    ann.page.goto("/#/settings")
    ann.page.locator("#set-webhook").fill(f"http://127.0.0.1:{hook.server_port}/hook")
    ann.page.locator("#keep").click()
    expect(ann.page.locator(".toast")).to_contain_text("Kept")

    # Una opens a public match with herself as umpire, and invites Ann and Ben
    una.page.goto("/#/")
    una.page.locator('[data-game="fog"]').click()
    for side in ("red", "blue"):
        una.page.locator(f'select[data-side="{side}"]').select_option("open")
    una.page.locator("#terms-public").check()
    una.page.locator("#terms-umpire").check()
    una.page.locator("#start").click()
    una.page.wait_for_url("**/#/match/*")
    match = una.page.url.rsplit("/", 1)[1]
    una.page.locator("#tab-button-company").click()
    ann.page.goto(invitation(una, "red"))
    ben.page.goto(invitation(una, "blue"))
    guest.page.goto("/#/lobby")
    guest.page.locator("#lobby a").first.click()

    # the first round: Blue hides, Red goes on; the watcher sees what is open
    ben.asked("Hide one where?")
    shot(ben.page, "club-blue")
    ben.option("SECRETmill")
    expect(ben.page.locator(".diary-lines")).to_contain_text("SECRETmill")
    ben.option("done")
    ann.asked("How far?")
    ann.option("2")
    expect(guest.page.locator(".diary-lines")).to_contain_text("Red goes to 2.")

    # the server stops and comes again: all lines are dialled anew, nothing is lost
    club.stop()
    expect(ann.page.locator(".line-down")).to_be_visible()
    club.start()
    expect(ben.page.locator(".line-down")).to_be_hidden()
    ben.asked("Hide one where?")
    ben.option("SECRETford")
    expect(ben.page.locator(".diary-lines")).to_contain_text("SECRETford")

    # the umpire sees all, and corrects a mistake
    expect(una.page.locator(".line-down")).to_be_hidden()
    una.page.reload()
    una.page.locator("#menu").click()
    una.page.locator("#correct").click()
    una.page.locator("dialog textarea").fill('{"gone": 1}')
    una.page.locator("dialog input").fill("Red counted wrong.")
    una.page.locator("dialog button.go").click()
    for visitor in (ann, ben, guest, una):
        expect(visitor.page.locator(".diary-lines")).to_contain_text("Red counted wrong.")
    shot(una.page, "club-umpire")

    # chat, and who is there
    ann.page.locator("#tab-button-company").click()
    ann.page.locator("#say").fill("Where are you, Ben?")
    ann.page.locator(".say button").click()
    ben.page.locator("#tab-button-company").click()
    expect(ben.page.locator("#talk")).to_contain_text("Where are you, Ben?")
    expect(ben.page.locator("#present")).to_contain_text("Ann")
    shot(ben.page, "club-people")

    # two more rounds, then it is over and all is open
    for number in ("1", "1"):
        ben.option("done")
        ann.asked("How far?")
        ann.option(number)
        ann.page.wait_for_timeout(200)
    for visitor in (ann, ben, guest):
        expect(visitor.page.locator(".decision .who")).to_have_text("The match is over")

    # nothing secret reached Ann or the watcher, not even in the text of the page
    for visitor in (ann, guest):
        assert "SECRET" not in visitor.page.evaluate("document.documentElement.innerText")
    assert [one["turn"] for one in hook.told] == ["Round 1", "Round 2", "Round 3"]
    assert all(one["to"] == "Ann" for one in hook.told)

    # the dice can be checked in the browser
    ben.page.goto(f"/#/dice/{match}")
    expect(ben.page.locator("#dice-told")).to_contain_text(re.compile("All is well: [1-9]"))
    shot(ben.page, "club-dice")
    for visitor in (una, ann, ben, guest):
        visitor.close()

    # everything is in the log
    club.stop()
    from server.fog import FOG

    store = Store(club.folder / "grognard.db")
    played = Match.load(store.load(match)[0], game=FOG)
    store.close()
    club.start()
    choices = [(entry[1], entry[2]) for entry in played.log if entry[0] == "c"]
    assert choices == [("blue", "SECRETmill"), ("blue", "done"), ("red", 2), ("blue", "SECRETford"), ("blue", "done"), ("red", 1), ("blue", "done"), ("red", 1)]
    assert [entry[1:3] for entry in played.log if entry[0] == "x"] == [("umpire", "Red counted wrong.")]
    assert played.marks == ["corrected by the umpire"] and played.result is not None


def test_offers_and_what_was_missed(chromium, club):
    ann, ben = Visitor(chromium, club.address), Visitor(chromium, club.address)
    ann.register("Ann"), ben.register("Ben")
    ann.page.goto("/#/")
    ann.page.locator('[data-game="counting"]').click()
    ann.page.locator('select[data-side="blue"]').select_option("open")
    ann.page.locator("#start").click()
    ann.page.wait_for_url("**/#/match/*")
    match = ann.page.url.rsplit("/", 1)[1]
    ann.page.locator("#tab-button-company").click()
    ben.page.goto(invitation(ann, "blue"))
    ann.asked("Add how much?")
    ann.option("1")
    ben.asked("Add how much?")
    ann.page.goto("/#/")  # away
    expect(ann.page.locator(".match-entry").first).to_be_visible()
    ben.option("2")
    expect(ben.page.locator(".decision .who")).to_have_text("Waiting")
    ann.page.goto(f"/#/match/{match}")
    expect(ann.page.locator("#since")).to_contain_text("1 moment since you last looked")
    ann.page.locator("#since button.go").click()
    expect(ann.page.locator(".replay")).to_be_visible()
    ann.page.locator("#replay-close").click()
    ann.page.locator("#menu").click()
    ann.page.locator(".popover.menu button", has_text="Offer a draw").click()
    expect(ben.page.locator('[data-offer="draw"]')).to_contain_text("offers a draw")
    shot(ben.page, "club-offer")
    ben.page.locator('[data-answer="yes"]').click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".decision .question")).to_have_text("A draw by agreement.")
    ben.page.goto("/#/people/Ann")
    for _ in range(20):  # the record is written soon after the end, not with it
        ben.page.reload()
        ben.page.wait_for_timeout(300)
        if "counting" in ben.page.locator("main, body").first.inner_text():
            break
    expect(ben.page.locator("table.sheet")).to_contain_text("counting")
    ann.close(), ben.close()


def test_a_side_with_several_commanders(chromium, club):
    ann = Visitor(chromium, club.address)
    ann.register("Ann")
    ann.page.goto("/#/")
    ann.page.locator('[data-game="counting"]').click()
    ann.page.locator('select[data-side="blue"]').select_option("open")
    ann.page.locator(".terms summary").click()
    ann.page.locator('[data-split="red"]').fill("Ney, Soult")
    ann.page.locator("#start").click()
    ann.page.wait_for_url("**/#/match/*")
    ann.page.locator("#tab-button-company").click()
    expect(ann.page.locator('[data-seat="Ney"]')).to_contain_text("Ann")
    expect(ann.page.locator('[data-seat="Soult"]')).to_contain_text("nobody yet")
    ann.asked("Add how much?")
    ann.close()


def test_an_umpire_hands_out_a_line_and_gives_a_side_other_commanders(chromium, club):
    una, ann = Visitor(chromium, club.address), Visitor(chromium, club.address)
    una.register("Una"), ann.register("Ann")
    una.page.goto("/#/")
    una.page.locator('[data-game="counting"]').click()
    for side in ("red", "blue"):
        una.page.locator(f'select[data-side="{side}"]').select_option("open")
    if not una.page.locator("#terms-umpire").is_visible():
        una.page.locator(".terms summary").click()
    una.page.locator("#terms-umpire").check()
    una.page.locator("#start").click()
    una.page.wait_for_url("**/#/match/*")
    una.page.locator("#tab-button-company").click()
    ann.page.goto(invitation(una, "red"))
    ann.asked("Add how much?")
    una.page.locator("#menu").click()
    una.page.locator("#hand-out").click()
    una.page.locator('dialog [data-to="red"]').check()
    una.page.locator("#hand-out-text").fill("Your scouts hear guns.")
    una.page.locator("dialog button.go").click()
    expect(ann.page.locator(".diary-lines")).to_contain_text("The umpire: Your scouts hear guns.")
    una.page.locator("#menu").click()
    una.page.locator("#split-sides").click()
    una.page.locator('dialog [data-side="red"]').fill("Ney, Soult")
    una.page.locator("dialog button.go").click()
    expect(una.page.locator('[data-seat="Ney"]')).to_contain_text("Ann")
    ann.option("2")
    expect(ann.page.locator(".decision .who")).to_have_text("Waiting")
    una.close(), ann.close()


def test_an_account_of_ones_own_and_a_tournament(chromium, club):
    """A second factor is set up and asked for; a tournament is opened, entered and begun."""
    ann, ben = Visitor(chromium, club.address), Visitor(chromium, club.address)
    ann.register("Ann"), ben.register("Ben")
    ann.page.goto("/#/settings")
    ann.page.locator("#second-factor summary").click()
    ann.page.locator("#second-password").fill(PASSWORD)
    ann.page.locator("#second-begin").click()
    phone = pyotp.TOTP(ann.page.locator("#second-key").inner_text().replace(" ", ""))
    ann.page.locator("#second-code").fill(phone.now())
    ann.page.locator("#second-confirm").click()
    paper = ann.page.locator("#paper-codes").inner_text().split()
    assert len(paper) == 10
    shot(ann.page, "second-factor")
    again = Visitor(chromium, club.address)
    again.page.goto("/#/login")
    again.page.locator("#login-name").fill("Ann")
    again.page.locator("#login-password").fill(PASSWORD)
    again.page.locator("#log-in").click()
    again.page.locator("#login-code").fill(paper[0])
    again.page.locator("#log-in").click()
    expect(again.page.locator("#logout")).to_be_visible()
    again.troubles.clear()  # the browser reports the 401 that asks for the code
    again.close()

    ann.page.goto("/#/tournaments")
    ann.page.locator("#new-tournament summary").click()
    ann.page.locator("#cup-game").select_option("fog")
    ann.page.locator("#cup-title").fill("Spring cup")
    ann.page.locator("#cup-open").click()
    ann.page.locator("#cup-enter").click()
    expect(ann.page.locator("#standings")).to_contain_text("Ann")
    ben.page.goto("/#/tournaments")
    ben.page.get_by_text("Spring cup").click()
    ben.page.locator("#cup-enter").click()
    expect(ben.page.locator("#standings")).to_contain_text("Ben")
    ann.page.locator("#cup-begin").click()
    expect(ann.page.get_by_text("Ann against Ben")).to_be_visible()
    shot(ann.page, "tournament")
    ann.page.get_by_text("to the match").click()
    ann.page.wait_for_selector(".decision .question")
    ann.close(), ben.close()
