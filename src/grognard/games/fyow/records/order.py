"""10.2.1: what a force is ordered to do, or a further item of its order."""

from __future__ import annotations

from msgspec import Struct


class Order(Struct, frozen=True, gc=False):
    """10.2.1: directive, objective and what to do on meeting the enemy. Triggers and composite orders come as further items."""

    kind: str = "stand by"
    objective: int = -1
    contact: str = "engage"  # Move To Contact: engage or observe (fyow.10.5.7)
    when: str = ""  # of a further item: the trigger that starts it (fyow.10.2.1.1)
    whom: int = -1  # of an item that provides for a request: the force to be called (fyow.9.1.3)
