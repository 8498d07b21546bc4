"""Ann offered a draw when all was even. Mallory kept it in his pocket, and takes it out when he has lost."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_an_offer_is_for_the_turn_in_which_it_was_made(house):
    ann, mallory, row = two_at_a_table(house, "counting", scenario="long")
    with ann.at(row, "red") as red, mallory.at(row, "blue") as blue:
        assert red.ask("offer", what="draw")["kind"] == "done"
        turn = red.scene["turn"]
        while red.scene["turn"] == turn:
            red.choose(1), blue.settle(), blue.choose(1), red.settle()
        answer = blue.ask("answer", what="draw", yes=True)
        assert answer["kind"] == "refused" and "turn" in str(answer), answer
        assert not red.ask("look")["scene"].get("over")
        assert not blue.last["offers"].get("offers"), "and it is gone"


def test_within_its_turn_it_is_good(house):
    ann, ben, row = two_at_a_table(house, "counting", scenario="long")
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        red.ask("offer", what="draw"), blue.settle()
        assert blue.ask("answer", what="draw", yes=True)["kind"] == "done"
        assert red.ask("look")["scene"]["over"]
