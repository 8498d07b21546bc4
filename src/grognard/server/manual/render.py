"""A page of Markdown as HTML of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .book import Book

OUTSIDE = re.compile(r"[a-z]+:")


def slug(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


class Rendered:
    """The HTML of a page, its headings, its plain text by heading, and the links and pictures that lead nowhere."""

    def __init__(self, book: Book, name: str) -> None:
        self.book, self.name = book, name
        self.missing: list[str] = []
        self.headings: list[tuple[int, str, str]] = []  # level, id, words
        self.parts: list[tuple[str, str, str]] = [("", "", "")]  # id of the heading, its words, the text below it
        markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        tokens = markdown.parse(book.pages[name])
        for place, token in enumerate(tokens):
            if token.type == "heading_open":
                words = tokens[place + 1].content.replace("`", "")
                token.attrSet("id", slug(words))
                self.headings.append((int(token.tag[1]), slug(words), words))
                self.parts.append((slug(words), words, ""))
            elif token.type == "inline" and tokens[place - 1].type != "heading_open":
                self._text(token)
            for child in _all(token):
                self._links(child)
        self.html = str(markdown.renderer.render(tokens, markdown.options, {}))

    def _text(self, token: Token) -> None:
        """What is read, for the search: neither marks nor addresses."""
        words = "".join(" " if child.type.endswith("break") else child.content for child in _all(token) if not child.children)
        id, heading, text = self.parts[-1]
        self.parts[-1] = (id, heading, f"{text} {words}".strip())

    def _links(self, token: Token) -> None:
        for key in ("href", "src"):
            target = token.attrGet(key)
            if isinstance(target, str) and not OUTSIDE.match(target):
                if found := self._target(target):
                    token.attrSet(key, found)
                else:
                    del token.attrs[key]

    def _target(self, target: str) -> str:
        """Where it leads on the site; nowhere: a file of the project, which is named, not linked."""
        path, _, part = target.partition("#")
        if not path:
            return target
        here = posixpath.dirname(self.name)
        whole = posixpath.normpath(posixpath.join(here, path))
        if whole.startswith(".."):
            return ""
        if path.endswith(".md"):
            if whole.removesuffix(".md") not in self.book.pages:
                self.missing.append(target)
            return path.removesuffix(".md") + ".html" + (f"#{part}" if part else "")
        if not (self.book.folder / whole).exists():
            self.missing.append(target)
        return target


def _all(token: Token) -> Iterator[Any]:
    yield token
    for child in token.children or ():
        yield from _all(child)


def whole_page(book: Book, name: str, made: Rendered) -> str:
    """With the contents on the left and the headings on the right."""
    up = "../" * name.count("/")
    menu = []
    for section in book.sections:
        rows = "".join(
            f'<li{" class=here" if page == name else ""}><a href="{up}{page}.html">{escape(book.title(page))}</a></li>'
            for page in section.pages
        )
        menu.append(f"<h2>{escape(section.title)}</h2><ul>{rows}</ul>")
    contents = f'<details id="pages" open><summary>All pages</summary>{"".join(menu)}</details>'
    parts = [heading for heading in made.headings if 1 < heading[0] < 4]
    inside = [f'<li class="l{level}"><a href="#{id}">{escape(words)}</a></li>' for level, id, words in parts]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(book.title(name))} · Grognard</title>"
        f'<link rel="stylesheet" href="{up}manual.css"><script defer src="{up}search.js" data-up="{up}"></script></head><body>'
        f'<nav class="menu" aria-label="Contents"><a class="home" href="{up}README.html">Grognard</a>'
        f'<input type="search" id="search" placeholder="Search" aria-label="Search the documentation"><ol id="found"></ol>'
        f"{contents}</nav><main>{made.html}</main>"
        f'<nav class="inside" aria-label="On this page"><ul>{"".join(inside)}</ul></nav></body></html>\n'
    )
