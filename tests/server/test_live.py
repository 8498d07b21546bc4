"""Live matches over the websocket: choosing, refusing, late clicks, undo, drafts, hot seat, steps, bots, two connections."""

from __future__ import annotations

import asyncio
import json
import random
import time

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.server.difference import changes as raw_changes
from grognard.server.difference import parts_of
from server.helping import HOT, NoWorkers, Player, apply, hall, seated, serving, start


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path) as made:
        yield made


def test_a_choice_is_done_and_everybody_sees_the_difference(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
        assert red.scene["decision"]["prompt"] == "Add how much?" and "decision" not in blue.scene
        assert red.choose(3)["kind"] == "done"
        red.settle(), blue.settle()
        assert red.kinds[-2:] == ["difference", "pong"]
        assert blue.scene["status"] == ["total 3"] and blue.scene["decision"]["seat"] == "blue"
        assert "step" in blue.kinds and blue.asked == ["blue"]
        assert "decision" not in red.scene and red.scene["waiting"] == ["Blue"]


def test_a_refusal_names_the_rule_and_changes_nothing(client):
    row = start(client, "counting", seats=HOT, situation={"total": 20})
    with seated(client, row) as red:
        before = dict(red.scene)
        answer = red.choose(2)
        assert answer["kind"] == "refused"
        assert answer["refusals"] == [{"rule": "small.3", "why": "20 and 2 is more than 21."}]
        assert red.ask("why", value=3)["refusal"]["rule"] == "small.3" and red.ask("why", value=1)["refusal"] is None
        assert red.ask("check", value=1)["kind"] == "checked"
        assert red.ask("look")["scene"] == before
        assert red.choose(1)["kind"] == "done"
        assert red.hear_until("over")["text"] == "The target is reached."


def test_a_click_on_an_old_position_is_late_and_brings_the_new_one(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row, "red") as one, seated(client, row, "red") as two:
        number = one.scene["decision"]["number"]
        assert one.choose(1)["kind"] == "done"
        late = two.ask("choose", number=number, value=2)
        assert late["kind"] == "late" and late["scene"]["status"] == ["total 1"]
        # undone and chosen otherwise: the number is the same, the position is not
        assert one.ask("undo")["kind"] == "done"
        one.settle()
        old = one.at
        one.choose(3)
        one.ask("undo")
        one.settle()
        assert one.at == old
        assert one.ask("choose", number=number, at="0123", value=1)["kind"] == "late"
        assert one.choose(2, at=one.at)["kind"] == "done"
        assert two.ask("look")["scene"]["status"] == ["total 2"]


def test_what_only_the_other_did_since_does_not_make_a_click_late(client):
    """Both bid at once: that Blue has bid changes nothing for Red."""
    row = start(client, seats=HOT)
    with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
        before = red.at
        blue.choose_any(random.Random(1))
        assert red.choose(red.scene["decision"]["options"][0]["value"], at=before)["kind"] == "done"


def test_two_connections_of_one_seat_click_at_once(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row, "red") as one, seated(client, row, "red") as two, seated(client, row, "blue") as blue:
        for turn in range(4):
            number = one.scene["decision"]["number"]
            first, second = one.say("choose", number=number, value=1), two.say("choose", number=number, value=2)
            kinds = {one.hear_until("done", "late", re=first)["kind"], two.hear_until("done", "late", re=second)["kind"]}
            assert kinds == {"done", "late"}, turn
            blue.settle()
            blue.choose(1)
            one.settle(), two.settle()
            assert one.scene == two.scene
    assert len(hall(client)._tables[row["id"]].match.log) == 8


def test_who_is_not_asked_cannot_choose(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row, "blue") as blue:
        assert blue.ask("choose", number=0, value=1)["kind"] == "late"
        assert "not asked" in blue.ask("why", value=1)["refusals"][0]["why"]
        assert blue.ask("undo")["refusals"] == [{"rule": "", "why": "This cannot be undone. Nothing has been chosen yet."}]


def test_undo_withdraw_and_turns(client):
    row = start(client, seats=HOT)
    with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
        bid = red.scene["decision"]["options"][0]["value"]
        red.choose(bid)
        red.settle()
        assert "decision" not in red.scene and red.scene["undo"]
        assert red.ask("withdraw")["kind"] == "done"
        red.settle()
        assert red.scene["decision"]["prompt"] == "Bid a card"
        assert red.ask("withdraw")["kind"] == "refused"
        red.choose(bid), blue.choose_any(random.Random(1))
        red.settle()
        assert red.ask("undo")["kind"] == "refused"  # both bids were shown


def test_a_draft_is_judged_kept_and_submitted(client):
    row = start(client, "spike-nlc", seats={"french": {"kind": "me"}, "allied": {"kind": "other"}})
    with seated(client, row, "french") as one, seated(client, row, "french") as two, seated(client, row, "allied") as other:
        assert one.scene["decision"]["form"] == "draft"
        item = one.scene["decision"]["options"][0]["value"]
        answer = one.ask("draft", items=[item])
        assert answer["decision"]["items"][0]["value"] == item
        two.settle(), other.settle()
        assert two.scene["decision"]["items"][0]["value"] == item
        assert len(other.frames) == 3  # hello, scene, pong: a draft is nobody else's business
        refused = one.ask("draft", items=[item, item])["decision"]
        assert refused["violations"] and not refused.get("complete")
        assert one.ask("draft", items=["nonsense"])["kind"] == "refused"
        one.ask("draft", items=[item])
        assert one.choose([item], at=one.at)["kind"] == "done"
        one.settle(), other.settle()
        assert "decision" not in one.scene and other.scene.get("waiting") is None
    with seated(client, row, "french") as back:
        assert back.ask("withdraw")["kind"] == "done"


def test_a_draft_is_there_after_a_restart(tmp_path):
    with serving(tmp_path) as client:
        row = start(client, "spike-nlc", seats={"french": {"kind": "me"}, "allied": {"kind": "other"}})
        with seated(client, row, "french") as player:
            item = player.scene["decision"]["options"][0]["value"]
            player.ask("draft", items=[item])
    with serving(tmp_path) as client, seated(client, row, "french") as player:
        assert player.scene["decision"]["items"][0]["value"] == item


def test_hot_seat_sits_where_people_sit(client):
    row = start(client, "duel", seats=HOT)
    with seated(client, row) as player:
        assert player.scene["seat"] == "red"
        assert player.ask("sit", seat="blue")["scene"]["seat"] == "blue"
        assert player.ask("sit", seat="-")["scene"]["seat"] is None
        assert player.ask("choose", number=0, value=1)["what"] == "Nobody decides from here."
        assert player.ask("sit", seat="umpire")["kind"] == "error"
        assert player.ask("sit", seat="red")["scene"]["decision"]["prompt"] == "Bid a card"


def test_a_bot_plays_in_steps_and_its_seat_stays_closed(client):
    row = start(client, "duel")
    with seated(client, row) as player:
        rng = random.Random(4)
        while not player.scene.get("over"):
            if "decision" in player.scene:
                player.choose_any(rng)
            else:
                player.hear()
        assert "step" in player.kinds and "thinking" in player.kinds
        assert player.kinds.count("over") <= 1
        assert player.scene == apply(player.scene, []) and player.ask("look")["scene"]["over"]
    with client.websocket_connect(f"/api/matches/{row['id']}/live?seat=blue") as socket:
        assert Player(socket).hear_until("scene")["scene"]["seat"] == "blue"  # open now that it is over


class Slow(NoWorkers):
    """Bots that take their time."""

    async def think(self, base, tail, bots, before=0, who=""):
        await asyncio.sleep(0.25)
        return await super().think(base, tail, bots, before, who)


def test_what_a_bot_thinks_while_the_past_is_changed_is_void(tmp_path):
    with serving(tmp_path, Slow()) as client:
        row = start(client, "counting", seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "random"}})
        with seated(client, row) as player:
            player.choose(3)
            assert player.ask("undo")["kind"] == "done"
            time.sleep(0.6)
            player.settle()
            assert player.scene["status"] == ["total 0"] and "step" not in player.kinds
            player.choose(2)
            player.settle()
            while "decision" not in player.scene:
                player.hear()
            assert len(hall(client)._tables[row["id"]].match.log) == 2


