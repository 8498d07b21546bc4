"""The questions of the game, by name: bots, odds and clients go by these, never by the rule that a question cites."""

from __future__ import annotations

from enum import StrEnum


class Ask(StrEnum):
    """In the order in which a campaign day brings them."""

    AGENT = "agent"  # 34.15.2: which cell he joins
    WEEK = "week"  # 10.1.1: options of the highest command
    DAY = "day"  # 10.2.0.1: options and duties of the Senior Commands
    ACT = "act"  # 4.6.3: the card of a Battlegroup
    SENIOR_ACT = "senior act"  # 4.6.2
    MARCH_OF_GROUP = "march of group"  # 2.9.5
    GROUP = "group"  # 2.9.2: who marches in it
    RESERVES = "reserves"  # 2.5.4
    ORDERS_OF_MERGED = "orders of merged"  # 2.7.7
    DETACHMENT = "detachment"  # 3.4.2: elements and orders of a Fraction
    ORDERS_OF_FRACTION = "orders of fraction"  # 3.7b.3
    OBSERVE = "observe"  # 17.0.2: what it wants to know
    FROM_THE_BOX = "from the box"  # 17.1.3: enter the board, or watch it
    WAVE = "wave"  # 18.2.1
    WHOM_TO_ATTACK = "whom to attack"  # 15.9.3
    AIR_ACT = "air act"  # 4.6.5
    AIR_TARGET = "air target"  # 28.9.2
    NAVAL_ACT = "naval act"  # 4.6.6
    AMBUSH = "ambush"  # 34.11.1: partisans watch or attack
    SETTLE = "settle"  # intro.2: on paper, on the table, or linked
    BARRAGE = "barrage"  # 33.7.2.1
    COUNTER_BATTERY = "counter-battery"  # 33.7.2.3
    COMMIT = "commit"  # 33.7.2.4
    LOSSES = "losses"  # 33.7.3.9
    ATTACK_AGAIN = "attack again"  # 33.7.3.1: the attacker after NR
    HOLD_ON = "hold on"  # 33.7.3.1: the defender after NR
    SECOND_ATTACK = "second attack"  # 33.7.3.11
    RETREAT = "retreat"  # 33.7.3.2
    IN_THE_BOX = "in the box"  # 33.8.6: an enemy stands where it retreated to
    REPORT = "report"  # base.table.1
    AGREE = "agree"  # base.table.1: the other side
