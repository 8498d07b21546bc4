"""Chapter 16: the air war. Zeppelin fleets (ZAF) bomb, biplane fleets (BAF) intercept or win Air Superiority.

Fleets are markers off the map: a number by nation in the state. What a mission may do is judged by one predicate each;
the chart is one table, read by bombing and by Air Superiority alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog.combat_cards import has
from grognard.games.pog.static import AP, CP, OTHER, SIDES
from grognard.games.pog.supply import in_supply
from grognard.kernel import DONE, Procedure, Refusal, Tally, in_force
from grognard.kernel.tables import table

from .asking import FLEET_NAMES, which_fleet, which_space
from .overlay import CHARTS
from .state import FLOWN, LOST, NEW, READY

if TYPE_CHECKING:
    from grognard.games.pog.fight import Fight

    from .context import Draka

AIR = CHARTS["air"]
POWERS = {CP: ("ge", "ah", "it"), AP: ("dr", "br", "fr", "ru")}
FIGHTERS = {CP: ("ge", "ah", "it", "tu"), AP: ("dr", "br", "fr", "us", "ru")}
WARFARE = table(AIR["warfare"]["result"], rule="draka.16.chart.1", rows=["2", "3", "4", "5", "6", "7"],
                columns=["1", "2", "3", "4"], name="air warfare")  # fmt: skip
INTERCEPTION = table(AIR["interception"]["result"], rule="draka.16.int.4", rows=["2", "3", "4", "5", "6"],
                     columns=["1", "2", "3", "4"], name="interception")  # fmt: skip


def side_of(nation: str) -> str:
    return CP if nation in ("ge", "ah", "it", "tu", "bu") else AP


def warfare(value: int, die: int) -> int:
    return int(WARFARE[min(7, max(2, die)), value])


def zaf_value(g: Draka, nation: str, mission: str) -> int:
    """16.zaf.4: strategic and carpet value."""
    values = AIR["zaf"][nation]
    if not in_force("draka.16.zaf.4"):
        return 1
    return int(values[0 if mission == "strategic" else 1])


def zaf_ready(g: Draka, nation: str) -> bool:
    """16.zaf.2, 16.zaf.3: arrived in an earlier turn, and not flown in this one."""
    state = g.state.zaf.get(nation, LOST)
    if state == NEW:
        return not in_force("draka.16.zaf.2")
    if state == FLOWN:
        return not in_force("draka.16.zaf.3")
    return state == READY


def baf_ready(g: Draka, nation: str) -> bool:
    """16.baf.4: one mission a turn."""
    state = g.state.baf.get(nation, LOST)
    return state in (READY, NEW) or (state == FLOWN and not in_force("draka.16.baf.4"))


def new_turn(g: Draka) -> None:
    """The fleets are ready again."""
    for fleets in (g.state.zaf, g.state.baf):
        for nation, state in fleets.items():
            if state in (FLOWN, NEW):
                fleets[nation] = READY


# ------------------------------------------------------------------ bombing: the die


def strategic_drm(g: Draka, fleet: str, target: str) -> Tally:
    """16.drm.1, 16.drm.3, 16.drm.4."""
    total = Tally("bombing modifier")
    if g.total_war(side_of(fleet)):
        total.add(1, "Total War", "draka.16.drm.1")
    far = {("it", "br"), ("fr", "ah"), ("ah", "fr"), ("dr", "ge"), ("br", "tu"), ("br", "ah"), ("br", "bu")}
    if (fleet, target) in far:
        total.add(-1, "distance", "draka.16.drm.3")
    if target == "tu" and side_of(fleet) == AP and g.state.fleet == "constantinople":
        total.add(-1, "A-H Fleet at Constantinople", "draka.16.drm.4")
    return total


def carpet_drm(g: Draka, fleet: str, space: int) -> Tally:
    """16.drm.1, 16.drm.2."""
    total = Tally("bombing modifier")
    if g.total_war(side_of(fleet)):
        total.add(1, "Total War", "draka.16.drm.1")
    ground = {"desert": 1, "swamp": -1, "mountain": -1}.get(g.board.terrain[space], 0)
    if ground:
        total.add(ground, g.board.terrain[space], "draka.16.drm.2")
    return total


# ------------------------------------------------------------------ interception


def protectors(g: Draka, side: str, target: str) -> list[str]:
    """16.int.1, 16.int.2, 16.int.3: whose BAF may protect the RP of a nation."""
    found = []
    for nation in FIGHTERS[side]:
        own = nation == target and in_force("draka.16.int.1")
        for_others = [nation, target] in AIR["intercept_for_others"] and in_force("draka.16.int.2")
        if (own or for_others) and nation != "dr" and baf_ready(g, nation):
            found.append(nation)
    return found


def defenders_of(g: Draka, fight: Fight) -> list[str]:
    """Whose BAF may intercept over a battlefield: a nation whose units are bombed; the Draka in the Zone only."""
    found = []
    for nation in FIGHTERS[fight.enemy]:
        own = (nation,) if nation not in ("br", "dr") or in_force("draka.16.int.3") else ("br", "dr")
        if not baf_ready(g, nation) or not has(g, fight.defenders + fight.spent, *own):
            continue
        if nation == "dr" and not _draka_sky(g, fight.target):
            continue
        found.append(nation)
    return found


def _draka_sky(g: Draka, space: int) -> bool:
    """16.baf.5: the Draka BAF flies only in the Zone."""
    return g.in_zone(space) or not in_force("draka.16.baf.5")


def intercept(g: Draka, side: str, fleet: str, fighters: list[str], place: str) -> Procedure:
    """16.int: the other side may send one BAF; returns "-", "A" or "E"."""
    if not fighters:
        return "-"
    prompt = f"The {FLEET_NAMES[fleet]} Zeppelins come ({place}). Intercept?"
    fit = {n: AIR["baf"][n]["value"] for n in fighters}
    choice = yield from which_fleet(g, side, prompt, fit, "draka.16.int.1", "interception", "Let them come", "biplanes")
    if choice is None:
        return "-"
    g.state.baf[choice] = FLOWN
    die = g.d6("{words} biplanes intercept: ", rule="draka.16.int.4", by=side, words=FLEET_NAMES[choice])
    if fleet == "dr" and g.total_war(AP) and in_force("draka.16.int.5"):
        die += AIR["interception"]["drm_vs_draka_at_ap_total_war"]
    result: str = INTERCEPTION[min(6, max(2, die)), AIR["baf"][choice]["value"]]
    if result == "A" and in_force("draka.16.int.6"):
        g.state.zaf[fleet] = FLOWN
        g.tell("The {words} Zeppelins turn back.", rule="draka.16.int.6", words=FLEET_NAMES[fleet])
    elif result == "E" and in_force("draka.16.int.7"):
        g.state.zaf[fleet] = LOST
        g.tell("The {words} Zeppelins are shot down.", rule="draka.16.int.7", words=FLEET_NAMES[fleet])
    else:
        return "-"
    return result


# ------------------------------------------------------------------ strategic bombing


def may_bomb(g: Draka, fleet: str, target: str) -> Refusal | None:
    """16.strat.2 to 16.strat.4: None, or why this fleet may not bomb that nation."""
    rules = AIR["zaf_rules"]
    side = side_of(fleet)
    if not zaf_ready(g, fleet):
        return Refusal("draka.16.zaf.3", f"The {FLEET_NAMES[fleet]} Zeppelins do not fly now.")
    if target not in rules["ap_targets" if side == AP else "cp_targets"] and in_force("draka.16.strat.2"):
        return Refusal("draka.16.strat.2", f"{target.upper()} cannot be bombed.")
    if [fleet, target] in rules["forbidden"]:
        return Refusal("draka.16.strat.3", f"{target.upper()} is out of range of the {FLEET_NAMES[fleet]} Zeppelins.")
    if sum(t == target for _, t in g.state.missions) >= rules["max_per_target"]:
        return Refusal("draka.16.strat.4", f"Two fleets bomb {target.upper()} already.")
    if target in ("tu", "bu") and not g.at_war(target):
        return Refusal("draka.16.strat.2", f"{target.upper()} is neutral.")
    return None


def bombing(g: Draka) -> Procedure:
    """16.strat.1, R95, R96: the Allies bomb, then the CP; all missions are named before the first is flown."""
    from .arrivals import arrivals

    s = g.state
    if s.step == "bombing":
        yield from arrivals(g)
        s.step = f"bombing name {AP}"
    if not in_force("draka.16.strat.1"):
        return
    for side in (AP, CP):
        if s.step == f"bombing name {side}":
            yield from _name_missions(g, side)
            s.step = f"bombing fly {side}"
        if s.step == f"bombing fly {side}":
            yield from _fly(g, side)
            s.step = f"bombing name {CP}" if side == AP else "bombing done"


def _name_missions(g: Draka, side: str) -> Procedure:
    s = g.state
    while True:
        g.checkpoint()
        named = [fleet for fleet, _ in s.missions]
        targets = AIR["zaf_rules"]["ap_targets" if side == AP else "cp_targets"]
        free = [f for f in POWERS[side] if s.zaf.get(f) and f not in named and zaf_ready(g, f)]
        options: list[Any] = [(f, t) for f in free for t in targets if may_bomb(g, f, t) is None]
        if not options:
            return
        choice = yield g.ask(
            side,
            "Strategic bombing: name a mission",
            options,
            rule="draka.16.strat.1",
            also=[DONE],
            label=lambda v: "No more missions" if v == DONE else _mission_label(g, v),
            waiting="naming bombing missions",
        )
        if choice == DONE:
            return
        s.missions.append([choice[0], choice[1]])
        g.tell(
            "The {words} Zeppelins will bomb {what}.",
            rule="draka.16.strat.1",
            words=FLEET_NAMES[choice[0]],
            what=choice[1].upper(),
        )


def _mission_label(g: Draka, value: Any) -> str:
    fleet, target = value
    rp = g.state.rp.get(target, 0) / 2
    return f"{FLEET_NAMES[fleet]} Zeppelins bomb {target.upper()} ({rp:g} RP)"


def _fly(g: Draka, side: str) -> Procedure:
    s = g.state
    while s.missions:
        g.checkpoint()
        number = 0
        if len(s.missions) > 1:
            choice = yield g.ask(
                side,
                "Which mission flies now?",
                [tuple(m) for m in s.missions],
                rule="draka.16.strat.1",
                label=lambda v: _mission_label(g, v),
                waiting="strategic bombing",
            )
            number = s.missions.index(list(choice))
        fleet, target = s.missions[number]
        result = yield from intercept(g, OTHER[side], fleet, protectors(g, OTHER[side], target), target.upper())
        if result == "-":
            drop_bombs(g, fleet, target)
        del s.missions[number]
    g.checkpoint()


def drop_bombs(g: Draka, fleet: str, target: str) -> None:
    """16.strat.5: the number of the chart is taken off the RP of the target, not below 0."""
    drm = strategic_drm(g, fleet, target)
    die = g.d6("The {words} Zeppelins bomb {what}: ", rule="draka.16.strat.5", by=side_of(fleet), words=FLEET_NAMES[fleet],
               what=target.upper(), tallies=[drm])  # fmt: skip
    number = warfare(zaf_value(g, fleet, "strategic"), die + int(drm))
    rp = g.state.rp
    lost = min(rp.get(target, 0), 2 * number) if in_force("draka.16.strat.5") else 0
    rp[target] = rp.get(target, 0) - lost
    g.state.zaf[fleet] = FLOWN
    g.tell("{what} loses {number} RP.", rule="draka.16.strat.5", what=target.upper(), number=f"{lost / 2:g}")


# ------------------------------------------------------------------ carpet bombing


def may_carpet(g: Draka, fight: Fight, fleet: str) -> Refusal | None:
    """16.carpet: None, or why this fleet cannot bomb the space under attack."""
    if not zaf_ready(g, fleet):
        return Refusal("draka.16.zaf.3", f"The {FLEET_NAMES[fleet]} Zeppelins do not fly now.")
    if not fight.defenders + fight.spent:
        return Refusal("draka.16.carpet.1", "A fort alone is no target.")
    if fight.from_sea and not in_force("draka.17.11"):
        return Refusal("draka.17.10", "No bombs on the beach.")
    if fight.flank_tried:
        return Refusal("draka.16.carpet.2", "A flank attempt was made in this attack.")
    if g.board.ids[fight.target] in AIR["alpine"]:
        return Refusal("draka.16.carpet.4", f"{g.board.name[fight.target]} is Alpine.")
    if not has(g, fight.attackers, fleet):
        rule = "draka.16.carpet.6" if fleet in ("dr", "br") and has(g, fight.attackers, "dr", "br") else "draka.16.carpet.1"
        return Refusal(rule, f"No {FLEET_NAMES[fleet]} unit attacks.")
    return None


def carpet(g: Draka, fight: Fight) -> Procedure:
    """16.carpet.1, R46, R97: after the flank step one ZAF may bomb; interception and bombs are rolled at once."""
    fit = {f: AIR["zaf"][f][1] for f in POWERS[fight.side] if g.state.zaf.get(f) and may_carpet(g, fight, f) is None}
    if not fit:
        return
    prompt = f"Carpet bombing of {g.board.name[fight.target]}?"
    words = ("draka.16.carpet.1", "carpet bombing", "No bombing", "Zeppelins")
    choice = yield from which_fleet(g, fight.side, prompt, fit, *words, place=fight.target)
    if choice is None:
        return
    fight.more["carpet"] = choice
    g.state.zaf[choice] = FLOWN
    g.tell(
        "The {words} Zeppelins fly against {space}.", rule="draka.16.carpet.1", words=FLEET_NAMES[choice], space=fight.target
    )
    result = yield from intercept(g, fight.enemy, choice, defenders_of(g, fight), g.board.name[fight.target])
    if result != "-":
        return
    drm = carpet_drm(g, choice, fight.target)
    die = g.d6("Bombs on {space}: ", rule="draka.16.carpet.3", by=fight.side, space=fight.target, tallies=[drm])
    number = warfare(zaf_value(g, choice, "carpet"), die + int(drm))
    fight.bombs = number if in_force("draka.16.carpet.3") else 0
    g.tell("The bombs add {number} to the attacker's loss number.", rule="draka.16.carpet.3", number=number)


# ------------------------------------------------------------------ air superiority


def may_superiority(g: Draka, fight: Fight, side: str, nation: str) -> Refusal | None:
    """16.sup: None, or why this BAF cannot support a side here."""
    if not baf_ready(g, nation):
        return Refusal("draka.16.baf.4", f"The {FLEET_NAMES[nation]} biplanes have flown.")
    if fight.from_sea:
        return Refusal("draka.17.10", "An invasion is fought without Air Superiority.")
    if not has(g, fight.force(side), nation):
        rule = "draka.16.sup.4" if nation in ("br", "dr") and has(g, fight.force(side), "br", "dr") else "draka.16.sup.1"
        return Refusal(rule, f"No {FLEET_NAMES[nation]} unit fights there.")
    if nation == "dr" and not _draka_sky(g, fight.target):
        return Refusal("draka.16.baf.5", "The Draka BAF flies only in the Zone.")
    if fight.more.get("carpet"):
        return Refusal("draka.16.sup.3", "Where the attacker bombs nobody flies Air Superiority.")
    if fight.more.get("flown", {}).get(side):
        return Refusal("draka.16.sup.2", "One BAF supports a side in a combat.")
    if any(c in ("ap.19", "cp.40") for c in fight.cards[side]):
        return Refusal("draka.16.sup.3", "The Air Superiority card is in use.")
    if side == fight.enemy and (fight.fort_alone or not fight.supplied):
        return Refusal("pog.14.3.4", "These defenders get no support.")
    return None


def superiority(g: Draka, fight: Fight, side: str) -> Procedure:
    """16.sup.1, R45: rolled at once; the number of the chart is a plus to that side's die."""
    own = [n for n in FIGHTERS[side] if g.state.baf.get(n)]
    fit = {n: AIR["baf"][n]["value"] for n in own if may_superiority(g, fight, side, n) is None}
    if not fit:
        return
    prompt = f"{g.board.name[fight.target]}: fly Air Superiority?"
    words = ("draka.16.sup.1", "air superiority", "No", "biplanes")
    choice = yield from which_fleet(g, side, prompt, fit, *words, place=fight.target)
    if choice is None:
        return
    g.state.baf[choice] = FLOWN
    fight.more.setdefault("flown", {})[side] = choice
    die = g.d6("{words} biplanes over {space}: ", rule="draka.16.sup.1", by=side, words=FLEET_NAMES[choice], space=fight.target)
    number = warfare(AIR["baf"][choice]["value"], die)
    if number:
        fight.bonus[side].append((number, "Air Superiority", "draka.16.sup.1"))
    else:
        g.tell("They achieve nothing.", rule="draka.16.sup.1")


