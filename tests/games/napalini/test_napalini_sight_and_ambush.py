"""Chapter 3: lines of sight, spotting, ambush, speculative fire, dummies, tactical recce."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario, table
from test_napalini_table import WATER, labels, rows

from grognard.games.napalini.combat import ambush, artillery, bombardment, losses, shooting
from grognard.games.napalini.combat.fire import Aim
from grognard.games.napalini.command import rounds
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.table import sight
from grognard.games.napalini.table.zones import hostile_corner
from grognard.kernel import PASS
from grognard.kernel.state import plain

# ------------------------------------------------------------------ sight


@pytest.mark.rule("napalini.3.los.flat", "napalini.3.los.line", "napalini.3.los.hill")
def test_sight_over_a_wood():
    t = Table(rows(C3="W"))
    low, target = t.put(t.one, "infantry", "C2"), t.put(t.two, "infantry", "C4", revealed=False)
    assert not sight.spots(t.g, low, target)
    high = Table(rows(C3="W", C2="H"))
    n, seen = high.put(high.one, "infantry", "C2"), high.put(high.two, "infantry", "C4", revealed=False)
    assert sight.spots(high.g, n, seen)
    wall_ = Table(rows(C3="H", C2="H"))
    n, seen = wall_.put(wall_.one, "infantry", "C2"), wall_.put(wall_.two, "infantry", "C4", revealed=False)
    assert not sight.spots(wall_.g, n, seen)


@pytest.mark.rule("napalini.3.los.mountain", "napalini.3.los.air")
def test_mountains_see_over_hills_and_the_air_over_everything():
    t = Table(rows(C3="H", C2="M", D3="M", D2="M"))
    assert sight.line_is_clear(t.g, t.sq("C2"), t.sq("C4"), sight.MOUNTAIN)
    assert not sight.line_is_clear(t.g, t.sq("D2"), t.sq("D4"), sight.MOUNTAIN)
    assert sight.line_is_clear(t.g, t.sq("D2"), t.sq("D4"), sight.AIR)
    assert not sight.blocks(t.g, t.sq("D3"), sight.AIR)


@pytest.mark.rule("napalini.3.los.steeple")
def test_steeples():
    t = Table(rows(C4="B"))
    assert sight.eye(t.g, t.sq("C4")) == sight.HEIGHT
    t.s.rubble.append(t.sq("C4"))
    assert sight.eye(t.g, t.sq("C4")) == sight.FLAT
    assert sight.eye(Table(rows(C4="B"), options={"no_steeples": True}).g, t.sq("C4")) == sight.FLAT


@pytest.mark.rule("napalini.3.spot.open", "napalini.3.spot.light-cover", "napalini.3.spot.built-up", "napalini.3.spot.entrenched")
@pytest.mark.parametrize(
    ("code", "good", "bad"), [(".", (2, 3, 5), (1, 1, 1)), ("H", (1, 1, 1), (0, 0, 0)), ("W", (1, 1, 1), (0, 0, 0)), ("B", (0, 0, 0), (0, 0, 0)),
                              ("F", (0, 0, 0), (0, 0, 0)), ("S", (2, 3, 5), (1, 1, 1)), ("trench", (1, 2, 2), (0, 1, 1))],
)  # fmt: skip
def test_table_3(code, good, bad):
    t = Table(rows(C5="." if code == "trench" else code))
    if code == "trench":
        t.s.trenches.append(t.sq("C5"))
    for weather, numbers in (("G", good), ("B", bad)):
        t.s.weather = weather
        found = tuple(sight.spotting_distance(t.g, eyes, t.sq("C1"), t.sq("C5"), False) for eyes in (sight.FLAT, sight.HEIGHT, sight.AIR))
        assert found == numbers


@pytest.mark.rule("napalini.3.los.edges", "napalini.3.spot.worst")
def test_far_banks_and_vessels():
    t = Table(rows(B4="B"), ground=WATER)
    n = t.put(t.one, "infantry", "D2")
    target, boat = t.put(t.two, "infantry", "D4", revealed=False), t.put(t.two, "gunboat", "D4", revealed=False)
    assert not sight.spots(t.g, n, target) and sight.spots(t.g, n, boat)
    town = t.put(t.two, "gunboat", "B4", revealed=False)
    assert sight.spots(t.g, t.put(t.one, "infantry", "B2"), town)


@pytest.mark.rule("napalini.3.spot.who")
def test_who_spots():
    t = Table()
    target = t.put(t.two, "infantry", "C4", revealed=False)
    spotters = {kind: sight.spots(t.g, t.put(t.one, kind, "C3"), target) for kind in ("infantry", "hq", "reme", "dummy", "balloon")}
    assert spotters == {"infantry": True, "hq": True, "reme": False, "dummy": False, "balloon": False}
    up = t.put(t.one, "balloon", "C2", raised=True)
    assert sight.spots(t.g, up, target)


@pytest.mark.rule("napalini.3.spot.when", "napalini.3.spot.dummy", "napalini.3.spot.stays")
def test_spotting_turns_markers_over():
    t = Table()
    t.put(t.one, "infantry", "C3", revealed=False)
    real, decoy = t.put(t.two, "infantry", "C5", revealed=False), t.put(t.two, "dummy", "D5", revealed=False)
    far = t.put(t.two, "infantry", "C8", revealed=False)
    t.run(sight.spotting(t.g))
    assert t.g.unit(real).revealed and t.g.unit(decoy).where == "out" and not t.g.unit(far).revealed
    t.g.unit(real).at = t.sq("A8")
    t.run(sight.spotting(t.g))
    assert t.g.unit(real).revealed


def test_a_marker_that_nobody_spots_may_tell_of_a_dummy(monkeypatch):
    """Who could take back a walk up to a hidden enemy would learn whether that one has eyes."""
    for near, barred in (("C3", True), ("C1", False)):
        t = Table()
        t.put(t.two, "dummy", "C5", revealed=False)
        mine = t.put(t.one, "dummy", near, revealed=False)
        shown = []
        monkeypatch.setattr(t.g, "reveal", lambda: shown.append(1))
        t.run(sight.spotting(t.g))
        assert t.g.unit(mine).where == "table" and bool(shown) is barred



@pytest.mark.rule("napalini.3.spot.alignment")
def test_a_unit_in_close_terrain_that_has_not_moved_may_turn():
    t = Table(rows(C4="W"))
    n = t.put(t.two, "infantry", "C4", revealed=False)
    t.put(t.one, "infantry", "C3")
    t.run(sight.spotting(t.g), 6)
    assert t.g.unit(n).facing == 6
    moved = t.put(t.two, "infantry", "D4", revealed=False, moved=True)
    t.run(sight.spotting(t.g))
    assert t.g.unit(moved).revealed


@pytest.mark.rule("napalini.3.spot.fire-reveals")
def test_firing_reveals():
    t = Table()
    gun, target = t.put(t.one, "field_artillery", "C2", revealed=False), t.put(t.two, "infantry", "C4")
    t.round(t.one, [gun])
    t.run(shooting.volley(t.g, t.one, [Aim(gun, t.sq("C4"), (target,), True, True)], t.sq("C4")), dice=(1, 1))
    assert t.g.unit(gun).revealed


# ------------------------------------------------------------------ ambush


def lurking(code: str = "W", **fields) -> tuple[Table, int, int]:
    t = Table(rows(C4=code))
    enemy = t.put(t.two, "infantry", "C4", revealed=False, **fields)
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    return t, n, enemy


@pytest.mark.rule("napalini.3.ambush", "napalini.7.ambush-dice", "napalini.3.ambush.losses", "napalini.3.ambush.hits", "napalini.6.attack")
def test_an_ambush_fires_one_die_more_before_anything_else():
    t, n, enemy = lurking()
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), enemy, ..., dice=(6, 5, 1))
    assert t.g.unit(n).step == 1 and t.g.unit(enemy).revealed  # two hits, one loss
    assert losses.hits_on(t.g, t.sq("C4"), t.one) == 2
    assert t.g.round.queue == [t.sq("C4")] and t.g.round.ambushers == [enemy]


@pytest.mark.rule("napalini.3.ambush.one")
def test_one_ambush_in_a_square_and_round():
    t, n, enemy = lurking()
    second = t.put(t.one, "infantry", "B3")
    other = t.put(t.two, "infantry", "C4", revealed=False)
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), enemy, ..., dice=(1, 1, 1))
    t.run(moves.normal_move(t.g, [second], (t.sq("B3"), t.sq("C4"))))
    assert not t.g.unit(other).revealed


@pytest.mark.rule("napalini.3.ambush.forts")
def test_no_ambush_from_trenches_or_forts():
    t, n, _ = lurking(".")
    t.s.trenches.append(t.sq("C4"))
    t.run(ambush.ambush(t.g, [n], t.sq("C4")))
    t, n, _ = lurking(".")
    t.put(t.two, "po", "C4", revealed=False)
    t.run(ambush.ambush(t.g, [n], t.sq("C4")))


@pytest.mark.rule("napalini.3.ambush")
def test_fired_units_and_dummies_do_not_ambush_but_their_owner_is_asked():
    t, n, enemy = lurking(fired=True)
    t.run(ambush.ambush(t.g, [n], t.sq("C4")), PASS)
    assert t.asked[0].why_not(enemy).rule == "napalini.3.ambush"
    decoy = Table()
    decoy.put(decoy.two, "dummy", "C4", revealed=False)
    m = decoy.put(decoy.one, "infantry", "C3")
    decoy.round(decoy.one, [m])
    decoy.run(ambush.ambush(decoy.g, [m], decoy.sq("C4")), PASS)


@pytest.mark.rule("napalini.7.recce.give-ground", "napalini.2.flag.recce", "napalini.3.ambush.reveal")
def test_recce_pays_with_ground_not_blood():
    t = Table(rows(C4="W"))
    enemy, other = t.put(t.two, "infantry", "C4", revealed=False), t.put(t.two, "infantry", "C4", revealed=False)
    n = t.put(t.one, "cavalry", "C3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), enemy, ..., "give ground", ..., dice=(6, 6, 1))
    assert t.g.unit(n).at == t.sq("C3") and t.g.unit(n).step == 0
    assert t.g.unit(enemy).revealed and not t.g.unit(other).revealed
    assert losses.hits_on(t.g, t.sq("C4"), t.one) == 2
    t2 = Table(rows(C4="W"))
    enemy = t2.put(t2.two, "infantry", "C4", revealed=False)
    n = t2.put(t2.one, "cavalry", "C3")
    t2.round(t2.one, [n])
    t2.run(moves.normal_move(t2.g, [n], (t2.sq("C3"), t2.sq("C4"))), enemy, ..., "give ground", ..., dice=(6, 6, 6))
    assert t2.g.unit(n).step == 1  # three hits, two losses, one cancelled


@pytest.mark.rule("napalini.3.ambush.reveal")
def test_units_in_one_square_see_each_other():
    t, n, enemy = lurking()
    t.g.unit(n).at = t.sq("C4")
    t.run(sight.spotting(t.g), ...)
    assert t.g.unit(enemy).revealed


@pytest.mark.rule("napalini.3.hidden.move")
def test_a_dummy_may_bluff_into_an_enemy_square_and_is_removed():
    t = Table()
    decoy = t.put(t.one, "dummy", "C3", revealed=False)
    t.put(t.two, "infantry", "C4")
    t.round(t.one, [decoy])
    assert paths.may_attack(t.g, decoy, t.sq("C4")) is None
    t.run(moves.normal_move(t.g, [decoy], (t.sq("C3"), t.sq("C4"))))
    assert t.g.round.queue == []
    t.run(sight.spotting(t.g))
    assert t.g.unit(decoy).where == "out"


# ------------------------------------------------------------------ speculative fire, dummies, recce


@pytest.mark.rule("napalini.3.speculative.features")
def test_features_for_map_fire():
    t = Table(rows(A4="W", C5="B", E4="W", E5="W", F7="H"), ground={"roads": [["C1", "C2", "C3"], ["B2", "C2"]], **{k: WATER[k] for k in ("rivers", "water_edges", "bridges")}})
    found = labels(t, artillery.features(t.g))
    assert {"A4", "C5", "F7", "C2", "C3", "C4"} <= found
    assert not {"E4", "E5", "C1", "D6"} & found


@pytest.mark.rule("napalini.3.hidden.works", "napalini.3.speculative.features")
def test_forts_are_known_to_be_there():
    t = Table()
    t.put(t.two, "po", "D5", revealed=False)
    assert t.sq("D5") in artillery.features(t.g)
    from grognard.games.napalini.view import scene

    assert any(m.kind == "siege" and m.at == "D5" for m in scene.build(t.g, t.one).markers)


@pytest.mark.rule("napalini.3.speculative.map", "napalini.3.speculative.softening", "napalini.3.spot.targetable")
def test_ways_to_aim_at_what_is_not_seen():
    t = Table(rows(C5="B"))
    gun = t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun])
    assert artillery.ways(t.g, gun, t.sq("C5")) == []  # revealed is not spotted
    t.g.camp(t.one).designated.append(t.sq("C5"))
    assert list(plain(artillery.ways(t.g, gun, t.sq("C5")))) == [(gun, "map", -1)]
    t.g.camp(t.one).designated.clear()
    front = t.put(t.one, "infantry", "C4")
    assert list(plain(artillery.ways(t.g, gun, t.sq("C5")))) == [(gun, "soft", front)]
    other = t.put(t.one, "field_artillery", "C4")
    t.round(t.one, [gun, other])
    assert list(plain(artillery.ways(t.g, other, t.sq("C5")))) == [(other, "soft", other)]


@pytest.mark.rule("napalini.3.speculative.map")
def test_a_designated_feature_is_fired_at_by_the_map_whoever_sees_it():
    """R119: without the check that a spotter's message needs."""
    t = Table(rows(C5="B"))
    gun, spotter = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "infantry", "C5")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun])
    assert list(plain(artillery.ways(t.g, gun, t.sq("C5")))) == [(gun, "spotter", spotter)]
    t.g.camp(t.one).designated.append(t.sq("C5"))
    assert list(plain(artillery.ways(t.g, gun, t.sq("C5")))) == [(gun, "map", -1)]
    assert artillery.link(t.g, artillery.ways(t.g, gun, t.sq("C5"))[0]) is None


