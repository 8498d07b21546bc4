"""Marks are found under a short name, too, and only if it really is the mark."""

from __future__ import annotations

from grognard.kernel.proof.coverage import marked_in

MODULE = """
import pytest
rule = pytest.mark.rule
other = pytest.mark.slow

@rule("toy.1", "toy.2")
def test_short():
    ...

@other("toy.3")
def test_another_mark():
    ...

@rule("toy.4")
@pytest.mark.skip
def test_skipped():
    ...
"""


def test_marks_under_a_short_name(tmp_path):
    (tmp_path / "test_toy.py").write_text(MODULE)
    assert sorted(marked_in(tmp_path)) == ["toy.1", "toy.2"]
