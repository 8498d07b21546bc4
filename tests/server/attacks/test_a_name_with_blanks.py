"""Wrong passwords for one name are counted. Mallory writes the name with a blank more each time, or in other letters that mean the same."""

from __future__ import annotations

import pytest

from grognard.server.club.limits import RATES
from server.clubbing import club

WRITTEN = [
    *(" " * n + "Victor" for n in range(6)), *("Victor" + "\u2003" * n for n in range(1, 6)), "VICTOR", "\uff36ictor", "V\uff49ctor",
    "Vi\uff43tor", "\uff36\uff29\uff23\uff34\uff2f\uff32", "victor\t", "\u2005victor",
]  # fmt: skip


@pytest.mark.parametrize("path", ["login", "forgotten"])
def test_it_is_one_name_however_it_is_written(tmp_path, path):
    from grognard.server.club.settings import Mail

    with club(tmp_path, behind_proxy=True, mail=Mail("localhost", sender="club@example.org")) as house:
        house.join("Victor")
        house.house.rates.rates |= RATES
        said = []
        for n, name in enumerate(WRITTEN):
            body = {"name": name, **({"password": f"guess {n}"} if path == "login" else {})}
            said.append(house.guest().post(f"/api/{path}", body, **{"x-forwarded-for": f"192.0.2.{n}"}).status_code)
        most = int(RATES["name" if path == "login" else "forgotten"][0])
        assert said[:most] == [401 if path == "login" else 204] * most and set(said[most:]) == {429}, said
