"""What changes in play: columns by unit, masks by space and by card, small numbers.

Masks of spaces and units may exceed 64 bits. Cards are masks by printed number. What follows from these (stacks, sieges,
supply) is worked out by the context and never stored.
"""

from __future__ import annotations

from msgspec import Struct, field


class Action(Struct):
    """The action under way. Its fields say what is left to do, so that play can start afresh between any two steps."""

    side: str = ""
    kind: str = ""  # ops, sr, event, salonika, landwehr ...
    stage: str = ""  # of operations: activate, move, dig, attack; of an event: its own
    card: str = ""  # the card played, or ""
    points: int = 0  # activation or SR points left
    move: int = 0  # spaces activated for movement
    attack: int = 0  # spaces activated for attack
    barred: int = 0  # units that were out of supply when their space was activated (pog.14.1.1.1), or not named by an event
    moved: int = 0  # units that have moved, tried to entrench, or redeployed
    fought: int = 0  # units that have attacked
    outward: int = 0  # those of them that attacked another space than their own
    attacked: int = 0  # spaces that have been attacked
    retreated: int = 0  # units that have retreated in this action
    digging: list[int] = []  # armies that will roll for a trench
    relief: int = -1  # a fort space that must still get enough besiegers (pog.15.2.4.a)
    sud: bool = False  # Sud Army's cheap stack of this action is used
    kerensky: bool = False  # Kerensky's bonus is used
    brusilov: bool = False  # Brusilov's cancelling of a trench is used
    near_east: int = 0  # spaces on the Near East map activated for attack by the Allies
    left: list[str] = []  # of events and reinforcements: what is still to be placed
    spaces: int = 0  # of events: spaces already used
    recorded: str = ""  # how it is recorded (pog.8.1.4), where neither card nor kind says so


class State(Struct):
    """The whole position."""

    turn: int = 1
    round: int = 1
    phase: str = "setup"
    step: str = ""  # within a phase
    active: str = "cp"
    vp: int = 10
    vp_shift: int = 0  # of segment E.1: what events of this turn will add
    ws: dict[str, int] = {}  # war status by side
    level: dict[str, int] = {}  # 0 Mobilization, 1 Limited War, 2 Total War
    joining: dict[str, list[int]] = {}  # levels whose cards join the deck in this turn's phase G
    at: list[int] = []  # by unit: a space, or a box (static.py)
    reduced: int = 0  # units on their reduced side
    home: int = 0  # Near East armies placed as ordinary reinforcements (pog.9.5.3.4)
    cp_control: int = 0  # spaces; all others are Allied unless neutral
    fallen: int = 0  # destroyed forts
    trench_1: int = 0
    trench_2: int = 0
    trench_cp: int = 0  # trenches that belong to the Central Powers
    at_war: list[str] = []
    beachhead: int = -1
    ana_holds: int = -1  # a CP space that counts as Allied only while the ANA stands in it
    draw: dict[str, int] = {}  # cards by side, as masks of printed numbers
    hand: dict[str, int] = {}
    discard: dict[str, int] = {}
    removed: dict[str, int] = {}
    table: dict[str, int] = {}  # face-up combat cards
    shown: dict[str, int] = {}  # cards of a side's hand that the opponent has seen
    used: int = 0  # combat cards used this round: Allied numbers, CP numbers above 100
    events: dict[str, int] = {}  # card played as an event -> the turn
    guns: bool = False  # Guns of August was taken into the hand
    rp: dict[str, int] = {}  # pool -> half points
    actions: dict[str, list[str]] = {}  # this turn, by side: ops, sr, rp, event, peace, auto
    reinforced: list[str] = []  # nations whose reinforcement card was played this turn
    entered: bool = False  # a neutral entry event was played this turn
    offensive: dict[str, str] = {}  # by side: the nation that must attack, or none
    offensive_met: dict[str, bool] = {}
    mutiny: bool = False  # a French result is in force as a mutiny
    fleet_pending: bool = False  # High Seas Fleet waits for the next Allied action
    this_turn: list[str] = []  # cards whose effect lasts until the turn ends
    ne_sr: dict[str, int] = {}  # redeployments to or from the Near East this turn, by who is limited
    gate_used: bool = False  # a Russian corps crossed the Caucasus gate this turn
    tsar_fell_at: int = 0
    failed_dig: int = 0  # units that failed to entrench in their side's last action (pog.11.2.10)
    failed_now: int = 0  # the same, in the action under way
    action: Action = field(default_factory=Action)
    gone: dict[str, int] = {}  # armies lost for good, by nation