def test_bots_rest_when_nobody_looks(tmp_path):
    with serving(tmp_path, Slow()) as client:
        row = start(client, "counting", seats={"red": {"kind": "bot"}, "blue": {"kind": "bot"}})
        with seated(client, row):
            pass
        time.sleep(0.8)
        table = hall(client)._tables[row["id"]]
        made = table.match.number
        assert table.match.result is None
        time.sleep(0.4)
        assert table.match.number == made
        with seated(client, row) as player:
            while not player.scene.get("over"):
                player.hear()


def test_bots_play_among_themselves_for_a_spectator(client):
    row = start(client, "counting", seats={"red": {"kind": "bot", "bot": "random"}, "blue": {"kind": "bot", "bot": "random"}})
    with seated(client, row) as player:
        assert player.scene["seat"] is None
        while not player.scene.get("over"):
            player.hear()
    assert client.get(f"/api/matches/{row['id']}").json()["over"] == "The target is reached."


def test_standing_answers(client):
    row = start(client, seats=HOT, seed="x")
    with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
        for player in (red, blue):
            assert player.ask("stand", rule="duel.5", answer="pass")["kind"] == "done"
            player.choose_any(random.Random(2))
            red.settle(), blue.settle()
        shooter = red if "decision" in red.scene else blue
        assert shooter.scene["decision"]["prompt"] == "Aim high or low?"
        shooter.choose("high")
        shooter.settle()
        assert shooter.scene["decision"]["prompt"] == "Bid a card"  # the parry was answered at once
        assert red.ask("stand_down")["kind"] == "done"