# ------------------------------------------------------------------ air supply (switch)


def before_attrition(g: Draka) -> Procedure:
    """err.5: with the switch the Draka and German ZAF may supply one space each."""
    s = g.state
    if not g.options["air_supply"]:
        return
    if s.step != "before attrition":
        s.step = "before attrition"
        s.air_supplied, s.asked = 0, []
    for fleet in ("dr", "ge"):
        side = side_of(fleet)
        if fleet in s.asked or not zaf_ready(g, fleet) or not in_force("draka.err.5.a"):
            continue
        g.checkpoint()
        spaces = [x for x in bits(g.occ[side] & ~g.neutral) if rescued(g, fleet, x)]
        if not spaces:
            continue
        prompt = f"Air supply by the {FLEET_NAMES[fleet]} Zeppelins: where?"
        space = yield from which_space(g, side, prompt, spaces, "draka.err.5.a", "air supply", none="Nowhere")
        s.asked.append(fleet)
        if space is None:
            continue
        s.zaf[fleet] = FLOWN if in_force("draka.err.5.b") else READY
        near = {g.units.nation[u] for x in bits(g.graph.rows()[space]) for u in g.side_units(x, OTHER[side]) if in_supply(g, u)}
        hunters = [n for n in FIGHTERS[OTHER[side]] if n in near and baf_ready(g, n) and in_force("draka.err.5.c")]
        result = yield from intercept(g, OTHER[side], fleet, hunters, g.board.name[space])
        if result == "-":
            saved = rescued(g, fleet, space)
            s.air_supplied |= sum(1 << u for u in saved)
            g.tell("{units} in {space} are supplied from the air.", rule="draka.err.5.a", units=tuple(saved), space=space)
        g.checkpoint()


