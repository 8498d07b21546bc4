"""What a draft holds: options of the highest command for the week, of a Senior Command for the day (10, 11)."""

from __future__ import annotations

from msgspec import Struct

SLOTS = ("cautious", "sensible", "bold")
IF = "if"  # 10.7.1: the slot of a condition: `when`, and then `kind` at `objective`
CALL = "call on"  # 9.1.3: the orders provide for asking another force for support


class Plan(Struct, frozen=True):
    """One option for one Battlegroup: `slot` says how bold it is; of two options the first named is the preferred one."""

    unit: str
    slot: str
    kind: str
    objective: str
    contact: str = "engage"
    count: int = 0  # of a duty (duties.py): dice, elements
    when: str = ""  # 10.7.1: a condition (triggers.WHEN), and what to do then
    then: str = ""  # a type of order, or CALL (9.1.3)
    then_at: str = ""  # a board; of a call the force that is called
    delay: bool = False  # 5.2: by a card of the diary box on one of the next three days


class Aim(Struct, frozen=True):
    """One option of a command for the week: what it is to do, and where; or a Battlegroup attached to a Brigade.

    Brigades attack or hold a board; Air Command strikes, covers or searches one; Naval Command guards a sea board.
    """

    slot: str
    kind: str
    objective: str
    whom: str = ""  # a Brigade by its id, "air" or "naval"; nobody: every Brigade without options of its own
