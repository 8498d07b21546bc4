"""Mallory is losing a rated match: a second account takes his seat, and he follows a link to watch it, so that he "sits there again"."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_who_left_his_seat_and_watches_has_lost_all_the_same(house):
    ann, mallory, row = two_at_a_table(house, scenario="long")
    puppet = house.join("Puppet")
    with ann.at(row, "red") as red:
        red.say("choose", number=0, value=1)
        red.hear_until("done")
        puppet.follow(mallory.invite(row, "blue"))
        assert mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"}).status_code == 200
        mallory.follow(ann.invite(row, "-"))
        with puppet.at(row, "blue") as blue:
            blue.say("resign")
            blue.hear_until("pong", re=blue.say("ping"))
    assert ann.get(f"/api/matches/{row['id']}").json()["over"]
    gone = house.house.companies.deserters(row["id"])
    assert [len(people) for people in gone.values()] == [1], "he watches; he does not sit there"
