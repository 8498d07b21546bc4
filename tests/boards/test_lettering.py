"""The names of a board as data: all of them, once each, the important ones first, and none in the client's picture."""

from __future__ import annotations

from grognard.boards.draw import draw
from grognard.boards.lettering import board_sheet, lettering
from grognard.kernel.scene import BoardPicture, Feature, Link, Region


def picture() -> BoardPicture:
    return BoardPicture(
        "graph", 400.0, 300.0, unit=24.0,
        regions=[
            Region("a", (60.0, 60.0), label="Amiens", radius=12.0),
            Region("p", (160.0, 160.0), label="Paris", radius=12.0, tags=["capital", "fort:3"]),
            Region("h", (300.0, 60.0), [(280, 40), (320, 40), (320, 80), (280, 80)], label="Ham", note="0101"),
        ],
        links=[Link("a", "p", label="4")],
        features=[
            Feature("river", [(10, 200), (200, 210), (390, 220)], label="Somme"),
            Feature("woods", [(200, 20), (240, 20), (240, 60), (200, 60)], True, "Bois"),
            Feature("realm", [(250, 250)], label="FRANCE"),
        ],
    )  # fmt: skip


def test_every_name_is_there_with_its_kind_and_the_important_come_first():
    made = {name.text: name for name in lettering(picture())}
    kinds = {text: name.kind for text, name in made.items()}
    assert kinds == {
        "Amiens": "place", "Paris": "capital", "Ham": "place", "0101": "grid", "4": "way", "3": "worth", "Somme": "water",
        "Bois": "nature", "FRANCE": "realm",
    }  # fmt: skip
    ranks = [name.rank for name in lettering(picture())]
    assert ranks == sorted(ranks) and lettering(picture())[0].text == "Paris"
    assert made["Somme"].where == "along" and len(made["Somme"].line) > 20
    assert made["Paris"].where == "round" and made["Paris"].reach > 12


def test_a_name_that_a_place_and_a_feature_give_alike_is_lettered_once():
    board = picture()
    board.features.append(Feature("village", [(62, 60), (66, 60), (66, 66), (62, 66)], True, "Amiens"))
    assert [name.text for name in lettering(board)].count("Amiens") == 1


def test_the_clients_picture_has_no_letters_and_the_printed_one_has():
    assert "<text" not in draw(picture(), bare=True, lettered=False)
    assert "Paris" in draw(picture(), "print", bare=True)


def test_the_client_gets_the_board_with_its_names_and_its_extent():
    sheet = board_sheet(picture())
    assert sheet.extent == [0.0, 0.0, 400.0, 300.0] and len(sheet.names) == 9 and sheet.regions == picture().regions
