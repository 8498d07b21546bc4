"""The match is over, and everybody may look from every seat. Blue's staff still whispers: Mallory sits down there and listens."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_looking_from_a_seat_is_not_sitting_in_it(house):
    mallory, victor, row = two_at_a_table(house, "duel", public=True)
    friend = house.join("Friend")
    friend.follow(victor.invite(row, "blue"))
    with victor.at(row, "blue") as blue, friend.at(row, "blue") as other:
        assert blue.ask("resign")["kind"] == "done"
        with mallory.at(row, "red") as red:
            assert red.ask("sit", seat="blue")["kind"] == "scene"
            assert blue.ask("say", text="I had the ace all the time", to=["blue"])["kind"] == "done"
            assert blue.ask("say", text="well played")["kind"] == "done"
            other.settle()
            red.settle()
            heard = " ".join(red.frames)
            assert "well played" in heard and "ace" not in heard
            assert "ace" in " ".join(other.frames)
