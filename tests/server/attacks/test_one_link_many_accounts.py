"""Mallory has one link that is good for one person, and registers as many accounts by it as he likes."""

from __future__ import annotations

from server.clubbing import club


def register(house, name, token):
    person = house.guest()
    person.name = name
    answer = person.post("/api/register", {"name": name, "password": "correct horse", "invitation": token})
    if answer.status_code == 201:
        person.csrf = answer.json()["csrf"]
    return answer.status_code, person


def test_a_link_to_a_seat_makes_one_account_which_sits_there(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        row = ann.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        token = ann.invite(row, "blue")
        house.house.settings.registration = "invited"
        status, ben = register(house, "Ben", token)
        assert status == 201 and ben.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["people"] == ["Ben"]
        assert ben.follow(token)["id"] == row["id"], "his browser follows the link once more"
        assert [register(house, f"Mallory {n}", token)[0] for n in range(3)] == [404, 404, 404]


def test_a_name_that_is_taken_does_not_use_up_the_link(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        token = ann.post("/api/invitations").json()["link"].rsplit("/", 1)[1]
        house.house.settings.registration = "invited"
        assert register(house, "Ann", token)[0] in (400, 409)
        assert register(house, "Ben", token)[0] == 201
        assert register(house, "Cid", token)[0] == 404
