"""Mallory opened the match. He splits Victor's side into two seats while it runs, and a friend (or he himself) sits down in the second."""

from __future__ import annotations

from sqlalchemy import update

from grognard.server.schema import clocks
from server.attacks.test_rating_without_playing import played_once, seat
from server.clubbing import two_at_a_table


def split(person, row, **seats):
    return person.post(f"/api/matches/{row['id']}/split", {"seats": seats})


def test_nobody_splits_the_side_of_another(house):
    mallory, _victor, row = two_at_a_table(house, "duel")
    answer = split(mallory, row, red="red", blue="blue", spy="blue")
    assert answer.status_code == 403 and "sits there" in answer.text, answer.text
    assert set(mallory.get(f"/api/matches/{row['id']}").json()["seats"]) == {"red", "blue"}


def test_a_rated_match_does_not_end_unrated_because_the_loser_sat_down_over_there(house):
    mallory, victor, row = two_at_a_table(house)
    played_once(mallory, victor, row)
    split(mallory, row, red="red", blue="blue", spy="blue")
    seat(mallory, row, "spy", "sit")
    assert mallory.get(f"/api/matches/{row['id']}").json()["terms"].get("rated", True)


def test_his_own_side_is_his_to_split_and_an_empty_one_too(house):
    mallory, _victor, row = two_at_a_table(house, "duel")
    assert split(mallory, row, Ney="red", Erlon="red", blue="blue").status_code == 200
    empty = mallory.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    assert split(mallory, empty, red="red", Wellington="blue", Uxbridge="blue").status_code == 200


def test_nor_takes_seats_of_another_together(house):
    mallory, victor = house.join("Mallory"), house.join("Victor")
    seats = {"red": {"kind": "me"}, "north": {"kind": "open"}, "south": {"kind": "open"}}
    row = mallory.start("duel", split={"red": "red", "north": "blue", "south": "blue"}, seats=seats)
    victor.follow(mallory.invite(row, "south"))
    assert split(mallory, row, red="red", north="blue").status_code == 403


def test_a_side_is_split_by_those_who_sit_there(house):
    _mallory, victor, row = two_at_a_table(house, "duel")
    assert split(victor, row, red="red", Wellington="blue", Uxbridge="blue").status_code == 200
    assert split(victor, row, Ney="red", Wellington="blue", Uxbridge="blue").status_code == 403
    assert split(house.join("Cid"), row, red="red", blue="blue").status_code == 404


def test_a_new_seat_has_no_new_clock(house):
    """His time is nearly up: he calls his seat by another name."""
    mallory, umpire, victor = house.join("Mallory"), house.join("Umpire"), house.join("Victor")
    row = umpire.start("counting", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}}, clock={"hours": 10, "back": 0, "then": "lose"})
    mallory.follow(umpire.invite(row, "red")), victor.follow(umpire.invite(row, "blue"))
    played_once(mallory, victor, row)
    own = (clocks.c.match == row["id"]) & (clocks.c.seat == "red")
    house.house.store.submit(lambda connection: connection.execute(update(clocks).where(own).values(left=3600, since=""))).result()
    assert split(umpire, row, Ney="red", Erlon="red", blue="blue").status_code == 200
    left = {seat: round(clock.left / 3600) for seat, clock in house.house.clocks.load(row["id"]).items()}
    assert left == {"Ney": 1, "Erlon": 1, "blue": 10}
