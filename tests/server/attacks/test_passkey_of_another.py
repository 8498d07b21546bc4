"""Mallory has seen Ann's browser talk, copied her key, or lured her to a page of his own: no passkey opens the door for him."""

from __future__ import annotations

import pytest

from server.clubbing import club

pytest.importorskip("webauthn")

from server.authenticator import Device
from server.test_club_passkeys import NAMED, PROOF, by_key, with_key


@pytest.fixture
def house(tmp_path):
    with club(tmp_path, url=NAMED) as made:
        yield made


def test_what_was_signed_once_opens_once(house):
    _, device, _ = with_key(house)
    stranger = house.guest()
    asked = stranger.post("/api/passkey/begin", {}).json()
    body = {"token": asked["token"], "credential": device.sign(asked["options"])}
    assert stranger.post("/api/passkey/login", body).status_code == 200
    assert house.guest().post("/api/passkey/login", body).status_code == 404, "he recorded it, and plays it again"


def test_a_signature_for_another_question_is_none(house):
    _, device, _ = with_key(house)
    first, second = (house.guest().post("/api/passkey/begin", {}).json() for _ in range(2))
    body = {"token": second["token"], "credential": device.sign(first["options"])}
    assert house.guest().post("/api/passkey/login", body).status_code == 401


def test_a_signature_from_a_page_of_his_own_is_none(house):
    _, device, _ = with_key(house)
    device.origin = "http://localhost.evil.example"
    assert by_key(house, device)[1].status_code == 401


def test_a_copy_of_the_key_is_noticed(house):
    _, device, _ = with_key(house)
    assert by_key(house, device, count=7)[1].status_code == 200
    assert by_key(house, device, count=5)[1].status_code == 401, "it counts backwards: there are two of it"


def test_his_own_key_under_her_number_opens_nothing(house):
    _, device, _ = with_key(house)
    forged = Device(NAMED)
    forged.id, forged.user = device.id, device.user
    assert by_key(house, forged)[1].status_code == 401


def test_a_device_that_asked_nobody_is_not_enough(house):
    *_, answer = with_key(house, verified=False)
    assert answer.status_code == 400
    _, device, _ = with_key(house, "Ben")
    device.verified = False
    assert by_key(house, device)[1].status_code == 401


def test_an_open_browser_makes_no_passkey_without_the_password(house):
    ann = house.join("Ann")
    assert ann.post("/api/account/passkeys/begin", {"password": "wrong horse"}).status_code == 401
    mallory, device = house.join("Mallory"), Device(NAMED)
    asked = mallory.post("/api/account/passkeys/begin", PROOF).json()
    answer = ann.post("/api/account/passkeys", {"token": asked["token"], "credential": device.make(asked["options"])})
    assert answer.status_code == 404, "nor is a question to Mallory answered for Ann"


def test_the_door_tells_nobody_who_has_a_passkey(house):
    with_key(house)
    one, two = (house.guest().post("/api/passkey/begin", {}).json()["options"] for _ in range(2))
    assert "allowCredentials" not in one or not one["allowCredentials"]
    assert one["challenge"] != two["challenge"] and one.keys() == two.keys()
    house.house.accounts.set_flags(house.house.accounts.named("Ann").id, closed=True)
    assert by_key(house, Device(NAMED))[1].json() == by_key(house, Device(NAMED))[1].json()


def test_whose_account_is_closed_stays_outside(house):
    _, device, _ = with_key(house)
    house.house.accounts.set_flags(house.house.accounts.named("Ann").id, closed=True)
    assert by_key(house, device)[1].status_code == 401
