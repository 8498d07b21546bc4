"""Section 4: the order of play; whole campaigns; what is seen and what is not."""

from __future__ import annotations

import random

import pytest
from fyow_table import at_cards, fyow, number, said, unit

from grognard.games.fyow.bot.general import General
from grognard.games.fyow.condition.victory import points, victory
from grognard.kernel import Match
from grognard.kernel.bot import Chair

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


def generals(seed: int) -> Match:
    match, rng = fyow(seed=seed), random.Random(seed)
    while match.result is None:
        seat = next(iter(match.decisions))
        match.choose(General().choose(Chair(match, seat, rng)), seat=seat)
        match.game.check(match.g)
    return match


@pytest.mark.parametrize("seed", [1, 2])
def test_two_generals_fight_a_week_of_war(seed):
    match = generals(seed)
    assert match.result is not None
    rules = {event.rule for event in match.diary("british")}
    assert {"fyow.10.1.2", "fyow.10.2.0.2", "fyow.20.0.3", "fyow.14.5.1", "fyow.4.4.2"} <= rules


@pytest.mark.rule("fyow.4.3.2", "fyow.4.4.5", "fyow.prep.7", "fyow.12.3.1")
def test_order_cards_and_stockpiles():
    m = fyow()
    assert len(said(m, "german", "4.3.2")) == 1
    assert m.g.state.morale == {"british": 3, "german": 3}
    assert 3 <= unit(m, "b1").stockpile <= 18 and unit(m, "g2").stockpile == 18
    for seat in ("british", "german"):
        m.choose(m.decisions[seat].suggestions()[0], seat=seat)
    assert len(said(m, "british", "4.4.5")) == 1


@pytest.mark.rule("fyow.14.2.1", "fyow.15.8.1")
def test_each_session_of_engagement_takes_a_board_off_the_allowance():
    forces = {"b1": {"board": "st-sampson", "box": "lislet", "order": ["move", "lislet"]}}
    m = at_cards("b4", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    assert m.g.engaged(number(m, "b1")) and unit(m, "b1").moves == 0
    m.choose(("stay",))
    assert unit(m, "b1").moves == 1 and unit(m, "b4").moves == 0


@pytest.mark.rule("fyow.10.5.2")
def test_who_defends_for_a_whole_session_digs_in():
    m = at_cards("b1", forces={"b1": {"order": ["defend", "vale-church-and-grand-havre"]}})
    m.choose(("stay",))
    assert unit(m, "b1").attitude == "deployed"
    m = at_cards("b1", forces={"b1": {"order": ["stand by", "vale-church-and-grand-havre"]}})
    m.choose(("stay",))
    assert unit(m, "b1").attitude == "present"


@pytest.mark.rule("fyow.base.victory.1")
def test_most_objective_points_win():
    m = at_cards("b1")
    assert points(m.g, m.g.state.control) == {"british": 8, "german": 11}
    assert victory(m.g).winner == "german"
    m.g.state.control[m.g.static.number["lislet"]] = "british"
    assert victory(m.g).winner == "german" and "narrow" in victory(m.g).text  # 9 to 10
    for held in ("les-capelles", "lancresse-common"):  # 7 each, for nobody holds St Sampson
        m.g.state.control[m.g.static.number[held]] = "british" if held == "les-capelles" else "german"
    m.g.state.control[m.g.static.number["st-sampson"]] = ""
    assert victory(m.g).winner is None and "7 points each" in victory(m.g).text
    m.g.state.control[m.g.static.number["lancresse-common"]] = "british"
    m.g.state.control[m.g.static.number["st-sampson"]] = "british"
    result = victory(m.g)
    assert result.winner == "british" and "great" in result.text


def test_an_undetected_enemy_is_not_in_the_view():
    m = at_cards("b1")
    british = m.view("british")
    assert {piece.side for piece in british.pieces} == {"british"}
    m = at_cards("b1", forces={"b1": {"board": "st-sampson", "box": "lislet"}}, spotted={"british": ["g2"]})
    found = [piece for piece in m.view("british").pieces if piece.side == "german"]
    assert [piece.name for piece in found] == ["Enemy force"] and not found[0].values


def test_a_spectator_is_not_told_who_sees_whom():
    """Found by the battery in depth: a flag that changes when the taker sees an enemy there tells that he does."""
    m = at_cards("b1", forces={"b1": {"board": "st-sampson"}, "g2": {"board": "st-sampson"}}, spotted={"british": ["g2"], "german": ["b1"]})
    before = [(marker.id, marker.side) for marker in m.view(None).markers]
    m.g.take_hold(number(m, "b1"))
    assert m.g.state.control[m.g.static.number["st-sampson"]] == "british"
    assert [(marker.id, marker.side) for marker in m.view(None).markers] == before


def test_the_board_is_drawn():
    from grognard.boards.draw import draw

    picture = fyow().game.board(fyow().g.static)
    assert len(picture.regions) == 16 and picture.features
    assert "St Sampson" in draw(picture)


@pytest.mark.rule("fyow.10.2.0.1", "fyow.10.2.1.1")
def test_the_day_is_a_board_of_orders_with_a_row_for_each_formation():
    """Names, never ids: place, strength, supply, morale and the order it has; each option is a verb and a place."""
    m = fyow({"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"})
    board = m.view("british").decision
    row = next(row for row in board.rows if row.id == "b1")
    assert (row.title, row.piece, row.now) == ("1st Royal Wessex", "u0", "Move to contact at L'Islet")
    assert row.path == ["vale-church-and-grand-havre", "lislet"]
    for word in ("Vale Church", "points", "per cent", "Active", "Stockpile", "Green", "Present", "2 moves left"):
        assert word in row.note
    offer = next(o for o in board.options if o.row == "b1" and o.verb == "Engage" and o.place == "st-sampson")
    assert offer.slot == "sensible" and offer.cost == "2 boards" and offer.path[0] == "vale-church-and-grand-havre"
    assert offer.odds[0].title == "to L'Islet" and 0 < offer.odds[0].outcomes[0][1] <= 1
    ids = {unit.id for unit in m.g.state.units} | {board.id for board in m.g.static.boards}
    for text in [o.label for o in board.options] + [w.label for w in board.whole] + [r.note for r in board.rows]:
        assert not ids & set(text.replace(",", " ").replace(":", " ").split())
    names = [w.label for w in board.whole]
    assert names[0] == "As the staff proposes" and names[-1] == "All orders stand"
    sheets = [w.value for w in board.whole]
    assert all(sheet not in sheets[:n] for n, sheet in enumerate(sheets))


@pytest.mark.rule("fyow.10.1.1")
def test_the_week_is_a_board_of_orders_with_a_row_for_each_command():
    m = fyow({"traits": False}, phase="week", command=STAFFS, aim={"brigade 0": ["hold", "lancresse-common"]})
    board = m.view("british").decision
    (row,) = board.rows
    assert (row.id, row.title, row.now, row.piece) == ("wessex", "Wessex Brigade", "Hold L'Ancresse Common", "u1")
    assert "2 forces" in row.note and "Harland decides" in row.note
    assert board.whole[0].label == "Attack St Sampson; else hold L'Ancresse Common or attack Les Capelles"
    assert {o.row for o in board.options if o.verb in ("Attack", "Hold")} == {"wessex"}


@pytest.mark.rule("fyow.11.0.2")
def test_a_staff_at_sea_has_nothing_to_hold():
    m = Match.start("fyow", "take-three", seed=3)
    week = m.view("british").decision.whole[0].value
    assert {aim.kind for aim in week if aim.whom == "wessex"} == {"attack"}
