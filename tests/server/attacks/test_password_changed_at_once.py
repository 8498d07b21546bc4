"""Mallory has learned Ann's password, and changes it at the very moment at which she does: one of them is late, and hears so."""

from __future__ import annotations

from argon2 import PasswordHasher

from server.attacks.test_match_that_loops import somebody
from server.attacks.test_two_at_one_chair import at_once


def test_of_three_who_change_a_password_at_once_one_succeeds(real_club):
    for _ in range(3):
        ann = somebody(real_club)
        changes = [lambda n=n: ann.ask("POST", "/api/password", {"old": "correct horse", "new": f"battery staple {n}"}) for n in range(3)]
        assert sorted(status for status, _ in at_once(*changes)) == [204, 401, 401]


def test_an_older_hash_made_anew_does_not_bring_the_old_password_back(house):
    """Mallory logs in with the old password just before Ann's new one is written; his login finds that hash too weak, and would write it again."""
    house.join("Ann")
    accounts = house.house.accounts
    old = accounts._proven("Ann", "correct horse")

    class Weak(PasswordHasher):
        def check_needs_rehash(self, hash: str) -> bool:
            accounts.set_password(old["id"], "battery staple")  # it is here that Ann is quicker
            return True

    accounts.hasher = Weak(time_cost=1, memory_cost=64, parallelism=1)
    accounts.check("Ann", "correct horse")
    accounts.store.submit(lambda _: None).result()
    assert accounts._proven("Ann", "battery staple")["name"] == "Ann"
