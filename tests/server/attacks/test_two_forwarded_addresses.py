"""The proxy writes the caller's address in a line of its own (HAProxy does). Mallory sends such a line, too, with another address every time."""

from __future__ import annotations

from types import SimpleNamespace

from litestar.datastructures import Headers

from server.clubbing import club


def test_the_last_one_was_written_by_the_proxy(tmp_path):
    with club(tmp_path, behind_proxy=True) as house:
        def caller(*lines):
            headers = Headers([(b"x-forwarded-for", line.encode()) for line in lines])
            return house.house.address(SimpleNamespace(headers=headers, client=None))

        assert caller("198.51.100.7", "192.0.2.1") == caller("203.0.113.9", "192.0.2.1") == "192.0.2.1"
        assert caller("198.51.100.7, 192.0.2.1") == "192.0.2.1"
        assert caller() == ""
