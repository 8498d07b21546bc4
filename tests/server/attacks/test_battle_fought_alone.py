"""The battle of a campaign is fought as a match of its own. Mallory opens it, sends Victor away from it, and fights it alone."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import seat
from server.clubbing import club
from server.test_elsewhere import OPTIONS, known, match_at, situation, to_the_report


def test_a_battle_belongs_to_nobody(tmp_path):
    with club(tmp_path) as house:
        victor, mallory = house.join("Victor"), house.join("Mallory")
        row = victor.start("fyow", options=OPTIONS, situation=situation(), seats={"british": {"kind": "me"}, "german": {"kind": "open"}})
        mallory.follow(victor.invite(row, "german"))
        to_the_report(match_at(house.client, row["id"]))
        known(house.client, row["id"])
        fight = mallory.post(f"/api/matches/{row['id']}/elsewhere", {"do": "start"}).json()
        assert fight["seats"]["red"]["people"] == ["Victor"] and not fight.get("mine")
        for do in ("dismiss", "vacate", "bot", "sit"):
            answer = seat(mallory, fight, "red", do, who="Victor")
            assert answer.status_code == 403, (do, answer.text)
        assert mallory.ask("DELETE", f"/api/matches/{fight['id']}").status_code == 403
        assert mallory.get(f"/api/matches/{fight['id']}").json()["seats"]["red"]["people"] == ["Victor"]
