"""Mallory wants a better rating than he deserves: he lets the best bot win for him, or is gone (or his opponent is) before he has lost."""

from __future__ import annotations

from server.clubbing import two_at_a_table
from server.test_club_play import until


def seat(person, row, name, do, **more):
    return person.post(f"/api/matches/{row['id']}/seat", {"seat": name, "do": do, **more})


def rating(house, name, game="counting"):
    records = house.join(f"Who asks about {name}").get(f"/api/people/{name}").json().get("records", [])
    return next((one.get("rating", 0) for one in records if one["game"] == game), 0)


def played_once(ann, ben, row):
    """Both have made a choice: the match is under way."""
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        assert red.choose(3)["kind"] == "done"
        blue.settle()
        assert blue.choose(3)["kind"] == "done"


def test_what_a_bot_wins_is_nobodys_rating(house):
    ann, mallory, row = two_at_a_table(house)
    played_once(ann, mallory, row)
    assert seat(mallory, row, "blue", "bot").status_code == 200
    with ann.at(row, "red") as red:
        red.ask("resign")
    until(lambda: house.house.ratings.profile("ann").records)
    assert house.house.ratings.profile("ann").records[0].lost == 1
    assert rating(house, "Ann") == rating(house, "Ben") == 0, "a bot sat there when it was won"


def test_what_a_bot_loses_counts_all_the_same(house):
    ann, mallory, row = two_at_a_table(house)
    played_once(ann, mallory, row)
    assert seat(mallory, row, "blue", "bot").status_code == 200
    assert seat(mallory, row, "blue", "sit").status_code == 200
    with mallory.at(row, "blue") as blue:
        blue.ask("resign")
    until(lambda: house.house.ratings.profile("ben").records)
    assert rating(house, "Ann") > 0, "who leaves his seat to a bot escapes nothing by it"


def test_nobody_walks_away_from_a_rated_match_under_way(house):
    ann, mallory, row = two_at_a_table(house)
    played_once(ann, mallory, row)
    answer = seat(mallory, row, "blue", "leave")
    assert answer.status_code == 403 and "resign" in answer.json()["error"]["what"]


def test_nor_sends_his_opponent_away(house):
    mallory, ben, row = two_at_a_table(house)
    played_once(mallory, ben, row)
    for do in ("dismiss", "vacate"):
        answer = seat(mallory, row, "blue", do, who="Ben")
        assert answer.status_code == 403, (do, answer.text)
    assert mallory.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["people"] == ["Ben"]


def test_before_the_first_choice_and_in_friendly_matches_everybody_may_go(house):
    ann, ben, row = two_at_a_table(house)
    assert seat(ben, row, "blue", "leave").status_code == 200
    friendly = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, rated=False)
    ben.follow(ann.invite(friendly, "blue"))
    played_once(ann, ben, friendly)
    assert seat(ann, friendly, "blue", "dismiss", who="Ben").status_code == 200


def test_a_substitute_may_take_over(house):
    ann, ben, row = two_at_a_table(house)
    played_once(ann, ben, row)
    cid = house.join("Cid")
    cid.follow(ben.invite(row, "blue"))
    assert seat(ben, row, "blue", "leave").status_code == 200


def test_in_a_tournament_people_play(house):
    ann, mallory = house.join("Ann"), house.join("Mallory")
    made = ann.post("/api/tournaments", {"game": "counting", "scenario": "learning", "kind": "knockout"}).json()
    for one in (ann, mallory):
        assert one.post(f"/api/tournaments/{made['id']}", {"do": "enter"}).status_code == 200
    ann.post(f"/api/tournaments/{made['id']}", {"do": "begin"})

    def pairing():
        return ann.get(f"/api/tournaments/{made['id']}").json()["played"][0][0]

    until(lambda: pairing().get("match"))
    row = mallory.get(f"/api/matches/{pairing()['match']}").json()
    mine = next(name for name, info in row["seats"].items() if info["people"] == ["Mallory"])
    answer = seat(mallory, row, mine, "bot")
    assert answer.status_code == 403 and "tournament" in answer.json()["error"]["what"]
