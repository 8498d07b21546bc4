"""Mail, by a real SMTP line: one notice a turn to who is not there, one reminder, links to new passwords; and when nobody takes it."""

from __future__ import annotations

import socketserver
import threading
import time

import msgspec
import pytest

from grognard.server.club.notices import Notice, mail
from grognard.server.club.settings import Mail
from grognard.server.club.signing import BadToken
from grognard.server.schema import users
from server.clubbing import club, two_at_a_table


class Post:
    """The smallest mail server that smtplib talks to."""

    def __init__(self) -> None:
        letters = self.letters = []

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                while line := self.rfile.readline():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        letter = b""
                        while (line := self.rfile.readline()) != b".\r\n":
                            letter += line
                        letters.append(letter.decode())
                    self.wfile.write(b"250 good\r\n" if word != b"QUIT" else b"221 bye\r\n")
                    if word == b"QUIT":
                        return

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.settings = Mail("127.0.0.1", "club@example.org", self.server.server_address[1], encryption="none")


@pytest.fixture
def post():
    made = Post()
    yield made
    made.server.shutdown()
    made.server.server_close()


def until(what, seconds=10.0):
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.02)
    return what()


def test_who_is_away_gets_one_letter_a_turn(tmp_path, post):
    with club(tmp_path, mail=post.settings) as house:
        ann, ben, row = two_at_a_table(house, "fog")
        for person, address in ((ann, "ann@example.org"), (ben, "ben@example.org")):
            assert person.post("/api/settings", {"mail": address, "password": "correct horse"}).status_code == 200
        with ben.at(row) as blue:
            blue.choose("SECRETmill"), blue.settle()
            blue.choose("done"), blue.settle()
            assert until(lambda: post.letters)
        with ann.at(row) as red, ben.at(row) as blue:  # both are there: no letters
            red.choose(1), red.settle()
            blue.settle(), blue.choose("done"), blue.settle()
        time.sleep(0.3)
    assert len(post.letters) == 1 and "ann@example.org" in post.letters[0] and "your turn as Red" in post.letters[0] and "SECRET" not in post.letters[0]


def test_titles_cannot_write_headers(post):
    words = "x"
    mail(post.settings, "ann@example.org", Notice("id", "A\nBcc: everybody@example.org", "fog", "1", "red", "Ann", "http://x", words, words))
    head = post.letters[0].split("\r\n\r\n")[0]
    assert "Bcc:" not in [line.split(" ")[0] for line in head.split("\r\n")]


