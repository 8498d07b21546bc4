"""The scenarios that come with the game, the tournament, odds, and the bot."""

import re

import pytest

from games.dbms.conftest import battle, offered
from grognard.boards.table_shapes import hull, overlap
from grognard.bots.play import play_match
from grognard.bots.random_bot import RandomBot
from grognard.games.dbms.bot.panzer import PanzerBot
from grognard.games.dbms.game import GAME
from grognard.games.dbms.setting_up.terrain import table_refusals
from grognard.games.dbms.tables import ARMY_LISTS, DATA, TERRAIN
from grognard.games.dbms.tournament import pairings, standings
from grognard.kernel import PASS, BadData, Match
from grognard.kernel.scenarios import scenario_files
from grognard.kernel.state import plain

NAMES = [file.name for file in scenario_files("dbms", DATA) if file.shipped]
PREPARED = [name for name in NAMES if name not in ("learning", "quick-battle", "tournament", "campaign")]


HISTORICAL = [name for name in PREPARED if name[-4:].isdigit()]


def test_there_are_twelve_historical_battles_across_theatres_and_years():
    battles = [Match.start("dbms", name, seed=1).g.state for name in HISTORICAL]
    assert len(battles) >= 12
    assert len({s.theatre for s in battles}) == 4 and len({s.year for s in battles}) == 6


@pytest.mark.rule("dbms.playing-area.2")
@pytest.mark.parametrize("name", HISTORICAL)
def test_a_battle_has_its_own_forces_edges_and_table(name):
    """What its text names is on the table, thirteen elements a side stand ready, and no option changes the map."""
    m = Match.start("dbms", name, seed=1, options={"large_table": True})
    wide = name in ("brody-1941", "sidi-rezegh-1941", "bir-hakeim-1942", "kursk-1943", "vistula-1945")
    assert m.g.static.size == (36 if wide else 24) * 2540
    for side in ("red", "blue"):
        assert sum(element.side == side for element in m.g.state.elements) == 13
    assert abs(m.g.state.edges["red"] - m.g.state.edges["blue"]) == 2
    text = m.static.data["blurb"]
    waters = {"river": "Styr Psel Calore Rapido Pilica Tavronitis", "waterway": "sea Rhine wades"}
    for kind, names in waters.items():
        placed = any(piece.kind == kind for piece in m.g.state.terrain)
        assert placed >= bool(set(re.findall(r"\w+", text)) & set(names.split())), (name, kind)
    named = {word for piece in m.g.state.terrain for word in piece.name.split() if word[:1].isupper()} - {"The", "Hill", "Bois", "du"}
    assert any(word in text for word in named), f"{name}: its text names nothing that lies there"


@pytest.mark.parametrize("name", HISTORICAL)
def test_the_text_of_a_battle_tells_its_conditions(name):
    m = Match.start("dbms", name, seed=1)
    special, text = m.static.conditions, m.static.data["blurb"]
    numbers = {1: "one", 2: "two", 5: "five", 6: "six"}
    if special.works:
        assert any(f"{numbers[n]} task" in text for n in special.works.values())
    for reserve in special.reserves.values():
        assert f"turn {reserve.turn}" in text
    for turn in special.air_from.values():
        assert f"turn {turn}" in text
    if special.last_turn:
        assert f"after turn {special.last_turn}" in text
    for number in special.losses.values():
        assert f"{numbers[number]} losses" in text
    assert special.base_decides == any(words in text for words in ("take it", "decides", "base falls"))


def test_support_that_a_list_does_not_offer_is_named():
    with pytest.raises(BadData, match=r"support\.red"):
        Match.start("dbms", {**Match.start("dbms", "stonne-1940", seed=1).static.data, "support": {"red": "TH", "blue": ""}}, seed=1)


@pytest.mark.parametrize("name", PREPARED)
def test_a_prepared_table_keeps_the_rules_of_terrain(name):
    """All but the number of pieces and the gaps between them, which a battle of history may break."""
    m = Match.start("dbms", name, seed=1)
    pieces = [piece for piece in m.static.terrain if piece.kind in TERRAIN]
    found = table_refusals(pieces, m.g.state.theatre, m.static.size, m.options)
    agreed = name in HISTORICAL
    assert not [r for r in found if not (agreed and (r.rule in ("dbms.terrain.6", "dbms.terrain.10") or "widths apart" in r.why))]
    areas = [hull(piece.points) for piece in m.static.terrain if piece.kind not in ("river", "road", "railway")]
    assert not any(overlap(a, b) for i, a in enumerate(areas) for b in areas[:i]), "no piece lies on another"
    lists = [ARMY_LISTS[one] for one in m.g.state.lists.values() if not (m.options["fallschirm_airdrop"] and "fallschirm" in one)]
    assert all(army.years[0] <= m.g.state.year <= army.years[1] for army in lists)


