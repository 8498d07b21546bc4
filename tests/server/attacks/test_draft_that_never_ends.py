"""Mallory lets bots try a draft of his in the workshop whose rules run for ever, or take all memory: nobody else's drafts are tried any more."""

from __future__ import annotations

import asyncio

from grognard.server import trials
from server import wild_games


def tried(game: str, text: str, seed: str, bot: str = "best") -> bytes:
    """In the worker."""
    if "fair" not in text:
        wild_games.misbehave(4 if "loops" in text else 5)
    import msgspec

    return msgspec.json.encode(trials.Played("red", "Red wins.", 10, "Turn 3"))


def test_it_is_given_up_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr(trials, "tried", tried)
    monkeypatch.setattr(trials, "SECONDS", 1.0)

    async def run():
        made = trials.Trials()
        try:
            bad = [made.begin(f"mallory {text}", "counting", f'title = "{text}"', 3, "best") for text in ("loops", "swells")]
            good = made.begin("victor", "counting", 'title = "fair"', 3, "best")
            await asyncio.wait_for(asyncio.gather(*(one.task for one in (*bad, good))), 100)
            return [one.view() for one in bad], good.view()
        finally:
            made.close()

    bad, good = asyncio.run(run())
    assert [one.played for one in bad] == [0, 0] and all("too long or too much memory" in one.lines[-1] for one in bad), bad
    assert good.played == 3 and good.done


def test_who_plays_drafts_keeps_nobody_waiting_by_his_own_line(house, monkeypatch):
    asked = []
    there = house.hall.sandbox.do

    async def counted(who, work, *args, **more):
        asked.append(who)
        return await there(who, work, *args, **more)

    monkeypatch.setattr(house.hall.sandbox, "do", counted)
    mallory = house.join("Mallory")
    text = mallory.get("/api/workshop/dbms/learning").json()["text"]
    answer = mallory.post("/api/workshop/dbms/play", {"text": text})
    assert answer.status_code == 201, answer.text
    assert len(asked) > 1 and all(str(house.house.accounts.named("Mallory").id) in who for who in asked), asked
