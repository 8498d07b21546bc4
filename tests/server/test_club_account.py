"""One's own account: where it is logged in, its second factor, all that it holds, and its end."""

from __future__ import annotations

import pyotp
import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import select

from grognard.server.club import second
from grognard.server.schema import chat, members, users
from server.clubbing import Person, club, two_at_a_table

PROOF = {"password": "correct horse"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


@pytest.fixture
def hours(monkeypatch):
    """A clock in our hands: half minutes pass when we say so."""
    at = [1_800_000_000.0]
    monkeypatch.setattr(second.time, "time", lambda: at[0])
    return at


def with_second_factor(ann: Person, hours: list[float]) -> tuple[pyotp.TOTP, list[str]]:
    key = ann.post("/api/account/second/begin", PROOF).json()
    device = pyotp.TOTP(key["secret"])
    codes = ann.post("/api/account/second/confirm", {"code": device.at(int(hours[0]))}).json()["codes"]
    return device, codes


def log_in(house, code: str = "", password: str = "correct horse"):
    person = Person(house, "Ann")
    return person, person.post("/api/login", {"name": "Ann", "password": password, "code": code})


def test_sessions_are_listed_and_ended(house):
    ann = house.join("Ann")
    desk, phone = Person(house, "Ann"), Person(house, "Ann")
    desk.post("/api/login", {"name": "Ann", "password": "correct horse"}, **{"user-agent": FIREFOX})
    phone.post("/api/login", {"name": "Ann", "password": "correct horse"}, **{"user-agent": PHONE})
    listed = ann.get("/api/account/sessions").json()
    assert {one["device"] for one in listed} >= {"Firefox on Linux", "Safari on iPhone"}
    assert sum(one.get("this", False) for one in listed) == 1
    lost = next(one["id"] for one in listed if one["device"] == "Safari on iPhone")
    assert ann.post("/api/account/sessions/end", {"id": lost}).status_code == 204
    assert "name" not in phone.get("/api/me").json() and desk.get("/api/me").json()["name"] == "Ann"
    assert ann.post("/api/account/sessions/end", {"id": lost}).status_code == 400
    assert ann.post("/api/account/sessions/end", {}).status_code == 204
    assert "name" not in desk.get("/api/me").json() and ann.get("/api/me").json()["name"] == "Ann"


def test_nobody_ends_anothers_session(house):
    ann, ben = house.join("Ann"), house.join("Ben")
    mine = ann.get("/api/account/sessions").json()[0]["id"]
    assert ben.post("/api/account/sessions/end", {"id": mine}).status_code == 400
    assert ann.get("/api/me").json()["name"] == "Ann"
    assert house.guest().get("/api/account/sessions").status_code == 401


def test_a_login_asks_for_the_code_after_the_right_password(house, hours):
    ann = house.join("Ann")
    device, _ = with_second_factor(ann, hours)
    assert ann.get("/api/account/second").json() == {"on": True, "paper": 10}
    hours[0] += 60
    _, wrong = log_in(house, device.at(int(hours[0])), "wrong horse")
    _, nobody = log_in(house, "", "wrong horse")
    assert wrong.json() == nobody.json() and wrong.status_code == 401  # nothing tells who has a second factor
    _, asked = log_in(house)
    assert asked.status_code == 401 and "second factor" in asked.json()["error"]["what"]
    assert log_in(house, "000000")[1].status_code == 401
    assert log_in(house, device.at(int(hours[0])))[1].status_code == 200


def test_a_code_is_good_once_and_for_a_minute_and_a_half(house, hours):
    device, _ = with_second_factor(house.join("Ann"), hours)
    hours[0] += 120
    code = device.at(int(hours[0]))
    assert log_in(house, code)[1].status_code == 200
    assert log_in(house, code)[1].status_code == 401  # who looked over her shoulder is late
    late = device.at(int(hours[0]) + 30)
    hours[0] += 30 + 60
    assert log_in(house, late)[1].status_code == 401
    assert log_in(house, device.at(int(hours[0]) - 30))[1].status_code == 200


def test_codes_on_paper_are_good_once_each(house, hours):
    ann = house.join("Ann")
    _, codes = with_second_factor(ann, hours)
    assert len(set(codes)) == 10
    again, answer = log_in(house, codes[3].upper())
    again.csrf = answer.json()["csrf"]
    assert answer.status_code == 200 and log_in(house, codes[3])[1].status_code == 401
    assert again.get("/api/account/second").json()["paper"] == 9
    with house.hall.store.engine.connect() as connection:
        kept = connection.execute(select(users.c.second)).scalar_one()
    assert all(code not in kept for code in codes)


def test_a_second_factor_begins_and_ends_with_proof(house, hours):
    ann = house.join("Ann")
    assert ann.post("/api/account/second/begin", {"password": "wrong horse"}).status_code == 401
    assert ann.post("/api/account/second/confirm", {"code": "123456"}).status_code == 401
    phone = Person(house, "Ann")
    phone.log_in()
    _, codes = with_second_factor(ann, hours)
    assert "name" not in phone.get("/api/me").json()  # others are logged out as it begins
    assert ann.post("/api/account/second/begin", {**PROOF, "code": codes[0]}).status_code == 400
    assert ann.post("/api/account/second/end", PROOF).status_code == 401
    assert ann.post("/api/account/second/end", {**PROOF, "code": codes[1]}).status_code == 204
    assert log_in(house)[1].status_code == 200


def test_everything_that_is_mine_is_one_file_and_nothing_else(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row, "red") as hers, ben.at(row, "blue") as his:
        hers.say("say", text="the left flank holds")
        hers.hear_until("chat")
        his.say("say", text="so it does")
        hers.hear_until("chat")
    mine = ann.get("/api/account/everything")
    assert "attachment" in mine.headers["content-disposition"]
    told = mine.json()
    assert told["name"] == "Ann" and told["matches"][0]["seat"] == "red" and told["opened"][0]["id"] == row["id"]
    assert [line["text"] for line in told["chat"]] == ["the left flank holds"]
    assert "argon2" not in mine.text and house.guest().get("/api/account/everything").status_code == 401


def test_who_goes_takes_only_what_is_his(house):
    ann, ben, row = two_at_a_table(house)
    alone = ann.start("counting")
    with ann.at(row, "red") as hers:
        hers.say("say", text="farewell")
        hers.hear_until("chat")
    assert ann.post("/api/account/delete", {"password": "wrong horse"}).status_code == 401
    with ann.at(row, "red") as open_line:
        assert ann.post("/api/account/delete", PROOF).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            for _ in range(10):
                open_line.socket.receive_json()
    assert ann.log_in().status_code == 401 and "name" not in ann.get("/api/me").json()
    seen = ben.get(f"/api/matches/{row['id']}").json()
    assert seen["seats"]["red"]["kind"] == "open" and not seen.get("owner")
    assert ben.get(f"/api/matches/{alone['id']}").status_code == 404
    with house.hall.store.engine.connect() as connection:
        assert [tuple(line) for line in connection.execute(select(chat.c.who, chat.c.text))] == [("somebody who has left", "")]
        assert list(connection.execute(select(members.c.user).where(members.c.match == alone["id"]))) == []
    assert house.join("Ann").get("/api/matches").json() == []  # the name is free; whoever takes it has nothing of hers
