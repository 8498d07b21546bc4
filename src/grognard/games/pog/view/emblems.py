"""What is drawn on a card: by a word of its title, else by what it is for."""

from __future__ import annotations

from ..static import Card

BY_WORD = {
    "zeppelin": ("Zeppelin", "Dirigible"),
    "submarine": ("U-Boat",),
    "merchant": ("Lusitania",),
    "convoy": ("Convoy",),
    "battleship": ("Fleet", "Blockade"),
    "fighter": ("Air",),
    "tank": ("Tank", "Landships"),
    "smoke": ("Gas",),
    "trench": ("Entrench",),
    "machine-gun": ("Machine Guns",),
    "railway-gun": ("Guns of August",),
    "barrage": ("Barrage",),
    "demolition": ("Mine",),
    "fire": ("Flamethrowers",),
    "weather": ("Weather",),
    "mountain": ("Alpenkorps",),
    "agent": ("Mata Hari", "Cloak"),
    "signals": ("Wireless", "Telegram"),
    "agitator": ("Revolution", "Mutiny"),
    "partisan": ("Revolt",),
    "supply": ("Pipeline",),
    "landing-craft": ("MEF", "Salonika"),
    "cyclist": ("Race to the Sea",),
    "militia": ("Landwehr",),
    "fort": ("They Shall Not Pass",),
    "general": ("Moltke", "Falkenhayn", "Hoffmann", "Von ", "Allenby", "Pleve", "Putnik", "Kemal", "Yudenitch", "Liman"),
    "headquarters": ("Oberost", "Takes Command", "Take Command"),
}


def emblem(card: Card) -> str:
    """A symbol of counters."""
    found = next((symbol for symbol, words in BY_WORD.items() if any(word in card.title for word in words)), "")
    return found or ("infantry" if card.units else "artillery" if card.cc else "flag" if card.ws else "orders")
