"""Clauses at their boundary, each of which play once got wrong: Reserve Box, sieges, retreats, Medina, activation, cards."""

from __future__ import annotations

import pytest
from pog_situations import (
    activate,
    attack,
    choose,
    finish_action,
    finish_turn,
    front,
    holder,
    places,
    pog,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel.state import plain


def until(match, name, answer=None):
    """Answer what comes first (passing where that is possible) until the question of that name is asked."""
    for _ in range(40):
        if match.result is not None or match.decision.name == name:
            return match
        options = offered(match)
        match.choose(next((v for v in ("pass", "fight") if v in options), options[0]))
    raise AssertionError(f"{name} is not asked")


# ------------------------------------------------------------------ 13: redeployment


@pytest.mark.rule("pog.13.1.6")
def test_russian_corps_leave_the_box_to_russian_spaces_only():
    units = {"ru.c#1": "reserve", "ru.a1": "insterberg", "ru.a2": "vilna"}
    m = front(active="ap", units=units, control={"insterberg": "ap"})
    m.choose(("sr", "ap.01"))
    m.choose("ru.c#1")
    assert "vilna" in offered(m) and "insterberg" not in offered(m)
    with refused("pog.13.1.6", "Russia"):
        m.choose("insterberg")


@pytest.mark.rule("pog.13.1.5.b")
def test_redeployment_never_lifts_a_siege():
    m = front(units={"ge.c#1": "kovno", "ge.c#2": "grodno"}, control={"grodno": "cp"})
    m.choose(("sr", "cp.12"))
    with refused("pog.13.1.5.b", "siege"):
        m.choose("ge.c#1")  # one corps besieges Kovno: nobody would stay
    m = front(units={"ge.c#1": "kovno", "ge.c#2": "kovno"}, control={"grodno": "cp"})
    m.choose(("sr", "cp.12"))
    assert "ge.c#1" in offered(m)  # the other one stays


@pytest.mark.rule("pog.10.1.5", "pog.13.1.8.a", "pog.9.5.3.3.a")
def test_nobody_comes_to_a_home_space_where_the_enemy_stands():
    units = {"ru.c#1": "breslau", "ge.c#1": "reserve"}  # one corps is too weak to besiege level 2
    m = front(units=units)
    m.choose(("sr", "cp.12"))
    m.choose("ge.c#1")
    assert "breslau" not in offered(m) and "essen" in offered(m)
    with refused("pog.10.1.5"):
        m.choose("breslau")
    reinforcing = next(card for card in m.g.static.deck["cp"] if card.kind == "reinforcement" and card.reinforces == "ge")
    m = front({"cp": [reinforcing.id]}, units={"ru.c#1": "breslau"}, turn=3, level={"cp": 2, "ap": 0})
    m.choose(("event", reinforcing.id))
    while m.decision.name == Ask.REINFORCEMENT:
        assert ("here", "breslau") not in offered(m)
        m.choose(offered(m)[0])
    assert "breslau" not in [place for unit, place in places(m).items() if unit.startswith("ge.")]


# ------------------------------------------------------------------ 12: combat


@pytest.mark.rule("pog.12.5.5.a")
def test_the_british_retreat_over_their_own_dashed_line():
    units = {"br.a1": "calais", "ge.a1": "amiens", "ge.a2": "ostend", "ge.a3": "cambrai"}
    m = front(units=units, control=dict.fromkeys(("amiens", "ostend", "cambrai", "brussels", "antwerp", "liege", "sedan"), "cp"),
              events=["cp.08"])  # fmt: skip
    activate(m, amiens="attack")
    attack(m, "calais", "ge.a1", dice=(6, 1))
    until(m, Ask.ADVANCE)
    assert where(m, "br.a1") in ("london", "cherbourg")  # over the Channel, not lost for good


@pytest.mark.rule("pog.12.7.4", "pog.12.5.4.a")
def test_a_space_reached_by_a_retreat_that_failed_can_be_entered():
    """The example of the rules: out of Kishinev only Ismail is open, and from there nothing."""
    units = {
        "ru.a9": "kishinev",
        "ge.a11": "barlad",
        "ge.a1": "barlad",
        "ah.c#1": "zhmerinka",
        "ah.c#2": "odessa",
        "ah.c#3": "galatz",
    }
    held = {s: "cp" for s in ("barlad", "zhmerinka", "odessa", "galatz", "bucharest", "ploesti", "jassy", "czernowitz", "targul_jiu")
            if s in front(units={}).g.S}  # fmt: skip
    m = front(units=units, control=held, join=["ro"], turn=9)
    activate(m, barlad="attack")
    attack(m, "kishinev", "ge.a11", "ge.a1", dice=(1, 1))
    until(m, Ask.ADVANCE)
    assert where(m, "ru.a9") == "gone"
    m.choose("ge.a11")
    assert m.decision.name == Ask.ADVANCE_ON and "ismail" in offered(m)
    m.choose("ismail")
    assert where(m, "ge.a11") == "ismail"


@pytest.mark.rule("pog.tec.1")
def test_besiegers_in_mountains_fire_a_column_lower():
    m = front(units={"ge.a1": "belfort", "ge.a2": "belfort"})
    activate(m, belfort="attack")
    m.choose("belfort")
    m.choose("ge.a1")
    shift = next(t for t in m.decision.tallies() if "column shift" in t.title)
    assert int(shift) == -1 and "fight" in offered(m)


@pytest.mark.rule("pog.12.7.1.b", "pog.12.7.11", "pog.15.2.4.b")
def test_neighbours_advance_when_a_fort_falls_to_them_and_to_those_inside():
    units = {"ge.c#1": "verdun", "ge.a4": "metz", "ge.a5": "metz"}  # one corps inside: the siege is broken
    m = front(units=units, trenches={"verdun": 0})
    activate(m, verdun="attack", metz="attack")
    attack(m, "verdun", "ge.c#1", "ge.a4", "ge.a5", dice=(6, 1))
    until(m, Ask.ADVANCE)
    assert holder(m, "verdun") == "cp" and "ge.a4" in offered(m) and "ge.c#1" not in offered(m)


@pytest.mark.rule("pog.12.2.4", "pog.card.cp.49")
def test_michael_is_played_against_a_fort_without_units():
    m = front({"cp": ["cp.49", "cp.12"]}, units={"ge.a4": "metz"}, events=["cp.54"], level={"cp": 2, "ap": 2}, turn=14,
              trenches={"verdun": 0})  # fmt: skip
    for value in (("ops", "cp.12"), ("attack", "metz"), "verdun", "ge.a4"):
        m.choose(value)
    assert m.decision.name == Ask.COMBAT_CARD
    m.choose("cp.49")
    assert m.g.state.table["cp"] >> 49 & 1


@pytest.mark.rule("pog.card.cp.64")
def test_cards_of_an_attack_that_alberich_called_off_were_never_played():
    units = {"fr.a1": "amiens", "fr.a2": "calais", "ge.a4": "cambrai", "ge.a5": "ostend"}
    m = front({"ap": ["ap.01", "ap.21"], "cp": ["cp.64"]}, active="ap", units=units, options={"optional_cards": True},
              control={"cambrai": "cp", "sedan": "cp", "ostend": "cp"}, level={"ap": 2, "cp": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    for space in ("amiens", "calais"):
        m.choose(("attack", space))
    until(m, Ask.ATTACK)
    attack(m, "cambrai", "fr.a1", cards=["ap.21", "cp.64"])
    assert said(m, "pog.card.cp.64") and m.g.holds("ap", "ap.21")
    assert m.decision.name == Ask.ATTACK
    m.choose("ostend")
    until(m, Ask.COMBAT_CARD)
    assert "ap.21" in offered(m)  # not barred for the round


# ------------------------------------------------------------------ 9.2, 11, 15: activation and movement


@pytest.mark.rule("pog.12.1.1", "pog.15.1.11")
def test_no_attack_activation_where_nothing_can_be_attacked():
    m = front(units={"ge.a8": "insterberg"}, turn=1)
    m.choose(("ops", "cp.12"))
    assert ("move", "insterberg") in offered(m) and ("attack", "insterberg") not in offered(m)
    with refused("pog.15.1.11", "Kovno"):
        m.choose(("attack", "insterberg"))


@pytest.mark.rule("pog.11.1.8")
def test_who_must_help_at_a_fort_may_not_stay_away():
    level = front(units={}).g.board.fort[front(units={}).g.S["verdun"]]
    assert level > 1
    units = {f"ge.c#{n}": "metz" for n in range(1, level + 1)}
    m = front(units=units, trenches={"nancy": 0, "verdun": 0})
    activate(m, metz="move")
    m.choose(("unit", "ge.c#1"))
    m.choose(("to", "verdun"))
    while m.decision.name in (Ask.MOVE, Ask.MARCH) and m.g.state.action.relief >= 0:
        assert ("stop", "") not in offered(m) or m.decision.name == Ask.MOVE
        m.choose(offered(m)[0])
    finish_action(m)
    assert m.g.besieged >> m.g.S["verdun"] & 1


# ------------------------------------------------------------------ 14: attrition


@pytest.mark.rule("pog.14.1.5.d")
def test_medina_stays_turkish_while_a_turkish_corps_is_in_it():
    for unit, owner in (("tu.c#1", "cp"), ("", "ap")):
        m = front(
            units={**({unit: "medina"} if unit else {}), "br.c#1": "aleppo"},
            join=["tu"],
            control={"aleppo": "ap", "damascus": "ap", "jerusalem": "ap", "beersheba": "ap", "aqaba": "ap", "medina": "cp"},
            turn=8,
        )
        finish_turn(m)
        assert holder(m, "medina") == owner


@pytest.mark.rule("pog.11.1.8")
def test_who_only_passes_a_siege_does_not_free_its_besiegers():
    """Beersheba needs both corps that besiege it: none of them can help a third at Gaza."""
    units = {"br.c#1": "beersheba", "br.c#2": "beersheba", "br.c#3": "sinai"}
    m = front({"ap": ["ap.12"]}, active="ap", units=units, join=["tu"], control={"sinai": "ap"}, turn=8)
    activate(m, sinai="move", beersheba="move")
    m.choose(("unit", "br.c#3"))
    if ("to", "beersheba") in offered(m):
        m.choose(("to", "beersheba"))
        assert ("to", "gaza") not in offered(m)
        with refused("pog.11.1.8", "Gaza"):
            m.choose(("to", "gaza"))


@pytest.mark.rule("pog.15.2.4.a")
def test_no_way_back_through_a_siege_that_the_army_itself_lifts():
    """Warsaw waits for help; the army that besieges Ivangorod is led only to where it can help."""
    units = {"ge.c#1": "lodz", "ah.a1": "ivangorod"}
    m = front(units=units, control={"lodz": "cp", "lublin": "cp"}, events=["cp.11"], turn=5)
    activate(m, lodz="move", ivangorod="move")
    m.choose(("unit", "ge.c#1"))
    assert ("to", "warsaw") in offered(m)
    m.choose(("to", "warsaw"))
    assert m.g.state.action.relief == m.g.S["warsaw"]
    for _ in range(6):
        if m.decision.name not in (Ask.MOVE, Ask.MARCH):
            break
        for value in list(offered(m)):
            twin = m.fork(seed="way")
            twin.choose(value)  # whatever is offered can be done
        m.choose(next((v for v in offered(m) if v == ("to", "warsaw")), offered(m)[0]))
    assert m.g.besieged >> m.g.S["warsaw"] & 1


# ------------------------------------------------------------------ what rulings decide


@pytest.mark.rule("pog.13.1.8.a", "pog.13.1.1")
def test_canadians_may_join_the_beachhead_that_cannot_supply_them():
    units = {"br.mef": "mef1", "br.cnd": "reserve", "br.pt": "reserve"}
    m = front(active="ap", units=units, join=["tu"], beachhead=215, turn=5)
    choose(m, ("sr", "ap.01"), "br.cnd")
    assert "mef1" in offered(m)
    m.choose("mef1")
    assert where(m, "br.cnd") == "mef1" and not in_supply(m.g, m.g.U["br.cnd"]) and in_supply(m.g, m.g.U["br.mef"])


@pytest.mark.rule("pog.14.3.6.a", "pog.14.1.5.c", "pog.14.3.6.c")
def test_aqaba_passes_when_its_fort_has_fallen_and_medina_with_it():
    base = {"join": ["tu"], "turn": 5, "units": {"br.c#1": "beersheba"}, "control": {"beersheba": "ap"}, "forts_fallen": ["beersheba"]}
    m = finish_turn(front(active="ap", round=6, **base))
    assert holder(m, "aqaba") == "cp" and holder(m, "medina") == "ap"
    m = finish_turn(front(active="ap", round=6, **{**base, "forts_fallen": ["beersheba", "aqaba"]}))
    assert holder(m, "aqaba") == holder(m, "medina") == "ap"


@pytest.mark.rule("pog.card.cp.64")
def test_a_face_up_card_of_an_attack_that_alberich_called_off_stays_face_up():
    units = {"fr.a1": "amiens", "ge.a4": "cambrai"}
    m = front({"ap": ["ap.01"], "cp": ["cp.64"]}, active="ap", units=units, options={"optional_cards": True}, round=2,
              control={"cambrai": "cp", "sedan": "cp"}, level={"ap": 2, "cp": 2}, table={"ap": 1 << 21, "cp": 0})  # fmt: skip
    activate(m, amiens="attack")
    attack(m, "cambrai", "fr.a1", cards=["ap.21", "cp.64"])
    assert said(m, "pog.card.cp.64") and said(m, "pog.9.5.4.2.a")
    assert m.g.state.table["ap"] == 1 << 21 and not m.g.holds("ap", "ap.21")


@pytest.mark.rule("pog.9.5.4.6")
def test_only_combat_cards_are_discarded_from_hand():
    m = front({"ap": ["ap.01", "ap.04"], "cp": []}, active="ap", round=6, units={}, turn=2)
    finish_turn(m, stop="cards")
    while m.decision.name != Ask.DISCARD:
        m.choose("done" if "done" in offered(m) else ("auto", ""))
    assert offered(m) == ["ap.04", "done"]
    with refused("pog.9.5.4.6", "no combat card"):
        m.choose("ap.01")
    m.choose("ap.04")
    assert not m.g.holds("ap", "ap.04")


# ------------------------------------------------------------------ "sure?"


def finals(match):
    """What the question under way would ask "sure?" for."""
    decision = match.decision
    return {plain(value) for value in decision.options if decision.final(value)}


def test_sure_is_asked_only_where_dice_fall_at_once():
    m = front(active="ap", units={"fr.a1": "paris", "fr.a2": "paris"}, events=["ap.12"], turn=3)
    m.choose(("ops", "ap.01"))
    assert not finals(m)  # activation
    choose(m, ("move", "paris"))
    assert not finals(m)  # another army may still move
    m.choose(("unit", "fr.a1"))
    assert not finals(m)  # steps of a march
    choose(m, ("to", "melun"), ("stop", ""))
    assert finals(m) == {("entrench", "fr.a2")}  # the last mover: the die falls


def test_the_last_choice_of_a_turn_asks_sure():
    m = front(active="ap", round=6, units={"fr.c#1": "reserve", "fr.a1": "paris"}, turn=3)
    m.choose(("sr", "ap.01"))
    assert not finals(m)
    m.choose("fr.c#1")
    assert not finals(m)  # points are left
    m = pog(phase="replacements", rp={"ge": 2}, hands={"cp": [], "ap": []}, units={"ge.a1": "essen reduced", "ge.a2": "essen reduced"})
    assert finals(m) == {"ge.a1", "ge.a2"}  # either is the last that can be paid
    m = pog(phase="replacements", rp={"ge": 4}, hands={"cp": [], "ap": []}, units={"ge.a1": "essen reduced", "ge.a2": "essen reduced"})
    assert not finals(m)
