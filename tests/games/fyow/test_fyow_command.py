"""Sections 7, 8, 10, 11, 12 and the base rules of condition: commanders, orders, morale."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, fyow, number, offered, refused, said, unit

from grognard.games.fyow.command import commanders as command
from grognard.games.fyow.condition import condition
from grognard.games.fyow.orders.order_kinds import may_order
from grognard.games.fyow.planning.plans import Aim, Plan


@pytest.fixture
def match():
    return at_cards("b1")


@pytest.mark.parametrize(("die", "senior", "rating"), [(1, False, 5), (2, False, 6), (5, False, 6), (6, False, 7), (1, True, 6), (5, True, 7)])
@pytest.mark.rule("fyow.7.0.1", "fyow.7.0.2")
def test_ratings(match, die, senior, rating):
    leader = unit(match, "b1")
    with match.forced(die):
        command.rate(match.g, leader, senior=senior, elite=False)
    assert leader.rating == rating


@pytest.mark.parametrize(
    ("red", "blue", "elite", "character"),
    [(2, 5, False, ("passive", "decisive")), (3, 4, False, ("balanced", "balanced")), (5, 2, False, ("aggressive", "hesitant")), (2, 5, True, ("balanced", "decisive"))],
)
@pytest.mark.rule("fyow.8.4.1", "fyow.8.4.2", "fyow.8.4.3")
def test_traits(match, red, blue, elite, character):
    leader = unit(match, "b1")
    leader.temper = leader.resolve = ""
    with match.forced(red, blue):
        command.draw_traits(match.g, leader, elite=elite)
    assert (leader.temper, leader.resolve) == character


@pytest.mark.parametrize(("rating", "die", "can"), [(6, 8, True), (6, 9, False), (5, 7, True), (5, 8, False), (7, 9, True), (7, 10, False)])
@pytest.mark.rule("fyow.8.1.1", "fyow.8.1.2")
def test_can_he(match, rating, die, can):
    leader = unit(match, "b1")
    leader.rating = rating
    with match.forced(die):
        assert command.can_he(match.g, leader, "does he?") is can


@pytest.mark.rule("fyow.8.3.1")
def test_the_obvious_helps_by_one(match):
    leader = unit(match, "b1")
    with match.forced(9):
        assert command.can_he(match.g, leader, "does he?", obvious=True)
    leader.temper, leader.resolve = "passive", "hesitant"
    assert command.yes_up_to(leader) == 2 and command.yes_up_to(leader, obvious=True) == 3


@pytest.mark.rule("fyow.8.5.1")
def test_will_he_by_the_matrix():
    m = at_cards("b1", options={"traits": True})
    leader = unit(m, "b1")
    rows = {"decisive": (4, 5, 6), "balanced": (3, 4, 5), "hesitant": (2, 3, 4)}
    for resolve, faces in rows.items():
        for temper, face in zip(("passive", "balanced", "aggressive"), faces, strict=True):
            leader.temper, leader.resolve = temper, resolve
            assert command.yes_up_to(leader) == face
    leader.temper, leader.resolve = "passive", "hesitant"
    with m.forced(2):
        assert command.will_he(m.g, leader, "?")
    with m.forced(3):
        assert not command.will_he(m.g, leader, "?")


@pytest.mark.rule("fyow.8.5.2")
def test_without_traits_will_is_a_d10(match):
    with match.forced(8):
        assert command.will_he(match.g, unit(match, "b1"), "?")
    with match.forced(9):
        assert not command.will_he(match.g, unit(match, "b1"), "?")


@pytest.mark.parametrize(
    ("rating", "count", "shares"),
    [(5, 2, [50, 50]), (6, 3, [20, 60, 20]), (6, 2, [60, 40]), (7, 3, [10, 80, 10]), (7, 2, [70, 30])],
)
@pytest.mark.rule("fyow.11.0.4", "fyow.11.0.5", "fyow.11.0.6")
def test_the_weights_of_options(match, rating, count, shares):
    leader = unit(match, "b1")
    leader.rating = rating
    assert command.weights(leader, count, traits=False) == shares


@pytest.mark.rule("fyow.11.0.7")
def test_traits_shift_the_weights(match):
    leader = unit(match, "b1")
    leader.temper = "aggressive"
    assert command.weights(leader, 3, traits=True) == [10, 60, 30]
    leader.temper, leader.resolve = "balanced", "hesitant"
    assert command.weights(leader, 3, traits=True) == [20, 70, 10]
    leader.resolve = "decisive"
    assert command.weights(leader, 3, traits=True) == [10, 70, 20]
    leader.temper, leader.resolve = "passive", "hesitant"
    assert command.weights(leader, 2, traits=True, bolder=1) == [80, 20]
    assert command.weights(leader, 2, traits=True, bolder=0) == [40, 60]


SUPPLY = [4] * 12  # four daily throws of 3D6
READY = {name: {"rating": 6, "stockpile": 10} for name in ("b1", "b4", "g2", "g4")}


def planning(rating=6, **options):
    staffs = {"wessex": {"rating": rating}, "fortress": {"rating": 6}}
    return fyow({"traits": False, **options}, phase="plan", command=staffs, forces=READY)


THREE = [
    Plan("b1", "cautious", "defend", "vale-church-and-grand-havre"),
    Plan("b1", "sensible", "move to contact", "lislet"),
    Plan("b1", "bold", "engage", "les-capelles"),
]


@pytest.mark.parametrize(("die", "kind"), [(2, "defend"), (3, "move to contact"), (8, "move to contact"), (9, "engage")])
@pytest.mark.rule("fyow.10.2.0.1", "fyow.10.2.0.2", "fyow.11.0.1")
def test_sealed_options_become_orders_when_all_are_in(die, kind):
    m = planning()
    m.choose(THREE, seat="british")
    assert unit(m, "b1").order.objective == m.g.static.number["lislet"]  # nothing has happened yet
    with m.forced(die, *SUPPLY):
        m.choose([], seat="german")
    assert unit(m, "b1").order.kind == kind
    assert said(m, "british", "10.2.0.2") and not said(m, "german", "10.2.0.2")


@pytest.mark.rule("fyow.10.3.1")
def test_who_gets_no_options_goes_on_with_his_orders():
    m = planning()
    m.choose([], seat="british")
    m.choose([], seat="german")
    assert unit(m, "b1").order.kind == "move to contact" and unit(m, "g2").order.kind == "defend"


@pytest.mark.rule("fyow.11.0.4")
def test_a_below_average_commander_has_two_options():
    m = planning(rating=5)
    with refused("11.0.4", "two options"):
        m.choose(THREE, seat="british")
    m.choose(THREE[:2], seat="british")


@pytest.mark.rule("fyow.11.0.5", "fyow.10.5.1")
def test_an_average_commander_has_two_or_three_and_orders_are_of_their_types():
    m = planning()
    with refused("11.0.5"):
        m.choose(THREE[:1], seat="british")
    with refused("10.5.1"):
        m.choose([*THREE[:2], Plan("b1", "bold", "parley", "lislet")], seat="british")


@pytest.mark.rule("fyow.10.1.1", "fyow.10.1.2", "fyow.4.3.3")
def test_the_week():
    m = fyow({"traits": False}, phase="week", command={"wessex": {"rating": 6}, "fortress": {"rating": 6}})
    aims = [Aim("cautious", "hold", "lancresse-common"), Aim("sensible", "attack", "st-sampson"), Aim("bold", "attack", "les-capelles")]
    m.choose(aims, seat="british")
    with m.forced(9, 1):
        m.choose(m.decisions["german"].suggestions()[0], seat="german")
    assert m.g.state.aim["british"] == ["attack", "les-capelles"]
    assert any("attack Les Capelles" in text for text in said(m, "british", "10.1.2"))


@pytest.mark.rule("fyow.6.8.1")
def test_direct_command_is_not_diced():
    m = planning(direct_command=True)
    with refused("6.8.1"):
        m.choose(THREE, seat="british")
    m.choose(THREE[2:], seat="british")
    m.choose([], seat="german")
    assert unit(m, "b1").order.kind == "engage"


@pytest.mark.rule("fyow.11.0.2", "fyow.base.sc.5", "fyow.base.sc.6")
def test_options_must_be_sensible():
    m = at_cards("g2", "b1", forces={"b1": {"board": "lislet", "order": ["engage", "lislet"]}, "g2": {"board": "lislet", "box": "st-sampson", "order": ["engage", "lislet"]}}, spotted={"german": ["b1"], "british": ["g2"]})
    m.choose(("assault", number(m, "b1")))
    board = m.g.static.number["portinfer"]
    assert may_order(m.g, number(m, "b1"), "move", board).rule == "fyow.11.0.2"
    unit(m, "g4").condition = 2
    assert may_order(m.g, number(m, "g4"), "engage", board).rule == "fyow.base.sc.5"
    unit(m, "g4").condition = 3
    assert may_order(m.g, number(m, "g4"), "defend", unit(m, "g4").board).rule == "fyow.base.sc.6"
    assert may_order(m.g, number(m, "g4"), "rest", unit(m, "g4").board) is None


@pytest.mark.rule("fyow.10.6.1", "fyow.10.6.2", "fyow.8.2.1")
def test_a_bc_who_met_the_unforeseen_may_seek_new_orders():
    m = at_cards("b1", "b1")
    seek = ("seek", "defend", m.g.static.number["vale-church-and-grand-havre"], "engage")
    with refused("10.6.1"):
        m.choose(seek)
    m = at_cards("b1", "b1", forces={"b1": {"surprised": True}})
    with m.forced(8):
        m.choose(seek)
    assert unit(m, "b1").order.kind == "move to contact"  # this activation still goes by the old orders
    m.choose(("stay",))
    assert unit(m, "b1").order.kind == "defend"
    m = at_cards("b1", "b1", forces={"b1": {"surprised": True}})
    with m.forced(9):
        m.choose(seek)
    assert seek not in offered(m)
    m.choose(("stay",))
    assert unit(m, "b1").order.kind == "move to contact"


# ------------------------------------------------------------------ 12 and base.sc


@pytest.mark.rule("fyow.base.sc.1")
def test_the_milestone(match):
    b1 = unit(match, "b1")
    b1.start = 2400
    assert condition.milestone(match.g, number(match, "b1")) == 300
    b1.elements = {"elite": 100}
    assert condition.milestone(match.g, number(match, "b1")) == 396
    b1.elements = {"poor": 100}
    assert condition.milestone(match.g, number(match, "b1")) == 180


@pytest.mark.rule("fyow.base.sc.2")
def test_losses_by_shell_and_bomb_are_summed(match):
    b1 = unit(match, "b1")
    b1.start = 2400
    condition.count_loss(match.g, 0, 180)
    assert b1.condition == 0
    condition.count_loss(match.g, 0, 150)
    assert (b1.condition, b1.lost) == (1, 30)


@pytest.mark.parametrize(("die", "with_hq", "state"), [(4, True, 0), (4, False, 1), (5, False, 0)])
@pytest.mark.rule("fyow.base.sc.4")
def test_rallying(match, die, with_hq, state):
    b1 = unit(match, "b1")
    b1.condition = 1
    if with_hq:
        b1.board = unit(match, "b4").board
    with match.forced(die):
        condition.rally(match.g, 0)
    assert b1.condition == state
    for field, value in (("fought_yesterday", True), ("disarray", 2), ("mode", "rest")):
        b1.condition = 1
        keep = getattr(b1, field)
        setattr(b1, field, value)
        assert not condition.may_rally(match.g, 0)
        setattr(b1, field, keep)


@pytest.mark.rule("fyow.12.3.2")
def test_dice_of_strategic_morale(match):
    units = match.g.state.units
    units.extend([type(units[0])("x", "X", "british", 0, {}, "regular_infantry") for _ in range(1)])
    for u, state in zip([u for u in units if u.side == "british"], (1, 2, 4), strict=True):
        u.condition = state
    assert int(condition.morale_dice(match.g, "british")) == 4
    match.g.state.brigades[0].rating = 5
    assert int(condition.morale_dice(match.g, "british")) == 1 + 2 + 4
    match.g.state.brigades[0].rating = 7
    assert int(condition.morale_dice(match.g, "british")) == 2


@pytest.mark.rule("fyow.12.2.2", "fyow.12.3.3", "fyow.12.3.4")
def test_strategic_morale_is_thrown_only_after_a_fall_and_a_1_costs_a_point(match):
    g = match.g
    unit(match, "b1").condition = unit(match, "b4").condition = 2
    assert g.state.morale["british"] == 3
    condition.weekly_morale(g, "british")
    assert g.state.morale["british"] == 3
    unit(match, "b1").fell = True
    with match.forced(1, 1):
        condition.weekly_morale(g, "british")
    assert g.state.morale["british"] == 2
    unit(match, "b1").fell = True
    with match.forced(2, 6):
        condition.weekly_morale(g, "british")
    assert g.state.morale["british"] == 2


@pytest.mark.rule("fyow.12.3.5")
def test_at_0_the_force_withdraws(match):
    from grognard.kernel import Over

    match.g.state.morale["british"] = 1
    unit(match, "b1").condition = 2
    unit(match, "b1").fell = True
    with match.forced(1), pytest.raises(Over) as over:
        condition.weekly_morale(match.g, "british")
    assert over.value.result.winner == "german"
