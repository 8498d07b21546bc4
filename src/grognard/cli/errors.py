"""Errors as one clear line, and honest exit codes.

    0    done
    1    it did not work: bad data, a broken rule, a match that does not verify, a figure that misses its limit
    2    the command made no sense: an unknown game, a wrong option
    130  stopped by Ctrl-C

The one idea: all commands run inside `Commands.invoke`, so none of them handles errors itself. `--debug` lets the trace out.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

BAD, MISUSED, STOPPED = 1, 2, 130


class Commands(TyperGroup):
    """The group of all commands."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            complain("Stopped.")
            raise typer.Exit(STOPPED) from None
        except BrokenPipeError:  # `grognard rules nlc | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BAD) from None
        except Exception as error:
            if ctx.params.get("debug") or not told(error):
                raise
            raise typer.Exit(code_of(error)) from None


def told(error: Exception) -> bool:
    """Say in a line what went wrong; False for what is not ours to tell (wrong usage, which Typer explains itself)."""
    from grognard.kernel.refusal import Broken, Misuse, Refused

    if isinstance(error, Broken):
        where = keep_broken(error.file)
        complain(f"A rule broke: {error}", f"The match is in {where}: please send it with your report." if where else "")
    elif isinstance(error, Misuse | Refused):
        complain(str(error))
    elif isinstance(error, OSError):
        complain(f"{error.filename or 'file'}: {error.strerror or error}")
    elif type(error).__module__.startswith(("typer", "click")):
        return False
    else:
        complain(f"This is a mistake in Grognard: {type(error).__name__}: {error}", "(--debug before the command shows where.)")
    return True


def code_of(error: Exception) -> int:
    from grognard.kernel.refusal import BadData, Misuse

    return MISUSED if isinstance(error, Misuse) and not isinstance(error, BadData) else BAD


def complain(*lines: str) -> None:
    for line in lines:
        if line:
            print(line, file=sys.stderr)


def keep_broken(file: bytes) -> Path | None:
    """Keep the match that reproduces a broken rule: in this folder, or else in the folder for temporary files."""
    from grognard.lab.files import write_whole

    name = f"broken-{hashlib.blake2b(file, digest_size=4).hexdigest()}.json"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())) if file else ():
        try:
            write_whole(folder / name, file)
        except OSError:
            continue
        return folder / name
    return None
