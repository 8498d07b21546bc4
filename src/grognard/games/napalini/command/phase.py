"""Chapter 4, weather and the Command Phase: reset, cards, arrivals, HQ actions, Ops (4.weather.*, 4.command-phase)."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.game import Procedure

from ..air import sorties
from ..asks import Ask
from ..card_effects import moments
from ..cards import hand
from ..context import Napalini
from ..deployment import envelopment
from ..engineers import tasks
from ..special import detachments
from ..supply.lines import isolated_units
from ..tables import CHARACTERS, SEASONS, TABLES, ability

WEATHER = {"B": "bad", "O": "overcast", "G": "good"}
EFFECTS = {"B": "napalini.4.weather.bad", "O": "napalini.4.weather.overcast", "G": "napalini.4.weather.good"}
LEVELS = ("B", "O", "G")
PHASE = ("reset", "tasks", "cards", "arrivals", "actions", "ops", "play")


def weather(g: Napalini) -> None:
    """4.weather.morning, 4.weather.noon."""
    s = g.state
    if s.period == "morning":
        if s.day == 1 and g.static.first_weather:
            s.weather = g.static.first_weather
        else:
            die = g.d6("Morning weather", rule="napalini.4.weather.morning")
            score = min(6, max(1, die + turn_of_yesterday(g)))
            s.weather = TABLES["weather_morning"][g.static.season][score - 1]
        s.noon = 0
    else:
        die = g.d6("Noon weather", rule="napalini.4.weather.noon")
        s.noon = turn = turn_of_noon(die)
        s.weather = LEVELS[min(2, max(0, LEVELS.index(s.weather) + turn))]
    if s.period != "morning":
        sorties.noon_weather(g)
    g.tell("The weather is {weather}.", rule=EFFECTS[s.weather], weather=WEATHER[s.weather])


@cites("napalini.4.weather.next-morning")
def turn_of_yesterday(g: Napalini) -> int:
    """The change of yesterday's noon is added to the morning's throw."""
    return g.state.noon


@cites("napalini.4.weather.noon-unmodified")
def turn_of_noon(die: int) -> int:
    """Better, worse or the same, by the bare die."""
    return 1 if die >= 5 else -1 if die <= 2 else 0


@cites("napalini.4.reset")
def reset(g: Napalini, side: str) -> None:
    """4.reset: fired markers go, except of isolated artillery and of Katyushas that fail to reload."""
    cut_off = isolated_units(g, side, g.camp(side).supplied)
    for n, unit in enumerate(g.state.units):
        if unit.side != side or not unit.fired:
            continue
        if n in cut_off:
            g.tell("{unit} is isolated and stays fired.", rule="napalini.4.reset.isolated", to=side, unit=g.name(n))
            continue
        if unit.type == "katyushas":
            if g.d6("Katyushas reload", rule="napalini.10.katyusha", by=side) < 4:
                continue
        unit.fired = False
    g.camp(side).supplied = []


def new_main_hq(g: Napalini, side: str) -> Procedure:
    """4.hq.lost: if the main HQ is lost, the owner names a remaining HQ."""
    camp = g.camp(side)
    if g.hq(camp.main) >= 0:
        return
    left = [n for n in g.formations(side) if g.hq(n) >= 0]
    if not left:
        return
    words = "Your main HQ is lost: which HQ takes its place?"
    camp.main = yield from g.which_formation(side, words, left, rule="napalini.4.hq.lost", name=Ask.NEW_MAIN_HQ, final=True)


def hq_actions(g: Napalini, side: str) -> None:
    """4.hq.generate: three dice for the main HQ, one for each other, at the ability number; losses deduct."""
    for formation in g.formations(side):
        army = g.army(formation)
        army.actions = 0
        hq = g.hq(formation)
        if hq < 0 or g.unit(hq).where not in ("table", "aboard"):
            continue
        name_general(g, side, formation)
        count = action_dice(g, side, formation)
        losses = g.hq_losses(formation)
        roll = g.roll(
            f"{count}d6",
            "HQ actions of {formation}",
            rule="napalini.4.hq.generate",
            by=side,
            formation=g.static.formations[formation].name,
        )
        army.actions = sum(die - losses >= ability(army.ability) for die in roll)
        if not g.option("secret_ops"):
            g.tell(
                "{formation} has {actions}.",
                rule="napalini.4.hq.generate",
                formation=g.static.formations[formation].name,
                actions=army.actions,
            )


@cites("napalini.4.hq.main")
def action_dice(g: Napalini, side: str, formation: int) -> int:
    """Three dice for the main HQ, one for another."""
    return 3 if formation == g.camp(side).main else 1


@cites("napalini.4.hq.general")
def thrown_ability(die: int) -> str:
    return "poor" if die <= 2 else "average" if die <= 4 else "good"


@cites("napalini.11.character.replaced")
def not_yet_given(g: Napalini, pool: list[str]) -> list[str]:
    """In a campaign characters come again only when all have been given."""
    given = [other.character for other in g.state.armies]
    least = min(given.count(card) for card in pool)
    return [card for card in pool if given.count(card) == least]


def name_general(g: Napalini, side: str, formation: int) -> None:
    """4.hq.general.random: an ability thrown for, a character drawn among those not held in his nation."""
    army = g.army(formation)
    if not army.ability:
        die = g.d6("Ability of the general", rule="napalini.4.hq.general.random", by=side)
        army.ability = thrown_ability(die)
    if not army.character and g.module("cards"):
        nation = g.static.formations[formation].nation
        taken = {g.army(n).character for n, f in enumerate(g.static.formations) if f.nation == nation}
        pool = [card for card in CHARACTERS if card not in taken]
        if g.option("campaign"):
            pool = not_yet_given(g, pool)
        army.character = g.draw(pool, 1, to=None)[0]
        army.character_left = 2 if army.character == "12C" else 1
        g.tell(
            "{general} is {card}.",
            rule="napalini.11.character.one",
            general=g.static.formations[formation].general,
            card=army.character,
        )


def fighting(g: Napalini, side: str) -> list[int]:
    """Formations with a unit on the table."""
    return [
        f
        for f in g.formations(side)
        if any(
            u.side == side and u.formation == f and u.where in ("table", "aboard") and not g.dummy(n)
            for n, u in enumerate(g.state.units)
        )
    ]


@cites("napalini.4.ops.generate", "napalini.4.ops.no-dice")
def ops_generated(g: Napalini, formations: list[int]) -> int:
    """So many a formation by the season, without dice."""
    return int(SEASONS[g.static.season]["ops_per_formation"]) * len(formations)


def ops(g: Napalini, side: str) -> Procedure:
    """4.ops.generate, 4.ops.allocate, 4.ops.momentum: the pool is divided among the formations."""
    season = SEASONS[g.static.season]
    low, high = season["ops_min"], season["ops_max"]
    formations = fighting(g, side)
    for f in g.formations(side):
        army = g.army(f)
        army.ops = army.bonus = army.tried = army.succeeded = 0
        army.radio_only = False
    if not formations:
        return
    pool = ops_generated(g, formations)
    momentum = g.state.period == "morning" and g.state.momentum == side
    if len(formations) == 1:
        g.army(formations[0]).ops = min(pool, high)
    else:
        for f in formations:
            g.army(f).ops = low
        for k in range(pool - low * len(formations)):
            open_ = [f for f in formations if g.army(f).ops < high]
            f = yield g.ask(
                side,
                f"Allocate Op {low * len(formations) + k + 1} of {pool}: to which formation?",
                open_,
                rule="napalini.4.ops.allocate",
                label=lambda f: f"{g.static.formations[f].name} (has {g.army(f).ops})",
                name=Ask.ALLOCATE_OP,
            )
            g.army(f).ops += 1
    if momentum:
        open_ = [f for f in formations if g.army(f).ops < high]
        if open_:
            words = "Momentum: which formation gets one further Op?"
            f = yield from g.which_formation(side, words, open_, rule="napalini.4.ops.momentum", name=Ask.MOMENTUM_OP)
            g.army(f).ops += 1
            g.tell("Momentum gives {side} one further Op.", rule="napalini.4.ops.momentum", side=side)
    if not g.option("secret_ops"):
        ops = ", ".join(f"{g.static.formations[f].name} {g.army(f).ops}" for f in formations)
        g.tell("Ops of {side}: {ops}.", rule="napalini.4.ops.allocate", side=side, ops=ops)


@cites("napalini.4.command-phase")
def command_phase(g: Napalini) -> Procedure:
    """4.command-phase: in order, each step SO first; re-enterable by the steps done."""
    s = g.state
    for step in PHASE:
        for side in g.order:
            key = f"{step}/{side}"
            if key in s.steps_done:
                continue
            yield from _step(g, step, side)
            s.steps_done.append(key)
            g.checkpoint()
    s.steps_done = []


def _step(g: Napalini, step: str, side: str) -> Procedure:
    if step == "reset":
        g.camp(side).played = 0
        g.camp(side).period_cards = {}
        reset(g, side)
        yield from new_main_hq(g, side)
    elif step == "tasks":
        tasks.progress(g, side)
    elif step == "cards":
        if g.module("cards") and g.state.period == "morning" and g.state.day > 1:
            yield from hand.morning_cards(g, side)
    elif step == "arrivals":
        yield from moments.before_arrivals(g, side)
        yield from envelopment.hooks(g, side)
    elif step == "actions":
        hq_actions(g, side)
    elif step == "ops":
        yield from ops(g, side)
    else:
        yield from moments.command_cards(g, side)
        yield from detachments.detachments(g, side)
        g.state.laying.clear()
