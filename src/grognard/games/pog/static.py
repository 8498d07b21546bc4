"""What never changes in play: map, units, cards, charts. Loaded once for a scenario and shared by all forks.

The one idea: spaces, units and cards are small numbers, sets of them are masks, and everything about them stands in lists by
number. A variant gives further data (`Overlay`) that is laid over the base data before the lists are made, and a `Hooks`
object of its own (hooks.py); nothing here is copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from grognard.boards.graphs import Graph
from grognard.boards.masks import mask_of
from grognard.kernel.datafile import toml_file
from grognard.kernel.refusal import BadData
from grognard.kernel.tables import Table, table
from grognard.kernel.words import counted, listing, verb

from .hooks import Hooks

DATA = Path(__file__).parent / "data"

AP, CP = "ap", "cp"
SIDES = {CP: "Central Powers", AP: "Allied Powers"}
OTHER = {AP: CP, CP: AP}

# where a unit is, besides the numbers of spaces
RESERVE, ELIMINATED, GONE, UNBORN = -1, -2, -3, -4

LINE_CLASSES = ("solid", "br", "it", "ru", "ana", "tu", "mef", "dr")
LEVELS = ("mob", "lim", "tot")
BRITISH = ("br.aus", "br.cnd", "br.pt", "br.ana")  # of the British family, and not British where a rule names Britain
WITH_TURKEY = ("tu", "ar", "pe")  # neutral together (pog.11.1.11.b)
EASTERN = ("ru", "ro", "sb")  # who uses the Russian sources (pog.14.2.2)
BEACH_UNITS = ("br.mef", "br.c", "br.aus")  # who may be supplied through the beachhead (pog.9.2.7.1.b)
NE_ARMIES = ("ru.cau", "br.mef", "br.ne", "fr.orient", "tu.yld", "tu.aoi")


# net -> whose dashed lines it uses (pog.14.1.3.b)
NET_LINES: dict[str, tuple[str, ...]] = {
    "cp": (), "tu": ("tu",), "east": ("ru",), "sb": ("ru",), "west": (), "br": ("br",), "beach": ("br",), "it": ("it",),
    "ana": ("ana",), "ap_spaces": ("br", "it", "ru", "ana"), "cp_spaces": ("tu",),
}  # fmt: skip


class Overlay:
    """What a variant lays over the base data: further or changed spaces, lines, units, cards, tables, set-ups."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def changes(self, file: str) -> dict[str, Any]:
        """The table named after the variant in its copy of a data file; empty where it changes nothing."""
        path = self.folder / file
        return dict(toml_file(self.folder, file).get(self.name, {})) if path.exists() else {}

    def amend_board(self, board: Board) -> None:
        """Further facts about the map."""

    def amend_units(self, units: Units, board: Board) -> None:
        """Further facts about the counters."""

    def amend(self, static: Static) -> None:
        """Further facts about a scenario."""


