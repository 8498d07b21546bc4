"""An evening in a club under attack (`make soak MINUTES=10`): many matches, bots, clocks, and people who want to stop it all.

GROGNARD_SOAK_MINUTES and GROGNARD_SOAK_MATCHES say how long and how many (an hour, two hundred). Tested: nothing that honest players
chose was refused, none of them waited for a second longer than the machine's load explains, and memory does not grow.
What the load explains is measured beside it: an echo, to a process that does nothing else, by a thread like those of the players.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import threading
import time
from bisect import bisect_left, bisect_right
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from grognard.server.club.bench import ClubServer
from server.callers import Caller

MINUTES = float(os.environ.get("GROGNARD_SOAK_MINUTES", "60"))
MATCHES = int(os.environ.get("GROGNARD_SOAK_MATCHES", "200"))
HANDS = 6  # through which a choice goes until it is acknowledged (line, loop, worker, loop, disk, loop); an echo goes through one
PAUSE = 4.0  # seconds between the choices of a match
TESTS = Path(__file__).parents[1]


class Evening:
    def __init__(self, club: ClubServer) -> None:
        self.club, self.end = club, time.monotonic() + 60 * MINUTES
        self.waited: list[tuple[float, float]] = []  # when a choice was made, and the seconds until it was acknowledged
        self.echoes: list[tuple[float, float]] = []
        self.wrong: list[str] = []
        self.memory: list[int] = []
        self.unwell = 0
        self.blows: dict[str, int] = {}

    @property
    def going(self) -> bool:
        return time.monotonic() < self.end

    # ---------------------------------------------------------- honest people

    def honest(self, n: int, ann: Caller, ben: Caller) -> None:
        """Two people at a table, one choice after the other; when it is over they begin anew."""
        rng = random.Random(n)
        while self.going:
            row = ann.post("/api/matches", {"game": "counting", "scenario": "long", "rated": False, "seats": {"red": {"kind": "me"}, "blue": {"kind": "open"}},
                                            "clock": {"hours": 5.0, "back": 0.5} if n % 3 == 0 else None})
            link = ann.post(f"/api/matches/{row['id']}/invitations", {"seat": "blue"})["link"].rsplit("/", 1)[1]
            ben.post("/api/join", {"token": link})
            red, blue = ann.at(row, "red"), ben.at(row, "blue")
            for number in range(25):
                for line in (red, blue):
                    time.sleep(rng.uniform(0.5, 1.5) * PAUSE / 2)
                    if not self.going:
                        return
                    began = time.monotonic()
                    answer = line.ask("choose", number=number, value=1, seconds=300)
                    self.waited.append((began, time.monotonic() - began))
                    if answer["kind"] != "done":
                        self.wrong.append(str(answer)[:200])
            red.close(), blue.close()
            ann.ask("DELETE", f"/api/matches/{row['id']}")

    def against_bots(self, ann: Caller) -> None:
        while self.going:
            row = ann.post("/api/matches", {"game": "pog", "seats": {}})
            with suppress(Exception):
                line = ann.at(row, next(seat for seat, info in row["seats"].items() if info["kind"] == "me"))
                line.ask("look", seconds=120)
                time.sleep(20)
                line.close()
            ann.ask("DELETE", f"/api/matches/{row['id']}")

    # ---------------------------------------------------------- the others

    def attack(self, name: str, blow) -> None:
        while self.going:
            with suppress(OSError, AssertionError, WebSocketException, TimeoutError, EOFError, ValueError):
                blow()
                self.blows[name] = self.blows.get(name, 0) + 1
            time.sleep(1)

    def attackers(self, people: list[Caller]) -> dict[str, object]:
        mallory, trudy, eve, oscar = people

        def loops():
            line = mallory.at(mallory.start("wild"), "red")
            line.ask("choose", number=0, value=random.choice([4, 7]), seconds=120)
            line.close()

        def nonsense():
            line = trudy.at(trudy.start("counting"), "red")
            for n in range(400):
                line.socket.send('{"do": "nonsense", "more": "' + 20_000 * "x" + '"}' if n % 30 else json.dumps({"do": "ping", "id": n}))
            line.close()

        def positions():
            eve.ask("POST", "/api/matches", {"game": "pog", "situation": {"vp": 10**9}})
            eve.ask("POST", "/api/matches", {"game": "dbms", "situation": {"phase": "x"}})

        def silence():
            host, port = self.club.address.removeprefix("http://").split(":")
            lines = [socket.create_connection((host, int(port)), 10) for _ in range(100)]
            time.sleep(20)
            for line in lines:
                line.close()

        def passwords():
            Caller(self.club.address).ask("POST", "/api/login", {"name": "Honest 1", "password": "wrong horse"})

        def uploads():
            oscar.ask("POST", "/api/matches/load", {"log": ["x" * 1000] * 5000})

        return {"loops": loops, "nonsense": nonsense, "positions": positions, "silence": silence, "passwords": passwords, "uploads": uploads}

    def echo(self) -> None:
        """How long it takes to say something to another process and hear it again, here and now."""
        other = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        while self.going:
            began = time.monotonic()
            other.stdin.write(b"x")
            other.stdout.read(1)
            self.echoes.append((began, time.monotonic() - began))
            time.sleep(0.1)
        other.kill()

    def beyond(self) -> list[float]:
        """What was waited longer than the load explains, sorted."""
        found, moments = [], [at for at, _ in self.echoes]
        for began, waited in self.waited:
            first, last = bisect_left(moments, began - 0.5), bisect_right(moments, began + waited)
            found.append(waited - HANDS * max((took for _, took in self.echoes[first:last]), default=0.0))
        return sorted(found)

    def watch(self) -> None:
        guest = Caller(self.club.address)
        while self.going:
            time.sleep(10)
            self.memory.append(self.club.memory())
            try:
                self.unwell += guest.ask("GET", "/health")[0] != 200
            except OSError:
                self.unwell += 1


@pytest.mark.soak
def test_an_evening_under_attack(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_PLUGINS", "server.wild_games")
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    monkeypatch.setenv("GROGNARD_COLD", "1")
    (tmp_path / "club.toml").write_text('registration = "open"\nguests = true\nlimits = 200.0\nquestion_seconds = 3.0\n')
    club = ClubServer(tmp_path, "", 1)
    try:
        evening = Evening(club)
        people = [Caller(club.address, f"Honest {n}") for n in range(max(4, MATCHES // 8))]
        bad = [Caller(club.address, f"Bad {n}") for n in range(4)]
        work = [(evening.honest, (n, people[n % len(people)], people[(n + 1) % len(people)])) for n in range(MATCHES)]
        work += [(evening.against_bots, (people[0],)), (evening.watch, ()), (evening.echo, ())]
        work += [(evening.attack, one) for one in evening.attackers(bad).items()]
        evening.end = time.monotonic() + 60 * MINUTES
        threads = [threading.Thread(target=what, args=args, daemon=True) for what, args in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60 * MINUTES + 400)
    finally:
        club.close()
    waited, beyond = sorted(one for _, one in evening.waited), evening.beyond()
    at = lambda share: waited[min(len(waited) - 1, int(share * len(waited)))]  # noqa: E731
    too_long = sum(one > 1 for one in beyond)
    third = len(evening.memory) // 3
    first, last = (sum(part) / max(1, len(part)) / 2**20 for part in (evening.memory[third : 2 * third], evening.memory[2 * third :]))
    print(f"\n{MATCHES} matches, {MINUTES:g} minutes: {len(waited)} choices, median {at(0.5):.2f} s, p99 {at(0.99):.2f} s, longest {waited[-1]:.2f} s, "
          f"longest beyond what the load explains {beyond[-1]:.2f} s ({too_long} over a second); echo {max(one for _, one in evening.echoes):.2f} s at the longest; "
          f"memory {first:.0f} MB, then {last:.0f} MB; unwell {evening.unwell} times; blows {evening.blows}")
    assert not evening.wrong, evening.wrong[:5]
    assert last < 1.3 * first + 50, "memory grows"
    assert too_long <= len(waited) // 1000, f"{too_long} of {len(waited)} waited for more than a second"
