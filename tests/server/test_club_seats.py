"""Who may sit where, see what and do what, in a club."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.clubbing import club, two_at_a_table


@pytest.fixture
def house(tmp_path, either):
    with club(tmp_path, either) as made:
        yield made


def closed(person, row, seat=""):
    with pytest.raises(WebSocketDisconnect) as end, person.at(row, seat):
        pass
    return end.value.code


def test_two_people_on_two_accounts_play_by_an_invitation(house):
    ann, ben, row = two_at_a_table(house)
    assert row["seats"]["blue"]["kind"] == "open" and row["seats"]["red"]["people"] == ["Ann"]
    with ann.at(row) as red, ben.at(row) as blue:
        assert red.scene["seat"] == "red" and blue.scene["seat"] == "blue"
        assert red.choose(2)["kind"] == "done"
        blue.settle()
        assert blue.scene["status"] == ["total 2"]
        assert blue.choose(1)["kind"] == "done"
    mine = ben.get("/api/matches").json()
    assert [one["id"] for one in mine] == [row["id"]] and mine[0]["seats"]["blue"]["kind"] == "me"
    assert mine[0]["seats"]["red"]["kind"] == "other" and mine[0]["owner"] == "Ann"


def test_nobody_looks_from_or_decides_for_anothers_seat(house):
    ann, ben, row = two_at_a_table(house, "duel")
    assert closed(ben, row, "red") == 4403 and closed(ann, row, "blue") == 4403 and closed(ann, row, "umpire") == 4403
    with ann.at(row) as red:
        assert red.ask("sit", seat="blue")["kind"] == "error"
        assert red.ask("sit", seat="umpire")["kind"] == "error"
        assert red.ask("correct", patch={"round": 2}, why="x")["kind"] == "refused"
        assert red.ask("roll_back", n=0)["kind"] == "refused"
    for path in ("diary", "moments", "moments/0", "save"):
        assert ben.get(f"/api/matches/{row['id']}/{path}?seat=red").status_code == 403
        assert ben.get(f"/api/matches/{row['id']}/{path}?seat=umpire").status_code == 403
    assert ben.get(f"/api/matches/{row['id']}/state").status_code == 403
    record = ben.get(f"/api/matches/{row['id']}/save").json()
    assert record["record_of"] == "blue" and not record.get("secret") and not record["log"]
    report = ben.post(f"/api/matches/{row['id']}/report", {"words": "x"}).json()
    assert report["match"]["record_of"] == "blue" and not report["match"].get("secret")


def test_a_private_match_does_not_exist_for_others(house):
    _ann, _, row = two_at_a_table(house)
    eve, nobody = house.join("Eve"), house.guest()
    for stranger in (eve, nobody):
        for path in ("", "/save", "/diary", "/moments", "/moments/0", "/state", "/dice", "/sheet", "/since"):
            mine, none = stranger.get(f"/api/matches/{row['id']}{path}"), stranger.get(f"/api/matches/nothing{path}")
            assert mine.status_code == none.status_code == 404 and mine.json() == none.json(), path
        assert closed(stranger, row) == closed(stranger, {"id": "nothing"}) == 4404
    for do in ("sit", "leave", "bot", "vacate", "dismiss"):
        assert eve.post(f"/api/matches/{row['id']}/seat", {"seat": "red", "do": do}).status_code == 404
    assert eve.post(f"/api/matches/{row['id']}/invitations", {"seat": "red"}).status_code == 404
    assert eve.ask("DELETE", f"/api/matches/{row['id']}").status_code == 404
    assert eve.get("/api/lobby").json() == [] and eve.get("/api/matches").json() == []


def test_a_public_match_is_watched_and_joined(house):
    ann, eve, nobody = house.join("Ann"), house.join("Eve"), house.guest()
    row = ann.start("duel", public=True, seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    assert [one["id"] for one in nobody.get("/api/lobby").json()] == [row["id"]]
    with nobody.at(row) as watcher, ann.at(row) as red:
        assert watcher.scene.get("seat") is None and "decision" not in watcher.scene
        assert watcher.ask("choose", number=0, value=1)["kind"] == "error"
        assert watcher.ask("say", text="hello")["kind"] == "error"
        assert watcher.ask("sit", seat="red")["kind"] == "error"
        assert red.scene["decision"]
        assert nobody.post(f"/api/matches/{row['id']}/seat", {"seat": "blue"}).status_code == 401
        assert eve.post(f"/api/matches/{row['id']}/seat", {"seat": "red"}).status_code == 403
        assert eve.post(f"/api/matches/{row['id']}/seat", {"seat": "blue"}).json()["seats"]["blue"]["people"] == ["Eve"]
        assert red.hear_until("row")["row"]["seats"]["blue"]["people"] == ["Eve"]
    with eve.at(row) as blue:
        assert blue.scene["seat"] == "blue"
    assert nobody.get(f"/api/matches/{row['id']}/save").status_code == 403


def test_guests_may_be_kept_out(tmp_path):
    with club(tmp_path, guests=False) as house:
        row = house.join("Ann").start(public=True)
        nobody = house.guest()
        assert nobody.get("/api/lobby").status_code == 401 and nobody.get(f"/api/matches/{row['id']}").status_code == 401
        assert closed(nobody, row) == 4403


def test_several_people_in_one_seat_and_substitutes(house):
    ann, ben, row = two_at_a_table(house, rated=False)
    cleo = house.join("Cleo")
    cleo.follow(ben.invite(row, "blue"))  # who sits there may bring a helper
    with ann.at(row) as red, ben.at(row) as one, cleo.at(row) as two:
        red.choose(1)
        one.settle(), two.settle()
        assert two.choose(2)["kind"] == "done"
        one.settle()
        assert one.ask("choose", number=0, value=1)["kind"] == "late"
        assert ann.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "dismiss", "who": "Ben"}).status_code == 200
        with pytest.raises(WebSocketDisconnect) as end:
            while True:
                one.hear()
        assert end.value.code == 4403
        assert two.ask("look")["kind"] == "scene"
    assert ben.get(f"/api/matches/{row['id']}").status_code == 404


def test_a_bot_takes_a_seat_and_gives_it_back(house):
    ann, ben, row = two_at_a_table(house)
    path = f"/api/matches/{row['id']}/seat"
    assert ben.post(path, {"seat": "red", "do": "bot"}).status_code == 403
    with ann.at(row) as red:
        assert ben.post(path, {"seat": "blue", "do": "bot", "bot": "random"}).json()["seats"]["blue"]["kind"] == "bot"
        red.choose(1)
        red.hear_until("step")
        red.settle()
        assert red.scene["decision"]["seat"] == "red"
    assert ann.post(path, {"seat": "blue", "do": "vacate"}).json()["seats"]["blue"]["kind"] == "other"
    assert ben.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["kind"] == "me"


def test_who_knows_one_side_cannot_sit_down_on_the_other(house):
    ann, ben, row = two_at_a_table(house, "duel")
    token = ben.invite(row, "blue", uses=3)
    assert ann.post("/api/join", {"token": token}).status_code == 403
    assert ann.post(f"/api/matches/{row['id']}/seat", {"seat": "blue"}).status_code == 403


def test_a_side_split_into_several_seats(house):
    ann = house.join("Ann")
    row = ann.start(split={"ney": "red", "soult": "red", "blue": "blue"}, seats={"ney": {"kind": "me"}, "soult": {"kind": "open"}, "blue": {"kind": "open"}})
    assert set(row["seats"]) == {"ney", "soult", "blue"} and row["seats"]["ney"]["name"] == "ney (Red)"
    with ann.at(row) as ney:
        assert ney.ask("resign")["kind"] == "done"  # waits for Soult
        assert ney.last["offers"]["offers"][0]["what"] == "resign"
        assert "over" not in ney.scene


def test_a_match_belongs_to_who_opened_it(house):
    ann, ben, row = two_at_a_table(house)
    assert ben.ask("DELETE", f"/api/matches/{row['id']}").status_code == 403
    assert ann.ask("DELETE", f"/api/matches/{row['id']}").status_code == 403, "others sit there"
    ben.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"})
    assert ann.ask("DELETE", f"/api/matches/{row['id']}").status_code == 204
    assert ann.get(f"/api/matches/{row['id']}").status_code == 404


def test_nobody_chooses_the_seed(house):
    ann = house.join("Ann")
    assert ann.post("/api/matches", {"game": "duel", "seed": "mine"}).status_code == 400


def test_when_a_match_is_over_everything_is_open_to_its_people_only(house):
    ann, ben, row = two_at_a_table(house, situation={"total": 20})
    eve = house.join("Eve")
    with ann.at(row) as red:
        assert red.choose(1)["kind"] == "done"
    assert ben.get(f"/api/matches/{row['id']}/diary?seat=red").status_code == 200
    assert ben.get(f"/api/matches/{row['id']}/save").json()["secret"]
    assert ben.get(f"/api/matches/{row['id']}/dice").json()["secret"]
    assert eve.get(f"/api/matches/{row['id']}/save").status_code == 404


def test_a_person_with_many_matches_gets_a_page_at_a_time(tmp_path):
    """Those under way first; nothing twice, nothing left out."""
    from sqlalchemy import insert, update

    from grognard.server.schema import matches, members
    from grognard.server.store import PAGE

    with club(tmp_path) as house:
        ann = house.join("Ann")
        row = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        count = 2 * PAGE + 30

        def many(connection):
            head = dict(connection.execute(matches.select().where(matches.c.id == row["id"])).mappings().one())
            user = house.house.accounts.named("Ann").id
            for n in range(count):
                connection.execute(insert(matches).values({**head, "id": f"m{n}", "over": "Red won." if n % 2 else "", "updated": f"2026-01-{n % 28 + 1:02}"}))
                connection.execute(insert(members).values(match=f"m{n}", seat="red", user=user, since="2026"))
            connection.execute(update(matches).where(matches.c.id == row["id"]).values(updated="2025-01-01"))

        house.hall.store.submit(many).result()
        pages = [ann.get(f"/api/matches?skip={skip}").json() for skip in range(0, count + PAGE, PAGE)]
        assert [len(page) for page in pages[:3]] == [PAGE, PAGE, 31]
        every = [one for page in pages for one in page]
        assert len({one["id"] for one in every}) == count + 1
        over = [bool(one.get("over")) for one in every]
        assert over == sorted(over), "those under way come first"
        assert ann.get("/api/matches?skip=-1").status_code == 400
