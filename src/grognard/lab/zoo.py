"""PettingZoo environments for every game: seats are agents, decisions are turns, and nobody sees more than his seat may.

    env = grognard.lab.zoo.env("nlc", "learning")

What an agent observes is a dictionary (see docs/research.md):

    observation  the scene of its seat as numbers: every fact ("piece X stands in Y") hashed into a vector of fixed length
    options      a row of numbers for every action that is open now, hashed from the rule that asks and the parts of the value
    action_mask  1 for the actions that are open

An action is the place of a choice in the list of what is open. Where a list is longer than the space of actions the last
action turns the page. Drafts are written in small steps (add, remove, submit); decisions without a list offer suggestions.
The reward comes at the end: 1 for the side that won, -1 for the others, 0 for a draw. `infos` of whoever is asked says in words
and values what is asked and what is open.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, overload

import msgspec

from grognard.kernel import Checked, Choice, Decision, Draft, Match, Misuse
from grognard.kernel.scene import Scene
from grognard.kernel.state import plain

from .extras import need

np = need("numpy")
AECEnv = need("pettingzoo").AECEnv
spaces = need("gymnasium.spaces")

ACTIONS, SCENE, OPTION = 64, 512, 32
DRAFT_STEPS = 40  # after so many small steps a draft must be submitted


def env(game: str, scenario: str = "learning", **settings: Any) -> Any:
    """The environment with PettingZoo's check of the order of calls."""
    wrappers = need("pettingzoo.utils.wrappers")
    return wrappers.OrderEnforcingWrapper(GrognardEnv(game, scenario, **settings))