def test_a_tournament_pairs_lists_of_a_year_and_a_theatre():
    found = pairings("eastern_europe")
    assert found
    assert {(p.red, p.blue) for p in found} == {(p.blue, p.red) for p in found}
    for pairing in found[:4]:
        m = Match.start("dbms", "tournament", seed=1, options=pairing.options)
        assert m.g.state.lists == {"red": pairing.red, "blue": pairing.blue}
    table = standings([(found[0], "red"), (found[1], None)])
    assert table[0][:2] == (found[0].red, 3)


def test_the_same_seed_gives_the_same_table_to_everybody():
    options = {"theatre": "north_africa", "table_seed": "tobruk"}
    one, two = (Match.start("dbms", "quick-battle", seed=s, options=options) for s in (1, 2))
    assert one.static.terrain == two.static.terrain
    assert one.static.terrain


def test_odds_of_a_proposed_combat():
    m = battle("red TA 300 300 0", "red TA 345 300 0", "blue TA 300 220 180", phase="fight")
    view = GAME.odds(m.g, {"attacker": "e0", "target": "e2", "support": ["e1"]})[-1]
    assert view.title == "TA 1 d6+4 against TA 3 d6+3"
    assert abs(sum(p for _, p in view.outcomes) - 1) < 1e-9
    mine = GAME.odds(m.g, {"minefield": "e0"})[0]
    assert abs(sum(p for _, p in mine.outcomes) - 1) < 1e-9


def test_the_bot_beats_chance_in_the_learning_battle():
    match = Match.start("dbms", "learning", seed=2)
    result = play_match(match, {"red": PanzerBot(), "blue": RandomBot()}, seed=2)
    assert result.winner == "red"


def puzzle(*elements, **more):
    """The bot of the side that is to move, and its answer."""
    from random import Random

    from grognard.kernel import Chair

    m = battle(*elements, **more)
    return m, plain(PanzerBot().choose(Chair(m, m.decision.seat, Random(1))))


def test_puzzle_it_attacks_at_good_odds_and_not_at_bad():
    _, answer = puzzle("red TA 300 300 0", "blue RE 300 220 180", phase="fight")
    assert answer == (0, 1)
    _, answer = puzzle("red RE 300 262 0", "blue TA 300 220 180", phase="fight", spare=False)
    assert answer == PASS


def test_puzzle_it_names_support_that_helps():
    from random import Random

    from grognard.kernel import Chair

    m = battle("red TA 300 300 0", "red AR 345 330 0", "blue TH 300 220 180", phase="fight")
    m.choose((0, 2))
    assert PanzerBot().choose(Chair(m, "red", Random(1))) == 1


def test_puzzle_it_strikes_from_the_air():
    _, answer = puzzle("red BO", "red GE 520 560 0", "blue TA 300 100 0", "blue GE 100 60 180", "blue IN 500 60 180")
    assert answer == ("air", 0)


RIVER = ("river", [[0, 300], [609, 300]], {"bridges": [20]})
BANK = {"elements": {"0": {"at_bank": True}}}


def test_puzzle_it_assaults_a_weak_enemy_across_the_river_and_no_strong_one():
    weak = puzzle("red IN 300 312.7 0", "red AR 300 380 0", "red AR 345 380 0", "red GE 300 450 0", "blue AR 300 287 180",
                  "blue GE 100 60 180", terrain=[RIVER], patch=BANK)[1]  # fmt: skip
    assert weak == ("assault", 0)
    strong = puzzle("red IN 300 312.7 0", "red GE 300 450 0", "blue TH 300 287 180", "blue TH 340 287 180", "blue GE 100 60 180",
                    terrain=[RIVER], patch=BANK)[1]  # fmt: skip
    assert strong != ("assault", 0)