def laid_over(records: Iterable[dict[str, Any]], changed: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Records by id with the fields of the changed ones replaced, and the new ones added."""
    made = {record["id"]: dict(record) for record in records}
    for record in changed:
        made.setdefault(record["id"], {}).update(record)
    return list(made.values())


@cache
def charts(overlay: Overlay | None = None) -> dict[str, Any]:
    base: dict[str, Any] = dict(toml_file(DATA, "tables.toml"))
    if overlay is not None:
        base.update(overlay.changes("tables.toml"))
    return base


def points_left(points: int) -> str:
    return f"{counted(points, 'point')} {verb(points, 'is', 'are')} left"


def names_of(names: Iterable[str]) -> str:
    """Units as people name them: "GE 7th Army and 2 GE corps"."""
    counts = Counter(names)
    return listing(name if count == 1 else counted(count, name) for name, count in counts.items())


class Board:
    """The map: spaces by number and what they carry (pog.2.1)."""

    def __init__(self, overlay: Overlay | None = None) -> None:
        data = toml_file(DATA, "map.toml")
        changes = overlay.changes("map.toml") if overlay else {}
        spaces = laid_over(data["space"], [*changes.get("space", []), *changes.get("patch", [])])
        lines = [*data["connection"], *changes.get("connection", [])]
        also = {frozenset((c["a"], c["b"])): c["only"] for c in changes.get("also", [])}
        lines = [{**c, "only": also[ends]} if (ends := frozenset((c["a"], c["b"]))) in also else c for c in lines]
        self.records = spaces
        self.lines = lines
        self.labels: dict[str, str] = dict(data["labels"])
        self.ids: list[str] = [s["id"] for s in spaces]
        self.size = len(spaces)
        self.number = {name: n for n, name in enumerate(self.ids)}
        self.name: list[str] = [s["name"] for s in spaces]
        self.nation: list[str] = [s["nation"] for s in spaces]
        self.terrain: list[str] = [s["terrain"] for s in spaces]
        self.fort: list[int] = [s["fort"] for s in spaces]
        self.all = (1 << self.size) - 1
        self.graph = Graph(
            self.ids,
            [(c["a"], c["b"], c.get("only", ["solid"])) for c in lines],
            classes=LINE_CLASSES,
            positions=[(s["x"], s["y"]) for s in spaces],
        )
        self.forts = self._where(lambda s: s["fort"] > 0)
        self.near_east = self._where(lambda s: s["map"] == "ne")
        self.desert = self._where(lambda s: s["terrain"] == "desert")
        self.beaches = self._where(lambda s: s["nation"] == "sea")
        self.cp_start = self._where(lambda s: s["control"] == CP)
        self.capitals = {n: self._where(lambda s, n=n: s["nation"] == n and s["capital"]) for n in set(self.nation)}
        self.of = {n: self._where(lambda s, n=n: s["nation"] == n) for n in dict.fromkeys(self.nation)}
        self.ports = {AP: self._where(lambda s: s["port"] == AP), CP: self._where(lambda s: s["port"] == CP)}
        self.russian_forts = self.forts & self.of["ru"]
        self.german_forts = self.forts & self.of["ge"]
        self.french_forts = self.forts & self.of["fr"]
        self.supply = {kind: self._where(lambda s, k=kind: s["supply"] == k) for kind in ("cp", "east", "west")}
        self.classes = {name: self.graph.class_mask([name]) for name in LINE_CLASSES}
        self.solid = self.graph.rows(self.classes["solid"] | self.classes["mef"])
        self.gate = self.mask("poti", "grozny")  # the Near East side of the Caucasus gate
        if overlay is not None:
            overlay.amend_board(self)

    def _where(self, fits: Any) -> int:
        return mask_of(n for n, space in enumerate(self.records) if fits(space))

    def mask(self, *names: str) -> int:
        return mask_of(self.number[name] for name in names)

    def rows(self, *lines: str) -> list[int]:
        """Neighbours by space over solid lines, beach lines and the dashed lines of these nations."""
        return self.graph.rows(self.line_mask(*lines))

    def line_mask(self, *lines: str) -> int:
        mask = self.classes["solid"] | self.classes["mef"]
        for line in lines:
            mask |= self.classes[line]
        return mask


class Units:
    """The counters by number. Pieces of one corps type stand together and are interchangeable (pog.2.2.1)."""

    def __init__(self, board: Board, optional: bool, overlay: Overlay | None = None) -> None:
        data = toml_file(DATA, "units.toml")
        changes = overlay.changes("units.toml") if overlay else {}
        kinds = [dict(u) for u in data["unit"] if optional or not u.get("option")]
        kinds = [u for u in kinds if u["id"] not in changes.get("unused", ())] + list(changes.get("unit", ()))
        for change in changes.get("side_change", ()):
            kinds = [{**u, "side": change["side"]} if u["nation"] == change["nation"] else u for u in kinds]
        self.kinds = {u["id"]: u for u in kinds}
        self.id: list[str] = []
        self.kind: list[str] = []
        self.pieces: dict[str, list[int]] = {}
        for kind in kinds:
            for copy in range(kind["count"]):
                self.pieces.setdefault(kind["id"], []).append(len(self.id))
                self.id.append(kind["id"] if kind["count"] == 1 else f"{kind['id']}#{copy + 1}")
                self.kind.append(kind["id"])
        self.size = len(self.id)
        self.number = {name: n for n, name in enumerate(self.id)}
        by = [self.kinds[k] for k in self.kind]
        self.nation: list[str] = [k["nation"] for k in by]
        self.side: list[str] = [k["side"] for k in by]
        self.army = [k["size"] == "army" for k in by]
        self.front = [tuple(k["front"]) for k in by]
        self.back = [tuple(k["back"]) for k in by]
        self.rp: list[str] = [k["rp"] for k in by]
        self.lines = [_lines_of(k) for k in self.kind]
        self.classes = [board.line_mask(*lines) for lines in self.lines]
        self.rows = [board.graph.rows(classes) for classes in self.classes]
        # for combat cards and offensives: whether it is of the nation, and of which other
        self.truly = [k["nation"] if k["id"] not in BRITISH and k["id"] != "tu.sn" else k["id"] for k in by]
        self.net = [printed_net(k["id"], k["nation"], k["side"]) for k in by]
        self.hardy = [k["nation"] in ("sb", "mn") or k["id"] in ("br.ana", "tu.sn") for k in by]
        self.second = [""] * self.size
        self.second_family = [""] * self.size
        self.ne_army = [k in NE_ARMIES for k in self.kind]
        self.name = [self._named(n) for n in range(self.size)]
        self.armies = mask_of(n for n in range(self.size) if self.army[n])
        if overlay is not None:
            overlay.amend_units(self, board)

    def _named(self, unit: int) -> str:
        kind = self.kinds[self.kind[unit]]
        short = {"br.bef": "BEF", "br.mef": "MEF", "tu.yld": "Yilderim Army", "tu.aoi": "Army of Islam"}
        if kind["id"] in short:
            return f"{kind['nation'].upper()} {short[kind['id']]}"
        return f"{kind['nation'].upper()} {kind['name']}"


def printed_net(kind: str, nation: str, side: str) -> str:
    """Which net a kind of unit traces over (pog.14.2)."""
    if side == CP:
        return "tu" if nation == "tu" else "cp"
    if nation in EASTERN:
        return "sb" if nation == "sb" else "east"
    if kind in BEACH_UNITS:
        return "beach"
    if kind == "br.ana":
        return "ana"
    return nation if nation in ("br", "it") else "west"


def _lines_of(kind: str) -> tuple[str, ...]:
    """Whose dashed lines a unit may use (pog.11.1.4.b): AUS, CND and PT are British, ANA is not, SN is Turkish."""
    if kind == "br.ana":
        return ("ana",)
    nation = kind.split(".")[0]
    return (nation,) if nation in LINE_CLASSES else ()


class Card:
    """A strategy card: what is printed on it."""

    __slots__ = (
        "cc",
        "enters",
        "event",
        "id",
        "kind",
        "level",
        "number",
        "once",
        "ops",
        "ops_with",
        "option",
        "reinforces",
        "remove",
        "rp",
        "rule",
        "side",
        "sr",
        "title",
        "units",
        "words",
        "ws",
    )

    def __init__(self, data: dict[str, Any], number: int) -> None:
        self.id: str = data["id"]
        self.number = number
        self.side = self.id.split(".")[0]
        self.title: str = data["title"]
        self.level: str = data["level"]
        self.ops: int = data["ops"]
        self.sr: int = data["sr"]
        self.rp: dict[str, int] = data["rp"]
        self.ws: int = data["ws"]
        self.remove: bool = data["remove"]
        self.cc: bool = data["cc"]
        self.kind: str = data["kind"]
        self.event: str = data["event"]
        self.reinforces: str = data.get("reinforces", "")
        self.units: list[str] = list(data.get("units", []))
        self.enters: str = data.get("enters", "")
        self.once: bool = data.get("once_per_turn", False)
        self.ops_with: str = data.get("ops_with_event", "")
        self.option: str = data.get("option", "")
        self.rule: str = data.get("rule", f"pog.card.{self.id}")
        self.words: str = data.get("words", "")

    def __repr__(self) -> str:
        return f"Card({self.id} {self.title})"


class Static:
    """Everything about a scenario that no choice and no die changes."""

    def __init__(
        self, options: dict[str, Any], scenario: dict[str, Any], hooks: Hooks | None = None, overlay: Overlay | None = None
    ) -> None:
        self.hooks = hooks or Hooks()
        self.options = options
        historical = options.get("historical_scenario", False)
        self.historical = historical
        self.vp_set = "deluxe" if historical else options["vp_set"]
        self.optional_cards = options["optional_cards"]
        self.hand = 8 if historical or options.get("eight_cards", False) or self.optional_cards else 7
        self.trench_retry = historical or options["trench_retry"]
        self.events_with_ops = historical or options["events_with_ops"]
        self.board = board_of(overlay)
        self.units = units_of(self.optional_cards, overlay)
        self.charts = charts(overlay)
        self.cards = {c.id: c for c in self._cards(overlay)}
        self.deck = {side: [c for c in self.cards.values() if c.side == side] for side in (AP, CP)}
        self.setups = {s["id"]: s for s in toml_file(DATA, "setups.toml")["setup"]}
        if overlay is not None and (overlay.folder / "setups.toml").exists():
            self.setups.update({s["id"]: s for s in toml_file(overlay.folder, "setups.toml")["setup"]})
        if scenario["setup"] not in self.setups:
            raise BadData(f"setup = {scenario['setup']!r}: expected one of {', '.join(self.setups)}")
        self.setup = self.setups[scenario["setup"]]
        self.entries = {e["nation"]: e for e in self.setup.get("entry", [])}
        self.scenario = scenario
        self.theatre = self._theatre(scenario)
        self.extra_sources = self.board.mask(*scenario.get("cp_sources", ()))  # of a theatre without its own (draka.R112)
        self.vp_spaces = mask_of(n for n, s in enumerate(self.board.records) if s["vp"] in ("both", self.vp_set))
        russian = self.charts["russian_track"][f"russian_vp_{self.vp_set}"]
        self.russian_seven = self.board.mask(*russian)
        self.russian_vp = self.russian_seven | self.board.mask("baku")
        self.seasons: list[str] = ["", *self.charts["turns"]["seasons"]]
        self.turn_names: list[str] = ["", *self.charts["turns"]["names"]]
        self.last_turn = self._last_turn(scenario)
        fire = self.charts["fire"]
        self.fire = {"corps": _fire(fire["corps"], "pog.crt.1"), "army": _fire(fire["army"], "pog.crt.2")}
        self.columns: dict[str, list[int]] = {kind: list(fire[kind]["factors"]) for kind in ("corps", "army")}
        self.net_lines = dict(NET_LINES)
        self.cp_nets: tuple[str, ...] = ("cp", "tu", "cp_spaces")
        self.by_sea: tuple[str, ...] = ("cp", "tu", "west", "br", "beach", "it", "ana", "ap_spaces", "cp_spaces")
        self.homes: tuple[str, ...] = ("ge", "ah", "tu", "bu", "ru", "ro")  # whose box and RP ask for their own sources
        self.nobodys_base: tuple[str, ...] = ("br.ana", "tu.sn", "mn.c")  # whom no corps joins out of the box (pog.13.1.8.a)
        self.pools: dict[str, tuple[str, ...]] = {AP: ("fr", "br", "ru", "it", "us", "a"), CP: ("ge", "ah", "tu", "bu")}
        self.parts: dict[Any, Any] = {}  # parts of scenes by what they follow from (view/scene.py)
        self.replacing: dict[str, list[int]] = {}  # pool -> its corps, as combat/losses.py finds them
        self.surviving: dict[Any, Any] = {}  # force, loss number, corps behind it -> what is left (odds/attack.py)
        self.cp_nations: tuple[str, ...] = ("ge", "ah", "tu", "bu")
        if overlay is not None:
            overlay.amend(self)

    def _cards(self, overlay: Overlay | None) -> list[Card]:
        data = toml_file(DATA, "cards.toml")["card"]
        if overlay is not None:
            changes = overlay.changes("cards.toml").get("card", [])
            data = laid_over(data, [{"words": "", **c} if "event" in c else c for c in changes])  # another event, other words
        used = [c for c in data if self.optional_cards or not c.get("option")]
        return [Card(c, int(c["id"].split(".")[1])) for c in used]

    def _theatre(self, scenario: dict[str, Any]) -> int:
        """The spaces in play: all, or those of the scenario's nations and list (ruling draka.R112)."""
        if "nations" not in scenario:
            return self.board.all
        mask = self.board.mask(*scenario.get("spaces", ()))
        for nation in scenario["nations"]:
            mask |= self.board.of[nation]
        return mask

    def _last_turn(self, scenario: dict[str, Any]) -> int:
        if self.options["introductory"]:
            return int(self.charts["victory"]["introductory"]["last_turn"])
        if self.options["limited_war_scenario"]:
            return int(self.charts["victory"]["limited_war"]["last_turn"])
        return int(scenario.get("last_turn", self.charts["turns"]["last_turn_base"]))

    def card(self, card_id: str) -> Card:
        return self.cards[card_id]


def _fire(data: dict[str, Any], rule: str) -> Table:
    factors = data["factors"]
    labels = [str(f) if g == f + 1 else f"{f}-{g - 1}" for f, g in pairwise(factors)] + [f"{factors[-1]}+"]
    return table(data["loss"], rule=rule, rows=["1", "2", "3", "4", "5", "6"], columns=labels, name=f"fire {rule}")


_BOARDS: dict[str, Board] = {}
_UNITS: dict[tuple[str, bool], Units] = {}


def board_of(overlay: Overlay | None) -> Board:
    """One board for a process, so that its remembered floods are shared by all matches."""
    key = overlay.name if overlay else ""
    if key not in _BOARDS:
        _BOARDS[key] = Board(overlay)
    return _BOARDS[key]


def units_of(optional: bool, overlay: Overlay | None) -> Units:
    key = (overlay.name if overlay else "", optional)
    if key not in _UNITS:
        _UNITS[key] = Units(board_of(overlay), optional, overlay)
    return _UNITS[key]
