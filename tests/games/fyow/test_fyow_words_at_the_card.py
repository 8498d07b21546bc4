"""What a player reads at a card and in a fight: choices that say what they are for, and who fights whom."""

from __future__ import annotations

import pytest
from fyow_table import VALE, all_in, at_cards, field, number, said, unit

from grognard.games.fyow.view.names import on_the_counter
from grognard.kernel.scene import FightSide


def offered(m):
    return {tuple(o.value): o for o in m.decision.view(0).options}


def test_choices_of_a_card_stand_under_what_they_are_for():
    m = at_cards("b1", "g2")
    groups = {option.value[0]: option.group for option in offered(m).values()}
    assert {"move": "March", "deploy": "Dig in", "picket": "Look about", "form": "Split off and take back"}.items() <= groups.items()
    assert (groups["obvious"], groups["rest"], groups["stay"]) == ("Orders and support", "Rest", "")


def test_choices_of_a_card_say_what_they_do():
    m = at_cards("b1", "g2")
    words = {value[0]: option.label for value, option in offered(m).items()}
    assert words["stay"] == "Stay: do nothing more with this card"
    assert words["form"] == "Form a Fraction: a company with orders of its own (Command Decision)"
    assert words["picket"].startswith("Send a ") and "as a Picket to" in words["picket"] and words["picket"].endswith(", to watch it")


@pytest.mark.parametrize("met", [False, True])
def test_an_attack_names_an_enemy_only_if_he_is_known(met):
    forces = {"b1": {"board": "lislet", "box": VALE, "edge": VALE, "order": ["engage", "lislet"]}, "g2": {"board": "lislet"}}
    m = at_cards("b1", "g2", forces=forces, spotted={"british": ["g2"]})
    m.g.state.met["british"] = [number(m, "g2")] if met else []
    m.choose(("obvious",))
    attack = offered(m)[("assault", number(m, "g2"))].label
    assert attack == f"Attack {unit(m, 'g2').name if met else 'the enemy'} on this board"


@pytest.mark.rule("fyow.33.7.2.1", "fyow.33.7.2.13")
def test_dice_of_a_fight_say_who_fires_at_whom_and_who_attacks_whom():
    m, _ = field(attacker={"elements": {"regular": 100, "medium_howitzer": 4}})
    m.choose(("stay",))
    fight = m.view("british").fight
    sides = [FightSide("british", "Attacker", ["u0"]), FightSide("german", "Defender", ["u2"])]
    assert fight.sides == sides
    m.choose("fire")
    all_in(m)
    assert said(m, "german", "33.7.2.2")[0].startswith("1st Royal Wessex fires at II Battalion")
    assert any("1st Royal Wessex (" in line and ") against II Battalion (" in line for line in said(m, "german", "33.7.2.13"))


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Brigade HQ Battlegroup", "Bde HQ"), ("Picket B of II Battalion", "B/II Bn"), ("1st Royal Wessex", "1st R Wessex"),
        ("21st New Zealand Battalion", "21st NZ Bn"), ("291st Division, battle group", "291st Div"), ("Battlegroup", ""),
        ("Fortress", ""),
    ],
)  # fmt: skip
def test_a_counter_has_room_for_a_short_name(name, short):
    assert on_the_counter(name) == short
