"""Notices by mail: one a turn, to who is not there, by a real SMTP line; and what follows when nobody takes it."""

from __future__ import annotations

import socketserver
import threading
import time

import pytest

from grognard.server.club.notices import Notice, mail
from grognard.server.club.settings import Mail
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
            assert person.post("/api/settings", {"mail": address}).status_code == 200
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
        ben.post("/api/settings", {"mail": "ben@example.org"})
        with ann.at(row) as red:
            assert red.choose(1)["kind"] == "done"
        assert until(lambda: house.house.notices.sent["failed"] == 1)
