"""Accounts, sessions, invitations: what is let in, and what is not, however it is tried."""

from __future__ import annotations

import statistics
import time

import pytest
from argon2 import PasswordHasher
from litestar.datastructures import Headers
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import select

from grognard import __version__
from grognard.server.club.limits import RATES, Rates, TooOften
from grognard.server.club.signing import BadToken, Signer
from grognard.server.logs import crossed_out
from grognard.server.schema import sessions, users
from server.clubbing import HOME, Person, club, two_at_a_table


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


def test_registering_logging_in_and_out(house):
    ann = house.join("Ann")
    assert ann.get("/api/me").json()["name"] == "Ann"
    assert ann.post("/api/logout").status_code == 200
    assert "name" not in ann.get("/api/me").json()
    assert ann.log_in("wrong").status_code == 401
    assert ann.log_in().status_code == 200 and ann.get("/api/me").json()["csrf"] == ann.csrf
    again = house.guest()
    for name in ("ann", " ANN ", "\uff21nn"):  # nobody is called nearly like somebody else
        assert again.post("/api/register", {"name": name, "password": "long enough"}).status_code == 409
    for name in ("", "<b>", "a\u0000b", "x" * 31, " ", "-"):
        assert again.post("/api/register", {"name": name, "password": "long enough"}).status_code in (400, 409), name
    assert again.post("/api/register", {"name": "Zoe", "password": "short"}).status_code == 400


def test_passwords_and_sessions_are_not_in_the_database(house):
    ann = house.join("Ann", "open sesame please")
    with house.hall.store.engine.connect() as connection:
        everything = str(list(connection.execute(select(users)))) + str(list(connection.execute(select(sessions))))
    assert "$argon2id$" in everything and "sesame" not in everything
    assert all(value not in everything for value in ann.cookies.values())


