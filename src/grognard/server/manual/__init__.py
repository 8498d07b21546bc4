"""The documentation as a site: built by `make docs`, carried by the wheel, and served by the program itself at /docs/."""

from .book import Book, book
from .site import build, files_of

__all__ = ["Book", "book", "build", "files_of"]
