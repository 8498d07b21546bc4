"""The browser client as code: its types hold (`tsc --checkJs`), and its lines can be read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from test_houses import circles

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


IMPORT = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^;"']*?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']""")


def imports_of(file: Path) -> set[Path]:
    code = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.S)  # types in comments are no imports
    return {(file.parent / (plain or lazy)).resolve() for plain, lazy in IMPORT.findall(code)}


def circles_of(web: Path) -> list[list[str]]:
    ours = [file.resolve() for file in web.rglob("*.js") if "vendor" not in file.parts]
    return circles({str(file): {str(other) for other in imports_of(file) if other in ours} for file in ours})


def test_no_modules_of_the_client_import_each_other_in_a_circle():
    assert circles_of(WEB) == []


def test_circles_of_the_client_are_found(tmp_path):
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\n')
    (tmp_path / "two.js").write_text('/** @param {import("./one.js").One} a */\nconst late = () => import("./three.js");\n')
    (tmp_path / "three.js").write_text('export {\n  two,\n} from "./two.js";\n')
    assert [[Path(name).name for name in part] for part in circles_of(tmp_path)] == [["three.js", "two.js"]]
