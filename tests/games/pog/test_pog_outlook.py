"""Each answer in a combat says what it does to the odds: a target, a pin, a combat card."""

from __future__ import annotations

from pog_situations import activate, choose, front

from grognard.games.pog.asks import Ask


def wins(match, value):
    """How often the attacker wins if this is answered, as a person reads it beside the answer."""
    (chart,) = match.decision.option(value).odds
    return dict(chart.outcomes)["attacker wins"]


def test_every_target_shows_the_odds_of_all_who_can_join():
    units = {"ge.a1": "cambrai", "ge.a2": "cambrai", "fr.c#1": "amiens", "fr.a1": "chateau_thierry", "fr.a2": "chateau_thierry"}
    m = front(units=units, control={"cambrai": "cp", "sedan": "cp"}, events=["cp.08"], trenches={"chateau_thierry": 2})
    activate(m, cambrai="attack")
    assert m.decision.name == Ask.ATTACK
    assert wins(m, "amiens") > wins(m, "chateau_thierry") and not m.decision.option("done").odds
    assert "2 units" in m.decision.option("amiens").odds[0].title


def test_each_pin_shows_its_own_odds_and_no_attempt_its_own():
    units = {"ge.a1": "cambrai", "ge.a2": "sedan", "fr.a1": "chateau_thierry", "fr.c#1": "verdun"}
    m = front(units=units, control={"cambrai": "cp", "sedan": "cp"}, trenches={"chateau_thierry": 0, "verdun": 0})
    activate(m, cambrai="attack", sedan="attack")
    choose(m, "chateau_thierry", "ge.a1", "ge.a2")
    while m.decision.name != Ask.FLANK:
        m.choose("pass")
    by_pin = {pin: wins(m, pin) for pin in ("cambrai", "sedan")}
    assert by_pin["sedan"] > by_pin["cambrai"]  # Sedan touches Verdun: as the pin it costs no modifier
    assert by_pin["sedan"] != wins(m, "pass")


def test_a_combat_card_shows_the_odds_with_it_and_changes_nothing():
    units = {"ge.a1": "cambrai", "fr.a1": "amiens"}
    m = front({"cp": ["cp.15", "cp.12"]}, units=units, control={"cambrai": "cp", "sedan": "cp"}, events=["cp.08"], level={"cp": 1, "ap": 1})
    activate(m, cambrai="attack")
    choose(m, "amiens", "ge.a1")
    assert m.decision.name == Ask.COMBAT_CARD
    before = m.save()
    assert wins(m, "cp.15") > wins(m, "pass")
    assert m.save() == before


def test_a_card_against_the_trench_shows_the_open_field():
    units = {"ge.a1": "cambrai", "fr.a1": "amiens"}
    m = front({"cp": ["cp.50", "cp.12"]}, units=units, control={"cambrai": "cp", "sedan": "cp"}, events=["cp.54"],
              trenches={"amiens": 2}, level={"cp": 2, "ap": 2}, turn=14)  # fmt: skip
    activate(m, cambrai="attack")
    choose(m, "amiens", "ge.a1")
    assert wins(m, "cp.50") > wins(m, "pass")
