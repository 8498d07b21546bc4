"""Keeping the peace: whom one does not read, complaints, silence and the door; and the pages of a long lobby."""

from __future__ import annotations

import json

import pytest

from server.clubbing import club, two_at_a_table


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


def the_host(house):
    host = house.join("Host")
    house.house.accounts.set_flags(house.house.accounts.named("Host").id, admin=True)
    house.house.forget_sessions()
    return host


def about(person, name, do, **more):
    return person.post(f"/api/people/{name}", {"do": do, **more})


def heard(line):
    line.settle()
    return [one["text"] for frame in line.frames if '"chat"' in frame[:20] for one in json.loads(frame).get("lines", [])]


def test_whom_i_do_not_want_to_read_i_do_not_read(house):
    ann, ben, row = two_at_a_table(house)
    assert about(ann, "Ben", "mute").status_code == 204
    assert ann.get("/api/people/Ben").json()["muted"] is True
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        assert blue.ask("say", text="You play like a cow.")["kind"] == "done"
        assert red.ask("say", text="A fine day.")["kind"] == "done"
        assert heard(red) == ["A fine day."] and heard(blue) == ["You play like a cow.", "A fine day."]
    with ann.at(row, "red") as red:
        assert heard(red) == ["A fine day."], "nor when I come again"
    assert about(ann, "Ben", "unmute").status_code == 204
    with ann.at(row, "red") as red:
        assert heard(red) == ["You play like a cow.", "A fine day."]


def test_complaints_are_read_by_those_who_run_the_club(house):
    ann, ben, row = two_at_a_table(house)
    host = the_host(house)
    assert about(ann, "Ben", "report", words=" ").status_code == 400
    assert about(ann, "Ben", "report", words="He insults me.", match=row["id"]).status_code == 204
    assert ben.get("/api/complaints").status_code == 403
    (found,) = host.get("/api/complaints").json()
    assert (found["by"], found["about"], found["words"], found["match"]) == ("Ann", "Ben", "He insults me.", row["id"])
    assert host.post("/api/complaints", {"id": found["id"]}).status_code == 204
    assert host.get("/api/complaints").json() == []


def test_silence_and_the_door(house):
    ann, ben, row = two_at_a_table(house)
    host = the_host(house)
    for do in ("silence", "ban"):
        assert about(ann, "Ben", do).status_code == 403
        assert about(host, "Host", do).status_code == 400
    assert about(host, "Ben", "silence", days=3).status_code == 204
    with ben.at(row, "blue") as blue:
        assert "may not talk" in blue.ask("say", text="But I")["what"]
        assert about(host, "Ben", "silence", days=0).status_code == 204
        assert blue.ask("say", text="Thank you.")["kind"] == "done"
        assert about(host, "Ben", "ban").status_code == 204
    assert ben.get("/api/settings").status_code == 401
    assert ben.log_in().status_code in (401, 403)


def test_nobody_who_runs_the_club_is_thrown_out_by_another(house):
    host = the_host(house)
    house.join("Second")
    house.house.accounts.set_flags(house.house.accounts.named("Second").id, admin=True)
    house.house.forget_sessions()
    assert about(host, "Second", "ban").status_code == 403


def test_a_long_lobby_comes_in_pages(house, monkeypatch):
    from grognard.server.club import company

    monkeypatch.setattr(company, "PAGE", 3)
    ann, ben = house.join("Ann"), house.join("Ben")
    made = {ann.start("counting", public=True)["id"] for _ in range(7)}
    pages = [[row["id"] for row in ben.get(f"/api/lobby?skip={skip}").json()] for skip in (0, 3, 6)]
    assert [len(page) for page in pages] == [3, 3, 1] and {id for page in pages for id in page} == made
