"""Mallory has lost, nearly: he invites a second account of his to his seat, and goes. Or lets his time run out, where the seat is open then."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import played_once, rating, seat
from server.clubbing import two_at_a_table
from server.test_club_play import until


def records(house, name):
    return house.house.ratings.profile(name).records


def test_who_hands_his_seat_over_shares_the_loss(house):
    ann, mallory, row = two_at_a_table(house)
    played_once(ann, mallory, row)
    puppet = house.join("Puppet")
    puppet.follow(mallory.invite(row, "blue"))
    assert seat(mallory, row, "blue", "leave").status_code == 200
    with puppet.at(row, "blue") as blue:
        blue.ask("resign")
    until(lambda: records(house, "ben"))
    assert records(house, "ben")[0].lost == 1
    assert 0 < rating(house, "Ben") < rating(house, "Ann")


def test_but_not_the_victory(house):
    ann, ben, row = two_at_a_table(house)
    played_once(ann, ben, row)
    house.join("Cid").follow(ben.invite(row, "blue"))
    assert seat(ben, row, "blue", "leave").status_code == 200
    with ann.at(row, "red") as red:
        red.ask("resign")
    until(lambda: records(house, "cid"))
    assert not records(house, "ben")


def test_who_is_back_in_his_seat_has_it_once(house):
    ann, ben, row = two_at_a_table(house)
    played_once(ann, ben, row)
    cid = house.join("Cid")
    cid.follow(ben.invite(row, "blue"))
    assert seat(ben, row, "blue", "leave").status_code == 200
    ben.follow(cid.invite(row, "blue"))
    with ben.at(row, "blue") as blue:
        blue.ask("resign")
    until(lambda: records(house, "ben"))
    assert records(house, "ben")[0].lost == records(house, "cid")[0].lost == 1


def test_time_that_runs_out_into_an_open_seat_is_no_escape(house):
    ann, mallory, row = two_at_a_table(house, clock={"hours": 1, "back": 0, "then": "vacant"})
    played_once(ann, mallory, row)
    with ann.at(row, "red") as red:
        assert red.choose(1)["kind"] == "done"
        house.client.blocking_portal.call(house.house.rounds.time_is_up, house.hall.live_table(row["id"]), "blue")
        assert ann.get(f"/api/matches/{row['id']}").json()["seats"]["blue"].get("people", []) == []
        cid = house.join("Cid")
        cid.follow(ann.invite(row, "blue"))
        with cid.at(row, "blue") as blue:
            blue.ask("resign")
    until(lambda: records(house, "ben"))
    assert records(house, "ben")[0].lost == 1 and rating(house, "Ben") < rating(house, "Ann")


def test_nor_where_a_bot_plays_it_to_its_end(house):
    ann, mallory, row = two_at_a_table(house, clock={"hours": 1, "back": 0, "then": "vacant"})
    played_once(ann, mallory, row)
    with ann.at(row, "red") as red:
        assert red.choose(3)["kind"] == "done"
        house.client.blocking_portal.call(house.house.rounds.time_is_up, house.hall.live_table(row["id"]), "blue")
        assert seat(ann, row, "blue", "bot", bot="random").status_code == 200
        for total in (13, 17, 21):
            until(lambda: red.settle() or "decision" in red.scene)
            assert red.choose(total - int(red.scene["status"][0].split()[1]))["kind"] == "done"
            red.settle()
        assert red.scene["over"]
    until(lambda: records(house, "ben"))
    assert records(house, "ben")[0].lost == 1 and rating(house, "Ann") > 0, "she won, though nobody sat there any more"
