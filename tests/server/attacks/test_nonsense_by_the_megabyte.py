"""Mallory sends frames that make no sense, big ones, and now and then a good one, so that nobody hangs up on him."""

from __future__ import annotations

import json

from grognard.server.club.limits import RATES
from server.clubbing import club, two_at_a_table


def test_nonsense_is_counted_as_sense_is(tmp_path):
    with club(tmp_path) as house:
        _ann, mallory, row = two_at_a_table(house)
        house.house.rates.rates |= RATES
        with mallory.at(row, "blue") as line:
            for n in range(240):
                line.socket.send_text('{"do": "nonsense", "more": "' + 5000 * "x" + '"}')
                if n % 40 == 39:
                    line.socket.send_text(json.dumps({"do": "ping", "id": n}))
            heard = [line.hear_until("error", "refused", "pong")["kind"] for _ in range(246)]
            assert heard.count("error") < 200, "what comes too fast is not even read"


def test_an_honest_client_that_is_too_fast_hears_which_of_its_words_was_too_much(tmp_path):
    with club(tmp_path) as house:
        ann, _, row = two_at_a_table(house)
        house.house.rates.rates |= {"frame": (3.5, 0.001)}  # a frame costs one, and a little for its length
        with ann.at(row, "red") as line:
            kinds = [line.ask("ping")["kind"] for _ in range(5)]
            assert kinds[:3] == ["pong"] * 3 and kinds[3] == "refused"