class GrognardEnv(AECEnv):  # type: ignore[misc, valid-type]
    """One match; `reset` starts another. `scene_size=0` leaves the scene out, which is much faster.

    `diary=True` keeps the diary: wanted only by who lets a seat imagine worlds (`env.match.imagine`).
    """

    def __init__(
        self,
        game: str,
        scenario: str = "learning",
        options: dict[str, Any] | None = None,
        *,
        actions: int = ACTIONS,
        scene_size: int = SCENE,
        option_size: int = OPTION,
        max_choices: int = 20_000,
        diary: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if actions < 3:
            raise Misuse("actions: expected at least 3 (two choices and a page to turn).")
        self.metadata = {"render_modes": ["ansi"], "name": f"grognard_{game}_{scenario}_v0", "is_parallelizable": False}
        self.game, self.scenario, self.options = game, scenario, dict(options or {})
        self.actions, self.scene_size, self.option_size = actions, scene_size, option_size
        self.max_choices, self.diary = max_choices, diary
        self.render_mode = render_mode
        self._rng = random.Random()
        self.match = Match.start(game, scenario, 0, self.options)
        self.possible_agents = list(self.match.seats)
        one = {
            "observation": spaces.Box(-np.inf, np.inf, (max(1, scene_size),), np.float32),
            "options": spaces.Box(-np.inf, np.inf, (actions, option_size), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(one) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ---------------------------------------------------------- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = random.Random(seed)
        self.match = Match.start(self.game, self.scenario, self._rng.getrandbits(64), self.options)
        self.match.annals.keeps_diary = self.diary
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or not 0 <= int(action) < len(self._open):
            raise Misuse(f"Action {action} is not open: the mask has {len(self._open)} ones, from 0.")
        self._act(self._open[int(action)])
        self._accumulate_rewards()

    def _act(self, chosen: tuple[Any, ...]) -> None:
        kind, value = chosen
        seat = self.agent_selection
        if kind == "page":
            self._page = value
            self._list()
            return
        if kind == "step":
            if value[0] == "add":
                self._items.append(value[1])
            elif value[0] == "remove":
                del self._items[value[1]]
            self._steps += 1
            self._page = 0
            if value[0] != "submit":
                self._list()
                return
            value = self._items
        self.match.choose(value, seat)
        if self.match.result is not None:
            self._end()
        elif self.match.number >= self.max_choices:
            self.truncations = dict.fromkeys(self.agents, True)
            self._ask()
        else:
            self._ask()

    def _end(self) -> None:
        result = self.match.result
        assert result is not None
        for agent in self.agents:
            side = self.match.seats[agent]
            self.rewards[agent] = 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0
            self.infos[agent] = {"result": result.text, "scores": dict(result.scores)}
            self.terminations[agent] = True
        self._open: list[tuple[str, Any]] = []

    # ---------------------------------------------------------- what is open

    def _ask(self) -> None:
        """A new question."""
        self.decision: Decision = self.match.decision
        self.agent_selection = self.decision.seat
        self._page, self._steps = 0, 0
        self._items: list[Any] = []
        self._list()

    def _list(self) -> None:
        decision = self.decision
        choices: list[tuple[str, Any]]
        if isinstance(decision, Choice):
            choices = [("choose", value) for value in decision.options]
        elif isinstance(decision, Draft):
            choices = [("step", step) for step in self._small_steps(decision)]
        elif isinstance(decision, Checked):
            choices = [("choose", value) for value in decision.suggestions()]
        else:
            choices = [("choose", decision.sample(self._rng))]
        if len(choices) > self.actions:
            room = self.actions - 1
            pages = -(-len(choices) // room)
            choices = choices[self._page * room : (self._page + 1) * room]
            choices.append(("page", (self._page + 1) % pages))
        self._open = choices
        self.infos[self.agent_selection] = {
            "rule": decision.rule,
            "prompt": decision.prompt,
            "values": [plain(value) if kind == "choose" else [kind, plain(value)] for kind, value in choices],
            "labels": Labels(decision, choices),
        }

    def _small_steps(self, draft: Draft) -> list[tuple[Any, ...]]:
        """As the kernel offers them; at the end of the patience only what ends the draft."""
        if self._steps < DRAFT_STEPS:
            steps = draft.steps(self._items)
            if steps:
                return steps
        if draft.refusals(self._items):
            self._items = list(draft.suggestions()[0])
        return [("submit",)]

    # ---------------------------------------------------------- numbers

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self.actions, np.int8)
        rows = np.zeros((self.actions, self.option_size), np.float32)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[: len(self._open)] = 1
            for number, (kind, value) in enumerate(self._open):
                for token in option_tokens(self.decision.rule, kind, value):
                    place, sign = hashed(token, self.option_size)
                    rows[number, place] += sign
        return {"observation": self._scene(agent), "options": rows, "action_mask": mask}

    def _scene(self, agent: str) -> Any:
        vector = np.zeros(max(1, self.scene_size), np.float32)
        if self.scene_size:
            scene = self.match.game.scene(self.match.g, self.match.side_of(agent))
            for token in scene_tokens(scene):
                place, sign = hashed(token, self.scene_size)
                vector[place] += sign
        return vector

    def render(self) -> str | None:
        """The position as its seat sees it, in words."""
        if self.render_mode != "ansi":
            return None
        from grognard.kernel.text import scene_as_text  # only for who wants text

        return scene_as_text(self.match.view(self.agent_selection), self.match.board)

    def close(self) -> None:
        """Nothing is held open."""


class Labels(Sequence[str]):
    """The open actions in the words of the table. Worked out one by one, when somebody reads them."""

    def __init__(self, decision: Decision, open_now: Sequence[tuple[str, Any]]) -> None:
        self._decision, self._open = decision, open_now

    def __len__(self) -> int:
        return len(self._open)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        kind, value = self._open[at]
        if kind == "page":
            return "Other choices"
        if kind == "step":
            return self._step(value)
        return self._decision.label(value) if isinstance(self._decision, Choice) else str(plain(value))

    def _step(self, step: tuple[Any, ...]) -> str:
        if step[0] == "add":
            return f"Add: {self._decision.option(step[1]).label}"
        return "Take one back" if step[0] == "remove" else "Done"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


@lru_cache(maxsize=200_000)
def hashed(token: str, size: int) -> tuple[int, float]:
    """Where a fact stands in a vector of this size, and its sign: the same on every machine."""
    raw = hashlib.blake2b(token.encode(), digest_size=8).digest()
    number = int.from_bytes(raw, "big")
    return (number >> 1) % size, 1.0 if number & 1 else -1.0


def scene_tokens(scene: Scene) -> list[str]:
    """The facts of a scene, each as a word."""
    found = [f"turn {scene.turn}", f"phase {scene.phase}", *(f"status {line}" for line in scene.status)]
    for piece in scene.pieces:
        raw = msgspec.to_builtins(piece)
        where = raw.get("place", "")
        found.append(f"{piece.id} at {where}")
        found.append(f"{piece.side} {piece.symbol} at {where}")
        found += [f"{piece.id} {key} {value}" for key, value in raw.items() if key in ("states", "values", "facing", "hidden")]
    for panel in scene.panels:
        raw = msgspec.to_builtins(panel)
        found += [f"panel {panel.id} {key} {value}" for key, value in raw.items() if key not in ("id", "title")]
    return found


def option_tokens(rule: str, kind: str, value: Any) -> list[str]:
    """What an option is made of: its rule, its kind, and every part of its value, alone and with the rule."""
    parts = [str(part) for part in _parts(plain(value))][:24]
    return [f"rule {rule}", f"kind {kind}", *(f"part {part}" for part in parts), *(f"{rule} {part}" for part in parts)]


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [f"{key}={part}" for key, inner in value.items() for part in _parts(inner)]
    if isinstance(value, list | tuple):
        return [part for inner in value for part in _parts(inner)]
    return [value]
