"""Two rules in one moment: trains, craft, markers, fuel and the dead among those who fight. By decisions and dice."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_fleet import put
from fyow_table import CAPELLES, ISLET, VALE, at_cards, link, number, offered, refused, unit, where
from test_fyow_what_if_both import PORTINFER, aloft, luki

from grognard.games.fyow.air import ground_attack
from grognard.games.fyow.air.airborne import drop
from grognard.games.fyow.brigades.groups import candidates
from grognard.games.fyow.contact.detection import arriving_dice, reconnaissance, scouts
from grognard.games.fyow.forces.fractions import may_absorb
from grognard.games.fyow.forces.merging import may_merge
from grognard.games.fyow.records.staff import Decoy, Group
from grognard.games.fyow.sea import vessels as naval
from grognard.games.fyow.state import WITHDRAWN, Battle
from grognard.games.fyow.weather import weather

MARKERS = {"traits": False, "decoys": True}
ALONE = {name: {"board": "pustoshka"} for name in ("r1", "r2", "r4")}
QUIET = (("stay",), ("done",), ("halt",), "hold the ground", "stay", "hold fire")


def wait(m, sessions):
    """Everybody does as little as he may for so many sessions."""
    until = m.g.now + sessions
    while m.g.now < until:
        options = offered(m)
        m.choose(next((option for option in QUIET if option in options), options[0]))


def train_at_nevel(**forces):
    """Train 1 stands at Nevel, and r3 with it."""
    m = luki("f4", forces={"r3": {"board": "nevel"}, **ALONE, **forces})
    return m, m.g.state.rail.trains[1], number(m, "r3")


# ------------------------------------------------------------------ base.sc.6 with 20.6, 20.7 and 14.14


def must_leave(**b1):
    """b1 is Red and withdrawn at L'Islet; an enemy was seen at Les Capelles in this session."""
    m = at_cards("g4", "b1", "g2", forces={"b1": {"board": ISLET, "condition": WITHDRAWN, **b1}, "g2": {"board": CAPELLES}})
    m.g.state.sighted["british"][str(board(m, CAPELLES))] = m.g.now
    return m


@pytest.mark.rule("fyow.base.sc.6", "fyow.20.6.5")
@pytest.mark.parametrize("mode", ["active", "rest"])
def test_who_must_leave_breaks_its_rest(mode):
    m = must_leave(mode=mode, stockpile=10)
    with m.forced(10, 1, 1, 1, 1, draws=[["lmg"]]):
        m.choose(("stay",))
    assert where(m, "b1") != ISLET and unit(m, "b1").mode == "active"
    assert unit(m, "b1").stockpile == (10 if mode == "active" else 6)


@pytest.mark.rule("fyow.base.sc.6", "fyow.20.7.1.3")
@pytest.mark.parametrize("men", [60, 0])
def test_who_must_leave_without_fuel_goes_on_foot(men):
    elements = {"soft_truck": 12, **({"regular": men} if men else {"medium_howitzer": 2})}
    m = must_leave(mode="rationed", stopped=True, elements=elements, moves_as="other_trucks")
    with m.forced(*((10, 1, 1, 1, 1) if men else ()), draws=[["regular"]] if men else []):
        m.choose(("stay",))
    assert (where(m, "b1") != ISLET) == bool(men)
    assert unit(m, "b1").elements.get("soft_truck", 0) == (0 if men else 12)


# ------------------------------------------------------------------ 30 with 3.8, 2.7, 2.9, 15.3 and 33.7


@pytest.mark.rule("fyow.3.8.4")
@pytest.mark.parametrize("train", [-1, 1])
def test_a_beaten_picket_goes_back_though_its_parent_is_on_a_train(train):
    """Ruling R216: it has a card of its own then; before, its retreat waited for a card that nobody held."""
    forces = {"r4": {"board": "izocha", "kind": "picket"}, "s1": {"board": "izocha", "order": ["engage", "izocha"]}}
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "train": train}, **forces)
    picket, s1 = m.g.unit(number(m, "r4")), number(m, "s1")
    picket.parent = picket.chief = r3
    own.cargo = [r3] if train == 1 else []
    beaten = [number(m, "r4")]
    fight = Battle(board(m, "izocha"), "soviet", [s1], list(beaten), since=m.g.now - 1, stage="outcome", result="DR")
    fight.counted, fight.beaten = True, beaten
    m.g.state.battles.append(fight)
    wait(m, 2)
    assert where(m, "r4") != "izocha" and not m.g.state.battles


