"""Pages that stand alone: one HTML file with its style and its pictures in it, for a browser, a mail or an archive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from grognard import __version__

STYLE = files("grognard.lab").joinpath("page.css").read_text("utf-8")


class Part(str):
    """Words that are HTML already."""


def html(words: Any) -> str:
    return str(words) if isinstance(words, Part) else escape(str(words))


def page(title: str, subtitle: str, parts: Iterable[str]) -> str:
    """The whole file."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
        f'<p class="faint">{html(subtitle)}</p>\n{body}\n<p class="faint">Made by grognard {__version__}.</p></body></html>\n'
    )


def section(title: str, *parts: str) -> Part:
    return Part(f"<h2>{escape(title)}</h2>\n" + "\n".join(parts))


def words(text: Any) -> Part:
    return Part(f"<p>{html(text)}</p>")


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Part:
    """Numbers stand to the right."""

    def cell(value: Any, tag: str = "td") -> str:
        number = isinstance(value, int | float) or (isinstance(value, str) and value[:1].isdigit())
        return f"<{tag}{' class=number' if number else ''}>{html(value)}</{tag}>"

    lines = ["".join(cell(value) for value in row) for row in rows]
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    return Part(
        f"<table><thead><tr>{top}</tr></thead><tbody>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</tbody></table>"
    )


def figure(svg: str, caption: str = "", kind: str = "") -> Part:
    under = f"<figcaption>{html(caption)}</figcaption>" if caption else ""
    return Part(f"<figure{f' class={kind}' if kind else ''}>{svg}{under}</figure>")
