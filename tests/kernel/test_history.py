"""Histories: lists whose far past is packed, shared by copies."""

from random import Random

from grognard.kernel.history import PAGE, History


def both(entries: int) -> tuple[History[tuple[str, int]], list[tuple[str, int]]]:
    plain = [("c", n) for n in range(entries)]
    history: History[tuple[str, int]] = History()
    for entry in plain:
        history.append(entry)
        history.settle()
    return history, plain


def test_a_history_reads_like_a_list_whatever_is_packed():
    history, plain = both(5 * PAGE + 7)
    assert history == plain and len(history) == len(plain) and list(reversed(history)) == plain[::-1]
    rng = Random(1)
    for _ in range(300):
        first, last = sorted(rng.randrange(-3, len(plain) + 3) for _ in range(2))
        assert history[first:last] == plain[first:last]
        at = rng.randrange(-len(plain), len(plain))
        assert history[at] == plain[at]
    assert history[::3] == plain[::3] and history[-4:] == plain[-4:]


def test_a_copy_shares_the_past_and_goes_its_own_way():
    history, plain = both(4 * PAGE)
    for end in (0, 1, PAGE, 2 * PAGE + 3, 4 * PAGE):
        copy = history.upto(end)
        copy.append(("new", end))
        assert copy == [*plain[:end], ("new", end)] and history == plain
        assert history.common(copy) == end == copy.common(history)


def test_what_is_cut_off_can_be_written_anew():
    for end in (3, PAGE, 3 * PAGE + 1, 4 * PAGE):
        history, plain = both(4 * PAGE)
        history.cut(end)
        history.append(("other", 1))
        assert history == [*plain[:end], ("other", 1)]
        history[1] = ("swapped", 1)
        assert history[1] == ("swapped", 1) and history[2] == plain[2] and len(history) == end + 1
