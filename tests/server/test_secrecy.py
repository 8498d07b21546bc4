"""Secrecy on the wire: the bytes that a seat gets do not depend on what it may not know."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack

import msgspec
import pytest

from grognard.kernel import Match, game
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.state import plain
from grognard.server.difference import parts_of
from grognard.server.seeing import Seen
from server import toy_games as toys
from server.helping import HOT, Player, hall, seated, serving, start
from server.test_real_games import real_games


def lean(frame: str, row: dict) -> str:
    """A frame without what names this very match: its id, and when it was made."""
    said = json.loads(frame)
    if said["kind"] == "hello":
        for key in ("id", "created", "updated"):
            del said["row"][key]
    return json.dumps(said).replace(row["id"], "ID")


def red_in_the_fog(tmp_path, seed: str, blue: dict | None) -> tuple[list[str], list[int]]:
    """All frames to Red over a match in which Blue hides what he likes; and how often Blue chose."""
    rng = random.Random(seed)
    with serving(tmp_path / seed) as client:
        row = start(client, "fog", seats={"red": {"kind": "me"}, "blue": blue or {"kind": "other"}}, seed=seed)
        with seated(client, row, "red") as red, seated(client, row, "-" if blue else "blue") as other:
            while not red.scene.get("over"):
                if "decision" in red.scene:
                    assert red.choose(red.scene["decision"]["options"][1]["value"], at=red.at)["kind"] == "done"
                    red.settle()
                elif blue:
                    red.hear()
                else:
                    other.settle()
                    if "decision" in other.scene:
                        other.choose_any(rng)
                    red.settle()
                if red.scene.get("turn") == "Round 3" and "decision" in red.scene:
                    break  # the end shows everything
            extra = [client.get(f"/api/matches/{row['id']}/{path}?seat=red").text for path in ("moments", "moments/1", "diary")]
            extra.append(red.ask("text")["text"])
            count = len(hall(client)._tables[row["id"]].match.annals.own["blue"])
        frames = [lean(frame, row) for frame in red.frames if '"pong"' not in frame and '"text"' not in frame[:40]]
        return [*frames, *extra], [count]


@pytest.mark.parametrize("blue", [None, {"kind": "bot", "bot": "random"}], ids=["person", "bot"])
def test_what_blue_does_in_secret_changes_no_byte_for_red(tmp_path, blue):
    runs = [red_in_the_fog(tmp_path, seed, blue) for seed in ("a", "b", "c", "d", "e")]
    assert len({counts[0] for _, counts in runs}) > 1, "Blue did the same each time: nothing was tested"
    for frames, _ in runs:
        steady = [frame for frame in frames if not _passing(frame)]
        assert steady == [frame for frame in runs[0][0] if not _passing(frame)]
        assert not [frame for frame in frames if "SECRET" in frame]


def _passing(frame: str) -> bool:
    """Answers to our own messages carry numbers that depend on how often the test asked."""
    return '"re":' in frame


def duel(blue_hand: list[int]) -> dict:
    deck = [card for card in range(1, 13) if card not in blue_hand and card not in (1, 2, 3, 4)]
    return {"stage": "bid", "hands": {"red": [1, 2, 3, 4], "blue": blue_hand}, "deck": deck, "shown": {"red": [], "blue": []}}


def test_cards_that_are_not_shown_change_no_byte(tmp_path):
    """Two duels that differ only in cards that Blue never bids."""
    runs = []
    for n, hand in enumerate(([5, 6, 7, 8], [5, 6, 11, 12])):
        with serving(tmp_path / str(n)) as client:
            row = start(client, "duel", seats=HOT, seed="same", situation=duel(hand))
            with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
                for bid in (5, 6):
                    red.choose(bid - 4), blue.choose(bid)
                    blue.settle()
                    blue.choose("low")
                    red.settle()
                    red.choose("pass")
                    red.settle(), blue.settle()
                runs.append([lean(frame, row) for frame in red.frames])
            runs[-1] += [client.get(f"/api/matches/{row['id']}/{path}?seat=red").text for path in ("moments", "moments/3", "diary")]
    assert len(runs[0]) > 20 and runs[0] == runs[1]


REAL = [name for name in real_games() if game(name).hidden]


@pytest.mark.parametrize("name", [*toys.FOGGED, *REAL])
def test_a_seat_gets_what_view_and_diary_give_and_no_more(tmp_path, name):
    """Over random matches: frames add up to the view, words of steps are lines of the diary, and worlds that the seat
    can imagine would have brought the same."""
    rng = random.Random(name)
    choices, every = (14, 5) if name in REAL else (30, 1)
    with serving(tmp_path) as client:
        scenarios = next(one for one in client.get("/api/games").json() if one["name"] == name)["scenarios"]
        sides = next(one for one in scenarios if one["name"] == "learning")["sides"]
        row = start(client, name, seats={side: {"kind": "other"} for side in sides}, seed="w")
        worlds = 0
        with ExitStack() as stack:
            players = {seat: stack.enter_context(seated(client, row, seat)) for seat in sides}
            match: Match = hall(client)._tables[row["id"]].match
            for turn in range(choices):
                if match.result is not None:
                    break
                seat, decision = rng.choice(list(match.decisions.items()))
                assert players[seat].choose(plain(decision.sample(rng)), at=players[seat].at)["kind"] == "done"
                for seat, player in players.items():
                    check_frames(match, seat, player)
                    worlds += turn % every == 0 and same_in_another_world(match, seat, player)
        assert worlds > (0 if name in REAL else 5)


def check_frames(match: Match, seat: str, player: Player) -> None:
    heard = len(player.frames)
    player.settle()
    view = msgspec.json.decode(msgspec.json.encode(match.view(seat)))
    assert Seen(parts_of(view)).at == player.at
    lines = " ".join(line.text for line in match.diary(seat))
    for frame in map(json.loads, player.frames[heard:]):
        assert frame["kind"] in ("step", "difference", "scene", "pong", "over", "done", "late")
        assert frame["kind"] != "step" or frame["text"] in lines or len(frame["text"]) == 600


def same_in_another_world(match: Match, seat: str, player: Player) -> bool:
    try:
        world = match.imagine(seat)
    except CannotImagine:
        return False
    assert list(world.decisions) == list(match.decisions) == player.asked
    assert Seen(parts_of(world.view(seat))).at == player.at
    return True