@pytest.mark.rule("napalini.3.speculative.result")
@pytest.mark.parametrize("seen", [True, False])
def test_modifiers_are_told_only_of_what_is_revealed(seen):
    t = Table()
    gun, spotter = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "infantry", "C3")
    real = t.put(t.two, "infantry", "C4", revealed=seen)
    t.round(t.one, [gun])
    t.run(bombardment.bombardment(t.g, t.sq("C4")), (gun, "sees", -1), dice=(6, 1), draws=([real],))
    lines = [event for event in t.match.diary(t.one) if "fires" in event.text and "artillery" in event.text]
    assert len(lines) == 1 and bool(lines[0].tallies) == seen
    assert any("1 loss" in event.text for event in t.match.diary(t.one)) and spotter >= 0


@pytest.mark.rule("napalini.7.losses.random")
def test_the_firer_learns_hits_and_losses_only():
    t = Table()
    decoy, real = t.put(t.two, "dummy", "C4", revealed=False), t.put(t.two, "infantry", "C4", revealed=False)
    t.round(t.one)
    t.call(losses.random_losses, t.g, t.sq("C4"), t.two, 2, draws=([decoy], [real]))
    assert t.g.unit(real).step == 1 and not t.g.unit(decoy).revealed and t.g.unit(decoy).where == "table"
    lines = " ".join(event.text for event in t.match.diary(t.one))
    assert "dummy" not in lines and "worn" not in lines
    assert "dummy" in " ".join(event.text for event in t.match.diary(t.two))


