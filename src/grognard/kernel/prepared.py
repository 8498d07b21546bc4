"""A scenario made ready: read once, its static data shared by all matches and forks of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import msgspec

from .formats import check_scenario, refuse_mistakes
from .map_cache import Drawn, drawn
from .refusal import BadData, Misuse
from .scenarios import check_options, load_options, load_scenario
from .scene import BoardPicture
from .state import copy_state

if TYPE_CHECKING:
    from .game import Game, SetUp


class Prepared:
    """A scenario with its options, and the patch of a situation."""

    __slots__ = ("_boards", "_first", "data", "inline", "name", "options", "sides", "situation", "static")

    def __init__(
        self,
        name: str,
        data: dict[str, Any],
        inline: bool,
        options: dict[str, Any],
        situation: dict[str, Any],
        made: SetUp,
        first: Any,
    ) -> None:
        self.name = name
        self.data = data
        self.inline = inline  # the data must travel with a save
        self.options = options
        self.situation = situation
        self.static = made.static
        self.sides = made.sides
        self._first = first
        self._boards: dict[Hashable, Drawn] = {}

    def first_state(self) -> Any:
        return copy_state(self._first)

    def board(self, game: Game, ground: Hashable = None) -> BoardPicture | None:
        """The map, with the ground as it was changed in play."""
        return self._drawn(game, ground).picture

    def board_hash(self, game: Game, ground: Hashable = None) -> str:
        """Its hash, worked out once: every scene carries it."""
        return self._drawn(game, ground).hash

    def _drawn(self, game: Game, ground: Hashable) -> Drawn:
        found = self._boards.get(ground)
        if found is None:
            if len(self._boards) > 64:
                self._boards.clear()
            made_of = msgspec.json.encode((self.name, self.data, self.options, self.situation))

            def draw() -> BoardPicture | None:
                return game.board(self.static) if ground is None else game.board_with(self.static, ground)

            found = self._boards[ground] = drawn(game, made_of, ground, draw)
        return found


_CACHE: dict[tuple[type, str, bytes], Prepared] = {}


def prepare(
    game: Game,
    scenario: str | dict[str, Any],
    options: dict[str, Any],
    situation: dict[str, Any] | None,
    played: bool = False,
) -> Prepared:
    """Read the scenario, check the options, set up. The same request is answered from memory.

    played: it comes out of a save, and is not judged by what is asked of new scenarios.
    """
    inline = not isinstance(scenario, str)
    data = scenario if isinstance(scenario, dict) else scenario_data(game, scenario)
    name = scenario if isinstance(scenario, str) else str(scenario.get("name", "custom"))
    declared = load_options(game.data) if game.data else []
    given = {**data.get("options", {}), **options} if declared else dict(options)
    try:
        chosen = check_options(declared, given) if declared else given
    except BadData:
        if not played:
            _judge(game, data)  # where it is the scenario's mistake, it is told with its place
        raise
    key = (type(game), name, msgspec.json.encode((data, chosen, situation)))
    if key not in _CACHE:
        if not played:
            _judge(game, data)
        made = game.set_up(data, chosen)
        if not made.sides:
            raise BadData(f"{game.name}/{name}: a scenario needs at least one side")
        first = game.patch(made.static, made.state, situation) if situation else made.state
        if len(_CACHE) > 64:
            _CACHE.clear()
        _CACHE[key] = Prepared(name, data, inline, chosen, situation or {}, made, first)
    return _CACHE[key]


_SOUND: set[tuple[type, int]] = set()


def _judge(game: Game, data: dict[str, Any]) -> None:
    """Refuses a scenario with mistakes, all at once. What has been found sound is not looked at again."""
    key = (type(game), hash(msgspec.json.encode(data)))
    if key not in _SOUND:
        refuse_mistakes(check_scenario(game, data))
        _SOUND.add(key)


def scenario_data(game: Game, name: str) -> dict[str, Any]:
    if name in game.built_in:
        return dict(game.built_in[name])
    if game.data is None:
        raise Misuse(f"{game.title} has no scenario {name!r}. There are: {', '.join(game.built_in)}.")
    return load_scenario(game.name, game.data, name)
