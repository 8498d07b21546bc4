"""`grognard docs`: the documentation that came with the program: read here, or written as a site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .errors import BAD, complain


def docs(
    page: Annotated[str, typer.Argument(help="Name of a page; without, all pages are listed.", metavar="[PAGE]")] = "",
    site: Annotated[Path | None, typer.Option(help="Write the whole as a site into this folder.", metavar="DIR")] = None,
) -> None:
    """Read the documentation, or build it as a site. In the browser it is at /docs/."""
    from grognard.kernel import Misuse
    from grognard.kernel.datafile import did_you_mean
    from grognard.server.manual import book, build

    found = book()
    if site is not None:
        wrong = build(found, site)
        complain(*wrong)
        print(f"{len(found.pages)} pages in {site}: open {site / 'index.html'}")
        if wrong:
            raise typer.Exit(BAD)
    elif page:
        name = page.removesuffix(".md").removeprefix("docs/")
        if name not in found.pages:
            raise Misuse(f"There is no page {page!r}.{did_you_mean(name, found.pages)} `grognard docs` lists them.")
        print(found.pages[name])
    else:
        for section in found.sections:
            print(section.title)
            for name in section.pages:
                print(f"  {name}: {found.title(name)}")