def rescued(g: Draka, fleet: str, space: int) -> list[int]:
    """err.5.a, err.5.b: one army or two corps of the fleet's nation there; the Draka save other British too."""
    nations = ("dr", "br") if fleet == "dr" else ("ge",)
    out = [
        u for u in g.stack[space] if g.units.nation[u] in nations and not in_supply(g, u) and not g.state.air_supplied >> u & 1
    ]
    armies = [u for u in out if g.units.army[u]]
    return armies[:1] or out[:2]


def spared(g: Draka, unit: int) -> bool:
    return g.state.air_supplied >> unit & 1 == 1


# ------------------------------------------------------------------ buying


def arrive(g: Draka, side: str) -> None:
    """16.zaf.1: one ZAF for each Great Power of the side."""
    if not in_force("draka.16.zaf.1") or not in_force("draka.16.1"):
        return
    for nation in POWERS[side]:
        if nation == "dr" and not in_force("draka.3.2"):
            continue
        if g.at_war(nation):
            g.state.zaf[nation] = NEW
    g.tell("The {side} receive their Zeppelin fleets.", rule="draka.16.zaf.1", side=side)


def purchases(g: Draka, side: str) -> list[tuple[str, str]]:
    """16.baf.1, 16.baf.2, 16.int.7: fleets that a side could buy or rebuild now."""
    found = []
    s = g.state
    if s.level[side] == 0:
        return []
    for nation in POWERS[side]:
        pool = "dr_cf" if nation == "dr" else nation
        if s.zaf.get(nation, READY) == LOST and s.rp.get(pool, 0) >= 2 * AIR["zaf_rules"]["rebuild_cost"]:
            found.append(("zaf", nation))
    for nation in FIGHTERS[side]:
        cost = AIR["baf"][nation].get("cost")
        if cost is None and in_force("draka.16.baf.3"):
            continue
        pool = "dr_cf" if nation == "dr" else nation
        rich = s.rp.get(pool, 0) >= 2 * (cost or 1)
        if nation not in s.baf and g.at_war(nation) and rich and in_force("draka.16.baf.1"):
            found.append(("baf", nation))
    return found


def buy(g: Draka, value: Any) -> None:
    verb, nation = value
    pool = "dr_cf" if nation == "dr" else nation
    if verb == "zaf":
        g.state.rp[pool] -= 2 * AIR["zaf_rules"]["rebuild_cost"]
        g.state.zaf[nation] = NEW
        g.tell("The {words} Zeppelin fleet is rebuilt.", rule="draka.16.int.7", words=FLEET_NAMES[nation])
    else:
        price = AIR["baf"][nation]["cost"] if in_force("draka.16.baf.2") else 0
        g.state.rp[pool] -= 2 * price
        g.state.baf[nation] = READY
        g.tell("The {words} biplane fleet is bought.", rule="draka.16.baf.2", words=FLEET_NAMES[nation])


def buy_label(g: Draka, value: Any) -> str:
    verb, nation = value
    if verb == "zaf":
        return f"Rebuild the {FLEET_NAMES[nation]} Zeppelin fleet (1 RP)"
    return f"Buy the {FLEET_NAMES[nation]} biplane fleet ({AIR['baf'][nation]['cost']} RP, value {AIR['baf'][nation]['value']})"


__all__ = ["FLEET_NAMES", "SIDES", "arrive", "bombing", "carpet", "superiority"]
