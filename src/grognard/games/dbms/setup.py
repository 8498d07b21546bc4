SETTING_UP = ()


def set_up_step(g):
    yield
