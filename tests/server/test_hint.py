"""What would my staff do? The bot's choice with its reason, by what the seat knows; nothing is chosen."""

from __future__ import annotations

import pytest

from grognard.server.thinking import Thinkers
from server.helping import HOT, seated, serving, start

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")


@pytest.mark.parametrize("game", GAMES)
def test_the_staff_of_every_game_tells_what_and_why_and_chooses_nothing(tmp_path, game):
    with serving(tmp_path) as client:
        row = start(client, game, seed="1")
        with seated(client, row) as me:
            me.settle()
            before = dict(me.scene)
            said = me.ask("hint")
            assert said["kind"] == "hint", said
            assert said["number"] == before["decision"]["number"] and said["reasons"], said
            assert before["decision"]["form"] == "draft" or said["choices"][0]["label"]
            assert me.ask("check", value=said["value"]).get("refusals", []) == []
            assert me.ask("look")["scene"] == before


def test_who_is_not_asked_gets_no_advice(tmp_path):
    with serving(tmp_path) as client:
        row = start(client, "counting", seats=HOT)
        with seated(client, row, "blue") as blue:
            said = blue.ask("hint")
            assert said["kind"] == "refused" and "not asked" in said["refusals"][0]["why"]


def test_a_worker_gives_it_and_its_refusal_comes_home(tmp_path):
    thinkers = Thinkers(workers=1, seconds=0.05)
    with serving(tmp_path, thinkers) as client:
        row = start(client, "pog", seats={"ap": {"kind": "bot"}, "cp": {"kind": "me"}})
        with seated(client, row) as me:
            me.settle()
            assert me.ask("hint")["kind"] == "hint"
            assert me.choose(me.ask("hint")["value"])["kind"] == "done"
