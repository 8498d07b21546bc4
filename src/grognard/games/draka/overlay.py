"""The variant's data laid over the base: further spaces, two services, who counts as whom, nets of supply."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from grognard.boards.masks import mask_of
from grognard.games.pog.static import AP, CP, Board, Overlay, Static, Units
from grognard.kernel.datafile import toml_file

DATA = Path(__file__).parent / "data"
IRREGULARS = ("tu.ana", "tu.kurd")  # convert no spaces (draka.12.4, draka.24.6)
SECOND = {"ge.asia": "tu", "al.bb": "ah", "gr.hvc": "dr"}  # units of two nationalities (draka.R67)
ALWAYS = ("tu.ana", "tu.kurd", "ge.ukr", "cp.commune")  # always in supply, on their own ground
# net -> whose dashed lines it uses; "it_cp" is the net of the Italians, now of the CP (draka.R29, draka.R102)
NETS: dict[str, tuple[str, ...]] = {
    "dr": ("br", "dr"),
    "it_cp": ("it",),
    "ap_spaces": ("br", "ru", "dr"),
    "cp_spaces": ("tu", "it"),
}


class DrakaBoard(Board):
    """The map with what the variant knows about it."""

    zone: int  # the Janissary Zone
    draka: int  # under Draka control at start
    asia: int  # wholly on the Near East map
    balkans: int
    at_sea: int  # where an invasion is while it is fought


class DrakaUnits(Units):
    """The counters with what the variant knows about them."""

    service: list[str]  # cf, j or ""
    detachment: list[bool]
    digs: list[bool]


class DrakaOverlay(Overlay):
    """Reads the tables `[draka]` of this package's data."""

    def amend_board(self, made: Board) -> None:
        """4.4: the Janissary Zone; dr.6: Draka territory; 20.1: what lies wholly on the Near East map."""
        board, changes = cast(DrakaBoard, made), self.changes("map.toml")
        lists = ("zone_balkans", "zone_austria_hungary", "zone_odessa", "zone_near_east")
        board.zone = mask_of(board.number[name] for key in lists for name in changes[key])
        board.draka = board.mask(*changes["draka_control"])
        board.asia = board.near_east & ~board.mask("constantinople", "bursa")
        board.balkans = board.mask(*changes["zone_balkans"])
        board.at_sea = board.number["at_sea"]
        board.labels["dr"] = "Dominion of the Draka"

    def amend_units(self, made: Units, board: Board) -> None:
        """dr.2: services; err.7.c: detachments; who traces, moves and digs like whom."""
        units = cast(DrakaUnits, made)
        by = [units.kinds[k] for k in units.kind]
        units.service = [k.get("service", "") for k in by]
        units.detachment = [k.get("detachment", False) for k in by]
        units.digs = [k.get("entrenches", False) for k in by]
        units.rp = [pool.removesuffix("_flip") for pool in units.rp]
        for unit, kind in enumerate(units.kind):
            nation = units.nation[unit]
            lines: tuple[str, ...] = units.lines[unit]
            if nation == "dr":
                units.net[unit], lines = "dr", ("br", "dr")
            elif nation == "it":
                units.net[unit] = "it_cp"
            elif kind in ("ge.asia", "al.bb"):
                units.net[unit], lines = "tu", ("tu",)
            elif kind == "tu.ana":
                lines = ("ana", "tu")
            elif nation == "tu":
                lines = ("tu",)
            if nation == "dr" or units.side[unit] == CP:
                units.ne_army[unit] = units.army[unit]
            if kind in ALWAYS:
                units.hardy[unit] = True
            if kind == "gr.hvc":
                units.net[unit] = "dr"  # their own way, to London by a port, is among those of the Draka
            units.second[unit] = SECOND.get(kind, "")
            units.second_family[unit] = "br" if units.second[unit] == "dr" else units.second[unit]
            if lines != units.lines[unit]:
                units.lines[unit] = lines
                units.classes[unit] = board.line_mask(*lines)
                units.rows[unit] = board.graph.rows(units.classes[unit])
        for unit, kind in enumerate(units.kind):
            units.name[unit] = PROPER.get(kind, units.name[unit])

    def amend(self, static: Static) -> None:
        static.net_lines.update(NETS)
        static.cp_nets = (*static.cp_nets, "it_cp")
        static.by_sea = (*static.by_sea, "dr")
        static.homes = (*static.homes, "it")
        static.nobodys_base = (*static.nobodys_base, *IRREGULARS)
        static.pools = {AP: ("fr", "br", "ru", "us", "a", "dr_cf", "dr_j"), CP: ("ge", "ah", "tu", "bu", "it")}
        static.cp_nations = (*static.cp_nations, "it", "pe", "al", "cm")


PROPER = {
    "dr.cf1": "I CF Army", "dr.cf2": "II CF Army", "dr.cf3": "III CF Army", "dr.cfc": "CF corps",
    "dr.cmc": "Citizen Mobile Corps", "dr.sd": "SD corps", "dr.simba": "Simba", "dr.tantor": "Tantor",
    "dr.cheetah": "Cheetah", "dr.rhino": "Rhino",
    "dr.tull": "Tull's V", "dr.kempf": "AD Kempf", "dr.jc": "J corps", "pe.c1": "Persian corps",
    "pe.c2": "Persian one-step corps",
    "tu.ana": "ANA corps", "ge.asia": "Asia Korps", "ah.gg": "AH Grenadier Guards", "ge.pz": "Panzer Korps",
    "ge.pz2": "second Panzer Korps", "al.bb": "Bashi-Bazouks", "it.bgd": "Blackshirt Guards", "tu.kurd": "Kurdish corps",
    "ge.ukr": "Ukraine Nationalists", "cp.commune": "Alexandria Commune", "gr.hvc": "Pan-Hellenic Volunteers",
    "us.usmc": "US Marine Corps", "us.rg": "Republican Guard", "br.rad": "Reserve Army Detachment", "ru.bisc": "AD Biscoff",
    "fr.d8": "FR 8th Army Detachment",
}  # fmt: skip
OVERLAY = DrakaOverlay(DATA, "draka")
CHARTS = dict(toml_file(DATA, "tables.toml")["draka"])