@pytest.mark.rule("fyow.2.7.1", "fyow.3.7.1")
@pytest.mark.parametrize("train", [-1, 1])
def test_nobody_is_merged_with_a_force_on_a_train(train):
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "train": train, "elements": {"regular": 30}})
    own.cargo = [r3] if train == 1 else []
    r4 = number(m, "r4")
    m.g.unit(r4).board, m.g.unit(r4).elements = board(m, "nevel"), {"regular": 30}
    aboard = train == 1
    refusal = may_merge(m.g, m.g.unit(r4).brigade, r4, r3)
    assert (refusal is not None and refusal.rule == "fyow.2.7.1") == aboard
    m.g.unit(r3).kind, m.g.unit(r3).parent = "fraction", r4
    refusal = may_absorb(m.g, r4, r3)
    assert (refusal is not None and refusal.rule == "fyow.3.7.1") == aboard
    assert (r3 in candidates(m.g, m.g.unit(r3).brigade)) == (not aboard)


@pytest.mark.rule("fyow.2.9.12")
def test_who_gets_on_a_train_leaves_its_group():
    m, own, r3 = train_at_nevel(r1={"board": "nevel"}, r2={"board": "nevel"})
    m.g.state.staff.groups = [Group(m.g.unit(r3).brigade, [number(m, "r1"), number(m, "r2"), r3])]
    m.g.unit(r3).train, own.cargo = 1, [r3]
    m.choose(("stay",))
    assert m.g.state.staff.groups[0].members == [number(m, "r1"), number(m, "r2")]


@pytest.mark.rule("fyow.15.3.1", "fyow.15.4.1")
def test_nobody_holds_a_position_on_a_train():
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "attitude": "fortified", "concealed": {"regular": 5}})
    own.job, own.loading = [r3, 1], 1000
    m.choose(("stay",))
    force = unit(m, "r3")
    assert (force.train, force.attitude, force.concealed) == (1, "present", {})


@pytest.mark.rule("fyow.30.1.1")
def test_who_gets_off_a_train_occupies_the_board():
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "train": 1})
    own.cargo, own.job, own.loading = [r3], [r3, 0], 1000
    m.g.state.control[board(m, "nevel")] = ""
    m.choose(("stay",))
    assert unit(m, "r3").train == -1 and m.g.state.control[board(m, "nevel")] == "german"


@pytest.mark.rule("fyow.30.1.1")
@pytest.mark.parametrize("attacked", [False, True])
def test_nobody_gets_on_a_train_with_the_enemy_upon_him(attacked):
    m, own, r3 = train_at_nevel(s1={"board": "nevel", "box": "izocha", "edge": "izocha"} if attacked else {})
    if attacked:
        m.g.state.battles.append(Battle(board(m, "nevel"), "soviet", [number(m, "s1")], [r3], since=m.g.now))
    own.job, own.loading = [r3, 1], 1000
    m.choose(("stay",))
    assert unit(m, "r3").train == (-1 if attacked else 1) and own.cargo == ([] if attacked else [r3])


@pytest.mark.rule("fyow.33.7.3.18", "fyow.30.4.1")
def test_whose_train_comes_into_a_rout_goes_with_the_beaten():
    """Aboard it holds no card: the victors would have waited for it for ever."""
    forces = {"r2": {"board": "nevel"}, "s1": {"board": "nevel", "box": "izocha", "edge": "izocha", "order": ["engage", "nevel"]}}
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "train": 1}, **forces)
    own.cargo = [r3]
    beaten = [number(m, "r2")]
    fight = Battle(board(m, "nevel"), "soviet", [number(m, "s1")], list(beaten), since=m.g.now - 1, stage="outcome", result="DR")
    fight.counted, fight.beaten = True, beaten
    m.g.state.battles.append(fight)
    wait(m, 3)
    assert not m.g.state.battles and where(m, "r3") != "nevel" and own.cargo == []


@pytest.mark.rule("fyow.30.4.1")
def test_the_dead_are_not_carried_on():
    m, own, r3 = train_at_nevel(r3={"board": "nevel", "train": 1})
    own.cargo = [r3]
    m.g.destroy(r3, "{unit} is wiped out.", "fyow.33.10.1")
    assert own.cargo == []


# ------------------------------------------------------------------ 18.2, 29 with 10.5, 3.4 and 19.2


