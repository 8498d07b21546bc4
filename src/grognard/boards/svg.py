"""Writing SVG: elements, attributes and text, so that nothing a game or a player writes can break out of its quotes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from grognard.boards.curves import num

Value = str | float


def attributes(**values: Value) -> str:
    """Attributes with their values quoted: `stroke_width` becomes stroke-width, and empty ones are left out."""
    parts = []
    for name, value in values.items():
        text = num(value) if isinstance(value, float) else str(value)
        if text:
            parts.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(printable(text))}")
    return "".join(parts)


def el(tag: str, *body: str, **values: Value) -> str:
    """An element with what stands in it, which must be SVG already."""
    inner = "".join(body)
    return f"<{tag}{attributes(**values)}>{inner}</{tag}>" if inner else f"<{tag}{attributes(**values)}/>"


def printable(text: str) -> str:
    """Without the control characters and half characters that XML forbids."""
    return "".join(c for c in text if (c >= " " or c in "\t\n") and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")


def words(text: str) -> str:
    """Text for SVG, escaped."""
    return escape(printable(text))


def moved(*body: str, x: float, y: float, turn: float = 0.0) -> str:
    """A group elsewhere, perhaps turned."""
    spin = f" rotate({num(turn)})" if turn else ""
    return el("g", *body, transform=f"translate({num(x)} {num(y)}){spin}")
