"""Play over days in a club: offers, an umpire, notices, clocks, forced moves, chat, records, sheets, dice that can be checked."""

from __future__ import annotations

import json
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from grognard.kernel import Match, Misuse
from grognard.kernel.verifying import verify
from grognard.server.club.calling import check_webhook, reach
from grognard.server.club.clocks import Running, spent
from grognard.server.club.settings import ClubSettings, read_settings
from server.clubbing import club, two_at_a_table


@pytest.fixture
def house(tmp_path, either):
    with club(tmp_path, either, hooks_inside=True) as made:
        yield made


def until(what, seconds=10.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come")


# ------------------------------------------------------------------ offers


def test_a_draw_is_offered_declined_and_agreed(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red, ben.at(row) as blue:
        assert red.ask("offer", what="draw")["kind"] == "done"
        assert "over" not in red.scene
        blue.settle()
        assert blue.last["offers"]["offers"] == [{"what": "draw", "by": "red", "agreed": ["red"]}]
        assert blue.ask("answer", what="draw", yes=False)["kind"] == "done"
        red.settle()
        assert red.last["offers"].get("offers", []) == [] and "does not agree" in red.last["note"]["text"]
        assert blue.ask("answer", what="draw", yes=True)["kind"] == "refused"
        blue.ask("offer", what="draw")
        assert red.ask("answer", what="draw", yes=True)["kind"] == "done"
        red.settle(), blue.settle()
        assert red.scene["over"] == blue.scene["over"] == "A draw by agreement."
    record = until(lambda: [one for one in ann.get("/api/people/Ben").json().get("records", []) if one.get("drawn")])
    assert record[0]["drawn"] == 1 and record[0]["game"] == "counting"


def test_an_offer_waits_for_who_is_away_and_over_a_restart(tmp_path):
    with club(tmp_path) as house:
        ann, ben, row = two_at_a_table(house)
        with ann.at(row) as red:
            red.choose(2)
            red.settle()
            assert red.ask("offer", what="roll_back", n=0)["kind"] == "done"
    with club(tmp_path) as house:
        ben.club = ann.club = house
        with ben.at(row) as blue:
            blue.settle()
            assert blue.last["offers"]["offers"][0]["text"] == "Back to Turn 0"
            assert blue.ask("answer", what="roll_back", yes=True)["kind"] == "done"
            blue.settle()
            assert blue.scene["status"] == ["total 0"] and blue.scene["marks"] == ["rolled back by consent"]


def test_resigning_and_what_a_bot_thinks_of_a_draw(house):
    ann, _ben, row = two_at_a_table(house)
    with ann.at(row) as red:
        assert red.ask("resign")["kind"] == "done"
        red.settle()
        assert red.scene["over"] == "Resigned: Red. Winner: Blue."
        assert "over" in red.ask("resign")["refusals"][0]["why"]
    row = ann.start(seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "random"}}, situation={"total": 20})
    with ann.at(row) as red:
        red.ask("offer", what="draw")  # the target is one away and it is Red's turn: Blue is glad
        red.settle()
        assert red.scene["over"] == "A draw by agreement."