def test_house_ruling_and_roll_back_by_consent(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row, "red") as red, seated(client, row, "blue") as blue:
        red.choose(1), blue.settle(), blue.choose(2), red.settle()
        assert red.ask("correct", patch={"total": 15}, why="We agreed.")["kind"] == "done"
        red.settle()
        assert red.scene["status"] == ["total 15"] and red.scene["marks"] == ["house-ruled by consent"]
        assert red.ask("correct", patch={"bogus": 15}, why="x")["kind"] == "refused"
        assert red.ask("correct", patch={"total": 15}, why="")["kind"] == "error"
        moments = client.get(f"/api/matches/{row['id']}/moments?seat=red").json()
        assert len(moments) >= 3
        assert red.ask("roll_back", n=1)["kind"] == "done"
        red.settle()
        assert red.scene["status"] == ["total 1"] and "rolled back by consent" in red.scene["marks"]
        assert red.ask("roll_back", n=99)["kind"] == "refused"


def test_text_for_screen_readers(client):
    row = start(client, "counting")
    with seated(client, row) as player:
        assert "Add how much?" in player.ask("text")["text"]


def test_no_such_match_and_no_such_seat(client):
    row = start(client)
    for path, code in (("/api/matches/nothing/live", 4404), (f"/api/matches/{row['id']}/live?seat=blue", 4403)):
        with client.websocket_connect(path) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive()
            assert closed.value.code == code


def test_a_deleted_match_is_gone_for_those_who_look(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row) as player:
        client.delete(f"/api/matches/{row['id']}")
        assert "deleted" in player.hear_until("error")["what"]
        with pytest.raises(WebSocketDisconnect) as closed:
            player.hear()
        assert closed.value.code == 4404


