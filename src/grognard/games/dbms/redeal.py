def redeal(then, now, side, rng):
    pass


def secrets(g, side):
    return {}