def test_the_cookie_is_out_of_reach(tmp_path):
    with club(tmp_path) as house:
        answer = house.guest().post("/api/register", {"name": "Ann", "password": "correct horse"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie and "path=/" in cookie
    with club(tmp_path / "tls", url="https://club.example.org") as house:
        given = {"host": "club.example.org", "origin": "https://club.example.org"}
        answer = house.client.post("/api/register", json={"name": "Ann", "password": "correct horse"}, headers=given)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-grognard=") and "Secure" in cookie
        assert answer.headers["strict-transport-security"] and "wss://club.example.org" in answer.headers["content-security-policy"]


def test_a_login_ends_the_session_that_was_there_before(house):
    """Session fixation: whatever token a browser brings, a login gives it another."""
    ann = house.join("Ann")
    old = dict(ann.cookies)
    planted = Person(house, "Ann")
    planted.cookies = {"grognard": "planted-by-eve"}
    planted.log_in()
    assert planted.cookies["grognard"] not in ("planted-by-eve", old["grognard"])
    eve = house.guest()
    eve.cookies = {"grognard": "planted-by-eve"}
    assert "name" not in eve.get("/api/me").json()
    ann.log_in()
    stale = house.guest()
    stale.cookies = old
    assert "name" not in stale.get("/api/me").json()


def test_a_new_password_ends_all_other_sessions(house):
    ann = house.join("Ann")
    phone = Person(house, "Ann")
    phone.log_in()
    assert ann.post("/api/password", {"old": "wrong one", "new": "another horse"}).status_code == 401
    assert ann.post("/api/password", {"old": "correct horse", "new": "another horse"}).status_code == 204
    assert ann.get("/api/me").json()["name"] == "Ann" and "name" not in phone.get("/api/me").json()
    assert phone.log_in().status_code == 401 and phone.log_in("another horse").status_code == 200


def test_nothing_changes_without_the_word_of_our_own_pages(house):
    ann = house.join("Ann")
    right = ann.csrf
    for wrong in ("", "0" * 40, right[:-1], right.upper(), house.join("Ben").csrf):
        ann.csrf = wrong
        for path, body in (("/api/matches", {"game": "duel"}), ("/api/settings", {}), ("/api/logout", {}), ("/api/join", {"token": "x"}), ("/api/invitations", {})):
            answer = ann.post(path, body)
            assert answer.status_code == 403, (path, wrong)
    ann.csrf = right
    assert ann.post("/api/matches", {"game": "duel"}).status_code == 201
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8765"):
        assert ann.post("/api/matches", {"game": "duel"}, origin=origin).status_code == 403
        assert house.guest().post("/api/login", {"name": "Ann", "password": "correct horse"}, origin=origin).status_code == 403


def test_another_sites_page_gets_no_line(house):
    ann, _, row = two_at_a_table(house)
    headers = {**ann._headers(), "origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect) as closed, house.client.websocket_connect(f"/api/matches/{row['id']}/live", headers=headers):
        pass
    assert closed.value.code == 4403


def test_who_logs_out_hears_nothing_more(house):
    ann, _, row = two_at_a_table(house)
    with ann.at(row) as red:
        assert ann.post("/api/logout").status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            red.hear_until("never said")
    assert closed.value.code == 4401


# ------------------------------------------------------------------ enumeration


def test_a_login_says_and_takes_the_same_whether_the_name_exists_or_not(house):
    house.join("Ann")
    house.house.accounts.hasher = PasswordHasher(time_cost=2, memory_cost=8 * 1024, parallelism=1)
    house.house.accounts.set_password(1, "correct horse")
    house.house.accounts._nobody = house.house.accounts.hasher.hash("x")
    person, took = house.guest(), {}
    answers = set()
    for name in ("Ann", "Nobody at all"):
        times = []
        for _ in range(9):
            began = time.process_time()
            answer = person.post("/api/login", {"name": name, "password": "wrong password"})
            times.append(time.process_time() - began)
            answers.add((answer.status_code, answer.text))
        took[name] = statistics.median(times)
    assert len(answers) == 1
    fast, slow = sorted(took.values())
    assert slow < 3 * fast + 0.02, took  # both hash a password


def test_a_closed_account_looks_like_a_wrong_password(house):
    ann = house.join("Ann")
    house.house.accounts.set_flags(1, closed=True)
    house.house.forget_sessions()
    assert "name" not in ann.get("/api/me").json()
    wrong, closed = Person(house, "Nobody").log_in(), ann.log_in()
    assert wrong.status_code == closed.status_code == 401 and wrong.text == closed.text
    assert house.join("Ben").get("/api/people/Ann").status_code == 404


# ------------------------------------------------------------------ tokens


def test_tokens_cannot_be_changed_lengthened_or_used_elsewhere(house):
    ann, _, row = two_at_a_table(house, "duel")
    eve = house.join("Eve")
    token = ann.invite(row, "-")
    data, mac = token.split(".")
    for bad in (data, mac, f"{mac}.{data}", token + "A", token[:-1], "A" + token, token.upper(), f"{data}.", f".{mac}", "", ".", "..", "a.b.c",
                data[:-2] + "AA." + mac, token + "=", f"{data}=.{mac}", "x" * 900, "ü.ü", token.replace(".", ".."), f" {token}"):  # fmt: skip
        if bad != token:
            assert eve.post("/api/join", {"token": bad}).status_code == 404, bad
    other = Signer(b"another key").sign("invitation", {"id": "x", "match": row["id"], "seat": "red"})
    assert eve.post("/api/join", {"token": other}).status_code == 404
    mine = house.house.signer
    assert eve.post("/api/join", {"token": mine.sign("csrf", {"id": "x", "match": row["id"], "seat": "red"})}).status_code == 404
    assert eve.post("/api/join", {"token": mine.sign("invitation", {"id": "unknown", "match": row["id"], "seat": "red"})}).status_code == 404
    assert eve.follow(token)["id"] == row["id"]
    assert house.join("Fay").post("/api/join", {"token": token}).status_code == 404, "good for one"
    eve.follow(ann.invite(row, "-"))
    with pytest.raises(BadToken):
        mine.read("invitation", token + "x", dict)


def test_a_link_is_good_for_as_many_as_it_says(house):
    ann, _, row = two_at_a_table(house)
    token = ann.invite(row, "-", uses=2)
    codes = [house.join(name).post("/api/join", {"token": token}).status_code for name in ("Cat", "Dan", "Eve")]
    assert codes == [200, 200, 404]
    assert house.guest().post("/api/join", {"token": token}).status_code == 401


def test_a_club_of_invited_people(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        row = ann.start(seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        to_club = ann.post("/api/invitations").json()["link"].rsplit("/", 1)[1]
        to_seat = ann.invite(row, "blue")
    with club(tmp_path, registration="invited") as house:
        new = house.guest()
        assert new.post("/api/register", {"name": "Ben", "password": "correct horse"}).status_code == 403
        assert new.post("/api/register", {"name": "Ben", "password": "correct horse", "invitation": "x.y"}).status_code == 404
        assert new.post("/api/register", {"name": "Ben", "password": "correct horse", "invitation": to_club}).status_code == 201
        assert house.guest().post("/api/register", {"name": "Cat", "password": "correct horse", "invitation": to_club}).status_code == 404
        dan = Person(house, "Dan")
        dan.csrf = dan.post("/api/register", {"name": "Dan", "password": "correct horse", "invitation": to_seat}).json()["csrf"]
        assert dan.follow(to_seat)["seats"]["blue"]["people"] == ["Dan"]
    with club(tmp_path, registration="closed") as house:
        assert house.guest().post("/api/register", {"name": "Eve", "password": "correct horse", "invitation": to_club}).status_code == 403


# ------------------------------------------------------------------ how often


def test_guessing_passwords_is_slow(house):
    house.join("Ann")
    house.house.rates.rates.update(login=RATES["login"], name=RATES["name"])
    eve = house.guest()
    codes = [eve.post("/api/login", {"name": "Ann", "password": f"guess {n}"}).status_code for n in range(14)]
    assert codes[:10] == [401] * 10 and codes[-1] == 429


def test_rates_fill_up_again_and_forget():
    rates = Rates({"login": (2, 1000.0)})
    rates.take("login", "x"), rates.take("login", "x")
    time.sleep(0.02)
    rates.take("login", "x")
    strict = Rates({"login": (1, 0.0)})
    strict.take("login", "a")
    strict.take("login", "b")
    with pytest.raises(TooOften):
        strict.take("login", "a")


def test_frames_and_requests_are_counted(house):
    ann, _, row = two_at_a_table(house)
    with ann.at(row) as red:
        house.house.rates.rates["frame"] = (5, 0.0)
        answers = [red.ask("ping")["kind"] for _ in range(8)]
        assert answers[0] == "pong" and answers[-1] == "refused"
    house.house.rates.rates["change"] = (0, 0.0)
    assert ann.post("/api/matches", {"game": "duel"}).status_code == 429


def test_the_proxys_word_about_addresses_counts_only_if_there_is_one(tmp_path):
    class Request:
        def __init__(self, forwarded):
            self.headers = Headers({"x-forwarded-for": forwarded})
            self.client = type("Client", (), {"host": "10.0.0.1"})()

    with club(tmp_path) as house:
        assert house.house.address(Request("1.2.3.4")) == "10.0.0.1"
        house.house.settings.behind_proxy = True
        assert house.house.address(Request("6.6.6.6, 1.2.3.4")) == "1.2.3.4"


# ------------------------------------------------------------------ logs


def test_logs_hold_no_secrets():
    for words, hidden in (
        ('{"name": "Ann", "password": "sesame"}', "sesame"), ("cookie: grognard=abcdef; x=1", "abcdef"), ("X-CSRF: 123abc", "123abc"),
        ("postgresql://club:hunter2@db/x", "hunter2"), ("GET http://h/#/join/eyJpZCI6.abc-_x", "eyJpZCI6"), ("token=abc.def", "abc.def"),
    ):  # fmt: skip
        assert hidden not in crossed_out(words) and "***" in crossed_out(words)
    assert crossed_out("match abc: a rule broke") == "match abc: a rule broke"


def test_health_and_metrics(house):
    ann, _, row = two_at_a_table(house)
    assert house.guest().get("/health").json() == {"ok": True, "version": __version__, "database": "sqlite"}
    with ann.at(row) as red:
        red.choose(1)
        told = house.guest().get("/metrics").text
    assert "grognard_live_matches 1" in told and "grognard_connections 1" in told and 'grognard_change_seconds_bucket{le="+Inf"}' in told
    assert "Ann" not in told
    assert house.guest().get("/metrics", **{"x-forwarded-for": "1.2.3.4"}).status_code == 404
    assert house.client.get("/health", headers={"host": "evil.example"}).status_code == 403 and HOME