def test_a_house_ruling_needs_everybody(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red, ben.at(row) as blue:
        assert red.ask("offer", what="correct", patch={"total": 7})["kind"] == "refused", "why?"
        assert red.ask("offer", what="correct", patch={"total": 7}, why="We agreed so.")["kind"] == "done"
        assert blue.ask("answer", what="correct", yes=True)["kind"] == "done"
        blue.settle()
        assert blue.scene["status"] == ["total 7"] and blue.scene["marks"] == ["house-ruled by consent"]
        assert "We agreed so." in blue.scene["diary"][-1]["text"]


# ------------------------------------------------------------------ the umpire


def test_an_umpire_sees_all_answers_for_the_absent_and_corrects(house):
    una, ann, ben = house.join("Una"), house.join("Ann"), house.join("Ben")
    row = una.start("fog", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    assert row["umpires"] == ["Una"] and row["judge"]
    ann.follow(una.invite(row, "red"))
    ben.follow(una.invite(row, "blue"))
    assert una.post(f"/api/matches/{row['id']}/seat", {"seat": "red"}).status_code == 403, "she knows too much"
    with una.at(row) as umpire, ann.at(row) as red, ben.at(row) as blue:
        assert umpire.scene["seat"] == "umpire"
        blue.choose("SECRETmill")
        umpire.settle(), red.settle()
        assert umpire.scene["pieces"] and "SECRET" not in "".join(red.frames)
        umpire.ask("sit", seat="blue")
        assert umpire.choose("SECRETford")["kind"] == "done"  # for Ben, who is away
        assert umpire.ask("correct", patch={"hidden": ["SECRETfarm"]}, why="The dog ate a counter.")["kind"] == "done"
        blue.settle(), red.settle()
        assert [piece["at"] for piece in blue.scene["pieces"]] == ["SECRETfarm"]
        assert any("The dog ate a counter." in line["text"] for line in red.scene["diary"])
        assert red.scene["marks"] == ["corrected by the umpire"] and "SECRET" not in "".join(red.frames)
        assert red.ask("correct", patch={"gone": 9}, why="x")["kind"] == "refused"
        log = house.hall.live_tables()[0].match.log
        assert any(entry[0] == "c" and entry[1] == "blue" and entry[4] == "umpire" for entry in log)
        assert any(entry[0] == "x" and entry[1] == "umpire" for entry in log)
        umpire.ask("say", text="Your scouts hear guns.", to=["red"])
        red.settle(), blue.settle()
        assert any("guns" in line["text"] for line in red.last["chat"]["lines"]) and "guns" not in "".join(blue.frames)
    for seat, sees in (("red", False), ("blue", True), ("umpire", True)):
        sheet = una.get(f"/api/matches/{row['id']}/sheet?seat={seat}")
        assert sheet.status_code == 200 and ("SECRETfarm" in sheet.text) is sees, seat
    assert ann.get(f"/api/matches/{row['id']}/sheet?seat=blue").status_code == 403
    assert "SECRET" not in ann.get(f"/api/matches/{row['id']}/sheet").text
    assert una.get(f"/api/matches/{row['id']}/state").status_code == 200


def test_at_home_there_is_no_umpire(tmp_path):
    from server.helping import serving

    with serving(tmp_path) as client:
        assert client.post("/api/matches", json={"game": "counting", "umpire": True}).status_code == 400
        assert client.get("/api/me").json() == {}
        assert client.post("/api/login", json={"name": "x", "password": "y"}).status_code == 404
        assert client.get("/api/lobby").status_code == 404 and client.get("/health").json()["ok"]


# ------------------------------------------------------------------ notices


class Hook:
    """An address that members may name: it writes down what it is told."""

    def __init__(self):
        told = self.told = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def hook():
    made = Hook()
    yield made
    made.server.shutdown()


def test_a_webhook_fires_once_a_turn_not_at_every_question(house, hook):
    ann, ben, row = two_at_a_table(house, "fog")
    assert ann.post("/api/settings", {"webhook": hook.address}).status_code == 200
    with ann.at(row) as red, ben.at(row) as blue:
        for turn in range(1, 4):
            blue.choose("SECRETmill"), blue.settle()
            blue.choose("done"), blue.settle()
            until(lambda turn=turn: len(hook.told) == turn)
            red.settle()
            if turn == 1:
                # once more in the same turn: taken back and asked again
                table = house.hall.live_tables()[0]
                table.known = ([], table.known[1], False, table.known[3])
                house.client.blocking_portal.call(table.after, table)
                time.sleep(0.3)
            assert red.choose(1)["kind"] == "done"
            red.settle(), blue.settle()
    assert [told["turn"] for told in hook.told] == ["Round 1", "Round 2", "Round 3"]
    first = hook.told[0]
    assert first["to"] == "Ann" and first["seat"] == "red" and f"#/match/{row['id']}" in first["link"] and "SECRET" not in json.dumps(hook.told)


def test_webhooks_do_not_lead_into_the_house(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        for bad in ("http://example.org/x", "ftp://x", "https://", "https://a:b@example.org/", "javascript:alert(1)", "x"):
            assert ann.post("/api/settings", {"webhook": bad}).status_code == 400, bad
    for host in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "192.168.1.1", "0.0.0.0"):
        with pytest.raises(Misuse, match="not the world's"):
            reach(host, 443, inside=False)
    assert reach("127.0.0.1", 80, inside=True) == "127.0.0.1"
    check_webhook("https://example.org/hook?x=1", inside=False)


def test_what_happened_since_i_last_looked(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red:
        red.choose(1), red.settle()
    until(lambda: ann.get(f"/api/matches/{row['id']}/since").json() == {"n": 1, "moments": 2})
    with ben.at(row) as blue:
        blue.choose(1), blue.settle()
    assert ann.get(f"/api/matches/{row['id']}/since").json() == {"n": 1, "moments": 3}
    assert ben.get(f"/api/matches/{row['id']}/moments/2").json()["status"] == ["total 2"]


# ------------------------------------------------------------------ answers given beforehand


def test_the_only_choice_is_made_for_who_wants_it(house):
    ann, ben, row = two_at_a_table(house, situation={"total": 18})
    assert ben.post("/api/settings", {"forced": True}).status_code == 200
    with ann.at(row) as red:
        assert red.choose(2)["kind"] == "done"  # only 1 is left for Blue
        assert red.hear_until("over")["text"] == "The target is reached."
    save, _, _ = house.hall.store.load(row["id"])
    assert Match.load(save).result.winner == "blue"


def test_standing_answers_by_odds(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red, ben.at(row) as blue:
        assert blue.ask("stand", rule="small.1", answer=2, below_odds=0.5)["kind"] == "done"  # the question names no odds: asked
        red.choose(1), blue.settle()
        assert blue.scene["decision"]
        assert blue.ask("stand", rule="small.1", answer=2)["kind"] == "done"
        blue.settle(), red.settle()
        assert red.scene["status"] == ["total 3"] and red.scene["decision"]
        assert blue.ask("stand_down")["kind"] == "done"


# ------------------------------------------------------------------ clocks


def test_a_clock_runs_only_for_who_is_asked_and_stands_on_holidays():
    monday = datetime(2026, 6, 1, 12, tzinfo=UTC)
    assert spent(monday, monday + timedelta(hours=30)) == 30 * 3600
    away = [[("2026-06-02", "2026-06-05")]]
    assert spent(monday, monday + timedelta(days=10), away) == (10 - 4) * 86400
    assert spent(monday, monday + timedelta(days=10), [*away, []]) == 10 * 86400, "somebody of the seat is there"
    assert spent(monday, monday) == spent(monday, monday - timedelta(days=1)) == 0
    assert Running(100, monday.isoformat()).now(monday + timedelta(seconds=40)) == 60
    assert Running(100).now(monday) == 100


@pytest.mark.parametrize(("then", "outcome"), [("lose", "Out of time: Red. Winner: Blue."), ("bot", "bot"), ("vacant", "open")])
def test_when_time_is_up(house, then, outcome):
    ann, ben, row = two_at_a_table(house, clock={"hours": 1, "back": 0.5, "then": then})
    clocks = house.house.clocks
    until(lambda: clocks.load(row["id"]).get("red", Running(0)).since)
    assert not clocks.load(row["id"])["blue"].since
    assert 3500 < ann.get(f"/api/matches/{row['id']}").json()["seats"]["red"]["left"] <= 3600
    early = (datetime.now(UTC) - timedelta(hours=2)).isoformat()

    def long_ago(connection):
        from sqlalchemy import update

        from grognard.server.schema import clocks as table

        connection.execute(update(table).where(table.c.seat == "red").values(since=early))

    house.hall.store.submit(long_ago).result()
    with ben.at(row) as blue:
        house.client.blocking_portal.call(house.house.rounds.once)
        blue.settle()
        if then == "lose":
            assert blue.scene["over"] == outcome
        else:
            until(lambda: ben.get(f"/api/matches/{row['id']}").json()["seats"]["red"]["kind"] == outcome)


# ------------------------------------------------------------------ records, dice, settings


def test_ratings_go_to_who_wins(house):
    pytest.importorskip("openskill")
    ann, ben = house.join("Ann"), house.join("Ben")
    for _ in range(3):
        row = ann.start(seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        ben.follow(ann.invite(row, "blue"))
        with ben.at(row) as blue:
            blue.ask("resign"), blue.settle()
    until(lambda: ann.get("/api/people/ann").json()["records"][0]["won"] == 3)
    good, bad = (ann.get(f"/api/people/{name}").json()["records"][0] for name in ("Ann", "Ben"))
    assert good["rating"] > 1500 > 0 and good["rating"] > bad.get("rating", 0) and bad["lost"] == 3


def test_playing_against_oneself_counts_nothing(house):
    ann = house.join("Ann")
    row = ann.start(situation={"total": 20}, seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    with ann.at(row) as red:
        red.choose(1), red.settle()
    time.sleep(0.2)
    assert "records" not in ann.get("/api/people/Ann").json()


def test_seats_mix_words_into_the_dice_and_all_can_be_checked(house):
    ann, ben, row = two_at_a_table(house, "duel")
    before = ann.get(f"/api/matches/{row['id']}/dice").json()
    assert before["commitment"] and "secret" not in before
    with ann.at(row) as red, ben.at(row) as blue:
        assert red.ask("nonce", words="seven swans")["kind"] == "done"
        assert blue.ask("nonce", words="six geese")["kind"] == "done"
        for _ in range(3):
            for player in (red, blue):
                player.ask("look")
                if "decision" in player.scene:
                    player.choose(player.scene["decision"]["options"][0]["value"])
        red.ask("resign")
    after = ben.get(f"/api/matches/{row['id']}/dice").json()
    assert after["commitment"] == before["commitment"] and after["secret"] and set(after["nonces"].values()) == {"seven swans", "six geese"}
    save = ben.get(f"/api/matches/{row['id']}/save").content
    assert verify(save).problems == [] and verify(save).rolls == len(after.get("rolls", []))


def test_chat_is_no_part_of_the_match(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red, ben.at(row) as blue:
        blue.settle()
        assert red.ask("say", text="Good luck <b>!")["kind"] == "done"
        blue.settle()
        assert blue.last["chat"]["lines"][-1]["text"] == "Good luck <b>!" and blue.last["chat"]["lines"][-1]["who"] == "Ann (red)"
        assert red.ask("say", text="psst", to=["blue"])["kind"] == "error"
        assert red.ask("say", text="to my own side", to=["red"])["kind"] == "done"
        blue.settle()
        assert "my own side" not in "".join(blue.frames)
    save, count, _ = house.hall.store.load(row["id"])
    assert b"Good luck" not in save and count == 0
    with ben.at(row) as blue:
        blue.settle()
        assert [line["text"] for line in blue.last["chat"]["lines"]] == ["Good luck <b>!"]


def test_who_is_there(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red:
        with ben.at(row) as blue:
            blue.settle(), red.settle()
            until(lambda: red.ask("ping") and red.last["present"]["people"] == ["Ann", "Ben"])
        until(lambda: red.ask("ping") and red.last["present"]["people"] == ["Ann"])


def test_club_toml(tmp_path):
    assert read_settings(tmp_path) == ClubSettings()
    (tmp_path / "club.toml").write_text('name = "The Old Guard"\nurl = "https://x.org"\n[mail]\nhost = "mx"\nsender = "a@x.org"\n')
    found = read_settings(tmp_path)
    assert ClubSettings(url="https://X.org:443/").origin == "https://x.org" and ClubSettings(url="http://x.org:8080").host == "x.org:8080"
    assert found.secure and found.host == "x.org" and found.mail.port == 587
    (tmp_path / "club.toml").write_text('nmae = "x"\n')
    with pytest.raises(Misuse, match="nmae"):
        read_settings(tmp_path)
    (tmp_path / "club.toml").write_text("question_seconds = 0.5\n")
    with pytest.raises(Misuse, match="question_seconds"):
        read_settings(tmp_path)
