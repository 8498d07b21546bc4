"""Who watches sees the match later than it is played. Mallory watches his own from a second account: what the two offer each other says where it stands."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_a_late_watcher_hears_of_no_offer(house):
    ann, ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5)
    with house.guest().at(row) as early, ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        red.choose(1), blue.settle()
        red.ask("offer", what="correct", patch={"total": 7}, why="The total of turn 12 was wrong.")
        blue.settle(), early.settle()
        assert blue.last["offers"]["offers"], "those who play read it"
        with house.guest().at(row) as late:
            late.settle()
            assert not any("turn 12" in frame or "offers" in frame for player in (early, late) for frame in player.frames)