@pytest.mark.parametrize("game", ["duel", "spike-pog", "spike-napalini", "spike-dbms", "spike-fyow"])
def test_differences_add_up_to_the_scene(client, game):
    """Two players who only ever hear differences have, at the end of each move, what `look` would show."""
    sides = client.get("/api/games").json()
    sides = next(one for one in sides if one["name"] == game)["scenarios"][0]["sides"]
    row = start(client, game, seats={side: {"kind": "other"} for side in sides}, seed="diff")
    first, second = sides
    rng = random.Random(game)
    with seated(client, row, first) as one, seated(client, row, second) as two:
        for _ in range(25):
            mover = one if "decision" in one.scene else two
            if "decision" not in mover.scene:
                break
            mover.choose_any(rng)
            one.settle(), two.settle()
            for player in (one, two):
                had = player.scene
                shown = player.ask("look")["scene"]
                had["diary"] = had.get("diary", [])[-40:]
                assert {key: value for key, value in had.items() if value != []} == shown
        assert one.kinds.count("scene") < len(one.kinds) / 2


def changes(old, new):
    """As the client reads them."""
    return json.loads(msgspec.json.encode(raw_changes(parts_of(old), parts_of(new))))


def test_changes_of_lists_by_id():
    old = {"pieces": [{"id": "a", "n": 1}, {"id": "b"}, {"id": "c"}], "turn": "1", "over": "x"}
    new = {"pieces": [{"id": "a", "n": 2}, {"id": "c"}, {"id": "d"}], "turn": "1"}
    assert changes(old, new) == [[["pieces", "b"], None], [["pieces", "a"], {"id": "a", "n": 2}], [["pieces", "d"], {"id": "d"}], [["over"], None]]
    assert apply(old, changes(old, new)) == new
    turned = {"pieces": [{"id": "c"}, {"id": "a", "n": 1}]}
    assert apply(old, changes(old, turned)) == turned and len(changes(old, turned)) == 3
    twice = {"pieces": [{"id": "a"}, {"id": "a"}]}
    assert changes(old, twice)[0] == [["pieces"], twice["pieces"]], "an id twice: the whole list"
    lines = {"diary": [{"number": 0, "text": "x"}, {"number": 1, "text": "y"}]}
    assert changes(lines, {"diary": [{"number": 0, "text": "z"}]}) == [[["diary", 1], None], [["diary", 0], {"number": 0, "text": "z"}]]


def test_many_who_look_from_one_place_are_told_by_one_piece_of_work(tmp_path, monkeypatch):
    """Fifty watchers of a final: what has changed for them is worked out once."""
    from contextlib import ExitStack

    from grognard.server import table
    from server.clubbing import club, two_at_a_table

    asked, there = [], table.news

    def counted(*args):
        asked.append(args)
        return there(*args)

    with club(tmp_path) as house, ExitStack() as stack:
        ann, _ben, row = two_at_a_table(house, "counting", scenario="long", public=True)
        guests = [stack.enter_context(house.guest().at(row)) for _ in range(8)]
        red = stack.enter_context(ann.at(row, "red"))
        for guest in guests:
            guest.settle()
        monkeypatch.setattr(table, "news", counted)
        red.choose(2)
        for guest in guests:
            guest.settle()
            assert guest.scene["status"] == ["total 2"]
        assert len(asked) == 2, "for who chose, and for all who watch"


def test_what_is_seen_comes_home_with_the_choice(tmp_path, monkeypatch):
    """One question to the rules for a choice that two people watch, and the same is seen as before."""
    from grognard.server import verbs

    with serving(tmp_path) as client:
        row = start(client, "counting", scenario="long", seats=HOT)
        with seated(client, row, "red") as red, seated(client, row, "blue") as blue, seated(client, row, "-") as guest:
            table, asked = hall(client)._tables[row["id"]], []
            ask = table.rules.at

            async def counted(kept, work, *args, **more):
                asked.append(work)
                return await ask(kept, work, *args, **more)

            monkeypatch.setattr(table.rules, "at", counted)
            red.choose(1), blue.settle(), blue.choose(2), blue.settle(), red.settle(), guest.settle()
            assert asked == [verbs.make, verbs.make]
            assert red.scene["status"] == blue.scene["status"] == guest.scene["status"] == ["total 3"]
            assert red.ask("look")["scene"] == red.scene and guest.ask("look")["scene"] == guest.scene
