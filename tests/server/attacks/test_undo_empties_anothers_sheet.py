"""While Victor writes his sheet Mallory submits his own and takes it back, again and again: Victor's must stay as it is."""

from __future__ import annotations

from server.clubbing import club


def test_my_undo_is_no_business_of_your_sheet(tmp_path):
    with club(tmp_path) as house:
        mallory, victor = house.join("Mallory"), house.join("Victor")
        row = mallory.start("spike-nlc", seats={"french": {"kind": "me"}, "allied": {"kind": "open"}})
        victor.follow(mallory.invite(row, "allied"))
        with mallory.at(row) as his, victor.at(row) as mine:
            sheet = mine.scene["decision"]
            assert sheet["form"] == "draft"
            item = sheet["options"][0]["value"]
            mine.ask("draft", items=[item])
            for _ in range(3):
                assert his.choose([])["kind"] == "done"
                his.settle()
                assert his.ask("undo")["kind"] == "done"
                his.settle()
            mine.ask("look")
            assert [one["value"] for one in mine.scene["decision"]["items"]] == [item]
