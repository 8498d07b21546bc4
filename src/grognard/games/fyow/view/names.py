"""What a counter has room for of the name of a force, as staffs write it: "B/II Bn", "Bde HQ"."""

from __future__ import annotations

import re
from functools import cache

PART = re.compile(r"(?:Fraction|Picket|Reserve) (\S+) (?:of|for) (.+)")
SHORTER = {
    "Battlegroup": "", "Battalion": "Bn", "Brigade": "Bde", "Regiment": "Regt", "Division": "Div", "Company": "Coy",
    "Battery": "Bty", "Squadron": "Sqn", "Royal": "R", "Infantry": "Inf", "Artillery": "Arty", "Parachute": "Para",
    "Reconnaissance": "Recce", "Engineers": "Engrs", "Guards": "Gds", "Armoured": "Armd", "Mountain": "Mtn",
    "Mechanised": "Mech", "Motorised": "Mot", "Motor": "Mot", "Grenadier": "Gren", "Motorcycle": "MC", "Independent": "Indep",
    "Australian": "Aust", "Italian": "Ital",
}  # fmt: skip


@cache
def on_the_counter(name: str) -> str:
    """Empty if the name fits as it is; of a part its letter before the name of the whole."""
    if part := PART.fullmatch(name):
        return f"{part[1]}/{shortened(part[2])}"
    short = shortened(name)
    return short if short != name else ""


def shortened(name: str) -> str:
    first = name.partition(",")[0].replace("New Zealand", "NZ")
    words = [SHORTER.get(word, word) for word in first.split()]
    return " ".join(word for word in words if word) or name
