"""The umpire of a club: lines of the diary for some alone, sides split otherwise while the match runs."""

from __future__ import annotations

import json

import pytest

from grognard.kernel import Match
from server.clubbing import club

GUNS = "GUNSHEARD at the mill."


@pytest.fixture
def house(tmp_path, either):
    with club(tmp_path, either) as made:
        yield made


def three(house, game="fog", **wish):
    una, ann, ben = house.join("Una"), house.join("Ann"), house.join("Ben")
    row = una.start(game, umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}}, **wish)
    ann.follow(una.invite(row, "red"))
    ben.follow(una.invite(row, "blue"))
    return una, ann, ben, row


def told(player):
    return [line["text"] for line in player.scene.get("diary", [])]


def test_a_line_reaches_whom_it_is_for_and_nobody_else(house):
    una, ann, ben, row = three(house, public=True)
    path = f"/api/matches/{row['id']}"
    with una.at(row) as umpire, ann.at(row) as red, ben.at(row) as blue, house.guest().at(row) as guest:
        blue.choose("SECRETmill"), blue.settle(), red.settle(), guest.settle()
        before = {name: len(player.frames) for name, player in (("blue", blue), ("guest", guest))}
        old_moments = ben.get(f"{path}/moments").json()
        assert umpire.ask("hand_out", text=GUNS, to=["red"])["kind"] == "done"
        red.settle(), blue.settle(), guest.settle(), umpire.settle()
        assert told(red)[-1] == f"The umpire: {GUNS}" == told(umpire)[-1]
        assert red.scene["diary"][-1]["kind"] == "handed" and "line in your diary" in red.last["note"]["text"]
        for name, player in (("blue", blue), ("guest", guest)):
            heard = [json.loads(frame)["kind"] for frame in player.frames[before[name] :]]
            # who sits at the table is told when it is known, and may be told late
            assert [kind for kind in heard if kind != "present"] == ["pong"], "not even that there is one"
        assert ben.get(f"{path}/moments").json() == old_moments
        assert blue.ask("undo")["kind"] == "done", "a line to Red bars nothing to Blue"
        red.settle()
        assert told(red)[-1] == f"The umpire: {GUNS}", "and undo leaves it"
        for player in (red, blue):
            assert player.ask("hand_out", text="x", to=["red"])["kind"] in ("error", "refused")
        assert guest.ask("hand_out", text="x", to=["red"])["kind"] in ("error", "refused")
        assert umpire.ask("hand_out", text="x", to=["green"])["kind"] == "refused"
        assert umpire.ask("hand_out", text="", to=["red"])["kind"] == "error"
    for person, knows in ((ann, True), (una, True), (ben, False), (house.guest(), False)):
        for page in ("diary", "moments", "sheet", "save", "papers/diary"):
            assert ("GUNSHEARD" in person.get(f"{path}/{page}").text) is (knows and person.get(f"{path}/{page}").status_code == 200), page
    assert "GUNSHEARD" in ann.get(f"{path}/diary").text and "GUNSHEARD" in ann.get(f"{path}/save").text
    assert any("GUNSHEARD" in moment["text"] for moment in ann.get(f"{path}/moments").json())
    assert ann.get(f"{path}/diary?seat=blue").status_code == 403
    assert ben.post(f"{path}/report", {"words": "x"}).text.count("GUNSHEARD") == 0


def test_it_is_there_after_a_restart(tmp_path):
    with club(tmp_path) as house:
        una, ann, ben, row = three(house, "counting")
        with una.at(row) as umpire:
            umpire.ask("hand_out", text=GUNS, to=["red"])
    with club(tmp_path) as house:
        una.club = ann.club = ben.club = house
        with ann.at(row) as red, ben.at(row) as blue:
            assert told(red) == [f"The umpire: {GUNS}"] and told(blue) == []


# ------------------------------------------------------------------ other commanders


def split(person, row, **seats):
    return person.post(f"/api/matches/{row['id']}/split", {"seats": seats})


