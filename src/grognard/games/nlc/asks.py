"""The questions of the game by name. Bots, odds, lessons and clients know a question by its member here, never by its rule."""

from __future__ import annotations

from enum import StrEnum


class Ask(StrEnum):
    # turn
    PLAYER_TURN = "player turn"  # the first or the second player turn
    CHANGE_ORDER = "change order"  # keep an order, or change to what the rules allow
    LEADS = "leads"  # which formation a wing commander leads
    NEXT_CHARGE = "next charge"  # which charge is fought next
    NEXT_COMBAT = "next combat"  # which combat is fought next
    PAIR = "pair"  # which formations act together
    WHO_ROLLS = "who rolls"  # who rolls for his side
    INITIAL_ACTION = "initial action"  # who has the Initial Action
    # command
    FALL_BACK_HEX = "fall back hex"  # where a unit that lost confidence runs
    FALL_BACK_TARGET = "fall back target"  # the target of its Fall Back
    ORDERS = "orders"  # the order sheet of a side, as a draft
    REORGANIZE = "reorganize"  # which leader reorganizes
    RETURNS = "returns"  # which unit comes back
    MAKE_ROOM = "make room"  # who makes room, and where
    INITIATIVE = "initiative"  # which leader tries his own initiative
    INITIATIVE_ORDER = "initiative order"  # which order he gives to whom
    INITIATIVE_TARGET = "initiative target"  # where it aims
    BAD_MOVE = "bad move"  # which order the opponent gives after a bad move
    # orders
    DUMMY = "dummy"  # where a dummy target lies
    AIDE = "aide"  # which way an aide takes at a crossroads
    # leaders
    SUCCESSOR = "successor"  # where a replacement appears
    DRIVEN_OFF = "driven off"  # where a displaced leader goes
    HQ_GATHERS = "hq gathers"  # where a lost headquarters gathers
    # hidden
    SET_DOWN = "set down"  # where a unit of a found march stands
    HIDE_OR_SHOW = "hide or show"  # who marches hidden, who shows himself
    PLOT = "plot"  # by which places a hidden march goes
    # march
    ENTER = "enter"  # how far reinforcements come on
    MOVE_TO = "move to"  # where a unit or a stack moves
    MOVE_VIA = "move via"  # by way of which hex
    GO_ON = "go on"  # after a reaction that was beaten: go on with the move, or stop
    RIDE_TO = "ride to"  # where a leader or headquarters rides
    MOVER = "mover"  # which unit, stack or leader moves
    # combat
    RETREAT_TO = "retreat to"  # to which hex a unit retreats
    LEADER_GOES_ALONG = "leader goes along"  # whether a leader goes with a retreat
    TWO_FIRE = "two fire"  # which two units of an overstacked hex fire
    STAND_OR_RETREAT = "stand or retreat"  # stand, or retreat and take half the hits
    ATTACKS = "attacks"  # which unit attacks which hex, as a draft
    SLIP_AWAY = "slip away"  # retreat before combat
    DISRUPTED = "disrupted"  # whom the first hit of a bombardment disrupts
    BOMBARD = "bombard"  # which battery bombards which hex
    TAKE_HIT = "take hit"  # who loses a step
    REMOTE_SUPPORT = "remote support"  # which guns support from afar
    ADVANCE = "advance"  # who advances after combat
    LEADER_ADVANCES = "leader advances"  # whether a leader advances with his men
    # cavalry
    CHARGER = "charger"  # which cavalry charges
    CHARGE = "charge"  # whom it charges, and by which way
    REACT = "react"  # which cavalry charges in reaction
    REACTION_WAY = "reaction way"  # by which way it rides
    PURSUE = "pursue"  # pursue, or hold back
    STAY_OR_RETURN = "stay or return"  # stay in the hex that was charged, or ride back
    PURSUE_INTO = "pursue into"  # which hex is pursued into
