"""When a match is over every seat may be looked from. Mallory ends it, looks at Victor's hand, and takes the end back."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import rating
from server.clubbing import two_at_a_table
from server.test_club_play import until


def to_the_end(red, blue):
    """Red has the last word: 3 and 1, five times over, make 20 and Red adds the last."""
    for n in range(10):
        who, other = (red, blue) if n % 2 == 0 else (blue, red)
        assert who.choose(3 if n % 2 == 0 else 1)["kind"] == "done"
        who.settle(), other.settle()
    assert red.choose(1)["kind"] == "done"
    red.settle()
    assert red.scene["over"]


def test_who_ended_it_does_not_undo_that(house):
    mallory, victor, row = two_at_a_table(house)
    with mallory.at(row, "red") as red, victor.at(row, "blue") as blue:
        to_the_end(red, blue)
        assert red.ask("sit", seat="blue")["kind"] == "scene", "all is open now"
        red.ask("sit", seat="red")
        for turn in (False, True):
            answer = red.ask("undo", turn=turn)
            assert answer["kind"] == "refused" and "over" in answer["refusals"][0]["why"], answer
        blue.settle()
        assert blue.scene["over"]


def test_what_all_roll_back_after_its_end_is_rated_once(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        to_the_end(red, blue)
        until(lambda: house.house.ratings.profile("ann").records)
        first = rating(house, "Ann")
        assert first > 0
        assert red.ask("offer", what="roll_back", n=5)["kind"] == "done"
        blue.settle()
        assert blue.ask("answer", what="roll_back", yes=True)["kind"] == "done"
        until(lambda: ann.get(f"/api/matches/{row['id']}").json()["terms"].get("rated", True) is False)
        assert "over" in ann.get(f"/api/matches/{row['id']}").json()["terms"]["unrated"]
        blue.settle()
        assert blue.ask("resign")["kind"] == "done"
        until(lambda: house.house.ratings.profile("ben").records and house.house.ratings.profile("ben").records[0].lost)
        assert house.house.ratings.profile("ann").records[0].rating == first
