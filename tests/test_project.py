"""The habits of the project: what the Makefile promises is there, layers keep their order, the code is clean."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
TARGETS = ("setup", "play", "test", "lint", "bench", "soak", "clean")


def run(*words):
    return subprocess.run([str(word) for word in words], cwd=PROJECT, capture_output=True, text=True, timeout=900)


def tool(name):
    return Path(sys.executable).with_name(name)


@pytest.mark.parametrize("target", TARGETS)
def test_make_knows_its_targets(target):
    """`make -n` reads the file and runs nothing."""
    said = run("make", "-n", target)
    assert said.returncode == 0, said.stderr


def test_ci_runs_the_tests():
    script = (PROJECT / ".ci" / "run").read_text()
    assert "make test" in script
    assert (PROJECT / ".ci" / "run").stat().st_mode & 0o111


def test_what_is_missing_for_the_setup_is_said_in_a_line():
    assert run(sys.executable, "tools/setup_check.py").returncode == 0
    code = "import sys; sys.version_info = (3, 9); exec(open('tools/setup_check.py').read())"
    old = run(sys.executable, "-c", code)
    assert old.returncode == 1
    assert old.stderr.startswith("Grognard needs Python 3.11 or newer")


def test_imports_point_upwards_and_games_know_no_other():
    said = run(tool("lint-imports"), "--no-cache")
    assert said.returncode == 0, said.stdout[-3000:]


def test_ruff_has_nothing_to_say():
    said = run(tool("ruff"), "check", "--output-format", "concise", "src", "tests")
    assert said.returncode == 0, said.stdout


def test_types_hold_strictly():
    said = run(tool("mypy"))
    assert said.returncode == 0, said.stdout[-3000:]


def test_kernel_and_boards_import_nothing_heavy():
    """A rules engine in a notebook, a worker or a phone should not load a web server or a plotting library."""
    code = "import sys, grognard.kernel, grognard.boards.hexes, grognard.bots; print(*sorted(sys.modules))"
    loaded = run(sys.executable, "-c", code).stdout.split()
    heavy = ("litestar", "sqlalchemy", "uvicorn", "typer", "rich", "matplotlib", "polars", "pytest", "numpy")
    assert [name for name in loaded if name.split(".")[0] in heavy] == []


def test_no_file_is_too_long_to_read():
    """Code is split where its subject does; 500 lines is the end of patience, not the aim."""
    code = [path for room in ("src/grognard", "tests", "tools") for path in (PROJECT / room).rglob("*.py")]
    assert [f"{path}: {lines}" for path in code if (lines := len(path.read_text().splitlines())) > 500] == []


def test_links_of_the_docs_lead_somewhere():
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")]
    broken = []
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []


def test_the_lists_of_the_scene_page_are_those_of_the_code():
    said = run(sys.executable, "tools/scene_lists.py", "--check")
    assert said.returncode == 0, said.stderr
