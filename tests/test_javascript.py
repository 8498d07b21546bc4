"""The browser client as code: its types hold (`tsc --checkJs`), and its lines can be read."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "grognard" / "web"
TSC = ROOT / "tools" / "web" / "node_modules" / "typescript" / "bin" / "tsc"
WIDEST = 140
MADE = "types.js"  # by tools/wire_types.py


def test_the_types_of_the_client_hold():
    node = shutil.which("node")
    if node is None or not TSC.exists():
        pytest.skip("no node, or no TypeScript: npm ci --prefix tools/web")
    done = subprocess.run([node, TSC, "-p", ROOT / "tools" / "web"], capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if "error" in line]
    assert not found, found


def test_no_line_is_too_wide_to_read():
    ours = [file for file in sorted(WEB.rglob("*.js")) if "vendor" not in file.parts]
    wide = [
        f"{file.relative_to(WEB)}:{n}"
        for file in ours
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST and file.name != MADE
    ]
    assert not wide


def test_no_file_is_too_long_to_read():
    ours = [file for file in WEB.rglob("*.js") if "vendor" not in file.parts and file.name != "types.js"]
    long = {str(file.relative_to(WEB)): n for file in ours if (n := len(file.read_text("utf-8").splitlines())) > 500}
    assert not long
