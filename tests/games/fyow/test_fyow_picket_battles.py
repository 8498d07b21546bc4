"""3.8.1, ruling R23: Pickets go out within the day's boards; linked ones hold no card, they fight and fall back on their parent's."""

from __future__ import annotations

import pytest
from fyow_table import ISLET, SAMPSON, VALE, all_in, at_cards, link, refused, said, unit, where

from grognard.kernel import Match

BOARD = {name: number for number, name in enumerate(board.id for board in Match.start("fyow", "learning").g.static.boards)}
PICKET = {"kind": "picket", "parent": 2, "chief": 2, "elements": {"regular": 10}, "board": ISLET, "edge": SAMPSON}


def picket_at(**battle):
    """g4 is a Picket of g2, which stands next door; it has been in a battle with b1 at L'Islet since the session before."""
    forces = {
        "g4": {**PICKET, **battle.pop("picket", {})},
        "b1": {"board": ISLET, **battle.pop("b1", {})},
        "g2": {"board": SAMPSON},
    }
    fight = {"board": BOARD[ISLET], "since": 2, "opened": 2, **battle}
    return at_cards("g2", "b1", forces=forces, battles=[fight], spotted={"british": ["g4"], "german": ["b1"]})


@pytest.mark.rule("fyow.3.8.1")
def test_a_picket_attacks_on_the_card_of_its_parent():
    m = picket_at(attacker="german", attackers=[3], defenders=[0], picket={"box": SAMPSON})
    assert said(m, "british", "33.7.3.15") == ["Battle at L'Islet: Fortress HQ Battlegroup attacks."]
    with m.forced(1):
        all_in(m)
    assert said(m, "british", "33.7.2.13") and m.decision.rule == "fyow.4.6.3"  # and now the parent acts itself
    assert m.decision.about["piece"] == "u2"


@pytest.mark.rule("fyow.3.8.1")
def test_a_beaten_picket_falls_back_on_the_card_of_its_parent():
    m = picket_at(
        attacker="british", attackers=[0], defenders=[3], stage="outcome", result="DR", counted=True, beaten=[3],
        b1={"box": "vale-church-and-grand-havre", "edge": "vale-church-and-grand-havre"},
    )  # fmt: skip
    if m.decision.rule == "fyow.33.7.3.2":
        m.choose(m.decision.options[0])
    assert where(m, "g4") != ISLET and where(m, "b1") == ISLET and unit(m, "b1").box < 0


@pytest.mark.parametrize(("moves", "goes"), [(1, True), (2, False)])
@pytest.mark.rule("fyow.14.7.1", "fyow.3.8.1")
def test_who_has_used_his_boards_of_the_day_sends_nobody_farther(moves, goes):
    """14.7: regular infantry makes two boards a day, in whatever unit its men go."""
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "moves": moves}})
    act = ("picket", link(m, VALE, ISLET), "platoon")
    if goes:
        with m.forced(9, 1, 1, 1, 1):
            m.choose(act)
        assert m.g.state.units[-1].moves == 2
    else:
        with refused("14.7.1"):
            m.choose(act)
