"""Maps on disk: drawn once for all processes, drawn anew when anything that they follow from is another."""

import pytest

from grognard.games.pog.game import PogGame
from grognard.kernel import map_cache as disk
from grognard.kernel.scene import BoardPicture


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(disk, "SLOW", -1.0)
    return disk.folder()


def picture(title: str) -> BoardPicture:
    return BoardPicture("graph", 10, 5.5, title=title)


def never() -> BoardPicture:
    raise AssertionError("drawn twice")


def test_a_map_is_drawn_once_for_all_processes(folder):
    game = PogGame()
    first = disk.drawn(game, b"a", None, lambda: picture("Europe"))
    again = disk.drawn(game, b"a", None, never)
    assert again.hash == first.hash and again.picture.title == "Europe" and again.picture.height == 5.5
    assert disk.drawn(game, b"b", None, lambda: picture("Asia")).picture.title == "Asia"
    assert disk.drawn(game, b"a", ("rubble", 3), lambda: picture("Rubble")).picture.title == "Rubble"
    assert len(list(folder.iterdir())) == 3


def test_a_damaged_file_and_a_place_where_nothing_can_be_written(folder, monkeypatch):
    game = PogGame()
    disk.drawn(game, b"a", None, lambda: picture("Europe"))
    for file in folder.iterdir():
        file.write_bytes(b"half a ma")
    assert disk.drawn(game, b"a", None, lambda: picture("anew")).picture.title == "anew"
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert disk.drawn(game, b"a", None, lambda: picture("drawn")).picture.title == "drawn"
