"""Mallory makes links to the club, and to a match, before his account is closed: by one of them he registers again."""

from __future__ import annotations

from server.clubbing import club


def test_links_of_a_closed_account_lead_nowhere(tmp_path):
    with club(tmp_path) as house:
        mallory, victor = house.join("Mallory"), house.join("Victor")
        row = mallory.start(seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        seat = mallory.invite(row, "blue")
        link = mallory.post("/api/invitations").json()["link"].rsplit("/", 1)[1]
        honest = victor.post("/api/invitations").json()["link"].rsplit("/", 1)[1]
    with club(tmp_path, registration="invited") as house:
        house.house.accounts.set_flags(house.house.accounts.named("Mallory").id, closed=True)
        for n, token in enumerate((link, seat)):
            answer = house.guest().post("/api/register", {"name": f"Newcomer {n}", "password": "correct horse", "invitation": token})
            assert answer.status_code in (403, 404), answer.text
        answer = house.guest().post("/api/register", {"name": "Friend", "password": "correct horse", "invitation": honest})
        assert answer.status_code == 201
