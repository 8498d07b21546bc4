"""Mallory opens a rated match, sits on both sides, looks at both hands, leaves one, and lets Victor sit down there."""

from __future__ import annotations

BOTH = {"red": {"kind": "me"}, "blue": {"kind": "me"}}


def test_who_sat_on_both_sides_plays_no_rated_match(house):
    mallory, victor = house.join("Mallory"), house.join("Victor")
    row = mallory.start("duel", seats=BOTH, rated=True)
    assert row["terms"]["rated"] is False and "more than one side" in row["terms"]["unrated"]
    mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"})
    seen = victor.follow(mallory.invite(row, "blue"))
    assert seen["terms"]["rated"] is False and "more than one side" in seen["terms"]["unrated"]


def test_who_comes_to_know_the_other_side_later_makes_it_unrated_before_all_eyes(house):
    """In a game without secrets he may sit down there: the match says at once that it counts no more."""
    mallory, victor = house.join("Mallory"), house.join("Victor")
    row = mallory.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, public=True)
    assert row["terms"].get("rated", True)
    mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "sit"})
    mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"})
    seen = victor.follow(mallory.invite(row, "blue"))
    assert seen["terms"]["rated"] is False and "more than one side" in seen["terms"]["unrated"]
