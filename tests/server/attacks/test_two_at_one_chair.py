"""Mallory sits down at the very moment at which Victor does: in the same seat, or on both sides at once."""

from __future__ import annotations

import threading

from server.attacks.test_match_that_loops import somebody

OPEN = {"red": {"kind": "open"}, "blue": {"kind": "open"}}


def at_once(*asks):
    """Every request in a thread of its own, all let go at the same moment; their answers."""
    gate, told = threading.Barrier(len(asks)), {}

    def one(n, ask):
        gate.wait()
        told[n] = ask()

    threads = [threading.Thread(target=one, args=(n, ask)) for n, ask in enumerate(asks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return [told[n] for n in range(len(asks))]


def sits(person, row, seat):
    return lambda: person.ask("POST", f"/api/matches/{row['id']}/seat", {"seat": seat, "do": "sit"})


def test_one_chair_is_for_one(real_club):
    ann, people = somebody(real_club), [somebody(real_club) for _ in range(6)]
    for _ in range(4):
        row = ann.post("/api/matches", {"game": "counting", "public": True, "seats": OPEN})
        answers = at_once(*(sits(person, row, "blue") for person in people))
        assert sorted(status for status, _ in answers) == [200, 403, 403, 403, 403, 403], answers
        assert len(ann.get(f"/api/matches/{row['id']}")["seats"]["blue"]["people"]) == 1


def test_nobody_is_on_both_sides_because_he_asked_twice_at_once(real_club):
    ann, mallory = somebody(real_club), somebody(real_club)
    for _ in range(6):
        row = ann.post("/api/matches", {"game": "duel", "public": True, "seats": OPEN})
        answers = at_once(sits(mallory, row, "red"), sits(mallory, row, "blue"))
        assert sorted(status for status, _ in answers) == [200, 403], answers
