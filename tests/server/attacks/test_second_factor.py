"""Mallory knows Ann's password. Her second factor stands before him: he guesses, looks over her shoulder, and asks who has one."""

from __future__ import annotations

import pyotp

from grognard.server.club import second
from server.clubbing import Person, club

PASSWORD = "correct horse"


def ann_with_a_phone(house):
    ann = house.join("Ann")
    key = ann.post("/api/account/second/begin", {"password": PASSWORD}).json()["secret"]
    phone = pyotp.TOTP(key)
    ann.post("/api/account/second/confirm", {"code": phone.at(int(second.time.time()))})
    return ann, phone


def log_in(house, code, password=PASSWORD):
    return Person(house, "Ann").post("/api/login", {"name": "Ann", "password": password, "code": code})


def test_guessing_codes_is_slow(tmp_path):
    with club(tmp_path) as house:
        ann_with_a_phone(house)
        house.house.rates.rates["name"] = (10.0, 10 / 300)
        answers = [log_in(house, f"{n:06}").status_code for n in range(12)]
        assert answers[:8] == [401] * 8 and 429 in answers, "ten tries, then minutes of waiting: a million codes are out of reach"


def test_a_code_seen_over_her_shoulder_is_used_up(tmp_path, monkeypatch):
    with club(tmp_path) as house:
        monkeypatch.setattr(second.time, "time", lambda: 1_800_000_000.0)
        _, phone = ann_with_a_phone(house)
        monkeypatch.setattr(second.time, "time", lambda: 1_800_000_300.0)
        code = phone.at(1_800_000_300)
        assert log_in(house, code).status_code == 200
        assert log_in(house, code).status_code == 401


def test_without_the_password_nobody_learns_who_has_a_second_factor(tmp_path):
    with club(tmp_path) as house:
        ann_with_a_phone(house)
        house.join("Ben")
        told = [Person(house, "").post("/api/login", {"name": name, "password": "wrong horse", "code": "123456"}) for name in ("Ann", "Ben", "Nobody")]
        assert len({answer.text for answer in told}) == 1 and {answer.status_code for answer in told} == {401}


def test_an_open_browser_does_not_switch_it_off_or_take_the_account(tmp_path):
    with club(tmp_path) as house:
        ann, _ = ann_with_a_phone(house)
        for path in ("/api/account/second/end", "/api/account/delete"):
            assert ann.post(path, {"password": "guess"}).status_code == 401
            assert ann.post(path, {"password": PASSWORD}).status_code == 401, "the password alone is not enough"
            assert ann.post(path, {"password": PASSWORD, "code": "000000"}).status_code == 401
        assert ann.get("/api/account/second").json()["on"]
