"""Ney and Soult are one side; Ney would resign, Soult not yet. The enemy reads the frames."""

from __future__ import annotations

SPLIT = {"ney": "red", "soult": "red", "blue": "blue"}


def test_the_enemy_hears_nothing_of_a_partners_wish_to_resign(house):
    ann, ben, eve = house.join("Ann"), house.join("Ben"), house.join("Eve")
    row = ann.start("counting", split=SPLIT, seats={"ney": {"kind": "me"}, "soult": {"kind": "open"}, "blue": {"kind": "open"}})
    ben.follow(ann.invite(row, "soult"))
    eve.follow(ann.invite(row, "blue"))
    with ann.at(row, "ney") as ney, ben.at(row, "soult") as soult, eve.at(row, "blue") as blue:
        blue.settle()
        assert ney.ask("resign")["kind"] == "done"
        soult.settle()
        assert soult.last["offers"]["offers"][0]["what"] == "resign"
        blue.settle()
        assert "offers" not in blue.last or blue.last["offers"]["offers"] == []
        assert soult.ask("answer", what="resign", yes=False)["kind"] == "done"
        blue.settle()
        assert "agree" not in str(blue.last.get("note"))
