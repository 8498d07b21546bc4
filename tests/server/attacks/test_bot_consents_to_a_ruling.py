"""Mallory opens a rated match, lets a bot sit in the empty seat, rules with its consent that he is nearly there, and lets Victor sit down."""

from __future__ import annotations

from server.helping import Player

MINE = {"red": {"kind": "me"}, "blue": {"kind": "open"}}


def settled(player: Player) -> None:
    """What was said before is done, or refused."""
    player.hear_until("pong", re=player.say("ping"))


def test_a_ruling_to_which_only_bots_agreed_is_not_rated(house):
    mallory, victor = house.join("Mallory"), house.join("Victor")
    row = mallory.start("counting", scenario="long", public=True, seats=MINE)
    assert row["terms"].get("rated", True)
    seat = f"/api/matches/{row['id']}/seat"
    with mallory.at(row, "red") as red:
        assert mallory.post(seat, {"seat": "blue", "do": "bot", "bot": "random"}).status_code == 200
        red.say("offer", what="correct", patch={"total": 5}, why="So it stood when we stopped.")
        settled(red)
        assert mallory.post(seat, {"seat": "blue", "do": "vacate"}).status_code == 200
    assert victor.post(seat, {"seat": "blue", "do": "sit"}).status_code == 200
    terms = victor.get(f"/api/matches/{row['id']}").json()["terms"]
    assert not terms.get("rated", True) and "bot" in terms["unrated"], terms


def test_going_back_with_a_bots_consent_is_not_rated_either(house):
    """He would throw until the dice please him."""
    mallory = house.join("Mallory")
    row = mallory.start("counting", scenario="long", public=True, seats=MINE)
    with mallory.at(row, "red") as red:
        red.say("choose", number=0, value=1)
        red.hear_until("done")
        assert mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "bot", "bot": "random"}).status_code == 200
        red.say("offer", what="roll_back", n=0)
        settled(red)
    assert not mallory.get(f"/api/matches/{row['id']}").json()["terms"].get("rated", True)


def test_what_two_people_agree_upon_stays_rated(house):
    mallory, victor = house.join("Mallory"), house.join("Victor")
    row = mallory.start("counting", scenario="long", public=True, seats=MINE)
    victor.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "sit"})
    with mallory.at(row, "red") as red, victor.at(row, "blue") as blue:
        red.say("offer", what="correct", patch={"total": 5}, why="So it stood when we stopped.")
        offer = blue.hear_until("offers")["offers"][0]
        blue.say("answer", what="correct", yes=True, mark=offer["mark"])
        settled(blue)
    assert mallory.get(f"/api/matches/{row['id']}").json()["terms"].get("rated", True)
