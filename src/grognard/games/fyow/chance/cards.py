"""Section 32: chance cards, one a month, filed unseen on a day of it; the effect lasts that day.

`effect` is what every other chapter asks: 0 unless today's card is of that kind. The cards are data (table chance_card).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.kernel import cites

from ..context import most_in_store
from ..state import DESTROYED
from ..tables import TABLES

if TYPE_CHECKING:
    from ..context import Fyow

PACK: list[dict[str, Any]] = [dict(card) for card in TABLES["chance_card"]]
RAINY = ("light_rain", "heavy_rain")


def file_card(g: Fyow) -> None:
    """32.0.2: at the start of a month one of 52 cards, unseen, on the D12th day of the month."""
    if not g.options["chance_cards"]:
        return
    fortune = g.state.fortune
    fortune.card = g.draw(list(range(len(PACK))))[0]
    fortune.day = g.roll("d12", "The day of the chance card", rule="fyow.32.0.2", to=())[0]
    fortune.open = False


def today(g: Fyow) -> dict[str, Any] | None:
    """32.0.3: the card of this day, and of this day only (ruling R113)."""
    fortune = g.state.fortune
    if not fortune.open:
        return None
    return PACK[fortune.card]


@cites("fyow.32.0.3")
def put_back(g: Fyow) -> None:
    """32.0.3: its effect lasts for one day only."""
    fortune = g.state.fortune
    if fortune.open:
        fortune.open, fortune.card, fortune.day = False, -1, 0


def turn_card(g: Fyow) -> None:
    """32.0.2, 32.0.3: on its day the card is shown; the next morning it is put back."""
    fortune = g.state.fortune
    put_back(g)
    if fortune.card < 0 or fortune.open or g.day_of_month != fortune.day:
        return
    fortune.open = True
    g.reveal()
    card = PACK[fortune.card]
    words = {"card": f"{card['rank']} of {card['suit']}", "news": card["effect"]}
    g.tell("Chance card, the {card}: {news}.", rule="fyow.32.0.1", **words)


def effect(g: Fyow, kind: str, action: str = "") -> Any:
    """What today's card does to this kind of thing: its value, its parts, or True; else 0."""
    card = today(g)
    if card is None or card["kind"] != kind or (action and card.get("action") != action):
        return 0
    if kind == "gauge":
        return card["value"] if rained(g) == (card["when"] == "rain") else 0
    if kind == "weather_split":
        return card["parts"]
    return card.get("value", 1)


def rained(g: Fyow) -> bool:
    """Ruling R113: light or heavy rain, now or in an earlier part of a split day; snow is no rain."""
    return g.state.weather.sky in RAINY or g.state.weather.rained


@cites("fyow.32.0.1")
def movement_d10(g: Fyow, why: str, **words: Any) -> int:
    """The D10 of a Movement Test: by the 3 of Clubs a 0 counts as 0, by the 3 of Hearts a 1 is thrown again (ruling R113)."""
    die = int(g.roll("d10", why, **words)[0])
    if die == 1 and effect(g, "throws", "reroll_movement_one"):
        die = int(g.roll("d10", why, **words)[0])
    return 0 if die == 10 and effect(g, "throws", "movement_zero_is_zero") else die


def rallies_again(g: Fyow, whom: str) -> bool:
    """The 4 of Clubs, Hearts and Diamonds: one more rallying throw for the air, for everybody, for the navy."""
    card = today(g)
    return bool(effect(g, "command", "extra_rally")) and card is not None and card.get("whom") in (whom, "all")


def at_dawn(g: Fyow) -> None:
    """What a card does at once: Stockpiles (8), radios of cells (5), new officers (ace)."""
    card = today(g)
    if card is None:
        return
    if card["kind"] == "stockpile":
        change_stockpiles(g, card["value"], card["whom"])
    elif card["kind"] == "appointment":
        appoint(g, card["action"])
    elif card["kind"] == "partisans":
        change_radios(g, card["action"])


def change_stockpiles(g: Fyow, value: int, whom: str) -> None:
    """Ruling R113: Stockpiles stay between 0 and their limit."""
    for number in g.alive():
        unit = g.unit(number)
        if (unit.kind == "fraction") == (whom == "fractions") and unit.kind in ("battlegroup", "fraction", "fixed"):
            unit.stockpile = min(most_in_store(unit.kind), max(0, unit.stockpile + value))


def appoint(g: Fyow, action: str) -> None:
    """The named command rates one new junior officer, without other effect (ruling R113)."""
    names = [b.commander for b in g.state.brigades if g.unit(b.hq).condition != DESTROYED]  # R50: who is lost appoints nobody
    if action == "new_nco":
        names = [g.unit(n).commander for n in g.in_the_field() if g.unit(n).commander]
    if not names:
        return
    who = g.draw(names, to=None)[0]
    die = g.d6("Rating of the new officer of {name}", rule="fyow.32.0.1", name=who)
    grade = "Below Average" if die == 1 else "Above Average" if die == 6 else "Average"
    g.tell("{name} appoints a new officer: {grade}.", rule="fyow.32.0.1", name=who, grade=grade)


def change_radios(g: Fyow, action: str) -> None:
    """A radio is gained or lost by a cell drawn by lot among those without or with one."""
    if action not in ("radio_gained", "radio_lost"):
        return
    cells = [n for n, cell in enumerate(g.state.partisans.cells) if cell.members and cell.radio == (action == "radio_lost")]
    if cells:
        cell = g.state.partisans.cells[g.draw(cells)[0]]
        cell.radio = not cell.radio
