"""Rules of several sections that the learning campaign touches at its edges."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, fyow, link, move, number, offered, refused, said, unit, where

from grognard.games.fyow.march.movement import may_move, movement
from grognard.games.fyow.orders.order_kinds import may_order
from grognard.games.fyow.sequence import dawn, holders_of_cards
from grognard.games.fyow.supply import routes, supply

VALE, ISLET, SAMPSON, ANCRESSE = "vale-church-and-grand-havre", "lislet", "st-sampson", "lancresse-common"


@pytest.mark.rule("fyow.2.4.3")
def test_fixed_works_never_move_and_are_lost_when_they_must_retreat():
    m = at_cards("g2", forces={"g2": {"kind": "fixed", "order": ["move", "les-capelles"]}})
    with refused("2.4.3"):
        m.choose(move(m, "g2", "les-capelles"))
    assert may_order(m.g, number(m, "g2"), "move", m.g.static.number[ISLET]).rule == "fyow.2.4.3"


@pytest.mark.rule("fyow.3.8.2")
def test_pickets_hold_no_card():
    m = at_cards("b1")
    assert sorted(holders_of_cards(m.g)) == [-2, -1, 0, 1, 2, 3]
    unit(m, "g2").kind = "picket"
    assert number(m, "g2") not in holders_of_cards(m.g)


@pytest.mark.rule("fyow.4.4.2")
def test_the_weather_of_the_day_is_told_to_all():
    skies = set()
    for seed in range(4):
        m = fyow(seed=seed)
        assert said(m, "british", "4.4.2") == said(m, "german", "4.4.2") != []
        w = m.g.state.weather
        assert w.sky == m.g.static.weather[w.marker, m.g.month]
        skies.add(w.sky)
    assert len(skies) > 1


@pytest.mark.rule("fyow.4.2.4", "fyow.4.3.1")
def test_a_new_month_places_the_marker_and_a_new_week_asks_for_morale():
    m = at_cards("b1")
    m.g.state.day = 12
    m.g.static.days, days = 99, m.g.static.days
    unit(m, "b1").condition, unit(m, "b1").fell = 2, True
    with m.forced(4, 5, 1):  # 2D6 for the marker, one die of Strategic Morale
        list(dawn(m.g))
    m.g.static.days = days
    assert m.g.state.weather.marker == 9 and m.g.state.morale["british"] == 2


@pytest.mark.rule("fyow.4.6.3")
def test_one_main_act_at_a_card():
    m = at_cards("b1", "b4")
    assert m.decision.rule == "fyow.4.6.3" and m.decision.seat == "british"
    kinds = {value[0] for value in offered(m)}
    assert {"move", "deploy", "stay"} <= kinds
    m.choose(("stay",))
    assert "Brigade HQ" in m.decision.prompt


@pytest.mark.rule("fyow.10.5.9", "fyow.10.5.10")
def test_support_goes_to_its_post_and_rest_stays():
    m = at_cards("b1", forces={"b1": {"order": ["support", ISLET]}})
    assert move(m, "b1", ISLET) in offered(m)
    with refused("10.5.9"):
        m.choose(move(m, "b1", "chouet"))
    m = at_cards("b1", forces={"b1": {"order": ["rest", VALE]}})
    with refused("10.5.10"):
        m.choose(move(m, "b1", ISLET))


@pytest.mark.rule("fyow.14.14.1", "fyow.base.sc.6")
def test_a_withdrawn_force_goes_away_from_the_enemy_at_plus_1():
    m = at_cards("b4", "b1", forces={"b1": {"condition": 3, "board": "portinfer"}, "g2": {"board": "la-passee"}})
    m.g.state.sighted["british"][str(unit(m, "g2").board)] = m.g.now
    b1, way = number(m, "b1"), link(m, "portinfer", VALE)
    assert int(movement(m.g, b1, way, retreat=True)) == 2
    m.g.state.pack.append(number(m, "b4"))
    with m.forced(3, 1, 1, 1, 1):  # 3 + 1 + 1 meets the 5 of the link
        m.choose(("stay",))
    assert where(m, "b1") == VALE


@pytest.mark.rule("fyow.15.3.2")
def test_nobody_deploys_in_a_box():
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "order": ["engage", SAMPSON]}}
    m = at_cards("b1", "b1", "b1", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    m.choose(("assault", number(m, "g2")))
    with refused("15.3.2"):
        m.choose(("deploy", link(m, SAMPSON, ISLET)))


@pytest.mark.rule("fyow.15.9.3")
def test_an_attacker_chooses_which_force_he_attacks():
    forces = {"g2": {"board": ISLET}, "g4": {"board": ISLET, "order": ["defend", ISLET]}, "b1": {"order": ["engage", ISLET]}}
    m = at_cards("b1", forces=forces)
    with m.forced(10, 6, 6, 6, 6):
        m.choose(move(m, "b1", ISLET))
    assert m.decision.rule == "fyow.15.9.3" and list(m.decision.options) == [number(m, "g2"), number(m, "g4")]
    m.choose(number(m, "g2"))
    assert m.g.state.battles[0].defenders == [number(m, "g2"), number(m, "g4")]  # g4 has orders to defend and joins


@pytest.mark.rule("fyow.33.7.3.14")
def test_who_arrives_in_the_contact_session_joins():
    small = {"elements": {"regular": 100}}
    forces = {"b1": {"order": ["engage", ISLET], **small}, "b4": {"board": VALE, "order": ["engage", ISLET]}, "g2": {"board": ISLET}}
    m = at_cards("b1", "b4", forces=forces)
    with m.forced(10, 6, 6, 6, 6):
        m.choose(move(m, "b1", ISLET))
    with m.forced(10):
        m.choose(move(m, "b4", ISLET))
    assert m.g.state.battles[0].attackers == [number(m, "b1"), number(m, "b4")]


@pytest.mark.rule("fyow.20.1.4")
def test_a_surrounded_force_is_contested():
    m = at_cards("b1", forces={"g4": {"board": "fort-doyle"}})
    assert not supply.surrounded(m.g, number(m, "g4"))
    m = at_cards("b1", forces={"g4": {"board": "fort-doyle"}, "b1": {"board": "vale-castle-and-bordeaux"}})
    assert supply.surrounded(m.g, number(m, "g4"))  # b4 stands at L'Ancresse Common
    unit(m, "b4").elements = {"regular": 20}
    assert not supply.surrounded(m.g, number(m, "g4"))  # no company


@pytest.mark.rule("fyow.20.1.8", "fyow.20.1.10")
def test_long_and_hard_routes_by_the_map(monkeypatch):
    m = at_cards("b1", forces={"g4": {"board": "la-passee"}})
    german = 1
    assert supply.route_kind(m.g, german) == "D"
    boards, links = supply.chain(m.g, unit(m, "g4").board, m.g.static.home["german"])
    monkeypatch.setattr(routes, "chain", lambda *_: (boards, links[:1] * 12))
    assert supply.route_kind(m.g, german) == "E"
    monkeypatch.setattr(m.g.static, "link_cost", [8] * len(m.g.static.link_cost))
    monkeypatch.setattr(routes, "chain", lambda *_: (boards, links[:1] * 3))
    assert supply.route_kind(m.g, german) == "A"
    monkeypatch.setattr(routes, "chain", lambda *_: (boards, links[:1] * 2))
    assert supply.route_kind(m.g, german) == "D"


@pytest.mark.rule("fyow.33.7.1.5")
def test_a_hidden_attacker_holds_a_force_that_knows_nothing_of_him():
    from grognard.games.fyow.state import Battle

    forces = {"b1": {"board": SAMPSON, "box": ISLET}, "g2": {"order": ["move", "les-capelles"]}}
    m = at_cards("g2", "b4", forces=forces, session=1, seed=4)
    assert not m.g.state.seen["german"]  # it has looked about in vain
    m.g.state.battles.append(Battle(unit(m, "g2").board, "british", [number(m, "b1")], [number(m, "g2")], since=0))
    way = link(m, SAMPSON, "les-capelles")
    assert may_move(m.g, number(m, "g2"), way) is None
    with m.forced(10):
        m.choose(("move", way))
    assert where(m, "g2") == SAMPSON and number(m, "b1") in m.g.state.seen["german"]
    assert ANCRESSE in m.g.static.number


@pytest.mark.rule("fyow.1.0.1", "fyow.def.12")
def test_six_sessions_a_day_and_a_card_for_every_command():
    from grognard.games.fyow.sequence import session

    m = at_cards("b1", session=5)
    list(session(m.g))
    assert (m.g.state.session, m.g.state.phase, sorted(m.g.state.pack)) == (6, "cards", [-2, -1, 0, 1, 2, 3])
    list(session(m.g))
    assert m.g.state.phase == "night"


@pytest.mark.rule("fyow.13.7.1", "fyow.def.16")
def test_an_arriving_force_is_in_the_box_of_its_edge_and_engaged_when_both_know():
    forces = {"g2": {"board": ISLET}, "b1": {"order": ["move to contact", ISLET, "observe"]}}
    m = at_cards("b1", "b4", forces=forces)
    with m.forced(10, 6, 6, 6, 6):
        m.choose(move(m, "b1", ISLET))
    b1 = unit(m, "b1")
    assert b1.box == b1.edge == link(m, VALE, ISLET)
    assert not m.g.engaged(number(m, "b1"))
    m.g.spot("german", number(m, "b1"))
    assert m.g.engaged(number(m, "b1")) and m.g.engaged(number(m, "g2"))
    m.choose(("stay",))
    assert b1.moves == 1  # the move alone: the engagement did not exist when the session began


@pytest.mark.rule("fyow.20.1.2")
def test_a_line_over_ones_own_ground_is_direct():
    m = at_cards("b1")
    assert supply.route_kind(m.g, 1) == "D"


@pytest.mark.rule("fyow.10.2.1.1")
def test_an_order_names_its_objective():
    from grognard.games.fyow.planning.plans import Plan

    m = fyow({"traits": False}, phase="plan", command={"wessex": {"rating": 6}, "fortress": {"rating": 6}})
    with refused("10.2.1.1", "a board of the map"):
        m.choose([Plan("b1", "sensible", "move", "atlantis"), Plan("b1", "bold", "engage", ISLET)], seat="british")


@pytest.mark.rule("fyow.33.7.3.7")
def test_only_the_force_committed_suffers():
    from grognard.games.fyow.condition.losses import take_losses
    from grognard.games.fyow.state import Battle

    m = at_cards("b1", forces={"b1": {"board": ISLET}, "b4": {"board": ISLET}, "g2": {"board": ISLET}})
    values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    fight = Battle(m.g.static.number[ISLET], "british", [0, 1], [2], result="AR", values=values)
    before = m.g.value(1)
    with m.forced(6, 1, 6, 1):
        list(take_losses(m.g, fight))
    assert m.g.value(1) == before and m.g.value(0) < 675


@pytest.mark.rule("fyow.33.7.3.13")
def test_the_victor_follows_only_in_the_next_session():
    m = at_cards("b1", forces={"b1": {"order": ["engage", ISLET]}})
    unit(m, "b1").won = m.g.now
    m.g.state.sighted["british"][str(m.g.static.number[ISLET])] = m.g.now
    way = link(m, VALE, ISLET)
    assert may_move(m.g, number(m, "b1"), way).rule == "fyow.33.7.3.13"
    m.g.state.session += 1
    assert may_move(m.g, number(m, "b1"), way) is None