def test_addresses_that_are_none(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        for bad in ("x", "a@b@c", "a b@c", "a@b\nBcc: c", "@@"):
            assert ann.post("/api/settings", {"mail": bad}).status_code == 400, bad


def test_a_mail_server_that_is_gone_harms_nobody(tmp_path, post):
    post.server.shutdown()
    post.server.server_close()
    with club(tmp_path, mail=post.settings) as house:
        ann, ben, row = two_at_a_table(house)
        ben.post("/api/settings", {"mail": "ben@example.org", "password": "correct horse"})
        with ann.at(row) as red:
            assert red.choose(1)["kind"] == "done"
        assert until(lambda: house.house.notices.sent["failed"] == 1)


# ------------------------------------------------------------------ reminders


def test_who_was_told_and_does_not_come_is_reminded_once(tmp_path, post):
    with club(tmp_path, mail=post.settings, remind_hours=1.0) as house:
        ann, ben, row = two_at_a_table(house)
        ben.post("/api/settings", {"mail": "ben@example.org", "password": "correct horse"})
        with ann.at(row) as red:
            red.choose(1), red.settle()
            assert until(lambda: len(post.letters) == 1)
            notices, rounds = house.house.notices, house.house.rounds
            remind = lambda: house.client.blocking_portal.call(rounds._remind)  # noqa: E731
            remind()
            time.sleep(0.2)
            assert len(post.letters) == 1, "the hour is not over"
            notices.settings = msgspec.structs.replace(notices.settings, remind_hours=1e-9)
            remind(), remind()
            assert until(lambda: len(post.letters) == 2) and "still your turn as Blue" in post.letters[1]
            time.sleep(0.2)
            assert len(post.letters) == 2 and notices.forgetful() == []
        with ben.at(row) as blue:
            blue.choose(1), blue.settle()
    assert len(post.letters) == 2


def test_who_came_and_whose_turn_is_over_are_not_reminded(tmp_path, post):
    with club(tmp_path, mail=post.settings, remind_hours=1e-9) as house:
        ann, ben, row = two_at_a_table(house)
        ben.post("/api/settings", {"mail": "ben@example.org", "password": "correct horse"})
        with ann.at(row) as red:
            red.choose(1), red.settle()
            assert until(lambda: len(post.letters) == 1)
        with ben.at(row) as blue:  # he looks, and thinks on
            blue.settle()
        time.sleep(0.1)
        assert house.house.notices.forgetful() == []
        with ann.at(row) as red, ben.at(row) as blue:
            blue.choose(1), blue.settle(), red.settle()
        house.client.blocking_portal.call(house.house.rounds._remind)
        time.sleep(0.2)
    assert len(post.letters) == 1


# ------------------------------------------------------------------ forgotten passwords


def link_in(letter):
    return letter.replace("=\r\n", "").replace("=3D", "=").split("#/reset/")[1].split()[0]


def with_mail(house, name="Ann"):
    person = house.join(name)
    assert person.post("/api/settings", {"mail": f"{name.lower()}@example.org", "password": "correct horse"}).status_code == 200
    return person


def test_a_link_by_mail_gives_one_new_password(tmp_path, post):
    with club(tmp_path, mail=post.settings) as house:
        ann = with_mail(house)
        assert house.guest().get("/api/me").json()["mails"] is True
        assert house.guest().post("/api/forgotten", {"name": "  ANN"}).status_code == 204
        assert until(lambda: post.letters) and "ann@example.org" in post.letters[0]
        token = link_in(post.letters[0])
        for bad in (token[:-1], token + "x", token.split(".")[0], "", "x.y", token.swapcase()):
            assert house.guest().post("/api/reset", {"token": bad, "new": "battery staple"}).status_code in (400, 404), bad
        assert house.guest().post("/api/reset", {"token": token, "new": "short"}).status_code == 400
        assert house.guest().post("/api/reset", {"token": token, "new": "battery staple"}).status_code == 204
        assert ann.get("/api/settings").status_code == 401, "who was logged in is logged out"
        assert ann.log_in().status_code == 401 and ann.log_in("battery staple").status_code == 200
        again = house.guest().post("/api/reset", {"token": token, "new": "third password"})
        assert again.status_code == 404 and "not valid, or no longer" in again.json()["error"]["what"]
        assert ann.log_in("battery staple").status_code == 200


def test_links_end_after_an_hour_with_the_account_and_are_for_nothing_else(tmp_path, post):
    with club(tmp_path, mail=post.settings) as house:
        ann = with_mail(house)
        forgotten, accounts = house.house.forgotten, house.house.accounts
        user = accounts._user(users.c.key == "ann")
        late = forgotten.token(user, seconds=-1)
        good = forgotten.token(user)
        assert house.guest().post("/api/reset", {"token": late, "new": "battery staple"}).status_code == 404
        assert ann.post("/api/join", {"token": good}).status_code == 404, "it is no invitation"
        invitation = house.house.companies.invite(accounts.named("Ann"), None, "", 1)
        assert house.guest().post("/api/reset", {"token": invitation, "new": "battery staple"}).status_code == 404
        accounts.set_flags(user["id"], closed=True)
        assert house.guest().post("/api/reset", {"token": good, "new": "battery staple"}).status_code == 404
        house.guest().post("/api/forgotten", {"name": "Ann"})
        time.sleep(0.2)
    assert post.letters == []


def test_two_at_once_with_one_link(tmp_path, post):
    with club(tmp_path, mail=post.settings) as house:
        with_mail(house)
        forgotten = house.house.forgotten
        token = forgotten.token(house.house.accounts._user(users.c.key == "ann"))
        results = []

        def use(word):
            try:
                forgotten.reset(token, word)
                results.append(word)
            except BadToken:
                results.append("")

        threads = [threading.Thread(target=use, args=(f"password {n}",)) for n in range(6)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        assert sum(map(bool, results)) == 1, results


def test_asking_tells_nothing_about_who_is_here(tmp_path, post):
    with club(tmp_path, mail=post.settings) as house:
        with_mail(house)
        house.join("Ben")  # has no address
        answers = [house.guest().post("/api/forgotten", {"name": name}) for name in ("Ann", "Ben", "Nobody", "a" * 60)]
        assert {(one.status_code, one.content, frozenset(one.headers) - {"date"}) for one in answers} == {
            (204, b"", frozenset(answers[0].headers) - {"date"})
        }
        assert until(lambda: post.letters) and len(post.letters) == 1
        house.house.rates.rates["forgotten"] = (2.0, 0.0)
        house.house.rates._buckets.clear()
        for name in ("Ann", "Nobody"):  # the limit is the same for a name that nobody has
            house.house.rates._buckets.clear()
            codes = [house.guest().post("/api/forgotten", {"name": name}).status_code for _ in range(3)]
            assert codes == [204, 204, 429]
    with club(tmp_path) as house:
        assert house.guest().post("/api/forgotten", {"name": "Ann"}).status_code == 400, "this club sends no mail"


def test_a_new_address_needs_the_password(tmp_path, post):
    """Else a browser that somebody left open would be enough to get the account for good."""
    with club(tmp_path, mail=post.settings) as house:
        ann = with_mail(house)
        assert ann.post("/api/settings", {"mail": "thief@example.org"}).status_code == 400
        assert ann.post("/api/settings", {"mail": "thief@example.org", "password": "guess"}).status_code == 401
        assert ann.get("/api/settings").json()["mail"] == "ann@example.org"
        assert ann.post("/api/settings", {"mail": "ann@example.org", "forced": True}).status_code == 200
        assert ann.post("/api/settings", {"mail": ""}).status_code == 200
