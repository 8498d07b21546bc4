"""`grognard new-campaign`: a campaign of Fight Your Own Wars to change by hand, where `grognard play fyow NAME` finds it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer


def new_campaign(
    name: Annotated[str, typer.Argument(help="A word of small letters, digits and hyphens.", metavar="NAME")],
    into: Annotated[Path | None, typer.Option(help="Write it into this folder instead.", metavar="DIR")] = None,
) -> None:
    """Write a small campaign of Fight Your Own Wars, ready to be played and changed."""
    from grognard.games.fyow.campaign import template
    from grognard.kernel import Misuse
    from grognard.kernel.scenarios import user_folder

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Misuse(f"{name!r}: expected small letters, digits and hyphens, such as my-war.")
    folder = into if into is not None else Path(str(user_folder("fyow")))
    path = folder / f"{name}.toml"
    if path.exists():
        raise Misuse(f"{path} is already there.")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(template(name.replace("-", " ").capitalize()), encoding="utf-8")
    print(f"Wrote {path}. Change it as you like; `grognard docs fyow-campaigns` explains every entry.")
    print(f"After a change: grognard check {path}")
    elsewhere = "A campaign in another folder is played from a scenario folder."
    print(f"Try: grognard play fyow {name} --text" if into is None else elsewhere)