@pytest.mark.rule("napalini.3.hidden.dummies")
@pytest.mark.parametrize(("units", "dummies"), [(3, 1), (4, 2), (7, 2), (8, 3), (9, 3), (12, 3), (13, 4), (20, 4)])
def test_number_of_dummies(units, dummies):
    from grognard.games.napalini.tables import dummies_for

    assert dummies_for(units) == dummies


@pytest.mark.rule("napalini.3.hidden.kind")
def test_a_dummy_has_an_open_kind():
    t = Table(ground={"railways": [["C4", "C5", "C6"]]})
    decoy = t.put(t.two, "dummy", "C5", where="reserve", revealed=False)
    t.g.unit(decoy).at = -1
    t.run(setup.place_dummy(t.g, decoy), (t.sq("C5"), "rail", "FL"))
    assert t.g.unit(decoy).kind == "rail" and t.g.unit(decoy).type == "dummy_rail"
    ends = {p[-1] for p in paths.paths(t.g, decoy, paths.enemy_view(t.g, t.two))}
    assert labels(t, ends) == {"C4", "C6"}
    assert (t.sq("A5"), "rail", "FL") not in t.asked[0].options


@pytest.mark.rule("napalini.3.recce.value", "napalini.3.recce.inspect", "napalini.3.recce.respond")
def test_tactical_recce():
    t = Table()
    t.s.stage, t.s.setup = "objectives", "recce"
    for kind in ("cavalry", "tankettes", "balloon"):
        t.put(t.one, kind, "C2", revealed=False)
    t.put(t.two, "armoured_cars", "C6", revealed=False)
    target = t.put(t.two, "infantry", "D6", revealed=False)
    assert (setup.recce_value(t.g, t.one), setup.recce_value(t.g, t.two)) == (3, 1)
    mine = next(n for n, u in enumerate(t.s.units) if u.type == "cavalry")
    others = [n for n in t.g.on_table(t.two) if n != target]
    t.run(setup.recce(t.g), target, others[0], ("move", mine), t.sq("A2"), "done")
    assert t.g.unit(target).known and not t.g.unit(target).revealed
    assert t.g.unit(mine).at == t.sq("A2")
    from grognard.games.napalini.view.scene import sees

    assert sees(t.g, t.one, target)


