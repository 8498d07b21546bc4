"""Victor has his turns told in the channel of his club on Discord. Mallory calls a match "@everyone", or writes it as a link to a page of his own."""

from __future__ import annotations

import pytest

from grognard.server.club.notices import Notice
from server.clubbing import two_at_a_table


@pytest.mark.parametrize("title", ["@everyone", "<!channel>", "<@U024BE7LH>", "[Your prize](https://mallory.example)"])
def test_it_is_a_title_and_no_more(house, title, monkeypatch):
    import msgspec

    said = []
    monkeypatch.setattr("grognard.server.club.notices.post", lambda address, notice, inside: said.append(notice))
    ann, ben, row = two_at_a_table(house, "counting", scenario="long", title=title)
    ben.post("/api/settings", {"webhook": "https://discord.example/hook"})
    with ann.at(row, "red") as red:
        red.choose(1)
    from server.test_club_play import until

    until(lambda: said)
    notice: Notice = said[0]
    for words in (notice.title, notice.text, notice.content):
        assert not set("@<>[]") & set(words), words
    assert msgspec.json.decode(msgspec.json.encode(notice))["allowed_mentions"] == {"parse": []}
