"""Mallory opens a rated match in which dice are typed in by hand, and throws sixes; nothing tells Victor."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_dice_by_hand_do_not_count_and_everybody_reads_it(house):
    _, victor, row = two_at_a_table(house, "duel", dice="by hand", rated=True)
    seen = victor.get(f"/api/matches/{row['id']}").json()
    assert seen["terms"]["dice"] == "by hand"
    assert seen["terms"]["rated"] is False and "by hand" in seen["terms"]["unrated"]


def test_a_position_of_ones_own_making_does_not_count_either(house):
    _, victor, row = two_at_a_table(house, "counting", situation={"total": 17}, rated=True)
    assert victor.get(f"/api/matches/{row['id']}").json()["terms"]["rated"] is False
