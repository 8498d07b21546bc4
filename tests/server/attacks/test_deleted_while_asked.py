"""Mallory deletes a match of his while he asks for it: it is loaded again from the disk that still has it, and a match that is nowhere stays in memory. Soon nobody's match can be loaded."""

from __future__ import annotations

import asyncio

from server.clubbing import club


def test_what_is_being_deleted_is_not_loaded_again(tmp_path):
    with club(tmp_path) as house:
        house.hall.live = 2
        mallory, ann = house.join("Mallory"), house.join("Ann")
        row = mallory.start()
        there = house.hall.live_table(row["id"])

        async def attack():
            await there.lock.acquire()  # one question of his that takes a while
            going = asyncio.create_task(house.hall.remove(row["id"]))
            await asyncio.sleep(0.05)
            asking = asyncio.create_task(house.hall.table(row["id"]))
            await asyncio.sleep(0.3)
            there.lock.release()
            await asyncio.gather(going, asking, return_exceptions=True)
            return asking.exception()

        assert type(house.client.blocking_portal.call(attack)).__name__ == "Gone"
        assert house.hall.live_table(row["id"]) is None
        assert mallory.get(f"/api/matches/{row['id']}").status_code == 404
        for _ in range(5):
            made = ann.start()
            assert ann.get(f"/api/matches/{made['id']}/diary?seat=red").status_code == 200