@pytest.mark.rule("napalini.6.hostile-corner")
def test_hostile_corners():
    t = Table()
    n = t.put(t.one, "infantry", "C4")
    t.put(t.two, "dummy", "C5", revealed=False)
    seen = paths.enemy_view(t.g, t.one)
    assert paths.step_refused(t.g, n, t.sq("C4"), t.sq("D5"), seen) is None
    t.put(t.two, "infantry", "D4", revealed=False)
    seen = paths.enemy_view(t.g, t.one)
    assert hostile_corner(t.g, t.sq("C4"), t.sq("D5"), seen.hostile)
    assert paths.step_refused(t.g, n, t.sq("C4"), t.sq("D5"), seen).rule == "napalini.6.hostile-corner"


def test_trenches_dug_by_engineers_face_the_front():
    t = Table()
    t.put(t.one, "infantry", "C4")
    tasks.entrench(t.g, t.sq("C4"), t.one)
    assert {t.g.static.edges.edge_label(o.edge) for o in t.s.obstacles} == {"C4|C5", "B4|C4", "C4|D4"}


@pytest.mark.rule("napalini.3.obstacle.edges")
def test_trenches_without_named_edges_have_those_of_their_front():
    from grognard.games.napalini.deployment.scenario import read

    ground = {"obstacles": [{"kind": "trenches", "square": "C4", "owner": "SD"}, {"kind": "trenches", "square": "C2", "owner": "SO"}]}
    static, state = read(scenario(ground=ground), {})
    found = {owner: {static.edges.edge_label(o.edge) for o in state.obstacles if o.owner == owner} for owner in ("sd", "so")}
    assert found == {"sd": {"C3|C4", "B4|C4", "C4|D4"}, "so": {"C2|C3", "B2|C2", "C2|D2"}}


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.facing.same")
@pytest.mark.parametrize("moved", [True, False])
def test_beside_a_unit_that_has_moved_nobody_chooses_his_facing(moved):
    t = table(rows(C4="B"))
    a = t.put(t.two, "infantry", "C4", revealed=False)
    b = t.put(t.two, "infantry", "C4", revealed=False, moved=moved)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g), *([] if moved else [0]))
    assert t.g.unit(a).facing == t.g.unit(b).facing == (4 if moved else 0)


