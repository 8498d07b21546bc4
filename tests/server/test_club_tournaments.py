"""A tournament of people from its opening to its winner, by the requests that browsers make."""

from __future__ import annotations

import pytest

from server.clubbing import Club, club
from server.test_club_play import until


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


def opened(house: Club, *names: str, **wish):
    host = house.join("Host")
    made = host.post("/api/tournaments", {"game": "counting", "scenario": "learning", "title": "Spring cup", **wish})
    assert made.status_code == 201, made.text
    people = {name: house.join(name) for name in names}
    for person in people.values():
        assert act(person, made.json(), "enter").status_code == 200
    return host, people, made.json()


def act(person, cup, do):
    return person.post(f"/api/tournaments/{cup['id']}", {"do": do})


def seen(person, cup):
    return person.get(f"/api/tournaments/{cup['id']}").json()


def drawn(person, cup, n):
    """The n-th round, when its matches are set up."""

    def ready():
        played = seen(person, cup)["played"]
        return len(played) == n and all(one.get("match") or not one.get("second") for one in played[-1])

    until(ready)
    return seen(person, cup)["played"][-1]


def play(house, people, cup, pairing, loser=""):
    """One of the two resigns: the second, unless it is said who."""
    row = house.hall.store.row(pairing["match"])
    who = loser or pairing["second"]
    seat = next(seat for seat in row.seats if who in house.house.companies.company(row.id).sitting(seat))
    with people[who].at({"id": row.id}, seat) as player:
        player.ask("resign"), player.settle()


def test_a_swiss_from_the_first_round_to_its_winner(house):
    host, people, cup = opened(house, "Ann", "Ben", "Cid", rounds=2)
    assert act(people["Ann"], cup, "begin").status_code == 403
    assert act(host, cup, "begin").status_code == 200
    begun = seen(people["Ann"], cup)
    first = begun["played"][0]
    assert begun["phase"] == "running" and [bool(one.get("second")) for one in first] == [True, False]
    assert act(house.join("Late"), cup, "enter").status_code == 400
    play(house, people, cup, first[0])
    for pairing in (one for one in drawn(host, cup, 2) if one.get("second")):
        play(house, people, cup, pairing)
    until(lambda: seen(host, cup)["phase"] == "over")
    table = seen(host, cup)["standings"]
    assert sum(row.get("points", 0) for row in table) == 4 and table[0]["points"] == 2


def test_a_league_ends_when_everybody_has_met_everybody_though_one_goes(house):
    host, people, cup = opened(house, "Ann", "Ben", "Cid", kind="league", rounds=1)
    act(host, cup, "begin")
    met = []
    for n in (1, 2, 3):
        for pairing in (one for one in drawn(host, cup, n) if one.get("second")):
            met.append({pairing["first"], pairing["second"]})
            play(house, people, cup, pairing, loser=max(pairing["first"], pairing["second"]))
    until(lambda: seen(host, cup)["phase"] == "over")
    assert sorted(map(sorted, met)) == [["Ann", "Ben"], ["Ann", "Cid"], ["Ben", "Cid"]]
    assert [row["name"] for row in seen(host, cup)["standings"]] == ["Ann", "Ben", "Cid"]
    ladder = host.get("/api/ladder/counting").json()
    assert [row["name"] for row in ladder] == ["Ann", "Ben", "Cid"] and ladder[0]["played"] == 2
    assert host.get("/api/ladder/counting?skip=2").json() == ladder[2:] and host.get("/api/ladder/nothing").json() == []


def test_a_league_is_not_played_thrice(house):
    answer = house.join("Ann").post("/api/tournaments", {"game": "counting", "scenario": "learning", "kind": "league", "rounds": 3})
    assert answer.status_code == 400 and "once or twice" in answer.text


def test_a_knockout_draws_winners_against_winners(house):
    host, people, cup = opened(house, "Ann", "Ben", "Cid", "Dan", kind="knockout")
    act(host, cup, "begin")
    first = seen(host, cup)["played"][0]
    assert [(one["first"], one["second"]) for one in first] == [("Ann", "Dan"), ("Ben", "Cid")]
    play(house, people, cup, first[0], loser="Ann")
    assert len(seen(host, cup)["played"]) == 1, "the round is not over"
    play(house, people, cup, first[1], loser="Cid")
    (final,) = drawn(host, cup, 2)
    assert {final["first"], final["second"]} == {"Dan", "Ben"}
    play(house, people, cup, final, loser="Ben")
    until(lambda: seen(host, cup)["phase"] == "over")
    assert seen(host, cup)["standings"][0]["name"] == "Dan"


def test_nobody_has_an_owners_rights_over_his_opponent(house):
    host, people, cup = opened(house, "Ann", "Ben")
    act(host, cup, "enter")
    act(host, cup, "begin")
    pairing = next(one for one in seen(host, cup)["played"][0] if one.get("second"))
    for person in (host, people["Ann"], people["Ben"]):
        row = person.get(f"/api/matches/{pairing['match']}").json()
        assert not row.get("mine") and not row.get("owner")
        for seat in row["seats"]:
            name = row["seats"][seat]["people"][0]
            if name != person.name:
                answer = person.post(f"/api/matches/{row['id']}/seat", {"do": "dismiss", "seat": seat, "who": name})
                assert answer.status_code == 403


def test_who_withdraws_is_paired_no_more(house):
    host, people, cup = opened(house, "Ann", "Ben", "Cid", "Dan", rounds=3)
    act(host, cup, "begin")
    first = seen(host, cup)["played"][0]
    assert act(people["Dan"], cup, "withdraw").status_code == 200
    for pairing in first:
        play(house, people, cup, pairing)
    second = drawn(host, cup, 2)
    assert "Dan" not in {name for one in second for name in (one["first"], one.get("second"))}


def test_a_round_half_set_up_is_finished_after_a_crash(house):
    host, _people, cup = opened(house, "Ann", "Ben", "Cid", "Dan")
    tournaments = house.house.tournaments
    tournaments.begin(cup["id"], house.house.accounts.named("Host"))  # and the process dies before any match is set up
    assert not any(one.get("match") for one in seen(host, cup)["played"][0])
    house.client.blocking_portal.call(house.house.rounds.once)
    assert all(one["match"] for one in seen(host, cup)["played"][0])
    house.client.blocking_portal.call(house.house.rounds.once)
    assert len(house.hall.store.rows()) == 2, "and nothing is set up twice"


@pytest.mark.parametrize(
    ("wish", "words"),
    [({"scenario": "nosuch"}, "no scenario"), ({"game": "nosuch"}, "no game"), ({"rounds": 0}, "rounds"), ({"title": "x\u202ey"}, "title")],
)
def test_nonsense_is_refused_with_a_reason(house, wish, words):
    answer = house.join("Ann").post("/api/tournaments", {"game": "counting", "scenario": "learning", **wish})
    assert answer.status_code in (400, 404) and words in answer.text
