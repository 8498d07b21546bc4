"""Mallory knows Victor's name, and tries ten wrong passwords for it every five minutes: Victor is never let in."""

from __future__ import annotations

from grognard.server.club.limits import RATES
from server.clubbing import Person, club


def test_who_has_been_here_before_is_let_in_all_the_same(tmp_path):
    with club(tmp_path, behind_proxy=True) as house:
        victor = house.join("Victor")
        house.house.rates.rates |= RATES
        victor.post("/api/logout")
        for n in range(30):
            wrong = house.guest().post("/api/login", {"name": "Victor", "password": f"guess {n}"}, **{"x-forwarded-for": f"192.0.2.{n}"})
        assert wrong.status_code == 429, "guessing has its measure"
        answer = victor.log_in()
        assert answer.status_code == 200, answer.text
        stranger = Person(house, "Victor")
        stranger.cookies = {name: value[:-2] + "xx" for name, value in victor.cookies.items()}
        assert stranger.log_in().status_code == 429, "a cookie of his own making helps nobody"


def test_nor_does_such_a_cookie_let_anybody_guess_without_end(tmp_path):
    with club(tmp_path, behind_proxy=True) as house:
        thief = house.join("Victor")
        house.house.rates.rates |= RATES
        thief.post("/api/logout")
        answers = [thief.post("/api/login", {"name": "Victor", "password": f"guess {n}"}, **{"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(30)]
        assert answers[0] == 401 and answers[-1] == 429
        assert thief.post("/api/login", {"name": "Ann", "password": "x"}, **{"x-forwarded-for": "192.0.2.99"}).status_code == 401, "it speaks for one name"
