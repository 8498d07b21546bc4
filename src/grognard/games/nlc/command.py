"""Chapter 20.3: the Command and Reorganization Phase, step by step."""

from __future__ import annotations

from grognard.kernel import Procedure

from .context import Nlc


def command_phase(g: Nlc) -> Procedure:
    return
    yield