def test_a_side_gets_a_second_commander_while_the_match_runs(house):
    una, ann, ben, row = three(house, "counting")
    cat = house.join("Cat")
    with ann.at(row) as red, ben.at(row) as blue:
        red.choose(2), red.settle(), blue.settle()
        for person in (ann, ben, cat):
            assert split(person, row, Ney="red", Erlon="red", blue="blue").status_code in (403, 404)
        made = split(una, row, Ney="red", Erlon="red", blue="blue")
        assert made.status_code == 200, made.text
        seats = made.json()["seats"]
        assert {seat: info.get("people", []) for seat, info in seats.items()} == {"Ney": ["Ann"], "Erlon": [], "blue": ["Ben"]}
        assert seats["Erlon"]["name"] == "Erlon (Red)" and seats["Erlon"]["kind"] == "open"
        red.settle(), blue.settle()
        assert red.scene["seat"] == "Ney" and red.last["row"]["row"]["seats"]["Ney"]["kind"] == "me"
        assert blue.choose(1)["kind"] == "done"
        blue.settle(), red.settle()
        assert red.scene["decision"]["seat"] == "Ney" and red.choose(3)["kind"] == "done"
        cat.follow(una.invite(row, "Erlon"))
        with cat.at(row) as erlon:
            assert erlon.scene["seat"] == "Erlon" and erlon.scene["status"] == ["total 6"]
    assert ann.get(f"/api/matches/{row['id']}/diary?seat=Ney").status_code == 200
    saved = Match.load(una.get(f"/api/matches/{row['id']}/save").content, game=house.hall.live_tables()[0].match.game)
    assert saved.seats == {"Ney": "red", "Erlon": "red", "blue": "blue"} and saved.former == {"red": "red", "blue": "blue"}
    assert [entry[1] for entry in saved.log if entry[0] == "c"] == ["red", "blue", "Ney"]


def test_splits_that_cannot_be(house):
    una, _ann, _ben, row = three(house, "counting")
    for seats in ({"Ney": "red"}, {"a": "red", "b": "green"}, {"umpire": "red", "blue": "blue"}, {"-": "red", "blue": "blue"},
                  {"blue": "red", "red": "blue"}, {" ": "red", "blue": "blue"}):  # fmt: skip
        assert split(una, row, **seats).status_code in (400, 422), seats
    assert set(una.get(f"/api/matches/{row['id']}").json()["seats"]) == {"red", "blue"}


def test_a_split_match_goes_on_after_a_restart(tmp_path):
    with club(tmp_path) as house:
        una, ann, ben, row = three(house, "counting")
        with ann.at(row) as red:
            red.choose(1)
        assert split(una, row, Ney="red", Soult="red", Wellington="blue").status_code == 200
        with ben.at(row) as blue:
            blue.choose(1)
    with club(tmp_path) as house:
        ann.club = ben.club = house
        with ann.at(row) as red:
            assert red.scene["decision"]["seat"] == "Ney" and red.choose(1)["kind"] == "done"


def test_who_sits_there_splits_where_there_is_no_umpire_and_offers_end(house):
    ann, ben = house.join("Ann"), house.join("Ben")
    row = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    ben.follow(ann.invite(row, "blue"))
    link = ben.invite(row, "blue")
    with ann.at(row) as red, ben.at(row) as blue:
        red.ask("offer", what="draw")
        assert split(ann, row, red="red", Blucher="blue").status_code == 403
        assert split(ben, row, red="red", Blucher="blue").status_code == 200
        assert blue.ask("answer", what="draw", yes=True)["kind"] == "refused", "who agreed was asked as another seat"
        blue.settle()
        assert blue.scene["seat"] == "Blucher"
    assert house.join("Cat").post("/api/join", {"token": link}).status_code == 404, "the seat of that link is gone"


# ------------------------------------------------------------------ who knows what


def test_who_has_seen_one_side_never_sits_on_the_other(house):
    """An owner who stands up and sits down elsewhere would know both hands."""
    ann, ben = house.join("Ann"), house.join("Ben")
    row = ann.start("fog", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    ben.follow(ann.invite(row, "blue"))
    seat = f"/api/matches/{row['id']}/seat"
    assert ann.post(seat, {"seat": "red", "do": "leave"}).status_code == 200
    assert ann.post(seat, {"seat": "blue", "do": "sit"}).status_code == 403, "she has seen Red"
    assert ann.post("/api/join", {"token": ben.invite(row, "blue")}).status_code == 403
    assert ann.post(seat, {"seat": "red", "do": "sit"}).status_code == 200
    una, cat = house.join("Una"), house.join("Cat")
    row = una.start("fog", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    seat = f"/api/matches/{row['id']}/seat"
    assert una.post(seat, {"seat": "umpire", "do": "leave"}).status_code == 200
    assert una.post(seat, {"seat": "red", "do": "sit"}).status_code == 403, "she was the umpire"
    cat.follow(una.invite(row, "red"))
    assert una.post(seat, {"seat": "red", "do": "dismiss", "who": "Cat"}).status_code == 200
    assert cat.post("/api/join", {"token": una.invite(row, "blue")}).status_code == 403