@pytest.mark.rule("napalini.3.spot.alignment")
@pytest.mark.parametrize("code", ["B", "F", "C", "M", "W"])
def test_units_that_an_entry_reveals_in_close_terrain_choose_their_facing(code):
    t = table(rows(C4=code))
    n = t.put(t.two, "infantry", "C4", revealed=False)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g), 0)
    assert t.g.unit(n).revealed and t.g.unit(n).facing == 0


@pytest.mark.rule("napalini.3.spot.alignment")
@pytest.mark.parametrize(("code", "moved"), [(".", False), ("B", True)])
def test_in_the_open_or_after_a_move_the_facing_stays(code, moved):
    t = table(rows(C4=code))
    n = t.put(t.two, "infantry", "C4", revealed=False, moved=moved)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g))
    assert t.g.unit(n).facing == 4


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.ambush")
def test_an_ambusher_in_a_town_chooses_its_facing_when_it_is_revealed():
    t = table(rows(C4="B"))
    n = t.put(t.two, "infantry", "C4", revealed=False)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(ambush.ambush(t.g, [enemy], t.sq("C4")), n, 2, dice=(1, 1, 1))
    assert t.g.unit(n).facing == 2
    t.run(rounds.spot_all(t.g))  # once


@pytest.mark.rule("napalini.7.recce.give-ground", "napalini.3.stack.land")
@pytest.mark.parametrize("friends", [2, 3])
def test_ground_is_given_only_where_there_is_room(friends):
    t = table(rows(C4="W"))
    hidden = t.put(t.two, "infantry", "C4", revealed=False)
    cars = t.put(t.one, "armoured_cars", "C3")
    t.round(t.one)
    t.attack(cars, "C4", "C3")
    for _ in range(friends):
        t.put(t.one, "infantry", "C3")
    answers = ["give ground"] if friends == 2 else []
    t.run(ambush.ambush(t.g, [cars], t.sq("C4")), hidden, 4, *answers, dice=(1, 1, 1))
    assert t.g.unit(cars).at == t.sq("C3" if friends == 2 else "C4")