@pytest.mark.rule("fyow.10.5.5", "fyow.10.5.11")
@pytest.mark.parametrize(("order", "known", "rule"), [
    ("move", True, "10.5.5"), ("stand by", False, "10.5.11"), ("move", False, ""), ("engage", True, ""),
])  # fmt: skip
def test_orders_bind_those_who_land(order, known, rule):
    """On the Move nobody enters a board on which the enemy is known, from the sea as little as on land."""
    goal = "n" if order == "stand by" else "lancresse-common"
    m = take_three(cards=["g6", "b6", "g6"], fleet_at={"fn": "n"}, forces={"b6": {"order": [order, goal]}})
    if known:
        m.g.unit(number(m, "g1")).board = board(m, "lancresse-common")
        m.g.spot("british", number(m, "g1"))
        m.g.state.fleet.groups[0].spotted = [f"u{number(m, 'g1')}"]
    m.choose(("stay",))
    landing = ("land", link(m, "n", "lancresse-common"))
    if rule:
        with refused(rule):
            m.choose(landing)
    else:
        assert landing in offered(m)


@pytest.mark.rule("fyow.31.6.1")
def test_who_is_aboard_does_nothing_but_land():
    """Ruling R181. A Fraction formed there would have stood on the water."""
    m = take_three(options={"decoys": True}, cards=["g6", "b6", "g6"], fleet_at={"fn": "n"})
    m.choose(("stay",))
    assert not {("form",), ("decoy",)} & set(offered(m))
    with refused("31.6.1"):
        m.choose(("form",))
    with refused("31.6.1"):
        m.choose(("decoy",))


# ------------------------------------------------------------------ 19 with 10.5.5, 13.7.2, 20.7, 28 and 29.9


def marked(kind="engage", **forces):
    """b1 shows a second marker where it stands; g2 before it."""
    base = {"b1": {"order": [kind, ISLET]}, "g2": {"board": ISLET}}
    base |= {name: {**base.get(name, {}), **change} for name, change in forces.items()}
    m = at_cards("b1", "g2", forces=base, spotted={"british": ["g2"], "german": []}, options=MARKERS)
    m.g.state.staff.decoys = [Decoy(0, "B", board(m, VALE))]
    m.choose(("obvious",))
    return m, ("marker", "B", link(m, VALE, ISLET))


@pytest.mark.rule("fyow.19.2.2", "fyow.10.5.5")
@pytest.mark.parametrize("kind", ["move", "engage"])
def test_a_marker_of_a_force_on_the_move_does_not_enter_where_the_enemy_is_known(kind):
    m, act = marked(kind)
    if kind == "engage":
        assert act in offered(m)
    else:
        with refused("10.5.5"):
            m.choose(act)


@pytest.mark.rule("fyow.13.7.2")
@pytest.mark.parametrize("place", [VALE, ISLET])
def test_no_marker_goes_by_a_box_that_the_enemy_holds(place):
    m, act = marked(g2={"board": place, "box": ISLET if place == VALE else VALE})
    with refused("13.7.2"):
        m.choose(act)


@pytest.mark.rule("fyow.20.7.1.2")
@pytest.mark.parametrize("stopped", [False, True])
def test_markers_of_a_force_without_fuel_stand_still(stopped):
    m, act = marked(b1={"elements": {"regular": 60, "soft_truck": 12}, "mode": "rationed", "stopped": stopped})
    if not stopped:
        assert act in offered(m)
    else:
        with refused("20.7.1.2"):
            m.choose(act)


def two_markers(place, other, **words):
    """g6 shows markers at two boards of Guernsey."""
    m = take_three({"decoys": True}, forces={"g6": {"board": place}}, **words)
    m.g.state.staff.decoys = [Decoy(number(m, "g6"), "B", board(m, other))]
    for force in m.g.state.units:
        if force.side == "german" and force.id != "g6":
            force.board = board(m, "the-rohais")
    return m


@pytest.mark.rule("fyow.19.3.1", "fyow.28.8.1")
@pytest.mark.parametrize(("die", "there"), [(1, True), (6, False)])
def test_bombs_fall_on_forces_and_not_on_markers(die, there):
    m = two_markers("forest", "st-saviour")
    n = aloft(m, "ba3", "forest")
    assert ground_attack.bomb_targets(m.g, n) == [f"u{number(m, 'g6')}"]
    misses = [1, 2, 3] * len(ground_attack.bombs_of(m.g, n))
    with m.forced(die, *([5] if there else []), *misses):
        ground_attack.bomb(m.g, n)
    assert bool(ground_attack.bomb_targets(m.g, n)) == there
    assert where(m, "g6") == ("forest" if there else "st-saviour") and not m.g.state.staff.decoys


