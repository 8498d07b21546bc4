"""What a staff may arrange for the day besides orders, in the order in which it is offered."""

from __future__ import annotations

from ..air import escorts
from ..partisans import missions as partisans
from ..planning.duties import ADVICE, DOERS, FRESH, JUDGES, OFFERS, duty
from ..rail import trains
from ..supply import bank, convoys, replenishment, sharing
from . import routine


def arrange_for_staff() -> None:
    """Fills the lists of the planning room, which knows no chapter: once, when the game is loaded."""
    JUDGES.clear()
    DOERS.clear()
    duty("share", sharing.may_share, sharing.share)
    duty("give", sharing.may_give, lambda g, side, item: None)
    duty("convoy", convoys.may_convoy, convoys.convoy)
    duty("buy", replenishment.may_buy, replenishment.buy)
    duty(bank.STOCK, replenishment.may_stock, replenishment.stock)
    duty("trade", replenishment.may_trade, replenishment.trade)
    duty("target", partisans.may_target, partisans.set_target)
    duty("train", trains.may_order_train, trains.order_train)
    duty("entrain", trains.may_entrain, trains.entrain)
    duty("detrain", trains.may_detrain, trains.detrain)
    duty("bombard", trains.may_bombard, trains.bombardment)
    duty(escorts.ESCORT, escorts.may_escort, escorts.escort)
    duty(routine.ATTEND, routine.may_attend, routine.attend)
    duty(routine.MISSION, routine.may_mission, routine.mission)
    duty(routine.COURSE, routine.may_course, routine.course)
    OFFERS[:] = [
        sharing.share_offers, convoys.convoy_offers, replenishment.buy_offers, replenishment.stock_offers,
        partisans.target_offers, trains.offers, escorts.offers,
        routine.offers,
    ]  # fmt: skip
    ADVICE[:] = [convoys.convoy_advice, replenishment.buy_advice, routine.advice]
    FRESH[:] = [routine.clear]
