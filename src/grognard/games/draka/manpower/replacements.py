"""Replacements of the variant: Draka points of two kinds (dr.rp), Turkey's limit and bonus (cp.tu), Italy (cp.it.3), last
reserves (23), Army Detachments (8, cp.tu.5, err.3, err.7), and where the special units return (5.10, 9.3, 11, 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog.manpower import replacements as base
from grognard.games.pog.map.places import room
from grognard.games.pog.static import AP, CP, ELIMINATED, GONE, UNBORN
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import Procedure, Refusal, cites

from ..air import fleets
from ..asks import BuyFleet, Create, LastReserves
from ..zone.zone import apart, crowded

if TYPE_CHECKING:
    from ..context import Draka

PERSIANS = ("pe.c1", "pe.c2")
HOMES = {  # corps that return on the map: spaces, rule
    "ge.pz": (("essen", "metz"), "draka.5.10"),
    "ge.pz2": (("essen", "metz"), "draka.21.cp.a"),
    "dr.cmc": (("basra", "cairo", "alexandria"), "draka.9.3"),
    "pe.c1": (("hamadan", "tabriz"), "draka.11.3"),
    "pe.c2": (("hamadan", "tabriz"), "draka.11.3"),
    "tu.ana": (("arabia", "medina"), "draka.12.2"),
}
DRAKA_HOMES = ("alexandria", "cairo", "upper_egypt", "tripoli")


@cites("draka.dr.7", "draka.map.4")
def draka_homes() -> tuple[str, ...]:
    """Where Draka armies arrive and return: Alexandria and Cairo, or Upper Egypt and Tripoli."""
    return DRAKA_HOMES


# detachment -> pool, kinds of corps, rule
DETACHMENTS = {
    "dr.kempf": ("dr_j", ("dr.jc",), "draka.8.1"),
    "br.rad": ("br", ("br.c",), "draka.err.3.a"),
    "ru.bisc": ("ru", ("ru.c",), "draka.err.7.a"),
    "tu.d4": ("tu", ("tu.c", "tu.c.new"), "draka.cp.tu.5"),
    "tu.d5": ("tu", ("tu.c", "tu.c.new"), "draka.cp.tu.5"),
    "tu.d6": ("tu", ("tu.c", "tu.c.new"), "draka.cp.tu.5"),
}


def rp_numbers(g: Draka, side: str, numbers: dict[str, int]) -> dict[str, int]:
    """ap.it.1, cp.it.3, dr.rp.1, dr.rp.4: Italian points by AH cards; Draka points with the first Allied card of a turn."""
    made = dict(numbers)
    if side == CP:
        return made | italian_points(g, made)
    without_italy(made)
    if not too_early(g) and first_rp_card(g) and not no_more_draka(g):
        made |= draka_points(g)
    return made


def recorded(g: Draka, side: str, numbers: dict[str, int]) -> None:
    """dr.rp.1, cp.it.3: where the points come from that no box of the card shows."""
    if "dr_cf" in numbers:
        words = "The first card for replacements this turn brings the Draka {cf} CF RP and {j} J RP."
        g.tell(words, rule="draka.dr.rp.1", cf=numbers["dr_cf"], j=numbers["dr_j"])
    if side == CP and "it" in numbers:
        g.tell("With the Austro-Hungarian points Italy gets {number} RP.", rule="draka.cp.it.3", number=numbers["it"])


@cites("draka.cp.it.3")
def italian_points(g: Draka, box: dict[str, int]) -> dict[str, int]:
    """A CP card with AH points gives Italy 1 RP."""
    return {"it": g.charts["rp"]["italy_per_ah_card"]} if box.get("ah") else {}


@cites("draka.ap.it.1")
def without_italy(box: dict[str, int]) -> None:
    """The IT points of Allied cards are ignored."""
    box.pop("it", None)


@cites("draka.dr.rp.4")
def too_early(g: Draka) -> bool:
    """No Draka RP on turns 1 and 2."""
    return bool(g.state.turn < g.charts["rp"]["first_turn"])


@cites("draka.dr.rp.1")
def first_rp_card(g: Draka) -> bool:
    """The first Allied card of a turn that is played for RP brings them."""
    return "rp" not in g.state.actions[AP]


@cites("draka.21.cp.e9")
def no_more_draka(g: Draka) -> bool:
    """After the Nightmare there are no Draka replacements."""
    return bool(g.state.nightmare)


def draka_points(g: Draka) -> dict[str, int]:
    """CF and J points, kept apart."""
    return {"dr_cf": g.charts["rp"]["cf_per_turn"], "dr_j": g.charts["rp"]["j_per_turn"]}


@cites("draka.card.cp.36")
def raided(g: Draka) -> bool:
    """U-Boats Unleashed is in force: until Convoy."""
    return bool(g.played("cp.36") and not g.played("ap.52"))


def before_replacements(g: Draka) -> None:
    """R95: RP are added, then lost by cards."""
    s, rp, chart = g.state, g.state.rp, g.charts["rp"]
    s.restored = []
    both = g.board.capitals["tu"] & g.static.theatre
    begun = s.reached.get("cp 1", 99) < s.turn or (g.at_war("tu") and "cp 1" not in s.reached)
    if g.at_war("tu") and begun and not both & ~g.controlled(CP):
        rp["tu"] = rp.get("tu", 0) + 2 * chart["turkey_bonus_both_capitals"]
        g.tell("Turkey holds both capitals: 1 RP more.", rule="draka.cp.tu.4")
    if "fatherland" in s.this_turn:
        rp["ge"] = rp.get("ge", 0) + 4
    if "cp.27" in s.this_turn and s.zeppelins == "fr":
        s.this_turn.remove("cp.27")
        rp["fr"] = max(0, rp.get("fr", 0) - 6)
        g.tell("Zeppelin Raids: France loses 3 RP.", rule="draka.card.cp.27")
    base.before_replacements(g)
    if "ap.36" in s.this_turn:
        rp["tu"] = max(0, rp.get("tu", 0) - 4)
        g.tell("1,000 Dirigible Raid: Turkey loses 2 RP.", rule="draka.card.ap.36")
    if raided(g) and rp.get("dr_j"):
        rp["dr_j"] -= 2
        g.tell("U-Boats: the Draka lose 1 J RP.", rule="draka.card.cp.36")
    if s.turn <= s.lloyd:
        rp["dr_j"] = max(0, rp.get("dr_j", 0) - 2)
        g.tell("Lloyd George: 1 J RP less.", rule="draka.card.cp.55")
    if "colonial" in s.this_turn:
        rp["br"] = max(0, rp.get("br", 0) - 4)


def no_points(g: Draka, nation: str) -> bool:
    """cp.tu.2: Turkey spends RP as long as the CP control one of its capitals; the others as in the base game."""
    return no_turkish_capital(g) if nation == "tu" else base.no_points(g, nation)


@cites("draka.cp.tu.2")
def no_turkish_capital(g: Draka) -> bool:
    """Both capitals are lost; a besieged one is still under CP control."""
    return not g.board.capitals["tu"] & g.static.theatre & g.controlled(CP)


def rp_cap(g: Draka, pool: str) -> int:
    """cp.tu.3, dr.rp.3: what may be spent in a phase, in half points."""
    if pool == "tu":
        return turkish_cap(g)
    return draka_cap(g, pool) if pool in ("dr_cf", "dr_j") else base.rp_cap(g, pool)


@cites("draka.cp.tu.3")
def turkish_cap(g: Draka) -> int:
    """3 Turkish RP a phase."""
    return 2 * int(g.charts["rp"]["turkey_max_per_phase"])


@cites("draka.dr.rp.3")
def draka_cap(g: Draka, pool: str) -> int:
    """1 CF RP and 2 J RP a phase; while the U-Boats are about 1 J RP (R60)."""
    chart = g.charts["rp"]
    return 2 * int(chart["cf_per_turn"] if pool == "dr_cf" else chart["j_max_after_u_boats" if raided(g) else "j_per_turn"])


# ------------------------------------------------------------------ 23: last reserves


def may_call(g: Draka, nation: str) -> Refusal | None:
    """23.1, 23.2, R68: None, or why the nation cannot call its last reserves."""
    s, rule = g.state, "draka.23.1" if nation == "it" else "draka.23.2"
    if s.level[CP] != 1:
        return Refusal(rule, "Only at CP Limited War.")
    if nation in s.last_ditch:
        return Refusal(rule, "The last reserves were called already.")
    if not g.at_war(nation) or g.hooks.no_points(g, nation):
        return Refusal(rule, "The nation receives no RP.")
    if nation == "it":
        lost = (g.board.of["it"] & g.static.vp_spaces & g.controlled(AP)).bit_count()
        near = g.graph.rows()[g.S["rome"]] & g.occ[AP]
        return None if lost >= 2 or near else Refusal(rule, "Italy is not in such danger.")
    capitals = g.board.capitals["tu"]
    near = g.graph.next_to(capitals) | capitals  # who besieges a capital is nearer still
    at_gates = any(g.is_draka(u) for s_ in bits(near & g.occ[AP]) for u in g.stack[s_])
    taken = capitals & g.state.draka & g.controlled(AP)
    return None if at_gates or taken else Refusal(rule, "No Draka unit is beside a Turkish capital.")


# ------------------------------------------------------------------ detachments


def may_create(g: Draka, kind: str, corps: int) -> Refusal | None:
    """R12 and the rules of each: None, or why this corps cannot become that detachment now."""
    pool, kinds, rule = DETACHMENTS[kind]
    s, name = g.state, g.units.name[corps]
    space, unit = s.at[corps], g.U[kind]
    if s.at[unit] != UNBORN:
        return Refusal(rule, f"{g.units.name[unit]} was created already.")
    if g.units.kind[corps] not in kinds or space < 0:
        return Refusal(rule, f"{name} cannot become {g.units.name[unit]}.")
    if s.rp.get(pool, 0) < 2:
        return Refusal(rule, "That costs 1 RP.")
    if g.hooks.no_points(g, g.units.nation[corps]):
        return Refusal("pog.17.1.3.a", f"The capital of {name} is lost or besieged.")
    if not in_supply(g, corps):
        return Refusal(rule, f"{name} is out of supply.")
    if kind == "ru.bisc" and not g.full(corps):
        return Refusal("draka.err.7.a", f"{name} is reduced; it takes a full corps.")
    refusal = _condition(g, kind, space)
    if refusal is not None:
        return refusal
    if crowded(g, [unit]) >> space & 1:
        return Refusal("draka.20.1", f"{g.board.name[space]} holds an army already.")
    return None


def _condition(g: Draka, kind: str, space: int) -> Refusal | None:
    s, board = g.state, g.board
    if kind == "dr.kempf":
        if not g.played("ap.17"):
            return Refusal("draka.8.3", "Only after Draka Full Mobilization.")
        return None if board.near_east >> space & 1 else Refusal("draka.8.2", "Kempf is created on the Near East map.")
    if kind == "br.rad":
        fit = s.level[AP] >= 1 and board.ids[space] in ("london", "calais")
        return None if fit else Refusal("draka.err.3.a", "At Allied Limited War, in London or Calais.")
    if kind == "ru.bisc":
        fort = board.russian_forts & g.forts & g.controlled(AP) & ~g.besieged
        fit = s.turn >= 8 and s.level[AP] == 2 and not g.played("cp.52") and fort >> space & 1 == 1
        return (
            None
            if fit
            else Refusal("draka.err.7.a", "From 1916, at Allied Total War, before Fall of the Tsar, in a Russian fort.")
        )
    if not g.options["army_detachments"]:
        return Refusal("draka.cp.tu.5", "The switch army_detachments is off.")
    fit = s.level[CP] >= 1 and board.of["tu"] >> space & 1 == 1
    return None if fit else Refusal("draka.cp.tu.5", "From CP Limited War, in Turkey.")


def extra_spending(g: Draka, side: str) -> list[Any]:
    """What else RP buy: fleets, detachments, the last reserves."""
    found: list[Any] = list(fleets.purchases(g, side))
    for kind, (_, kinds, _) in DETACHMENTS.items():
        if g.units.side[g.U[kind]] != side:
            continue
        if kind in ("tu.d5", "tu.d6") and any(g.state.at[g.U[f"tu.d{n}"]] == UNBORN for n in range(4, int(kind[-1]))):
            continue
        corps = [u for k in kinds for u in g.units.pieces.get(k, ())]
        found += [Create(kind, g.units.id[u]) for u in g.distinct(corps) if may_create(g, kind, u) is None]
    if side == CP:
        found += [LastReserves(n) for n in ("it", "tu") if may_call(g, n) is None]
    return found


def spend_extra(g: Draka, side: str, value: Any) -> Procedure:
    if isinstance(value, BuyFleet):
        fleets.buy(g, value)
    elif isinstance(value, LastReserves):
        chart = g.charts["rp"]
        nation = value.nation
        rp = g.state.rp
        rp[nation] = rp.get(nation, 0) + 2 * chart["turkey_last_ditch_bonus" if nation == "tu" else "italy_last_ditch_bonus"]
        if nation == "tu":
            rp[nation] = min(rp[nation], 2 * chart["turkey_last_ditch_max"])
        g.state.last_ditch[nation] = g.state.turn
        g.tell("{nation} calls its last reserves: 2 RP more.", rule="draka.23.1" if nation == "it" else "draka.23.2",
               nation={"it": "Italy", "tu": "Turkey"}[nation])  # fmt: skip
    else:
        create(g, value.kind, g.U[value.corps])
    return
    yield


def create(g: Draka, kind: str, corps: int) -> None:
    """1 RP; the corps goes to the eliminated box (the British one for good) and the detachment takes its place."""
    pool, _, rule = DETACHMENTS[kind]
    space, unit = g.state.at[corps], g.U[kind]
    g.state.rp[pool] -= 2
    g.put(corps, GONE if kind == "br.rad" else ELIMINATED)
    g.flip(corps, True)
    g.flip(unit, False)
    g.put(unit, space)
    g.tell("{unit} is created in {space}.", rule=rule, unit=unit, space=space)


def spending_label(g: Draka, value: Any) -> str:
    if isinstance(value, BuyFleet):
        return fleets.buy_label(g, value)
    if isinstance(value, LastReserves):
        return f"Call the last reserves of {'Italy' if value.nation == 'it' else 'Turkey'}"
    corps = g.U[value.corps]
    return f"Create {g.units.name[g.U[value.kind]]} in {g.board.name[g.state.at[corps]]} (1 RP)"


# ------------------------------------------------------------------ units


def may_replace_more(g: Draka, unit: int) -> Refusal | None:
    """err.7.c, 11.2, 12.2: detachments are only flipped; one Persian and one ANA step a phase."""
    kind = g.units.kind[unit]
    if g.units.detachment[unit] and g.state.at[unit] == ELIMINATED:
        return Refusal("draka.err.7.c", f"{g.units.name[unit]} is never rebuilt.")
    if kind in PERSIANS and "persia" in g.state.restored:
        return Refusal("draka.11.2", "One Persian step was restored in this phase.")
    if kind == "tu.ana" and "ana" in g.state.restored:
        return Refusal("draka.12.2", "One ANA step was restored in this phase.")
    return None


def on_replacement(g: Draka, unit: int) -> None:
    kind = g.units.kind[unit]
    if kind in PERSIANS:
        g.state.restored.append("persia")
    elif kind == "tu.ana":
        g.state.restored.append("ana")


def rebuild_spaces(g: Draka, unit: int) -> list[int] | None:
    """5.10, 9.3, 11.3, 12.2, dr.7, cp.bu.4: where a rebuilt unit stands; None: in the Reserve Box."""
    kind = g.units.kind[unit]
    if kind in HOMES:
        return free_spaces(g, unit, HOMES[kind][0])
    if g.units.nation[unit] == "dr" and g.units.army[unit]:
        return free_spaces(g, unit, draka_homes())
    if g.units.nation[unit] == "us" and kind == "us.rg":
        return free_spaces(g, unit, american_ports(g))
    found = base.rebuild_spaces(g, unit)
    return found if found is None else [s for s in found if not (crowded(g, [unit]) | apart(g, [unit])) >> s & 1]


def american_ports(g: Draka) -> tuple[str, ...]:
    """Card ap.40.b: Allied ports of France, and London."""
    return (*(g.board.ids[s] for s in bits(g.board.ports[AP] & g.board.of["fr"])), "london")


def free_spaces(g: Draka, unit: int, names: tuple[str, ...]) -> list[int]:
    """Friendly, unbesieged, in supply, with room; the homes of Persians need only be CP-controlled (11.3)."""
    side = g.units.side[unit]
    fit = g.board.mask(*names) & g.controlled(side) & ~g.besieged & ~g.neutral & ~g.occ[CP if side == AP else AP]
    fit &= ~crowded(g, [unit]) & ~apart(g, [unit])
    return [s for s in bits(fit) if room(g, s, side) > 0 and (in_supply(g, unit, s) or g.units.kind[unit] in PERSIANS)]