def test_puzzle_engineers_bridge_the_river_for_the_tanks_that_wait():
    tanks = [f"red TA {x} {y} 0" for x in (240, 300, 360) for y in (360, 410)]
    m, answer = puzzle("red IE 300 312.7 0", *tanks, "red GE 300 470 0", "blue IN 300 60 180", "blue GE 100 60 180",
                       terrain=[RIVER], patch=BANK, pips=1)  # fmt: skip
    assert ("bridge", 0) in offered(m)
    assert answer == ("bridge", 0)


def test_puzzle_infantry_unloads_before_the_enemy():
    m, answer = puzzle("red IN 300 300 0 sf/sw loaded", "red GE 300 500 0", "blue AT 300 255 180", "blue GE 100 60 180")
    assert answer[0] in ("change", "move")
    assert m.why_not(answer) is None


def think(*elements, **more):
    """What the bot activates and what it has in mind to do with it."""
    from random import Random

    from grognard.kernel import Chair

    m = battle(*elements, **more)
    bot = PanzerBot()
    answer = bot.choose(Chair(m, m.decision.seat, Random(1)))
    return plain(answer), bot.follow


def test_puzzle_the_general_gets_out_of_danger():
    answer, _ = think("red GE 300 300 0", "red IN 500 550 0", "blue TA 300 220 180", "blue GE 100 60 180", pips=1)
    assert answer == ("move", 0)


def test_puzzle_trucks_use_the_road():
    road = ("road", [[300, 0], [300, 609]])
    answer, follow = think("red IN 300 560 0 sf/sw loaded", "red GE 360 560 0", "blue IN 300 60 180", "blue GE 100 60 180", terrain=[road])
    assert answer == ("move", 0)
    assert follow.road != 0


def test_puzzle_one_pip_moves_a_whole_line():
    line = [f"red IN {200 + 40 * i} 500 0" for i in range(4)]
    answer, follow = think(*line, "red GE 300 560 0", "blue IN 300 100 180", "blue GE 100 60 180", pips=1)
    assert answer == ("group",)
    assert len(follow.members) == 4


def test_puzzle_it_mans_the_base():
    base = {"owner": "red", "points": [[260, 480], [340, 480], [340, 560], [260, 560]]}
    answer, follow = think("red IN 360 500 0", "red GE 100 560 0", "blue TA 300 390 180", "blue GE 100 60 180", base=base, attacker="blue", pips=1)
    assert answer == ("move", 0)
    assert follow.garrison is not None


def test_puzzle_it_supports_the_defence():
    from random import Random

    from grognard.kernel import Chair

    m = battle("red TA 300 300 0", "blue TA 300 220 180", "blue AR 345 200 180", phase="fight")
    m.choose((0, 1))
    assert m.decision.seat == "blue"
    assert PanzerBot().choose(Chair(m, "blue", Random(1))) == 2


def test_puzzle_it_does_not_walk_tanks_into_a_minefield():
    mines = ("minefield", [[240, 330], [360, 330], [360, 400], [240, 400]])
    answer, follow = think("red TA 300 420 0", "red GE 300 560 0", "blue IN 300 200 180", "blue GE 100 60 180", terrain=[mines])
    if answer == ("move", 0):
        x, y, _ = follow.poses[-1]
        assert not (22000 < x < 38000 and 29000 < y < 40000)


def test_the_lists_can_be_looked_up_and_are_offered_to_who_names_one():
    """The page of the rulebook, docs/dbms-lists.md and the options of a quick battle all show the same 47."""
    from pathlib import Path

    from grognard.kernel.scenarios import load_options

    (page,) = GAME.reference()
    assert [entry.name for entry in page.entries] == list(ARMY_LISTS)
    written = (Path(__file__).parents[3] / "docs/dbms-lists.md").read_text("utf-8")
    for entry in page.entries:
        assert f"### {entry.title} (`{entry.name}`)\n\n" + "".join(f"- {line}\n" for line in entry.lines) in written, entry.name
    offered = {option.name: option.words for option in load_options(DATA)}
    assert offered["red_list"] == offered["blue_list"] == tuple(ARMY_LISTS)


def test_an_element_that_does_not_exist_is_named():
    with pytest.raises(BadData, match="code"):
        Match.start("dbms", {"phase": "move", "elements": [{"side": "red", "code": "XX", "at": [300, 300, 0]}]}, seed=1)
