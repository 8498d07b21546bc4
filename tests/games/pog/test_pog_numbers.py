"""The numbers of the rules at their boundary: tables, thresholds, dice, each on both sides of the limit."""

from __future__ import annotations

import pytest
from pog_situations import activate, attack, finish_turn, front, holder, pog, refused, said

from great_war import offered

EMPTY = {"cp": [], "ap": []}


def last_round(**patch):
    """The last Allied action of a turn: after it the turn ends."""
    return front(EMPTY, active="ap", round=6, units={}, **patch)


# ------------------------------------------------------------------ 16.5: peace


@pytest.mark.rule("pog.16.5.1.1", "pog.16.5.1.2")
@pytest.mark.parametrize(("side", "vp", "may"), [("cp", 11, True), ("cp", 10, False), ("ap", 9, True), ("ap", 10, False)])
def test_who_may_offer_peace(side, vp, may):
    m = front(EMPTY, active=side, vp=vp, units={})
    assert (("peace", "") in offered(m)) is may
    if not may:
        with refused("pog.16.5.1.1" if side == "cp" else "pog.16.5.1.2"):
            m.choose(("peace", ""))


@pytest.mark.rule("pog.16.5.2.b")
@pytest.mark.parametrize(
    ("status", "changes"), [(0, (1, 1, 1, 0, 0, -1)), (19, (1, 1, 1, 0, 0, -1)), (20, (1, 1, 0, 0, 0, -1))]
)
@pytest.mark.parametrize(("side", "vp", "sign"), [("cp", 12, 1), ("ap", 8, -1)])
def test_the_peace_table(status, changes, side, vp, sign):
    for die, change in enumerate(changes, 1):
        m = front(EMPTY, active=side, vp=vp, units={}, ws={"cp": status // 2, "ap": status - status // 2})
        m.choose(("peace", ""))
        with m.forced(die):
            m.choose("refuse")
        assert m.g.state.vp == vp + sign * change, (status, die)


# ------------------------------------------------------------------ 5, 16.1, 16.2: how it ends, how it rises


@pytest.mark.rule("pog.5.2.1", "pog.5.2.2")
@pytest.mark.parametrize(("vp", "winner"), [(20, "cp"), (19, ""), (1, ""), (0, "ap")])
def test_automatic_victory_at_twenty_and_at_nothing(vp, winner):
    m = last_round(vp=vp, turn=2, offensive={"cp": "none", "ap": "none"})
    finish_turn(m)
    assert (m.result.winner if m.result else "") == winner


@pytest.mark.rule("pog.16.2.1")
@pytest.mark.parametrize(("status", "over"), [(39, False), (40, True)])
def test_the_armistice_comes_at_forty(status, over):
    m = last_round(turn=9, ws={"cp": 20, "ap": status - 20}, level={"cp": 2, "ap": 2}, offensive={"cp": "none", "ap": "none"}, join=["it"])
    finish_turn(m)
    assert (m.result is not None) is over


@pytest.mark.rule("pog.5.5.2.1", "pog.5.5.2.2")
@pytest.mark.parametrize(
    ("events", "vp", "winner"),
    [([], 13, "cp"), ([], 12, None), ([], 10, None), ([], 9, "ap"),
     (["cp.45"], 11, "cp"), (["cp.45"], 10, None), (["cp.45"], 9, "ap")],
)  # fmt: skip
def test_the_bands_after_turn_20(events, vp, winner):
    m = last_round(turn=20, vp=vp, events=events, offensive={"cp": "none", "ap": "none"}, level={"cp": 2, "ap": 1})
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("pog.16.1.3.a", "pog.16.1.4", "pog.6.e4")
@pytest.mark.parametrize("side", ["cp", "ap"])
@pytest.mark.parametrize(("turn", "status", "level"), [(2, 3, 0), (2, 4, 1), (2, 10, 1), (2, 11, 2), (1, 11, 0)])
def test_commitment_rises_at_four_and_eleven(side, turn, status, level):
    other = "ap" if side == "cp" else "cp"
    m = last_round(turn=turn, ws={side: status, other: 0}, offensive={"cp": "none", "ap": "none"})
    finish_turn(m)
    assert m.g.state.level == {side: level, other: 0}
    assert m.g.at_war("tu") is (side == "cp" and level > 0)


@pytest.mark.rule("pog.vpt.1", "pog.card.ap.02", "pog.9.5.2.5.1")
@pytest.mark.parametrize(
    ("turn", "facts", "change"),
    [(4, {"events": ["ap.02"]}, -1), (5, {"events": ["ap.02"]}, 0), (4, {}, 0),
     (5, {"level": {"cp": 1, "ap": 2}}, 1), (5, {"level": {"cp": 1, "ap": 1}}, 0),
     (5, {"level": {"cp": 1, "ap": 2}, "join": ["it"]}, 0)],
)  # fmt: skip
def test_vp_of_the_war_status_phase(turn, facts, change):
    m = last_round(turn=turn, offensive={"cp": "none", "ap": "none"}, **facts)
    season = m.g.season()
    assert (season == "winter") is (turn == 4)
    finish_turn(m)
    assert m.g.state.vp == 10 + change


# ------------------------------------------------------------------ 15.3, 11.2, 12.3: dice


@pytest.mark.rule("pog.15.3.2", "pog.15.3.3")
@pytest.mark.parametrize(("turn", "above"), [(1, 2), (2, 2), (3, 0)])
def test_a_siege_roll_above_the_level_destroys_the_fort(turn, above):
    level = front(units={}).g.board.fort[front(units={}).g.S["liege"]]
    for die in range(1, 7):
        m = front(EMPTY, active="ap", round=6, units={"ge.a1": "liege", "ge.a2": "aachen"}, turn=turn, offensive={"cp": "none", "ap": "none"})
        dice = (die,) if die - above > level or die - above <= level else ()
        with m.forced(*dice, 6, 1):
            finish_turn(m)
        assert (holder(m, "liege") == "cp") is (die - above > level), (turn, die)


@pytest.mark.rule("pog.15.3.2")
def test_allied_forts_roll_before_those_of_the_central_powers():
    units = {"ge.a1": "liege", "ge.a2": "aachen", "ru.a1": "konigsberg", "ru.a2": "vilna"}
    m = front(EMPTY, active="ap", round=6, units=units, turn=3, control={"insterberg": "ap"}, offensive={"cp": "none", "ap": "none"})
    with m.forced(6, 1, 6, 1):
        finish_turn(m)
    assert holder(m, "liege") == "cp" and holder(m, "konigsberg") == "cp"


@pytest.mark.rule("pog.11.2.2")
@pytest.mark.parametrize(("army", "lf"), [("ge.a1", 3), ("ge.a1 reduced", 3), ("ah.a1", 3)])
def test_digging_succeeds_up_to_the_loss_factor(army, lf):
    name, *state = army.split()
    for die in (1, 2, 3, 4, 5, 6):
        m = front(units={name: " ".join(["essen", *state])}, events=["ap.12"], turn=3)
        lf = m.g.lf(m.g.U[name])
        activate(m, essen="move")
        with m.forced(die):
            m.choose(("entrench", name))
            while m.g.state.action.kind and "done" in offered(m):
                m.choose("done")
        assert m.g.trench(m.g.S["essen"], "cp") == (1 if die <= lf else 0), die


@pytest.mark.rule("pog.12.3.3.a", "pog.12.3.3.b")
@pytest.mark.parametrize(("die", "turned"), [(2, False), (3, True)])
def test_a_flank_is_turned_on_a_modified_four(die, turned):
    units = {"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai"}
    m = front(units=units, control={"sedan": "cp", "brussels": "cp", "liege": "cp"}, forts_fallen=["liege"],
              trenches={"brussels": 0, "cambrai": 0})  # fmt: skip
    activate(m, sedan="attack", brussels="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", flank="sedan", dice=(die, 1, 1))
    assert bool(said(m, "pog.12.3.3.b")) is not turned
    assert ("The flank is turned: the attacker fires first." in said(m, "pog.12.3.3.a")) is turned


# ------------------------------------------------------------------ 5.6, 5.7: what the level is read with


@pytest.mark.rule("pog.5.7.4.h", "pog.5.7.4.i", "pog.5.7.2.a")
@pytest.mark.parametrize(
    ("events", "vp", "winner"),
    [(["ap.43", "ap.47", "cp.52"], 13, "cp"), (["ap.43", "ap.47", "cp.52"], 12, "ap"), (["ap.43", "cp.52"], 12, "cp"),
     (["cp.52"], 11, "cp"), (["cp.52"], 10, "ap"), (["ap.43", "ap.47"], 15, "cp"), (["ap.43", "ap.47"], 14, "ap")],
)  # fmt: skip
def test_the_historical_reckoning(events, vp, winner):
    m = pog("historical", hands=EMPTY, active="ap", round=6, units={}, turn=20, vp=vp, events=events, level={"cp": 2, "ap": 1},
            offensive={"cp": "none", "ap": "none"})  # fmt: skip
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("pog.5.6.1")
@pytest.mark.parametrize(("bid", "winner"), [(0, "cp"), (1, None), (-1, "cp"), (4, "ap")])
def test_a_bid_is_taken_off_the_level(bid, winner):
    m = pog(options={"bid": bid}, hands=EMPTY, active="ap", round=6, units={}, turn=20, vp=13, level={"cp": 2, "ap": 1},
            offensive={"cp": "none", "ap": "none"})  # fmt: skip
    finish_turn(m)
    assert m.result.winner == winner
