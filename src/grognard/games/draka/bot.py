"""The staff officer of the variant: pog's, with ideas about what is new.

Every question of the variant has a method of its own here; where pog's methods know only units and spaces, what they do not
know is kept from them. Numbers are victory points, as in pog's bot_scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog.bot import Staff
from grognard.games.pog.bot_scores import damage, longing, space_worth
from grognard.games.pog.evaluate import evaluate as base
from grognard.games.pog.operations import ATTACK
from grognard.games.pog.static import AP, CP, OTHER
from grognard.kernel import DONE, PASS

from .activation import INVADE
from .air import AIR

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from .context import Draka


def evaluate(g: Draka, side: str) -> float:
    """As in the base game, with half points and fleets."""
    own = 0.5 * g.state.half + 0.15 * (_fleets(g, CP) - _fleets(g, AP))
    return base(g, side) + (own if side == CP else -own)


def _fleets(g: Draka, side: str) -> int:
    from .air import FIGHTERS, POWERS

    return sum(1 for n in POWERS[side] if g.state.zaf.get(n)) + sum(1 for n in FIGHTERS[side] if g.state.baf.get(n))


class DrakaStaff(Staff):
    """Chooses for a chair."""

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        method = OWN.get(decision.rule)
        options = decision.options  # type: ignore[attr-defined]
        if method is None or len(options) == 1:
            return super().choose(chair)
        answer = method(self, chair.imagine().g, chair.side, list(options), decision)
        return answer if answer is not None and answer in options else options[chair.rng.randrange(len(options))]

    # ---------------------------------------------------------- actions

    def _use(self, g: Any, side: str, value: Any) -> float:
        """A die action costs no card: it is worth what three points are."""
        if value[0] == "die ops":
            return 0.9 + 0.5 * self._chances(g, side, 3)
        if value[0] == "die sr":
            return -1.0
        worth = super()._use(g, side, value)
        use, card_id = value
        if use == "event":
            worth += EVENTS.get(card_id, 0.0)
        elif use == "rp":
            worth += self._further_points(g, side, card_id)
        if card_id == "ap.41":
            worth -= 0.6  # every use of it arms the Arabs
        return worth

    def _further_points(self, g: Any, side: str, card_id: str) -> float:
        """The points of Draka and Italians that come with a card, as far as they are wanted."""
        card = g.static.cards[card_id]
        wanted = damage(g, side)
        box = g.hooks.rp_numbers(g, side, card.rp)
        further = {pool: n for pool, n in box.items() if pool not in card.rp}
        return 0.31 * sum(min(2 * n, max(0, wanted.get(pool, 0) - g.state.rp.get(pool, 0))) for pool, n in further.items())

    def activate(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Spaces as in the base game; an invasion where a prize lies open."""
        spaces = [v for v in options if v == DONE or v[1] in g.S]
        if (INVADE, "") in options and self._landing(g) is not None:
            return (INVADE, "")
        best = super().activate(g, side, spaces, decision)
        if best == DONE:
            single = [v for v in options if v not in spaces and v[0] != INVADE]
            wanted = [v for v in single if v[0] == f"{ATTACK} unit" and g.full(g.U[v[1]])]
            return wanted[0] if wanted else DONE
        return best

    def _landing(self, g: Any) -> tuple[int, float] | None:
        """The best open space for an invasion and its worth."""
        from .invasion import targets, willing

        best: tuple[int, float] | None = None
        for unit in willing(g):
            for space in targets(g, [unit]):
                worth = space_worth(g, space) if not g.stack[space] and not g.forts >> space & 1 else 0.0
                if g.board.beaches >> space & 1:
                    coast = [s for s in range(g.board.size) if g.graph.rows()[space] >> s & 1]
                    worth = max((space_worth(g, s) for s in coast if not g.stack[s]), default=0.0) - 0.3
                if worth > 0.9 and (best is None or worth > best[1]):
                    best = (space, worth)
        return best

    def sail(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        corps = [v for v in options if v != DONE]
        return max(corps, key=lambda v: (g.full(g.U[v]), g.cf(g.U[v]))) if corps else DONE

    def shore(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        found = self._landing(g)
        return g.board.ids[found[0]] if found else None

    # ---------------------------------------------------------- the air

    def missions(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Bomb where there are points to be lost."""

        def worth(value: Any) -> float:
            if value == DONE:
                return 0.5
            fleet, target = value
            return float(min(g.state.rp.get(target, 0) / 2, AIR["zaf"][fleet][0] / 2))

        return max(options, key=worth)

    def carpet(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        space = g.S.get(decision.about.get("place", ""), -1)
        big = space >= 0 and (sum(g.cf(u) for u in g.stack[space]) >= 2 or g.static.vp_spaces >> space & 1)
        fleets = [v for v in options if v != PASS]
        return max(fleets, key=lambda v: AIR["zaf"][v][1]) if big and fleets else PASS

    def fighters(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return max((v for v in options if v != PASS), key=lambda v: AIR["baf"][v]["value"])

    def gas(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return options[0]

    # ---------------------------------------------------------- replacements and the rest

    def replace(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Last reserves and lost fleets first; detachments and biplanes when no army waits."""
        extra = [v for v in options if not isinstance(v, str)]
        for verb in ("reserves", "zaf"):
            found = [v for v in extra if v[0] == verb]
            if found:
                return found[0]
        units = [v for v in options if isinstance(v, str)]
        armies = [v for v in units if v != DONE and g.units.army[g.U[v]]]
        if not armies:
            found = [v for v in extra if v[0] in ("create", "baf")]
            if found:
                return found[0]
        return super().replace(g, side, units, decision) if len(units) > 1 else DONE

    def raids(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        rp = g.state.rp
        return "br" if min(8, rp.get("br", 0)) >= min(6, rp.get("fr", 0)) else "fr"

    def first(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return options[0]

    def station(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Where the enemy is near."""
        pull = longing(g, OTHER[side])
        return max((v for v in options if v != PASS), key=lambda v: pull.get(g.S.get(v, -1), 0.0))

    def weakest(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Of the enemy's units the strongest."""
        return max((v for v in options if v != PASS), key=lambda v: g.cf(g.U[v]))


# what the variant's events are worth beside the base game's measure of them
EVENTS = {"ap.40": 1.5, "ap.36": 0.8, "ap.49": -3.0, "cp.32": 0.8, "cp.36": 0.6, "ap.17": 1.0, "cp.55": 0.4}

OWN: dict[str, Any] = {
    "pog.9.2.1": DrakaStaff.activate,
    "pog.17.1.1": DrakaStaff.replace,
    "draka.17.5": DrakaStaff.sail,
    "draka.17.6": DrakaStaff.shore,
    "draka.16.strat.1": DrakaStaff.missions,
    "draka.16.carpet.1": DrakaStaff.carpet,
    "draka.16.sup.1": DrakaStaff.fighters,
    "draka.16.int.1": DrakaStaff.fighters,
    "draka.18.2": DrakaStaff.gas,
    "draka.21.ap.a": DrakaStaff.first,
    "draka.5.1": DrakaStaff.station,
    "draka.5.3": DrakaStaff.station,
    "draka.5.5": DrakaStaff.station,
    "draka.24.3": DrakaStaff.station,
    "draka.card.cp.27": DrakaStaff.raids,
    "draka.card.cp.32": DrakaStaff.first,
    "draka.card.cp.36": DrakaStaff.weakest,
    "draka.card.ap.40.b": DrakaStaff.station,
    "draka.card.ap.41": DrakaStaff.station,
    "draka.ap.gr.1": DrakaStaff.first,
    "draka.21.cp.e2": DrakaStaff.weakest,
    "draka.21.cp.e3": DrakaStaff.weakest,
    "draka.21.ap.d": DrakaStaff.station,
    "draka.err.5.a": DrakaStaff.first,
}
__all__ = ["DrakaStaff", "evaluate"]
