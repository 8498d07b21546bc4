"""Saves: exact, readable, secret to players, refused when damaged, carried over to newer rules."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, CoinWar, DearWar, GrownWar, Orders, StricterWar, Table, War
from small_games import Counting, Duel

from grognard.kernel import BadData, Match, Misuse, Refused, Standing
from grognard.kernel.battery.told import snapshot
from grognard.kernel.saves import read_save
from grognard.kernel.verifying import verify

GAMES = {kind.name: kind for kind in (Counting, Duel, Charges, Orders, Table, War)}


def played(game, choices, **how):
    match = Match.start(game, seed="a long secret", **how)
    for n in range(choices):
        decision = match.decision
        options = decision.options if decision.form == "options" else decision.suggestions()
        match.choose(options[n % len(options)], decision.seat)
    return match


def changed(match, **fields):
    """A save with some of its fields set otherwise."""
    data = json.loads(match.save())
    data.update(fields)
    return json.dumps(data).encode()


def edited(match, edit):
    data = json.loads(match.save())
    edit(data)
    return json.dumps(data).encode()


# ------------------------------------------------------------------ there and back


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(sorted(GAMES)), st.integers(0, 18))
def test_a_loaded_match_is_the_same_and_goes_on_the_same(data, name, choices):
    game = GAMES[name]()
    match = Match.start(game, seed="a long secret")
    rng = data.draw(st.randoms(use_true_random=False))

    def go_on(one, value, seat):
        one.choose(value, seat)

    for _ in range(choices):
        if match.result is None:
            decision = match.decision
            match.choose(decision.sample(rng), decision.seat)
    loaded = Match.load(match.save(), game=game)
    assert loaded.notes == [] and snapshot(loaded) == snapshot(match)
    for _ in range(6):
        if match.result is None:
            decision = match.decision
            value = decision.sample(rng)
            go_on(match, value, decision.seat)
            go_on(loaded, value, decision.seat)
    assert snapshot(loaded) == snapshot(match)


def test_a_save_is_readable_json():
    data = json.loads(played(War(), 9).save())
    assert data["game"] == "war" and data["scenario"] == "learning" and data["grognard"] == 1
    assert data["log"][0] == ["c", "red", 0, False, None]
    assert data["checkpoints"][0]["state"] == {"turn": 0, "gold": 10}


def test_a_save_can_be_a_file(tmp_path):
    file = tmp_path / "match.json"
    file.write_bytes(played(War(), 9).save())
    assert Match.load(file, game=War()).number == 9
    assert Match.load(str(file), game=War()).number == 9
    with pytest.raises(BadData, match=r"none.json: No such file"):
        Match.load(tmp_path / "none.json")


def test_options_situation_seats_nonces_umpire_and_marks_are_kept():
    how = {"situation": {"gold": 77}, "nonces": {"red": "x"}, "umpire": True, "seats": {"ann": "red", "bob": "blue"}}
    match = played(War(), 3, **how)
    match.correct({"gold": 5}, "why not")
    match.stand(Standing("ann", "war.3", 1, piece="ney", until="turn"))
    loaded = Match.load(match.save(), game=War())
    assert loaded.prepared.situation == {"gold": 77} and loaded.luck.nonces == {"red": "x"} and loaded.umpire
    assert loaded.seats == match.seats and loaded.marks == match.marks and loaded.standing == match.standing


def test_a_scenario_that_came_as_data_travels_with_the_save():
    match = Match.start(Counting(), {"target": 5, "name": "mine"}, seed=1)
    match.choose(3)
    loaded = Match.load(match.save(), game=Counting())
    assert loaded.static == 5 and loaded.prepared.name == "mine"


def test_what_some_have_submitted_is_kept():
    match = Match.start(Orders(), seed=1)
    match.choose([{"unit": 3, "place": "b"}], "blue")
    loaded = Match.load(match.save(), game=Orders())
    assert list(loaded.decisions) == ["red"]
    loaded.choose([], "red")
    assert loaded.g.state.at[3] == "b"


def test_a_state_with_numbers_as_keys_comes_back():
    match = Match.start(Orders(), seed=1)
    assert Match.load(match.save(), game=Orders()).g.state.at == {1: "a", 2: "a", 3: "c", 4: "c"}


def test_a_saved_fork_keeps_dice_of_its_own():
    fork = played(War(), 3).fork()
    loaded = Match.load(fork.save(), game=War())
    for _ in range(12):
        fork.choose(1)
        loaded.choose(1)
    assert snapshot(fork) == snapshot(loaded)
    assert "no secret" in verify(fork.save(), War()).problems[0]


def test_an_imagined_world_cannot_be_saved():
    with pytest.raises(Misuse, match="no past to save"):
        Match.start(Duel(), seed=1).imagine("red").save()


def test_undo_after_loading_is_what_it_was():
    match = played(War(), 8)
    loaded = Match.load(match.save(), game=War())
    while match.undo_refused() is None:
        match.undo()
        loaded.undo()
        assert snapshot(match) == snapshot(loaded)
    assert loaded.undo_refused() is not None and loaded.number == 5


# ------------------------------------------------------------------ for a player


def test_a_players_record_holds_nothing_hidden():
    match = Match.start(Duel(), seed="a long secret")
    match.choose(match.decisions["blue"].options[0], "blue")
    file = match.save("red")
    data = json.loads(file)
    assert data["log"] == [] and data["checkpoints"] == [] and "secret" not in data and "submitted" not in data
    assert match.secret.hex().encode() not in file and data["commitment"]
    hidden = [piece for piece in data["record"]["scene"]["pieces"] if piece["side"] == "blue"]
    assert hidden and all("values" not in piece for piece in hidden)
    assert read_save(file).record == read_save(match.imagine("red").save("red")).record
    with pytest.raises(BadData, match="record of red"):
        Match.load(file)


def test_when_the_match_is_over_everything_is_open():
    match = played(Counting(), 0)
    while match.result is None:
        match.choose(1)
    assert match.save("red") == match.save()


def test_the_umpire_has_everything():
    match = Match.start(Duel(), seed=1, umpire=True)
    assert match.save("umpire") == match.save()


# ------------------------------------------------------------------ damaged and hostile files


@pytest.mark.parametrize("rubbish", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"game": "war"}', b'"save"', b"0" * 1000])
def test_rubbish_is_no_save(rubbish):
    with pytest.raises(BadData, match="no save of Grognard"):
        Match.load(rubbish)


def test_a_truncated_save_is_refused():
    file = played(War(), 9).save()
    for length in range(0, len(file), 37):
        with pytest.raises(BadData):
            Match.load(file[:length], game=War())


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"grognard": 99}, "format 99 is newer"),
        ({"grognard": 0}, "no format 0"),
        ({"game_version": 7}, "version 7 of war is newer"),
        ({"game_version": 0}, "no migration of war from version 0"),
        ({"game": "peace"}, "a match of 'peace', not of 'war'"),
        ({"scenario": "nowhere"}, "no scenario 'nowhere'"),
        ({"dice": "loaded"}, "expected 'stream' or 'by hand'"),
        ({"secret": "not hex"}, "secret is no hexadecimal number"),
        ({"seats": {"ann": "green"}}, "is of side 'green'"),
        ({"checkpoints": []}, "expected a checkpoint"),
        ({"situation": {"nonsense": 1}}, "no such field"),
        ({"log": [["c", "red", 1, False, None]]}, "does not fit the log"),
        ({"log": [["z"]]}, "log entry 0 is not understood"),
        ({"log": [[]]}, "log entry 0 is not understood"),
        ({"log": [["c"]]}, "log entry 0 is not understood"),
        ({"log": [["c", "green", 1, False, None]]}, "log entry 0 is not understood"),
        ({"log": [["c", "red", 1, "no", None]]}, "log entry 0 is not understood"),
        ({"log": [["r", "d6", [9], None, 1, None]]}, "log entry 0 is not understood"),
        ({"log": [["r", "2d6", [1], None, 1, None]]}, "log entry 0 is not understood"),
        ({"log": [["r", "os.system", [1], None, 1, None]]}, "log entry 0 is not understood"),
        ({"log": [["r", "draw 2", [1, 1], None, 1, None]]}, "log entry 0 is not understood"),
        ({"log": [["r", "shuffle", [0, 2], None, 1, None]]}, "log entry 0 is not understood"),
        ({"log": [["h", "red", [True], "d6", None]]}, "log entry 0 is not understood"),
        ({"log": [["e", "one"]]}, "log entry 0 is not understood"),
        ({"log": [["x", "umpire", "why", []]]}, "log entry 0 is not understood"),
    ],
)
def test_a_wrong_field_is_named(fields, says):
    with pytest.raises(Misuse, match=says):
        Match.load(changed(played(War(), 9), **fields), game=War())


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["checkpoints"][-1].update(log=10**6),
        lambda data: data["checkpoints"][-1].update(log=-1),
        lambda data: data["checkpoints"][-1].update(events=10**6),
        lambda data: data["checkpoints"][-1].update(number=3),
        lambda data: data["checkpoints"][-1].update(barrier=999),
        lambda data: data["checkpoints"][-1].update(position=-5),
        lambda data: data["checkpoints"].reverse(),
        lambda data: data["checkpoints"][0].update(state=None),
        lambda data: data["checkpoints"][-1].update(state={"turn": "soon"}),
        lambda data: data["checkpoints"][-1].update(state=[]),
        lambda data: data["checkpoints"][-1]["state"].update(gold=10_000),
    ],
)
def test_a_tampered_position_is_refused(edit):
    with pytest.raises(BadData, match="save: "):
        Match.load(edited(played(War(), 9), edit), game=War())


def test_a_choice_that_was_changed_behind_the_last_checkpoint_is_not_believed():
    match = played(War(), 11)
    file = edited(match, lambda data: data["log"][-1].__setitem__(2, (data["log"][-1][2] + 1) % 3))
    loaded = Match.load(file, game=War())
    assert loaded.number == 8 and "leads to another position" in loaded.notes[0]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_done_to_a_save_it_loads_or_is_refused(data):
    file = bytearray(PLAYED)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(file) - 1))
        file[at] = data.draw(st.integers(0, 255))
    try:
        match = Match.load(bytes(file), game=War())
    except (Misuse, Refused):
        return
    assert match.decisions or match.result
    match.view("red")


PLAYED = played(War(), 11).save()
ORDERED = played(Orders(), 8).save()
ANYTHING = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.just([]) | st.just({})
)


def places_in(data, path=()):
    """The path to everything in JSON data."""
    yield path
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        yield from places_in(value, (*path, key))


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from([(PLAYED, War()), (ORDERED, Orders())]))
def test_whatever_stands_in_a_save_it_loads_or_is_refused(data, which):
    file, game = which
    saved = json.loads(file)
    path = data.draw(st.sampled_from([path for path in places_in(saved) if path]))
    part = saved
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = data.draw(ANYTHING)
    try:
        match = Match.load(json.dumps(saved).encode(), game=game)
    except (Misuse, Refused):
        return
    assert match.decisions or match.result
    match.view("red")
    match.save()


# ------------------------------------------------------------------ newer rules


def test_newer_rules_that_come_to_another_position_go_on_from_the_checkpoint_and_say_so():
    match = played(War(), 11)
    loaded = Match.load(match.save(), game=DearWar())
    assert loaded.number == 8 and loaded.g.state.gold == match.at(8).g.state.gold
    assert loaded.notes == ["The rules have changed: 3 choices after choice 8 were lost (choice 11 leads to another position)."]
    loaded.choose(2)
    assert loaded.g.state.gold == match.at(8).g.state.gold - 2


def test_newer_rules_that_refuse_a_choice_go_on_from_the_checkpoint_and_say_so():
    loaded = Match.load(played(War(), 11).save(), game=StricterWar())
    assert loaded.number == 8 and "3 choices after choice 8 were lost" in loaded.notes[0]
    assert "none of the choices" in loaded.notes[0]
    with pytest.raises(Misuse, match=r"Choice 3 cannot be shown: the rules have changed"):
        loaded.at(3)
    assert loaded.at(8).number == 8


def test_newer_rules_that_break_on_the_way_go_on_from_the_checkpoint():
    class Fragile(War):
        def may_spend(self, g):
            if g.state.turn == 10:
                raise KeyError("map")
            return super().may_spend(g)

    loaded = Match.load(played(War(), 11).save(), game=Fragile())
    assert loaded.number == 8 and "map" in loaded.notes[0]


def test_rules_that_cannot_go_on_from_the_last_checkpoint_go_further_back():
    class Fragile(War):
        def may_spend(self, g):
            if g.state.turn == 8:
                raise KeyError("map")
            return super().may_spend(g)

    loaded = Match.load(played(War(), 11).save(), game=Fragile())
    assert loaded.number == 0 and "11 choices after choice 0 were lost" in loaded.notes[0]


def test_rules_that_cannot_go_on_at_all_say_so():
    class Hopeless(War):
        def may_spend(self, g):
            raise KeyError("map")

    with pytest.raises(BadData, match="cannot go on from any position"):
        Match.load(played(War(), 11).save(), game=Hopeless())


def test_a_field_that_was_added_with_a_default_changes_nothing():
    match = played(War(), 11)
    loaded = Match.load(match.save(), game=GrownWar())
    assert loaded.number == 11 and loaded.notes == [] and loaded.g.state.fame == 0
    assert verify(match.save(), GrownWar()).problems == []


def test_any_other_change_brings_a_migration():
    match = played(War(), 11)
    loaded = Match.load(match.save(), game=CoinWar())
    assert loaded.number == 11 and loaded.g.state.coins == {"gold": match.g.state.gold} and loaded.notes == []
    assert "version 1 of war; this is version 2" in verify(match.save(), CoinWar()).problems[0]


def test_a_save_of_another_release_is_replayed_and_the_first_difference_is_said():
    match = played(War(), 12)
    file = changed(match, release="0.0.1")
    assert Match.load(file, game=War()).notes == [] == Match.load(file, game=GrownWar()).notes
    loaded = Match.load(file, game=DearWar())
    assert loaded.number == 12 and loaded.g.state == match.g.state, "nothing is lost: a checkpoint stands at the end"
    first = "The rules have changed: After choice 4 the position is not the one that was saved."
    assert loaded.notes == [f"{first} The match goes on from where it was."]
    refused = Match.load(file, game=StricterWar()).notes[0]
    assert "After choice 2 the log does not fit the rules" in refused
    assert Match.load(file, game=CoinWar()).notes == [], "positions before a migration cannot be compared"


def test_a_migration_that_fails_is_said():
    class Bad(CoinWar):
        migrations = {1: lambda old: {"turn": old["turns"]}}

    with pytest.raises(BadData, match="migration from version 1 failed"):
        Match.load(played(War(), 11).save(), game=Bad())


def test_a_long_match_keeps_few_states_and_still_loads():
    match = played(Counting(), 0)
    long = Match.start(Counting(), "long", seed="a long secret", checkpoint_every=1)
    for _ in range(500):
        long.choose(1)
    loaded = Match.load(long.save(), game=Counting())
    assert snapshot(loaded) == snapshot(long) and match.number == 0
    assert sum(c.state is not None for c in read_save(long.save()).checkpoints) < 30
