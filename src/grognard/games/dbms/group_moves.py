from grognard.kernel import Refusal


def may_move_groups(g, side):
    return Refusal("dbms.groups.1", "No elements stand in a group.")


def may_dig_in(g, side):
    return Refusal("dbms.entrenchment.2", "No elements stand in a group.")
