"""`make release`: builds the wheel, runs it in an empty environment, and lists what is in it.

Nothing is uploaded. The version must stand in pyproject.toml, in src/grognard/__init__.py and at the top of CHANGELOG.md alike.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).parents[1]
TRIALS = (
    ["--version"],
    ["games", "dbms"],
    ["check", "dbms"],
    ["docs", "first-evening"],
    ["simulate", "dbms", "learning", "--bots", "random", "--matches", "1"],
)


def version() -> str:
    """The one version of all three places, or the end."""
    said = {
        "pyproject.toml": tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"],
        "src/grognard/__init__.py": _found(r'__version__ = "([^"]+)"', "src/grognard/__init__.py"),
        "CHANGELOG.md": _found(r"^## ([0-9.]+)", "CHANGELOG.md"),
    }
    if len(set(said.values())) != 1:
        sys.exit("The versions differ: " + ", ".join(f"{place} {one}" for place, one in said.items()))
    return said["pyproject.toml"]


def _found(pattern: str, file: str) -> str:
    found = re.search(pattern, (PROJECT / file).read_text("utf-8"), re.MULTILINE)
    return found[1] if found else "none"


def built(out: Path) -> Path:
    for old in out.glob("*.whl"):
        old.unlink()
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, PROJECT], check=True)
    (wheel,) = out.glob("*.whl")
    return wheel


def listed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        sizes = {info.filename: info.file_size for info in packed.infolist()}
    parts = Counter({"/".join(name.split("/")[:2]): 0 for name in sizes})
    for name, size in sizes.items():
        parts["/".join(name.split("/")[:2])] += size
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {len(sizes)} files")
    for part, size in parts.most_common():
        print(f"  {size / 1e3:9.0f} kB  {part}")


def tried(wheel: Path) -> None:
    """In an environment that has the wheel and what it depends on, and nothing of this folder."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "env", with_pip=True)
        scripts = home / "env" / ("bin" if os.name == "posix" else "Scripts")
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GROGNARD", "VIRTUAL_ENV"))}
        for words in TRIALS:
            print(f"$ grognard {' '.join(words)}")
            command, here = [scripts / "grognard", *words], {**env, "HOME": folder}
            ended = subprocess.run(command, cwd=home, env=here, capture_output=True, text=True)
            print("\n".join(f"  {line}" for line in ended.stdout.splitlines()[:3]))
            if ended.returncode:
                sys.exit(f"It does not run: {ended.stderr}")


def main() -> None:
    print(f"Grognard {version()}")
    wheel = built(PROJECT / "dist")
    tried(wheel)
    listed(wheel)
    print(f"Ready: {wheel}")


if __name__ == "__main__":
    main()
