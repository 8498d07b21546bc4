"""Mallory wants to be taken for Ann, or to spoil what others read: letters that look alike, that turn words around, or that nobody sees."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn", "\u0391nn", "\u1d00nn",  # Cyrillic, Greek, a phonetician's small capital
        "B\u0435n", "Be\u3164n", "Ben\u200b", "\u202enna",
        "\u0421\u043e\u0440",  # all Cyrillic, and reads "Cop"
    ],
)  # fmt: skip
def test_nobody_takes_a_name_that_reads_like_anothers(house, name):
    house.join("Ann")
    answer = house.guest().post("/api/register", {"name": name, "password": "correct horse"})
    assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("name", ["Ann", "Ánn", "Nguyễn", "Søren O'Neil-Ås", "Кутузов", "Βασίλης", "李小龙", "たなか花子", "von Zieten 2"])
def test_honest_names_of_all_the_world_are_taken(house, name):
    assert house.join(name).get("/api/me").json()["name"] == name


@pytest.mark.parametrize("title", ["x\u202ey", "bell\u0007", "a\u200bb", "\u3164\u2066"])
def test_titles_hold_nothing_that_cannot_be_seen(house, title):
    answer = house.join("Ann").post("/api/matches", {"game": "counting", "title": title})
    assert answer.status_code == 400 and "title" in answer.json()["error"]["what"]


def test_a_title_of_blanks_is_none(house):
    row = house.join("Ann").start("counting", title=" \n ")
    assert row["title"].strip()


@pytest.mark.parametrize(
    "settings",
    [
        {"webhook": "https://["}, {"webhook": "https://a\n.example/x"}, {"holidays": [["9999-99-99", "9999-99-99"]]},
        {"holidays": [["2027-02-02", "2027-01-01"]]}, {"mail": "a@b\u202e", "password": "correct horse"},
    ],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused_with_a_reason(house, settings):
    answer = house.join("Ann").post("/api/settings", settings)
    assert answer.status_code == 400 and answer.json()["error"]["what"].endswith(".")
