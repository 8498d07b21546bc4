"""Every frame that a client may say at a live match, said by everybody who could: frames.toml says what each hears. A new frame needs a row there.

The match is public and hides things. Red opened it, sits there and is asked, Blue sits opposite; a member and a guest watch; the umpire is asked about a match of his.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grognard.server import wire
from server.clubbing import Club, club

TABLE = tomllib.loads((Path(__file__).parent / "frames.toml").read_text("utf-8"))
ROLES = {"guest": "", "watcher": "", "blue": "blue", "red": "red", "umpire": "umpire"}
OPEN = {"red": {"kind": "open"}, "blue": {"kind": "open"}}
WORDS = {
    "choose": {"number": 0, "value": 1}, "check": {"value": 1}, "draft": {"items": []}, "why": {"piece": "x"}, "try": {"value": 1}, "sit": {"seat": "red"},
    "stand": {"rule": "small.1", "answer": 1}, "roll_back": {"n": 0}, "correct": {"patch": {"total": 1}, "why": "So be it."}, "hand_out": {"text": "Psst", "to": ["red"]},
    "offer": {"what": "draw"}, "answer": {"what": "draw", "yes": True}, "say": {"text": "Hello"}, "nonce": {"words": "luck"},
}  # fmt: skip


def frames() -> list[str]:
    return sorted(kind.__struct_config__.tag for kind in wire.ClientSays.__args__)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with club(tmp_path_factory.mktemp("frames"), guests=True) as made:
        made.people = {"guest": made.guest(), **{role: made.join(role.capitalize()) for role in ROLES if role != "guest"}}
        yield made


def said(house: Club, role: str, do: str) -> str:
    """How the club answers."""
    people = house.people
    if role == "umpire":
        row = people["umpire"].start("counting", umpire=True, seats=OPEN)
    else:
        row = people["red"].start("counting", public=True, seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        if role == "blue":
            people["blue"].follow(people["red"].invite(row, "blue"))
    with people[role].at(row, ROLES[role]) as line:
        return line.ask(do, **WORDS.get(do, {}))["kind"]


def test_every_frame_has_a_row_and_every_row_a_frame():
    assert frames() == sorted(TABLE), "write down in tests/server/frames.toml what everybody hears"


@pytest.mark.parametrize("do", sorted(TABLE))
def test_everybody_hears_what_the_table_says(house, do):
    assert {role: said(house, role, do) for role in ROLES} == TABLE[do]
