"""Come back tomorrow: a new server on the same folder goes on in mid-decision, also where several seats are asked at once."""

from __future__ import annotations

import os
import random
import subprocess
import sys

from server.helping import HOT, Process, hall, seated, serving, start


def test_in_mid_decision_and_mid_together(tmp_path):
    rng = random.Random(1)
    for turn in range(6):
        with serving(tmp_path) as client:
            if turn == 0:
                row = start(client, seats=HOT, seed="z")
                seen = {}
            with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
                for player, seat in ((red, "red"), (blue, "blue")):
                    if seat in seen:
                        assert player.scene == seen[seat][0] and player.at == seen[seat][1]
                mover = rng.choice([player for player in (red, blue) if "decision" in player.scene])
                assert mover.choose_any(rng)["kind"] == "done"
                red.settle(), blue.settle()
                seen = {seat: (player.ask("look")["scene"], player.at) for seat, player in (("red", red), ("blue", blue))}
    assert "Red bids" in str(seen)


def test_a_bot_that_was_asked_thinks_after_the_restart(tmp_path):
    with serving(tmp_path) as client:
        row = start(client, "counting", seats={"red": {"kind": "bot", "bot": "random"}, "blue": {"kind": "me"}})
    with serving(tmp_path) as client, seated(client, row) as player:
        while "decision" not in player.scene:
            player.hear()
        assert player.scene["seat"] == "blue"


def test_matches_are_forgotten_and_loaded_again(tmp_path):
    with serving(tmp_path, live_matches=3) as client:
        rows = [start(client, "counting", seats=HOT) for _ in range(8)]
        assert len(hall(client)._tables) == 3
        for n, row in enumerate(rows):
            with seated(client, row) as player:
                player.choose(n % 3 + 1)
        assert len(hall(client)._tables) <= 4
        for n, row in enumerate(rows):
            with seated(client, row, "blue") as player:
                assert player.scene["status"] == [f"total {n % 3 + 1}"]


def test_a_disk_that_fails_loses_nothing_that_was_acknowledged(tmp_path, monkeypatch):
    with serving(tmp_path) as client:
        row = start(client, "counting", seats=HOT)
        with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
            assert red.choose(1)["kind"] == "done"
            blue.settle()
            store = hall(client).store
            real = store.append

            def broken(*_):
                return store.submit(lambda connection: connection.exec_driver_sql("insert into nowhere values (1)"))

            monkeypatch.setattr(store, "append", broken)
            answer = blue.choose(2)
            assert answer["kind"] == "error" and "disk" in answer["what"]
            monkeypatch.setattr(store, "append", real)
            assert blue.ask("look")["scene"]["status"] == ["total 1"]
            assert blue.choose(3)["kind"] == "done"
            assert red.ask("look")["scene"]["status"] == ["total 4"]


def test_one_server_for_a_folder(tmp_path):
    server = Process(tmp_path)
    try:
        env = {**os.environ, "GROGNARD_DATA": str(tmp_path)}
        port = server.address.rsplit(":", 1)[1]  # asked for the very port that the first one has
        words = [sys.executable, "-m", "grognard.server", "--no-browser", "--port", port]
        second = subprocess.run(words, capture_output=True, text=True, env=env, timeout=120)
        assert second.returncode == 0 and server.address in second.stdout and "already running" in second.stdout
    finally:
        assert server.stop() in (0, -15)
    again = Process(tmp_path)
    again.kill()
