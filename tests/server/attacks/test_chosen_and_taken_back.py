"""Mallory chooses and takes back, all night, by a program: every deed is a row on the disk. And he talks as much."""

from __future__ import annotations

from grognard.server.club import chat
from server.clubbing import two_at_a_table


def test_deeds_have_a_measure(house):
    mallory, _victor, row = two_at_a_table(house, "counting", scenario="long")
    house.house.rates.rates |= {"deed": (6.0, 0.001)}
    with mallory.at(row, "red") as red:
        kinds = []
        for _ in range(5):
            kinds += [red.ask("choose", number=0, value=1)["kind"], red.ask("undo")["kind"]]
        assert kinds[:6] == ["done"] * 6 and "done" not in kinds[6:]
        assert red.ask("ping")["kind"] == "pong", "he may look on"
    assert house.hall.store.count(row["id"]) <= 6


def test_of_a_long_talk_the_end_is_kept(house, monkeypatch):
    monkeypatch.setattr(chat, "KEPT", 10)
    monkeypatch.setattr(chat, "SWEPT", 4)
    ann, ben, row = two_at_a_table(house)
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        for n in range(40):
            red.ask("say", text=f"line {n}")
        assert blue.ask("ping")["kind"] == "pong"
    assert 10 <= house.house.chats.count() <= 14
    assert house.house.chats.lines(row["id"])[-1].text == "line 39"
