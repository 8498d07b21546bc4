"""What a watcher has been shown, and how it is told from another position."""

from __future__ import annotations

import msgspec

from grognard.server.seeing import Seen


def seen(**decision) -> Seen:
    asked = {"form": "draft", "prompt": "Choose thirteen elements", "number": 3, **decision}
    return Seen({"number": msgspec.Raw(b"3"), "decision": msgspec.Raw(msgspec.json.encode(asked))})


def test_what_is_written_on_a_draft_is_no_other_position():
    """Sums and odds follow from the items: they may change while one writes, and the sheet is still taken."""
    empty = seen()
    written = seen(items=[{"value": 1}], tallies=[{"title": "elements", "total": "1"}], odds=[{"title": "against 0506"}])
    assert written.at == empty.at
    assert seen(prompt="Write orders").at != empty.at