@pytest.mark.rule("fyow.19.3.1", "fyow.29.9.4")
@pytest.mark.parametrize(("die", "there"), [(1, True), (6, False)])
def test_a_marker_that_ships_make_out_shows_what_it_is(die, there):
    m = two_markers("lancresse-common", "st-saviour")
    n = put(m, "bn1", "n", area=True)
    with m.forced(*[6] * naval.spotting_dice(m.g, n), die):
        found = naval.spot(m.g, n)
    assert (f"u{number(m, 'g6')}" in found) == there
    assert where(m, "g6") == ("lancresse-common" if there else "st-saviour")


@pytest.mark.rule("fyow.19.3.1", "fyow.28.13.2")
def test_parachutists_on_a_marker_find_out_what_it_is():
    m = two_markers("forest", "st-saviour")
    n = aloft(m, "ba4", "forest")
    platoons = -(-sum(v for e, v in unit(m, "b8").elements.items() if e.startswith(("elite", "special"))) // 10)
    with m.forced(*[1, 2] * platoons, 6, *[1] * 4):
        list(drop(m.g, n))
    assert not m.g.state.battles and where(m, "g6") == "st-saviour" and m.g.state.control[board(m, "forest")] == "british"


# ------------------------------------------------------------------ 20.7 with 3.8; 18 with losses; 33.7 with 16


@pytest.mark.rule("fyow.20.7.1.2")
@pytest.mark.parametrize("stopped", [False, True])
def test_tanks_without_fuel_are_no_picket(stopped):
    elements = {"regular": 60, "infantry_tank": 6}
    forces = {"b1": {"elements": elements, "mode": "rationed", "stopped": stopped, "order": ["defend", VALE]}}
    m = at_cards("b1", "g2", forces=forces)
    tanks, men = (("picket", link(m, VALE, PORTINFER), what) for what in ("troop", "platoon"))
    assert men in offered(m) and (tanks in offered(m)) == (not stopped)


@pytest.mark.rule("fyow.18.0.1", "fyow.16.0.1")
@pytest.mark.parametrize(("left", "dice"), [(10, 6), (0, 4)])
def test_scouts_who_have_fallen_lead_nobody(left, dice):
    elements = {"regular": 20, **({"regular_enhanced": left} if left else {})}
    m = at_cards("b1", "g2", forces={"b1": {"recce": 40, "lead": "recce", "elements": elements}})
    assert scouts(m.g, 0) == bool(left) and int(arriving_dice(m.g, 0)) == dice
    assert not reconnaissance(m.g, 0)  # thirty men are no forty scouts


@pytest.mark.rule("fyow.33.7.3.17")
@pytest.mark.parametrize("beaten", [False, True])
def test_only_the_victors_strike_the_beaten_again(beaten):
    box = {"board": ISLET, "box": VALE, "edge": VALE}
    forces = {"b1": box, "b4": {**box, "order": ["engage", ISLET]}, "g2": {"board": ISLET, "attitude": "deployed"}}
    m = at_cards("g4", "b4", "b1", "g2", forces=forces, spotted={"british": ["g2"], "german": ["b1", "b4"]})
    if beaten:
        fight = Battle(board(m, ISLET), "british", [0], [number(m, "g2")], since=m.g.now - 1, stage="outcome", result="DR")
        fight.counted, fight.beaten = True, [number(m, "g2")]
        m.g.state.battles.append(fight)
    m.choose(("stay",))
    act = ("assault", number(m, "g2"))
    if not beaten:
        assert act in offered(m)
    else:
        with refused("33.7.3.17"):
            m.choose(act)


# ------------------------------------------------------------------ 25.2 with 25.0.1


@pytest.mark.rule("fyow.25.0.1")
def test_the_moon_of_a_split_day_is_thrown_once():
    """Ruling R79: for all nights of the date, if both parts are fair."""
    m = at_cards("b1", options={"traits": False, "half_day_weather": True}, weather={"sky": "fair", "marker": 8})
    w = m.g.state.weather
    w.sky, w.moon = "fair", "moon"
    m.g.state.session = 4
    with m.forced(3):  # the marker stays
        weather.session_weather(m.g)
    assert (w.sky, w.moon) == ("fair", "moon")
