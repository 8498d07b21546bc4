"""`grognard report`: a page about the results of an experiment, with plots, that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grognard.bots.tournament import Score
from grognard.kernel import Misuse, game, game_names
from grognard.kernel.ledger import Ledger, load_ledger

from . import plots
from . import statistics as stats
from .page import Part, figure, page, section, table, words
from .record import Record
from .simulation import summary_of

SHARES = [n / 24 for n in range(25)]


def report_page(records: Sequence[Record]) -> str:
    """The whole page. Raises Misuse where there is nothing to tell."""
    if not records:
        raise Misuse("No match has been played yet.")
    if len({record.game for record in records}) > 1:
        raise Misuse("These are results of several games.")
    records = sorted(records, key=lambda one: one.number)
    known = game(records[0].game)
    cells = stats.cells_of(records)
    first = stats.sides_of(records)[0]
    names = ", ".join(dict.fromkeys(record.scenario for record in records))
    bots = ", ".join(sorted({bot for record in records for bot in record.bots.values()}))
    parts = [
        words(
            f"{len(records)} matches among {bots}, in {len(cells)} {'cells' if len(cells) > 1 else 'cell'} with the same seeds."
        ),
        who_wins(cells),
        of_bots(cells),
        of_options(records, first),
        lengths(cells),
        losses(cells),
        course(cells, first),
        luck(records, first),
        rules(records),
    ]
    return page(f"{known.title}: {names}", "Results of a simulation", [part for part in parts if part])


def who_wins(cells: dict[str, list[Record]]) -> Part:
    rows, lines = [], []
    for cell, records in cells.items():
        found = summary_of(records)
        for number, (side, score) in enumerate(found.sides.items()):
            low, high = score.interval()
            rows.append((f"{cell}: {side}" if len(cells) > 1 else side, score.rate, low, high, number))
            lines.append((cell, side, *_scored(score)))
    return section(
        "Who wins", figure(plots.rates(rows), kind="plot"),
        table(["", "side", "rate", "95 % interval", "won", "drawn", "lost"], lines),
    )  # fmt: skip


def of_bots(cells: dict[str, list[Record]]) -> Part | str:
    lines = [(cell, bot, *_scored(score)) for cell, records in cells.items() for bot, score in summary_of(records).bots.items()]
    if not lines:
        return ""
    rows = [(f"{line[0]}: {line[1]}" if len(cells) > 1 else line[1], *_interval(cells[line[0]], line[1])) for line in lines]
    return section(
        "Bots", figure(plots.rates(rows), kind="plot"),
        table(["", "bot", "rate", "95 % interval", "won", "drawn", "lost"], lines),
    )  # fmt: skip


def _interval(records: list[Record], bot: str) -> tuple[float, float, float, int]:
    score = summary_of(records).bots[bot]
    return score.rate, *score.interval(), sorted(summary_of(records).bots).index(bot)


def _scored(score: Score) -> tuple[str, str, int, int, int]:
    low, high = score.interval()
    return f"{score.rate:.1%}", f"{low:.1%} to {high:.1%}", score.wins, score.draws, score.losses


def of_options(records: Sequence[Record], first: str) -> Part | str:
    found = stats.effects(records, first)
    if not found:
        return ""
    rows = [(f"{one.option} = {one.value}", one.difference, one.low, one.high) for one in found]
    lines = [
        (
            f"{one.option} = {one.value}",
            one.against,
            f"{100 * one.difference:+.1f}",
            f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
            one.pairs,
            "more than chance" if one.low > 0 or one.high < 0 else "could be chance",
        )
        for one in found
    ]
    return section(
        f"What the options do to {first}", figure(plots.effects(rows), kind="plot"),
        table(["option", "instead of", "points", "95 % interval", "pairs", ""], lines),
        words("Percentage points of the rate, over pairs of matches with the same seed, seats and other options."),
    )  # fmt: skip


def lengths(cells: dict[str, list[Record]]) -> Part:
    groups = {cell: [float(one.choices) for one in records if one.finished] for cell, records in cells.items()}
    groups = {cell: values for cell, values in groups.items() if values}
    left = sum(not record.finished for records in cells.values() for record in records)
    told = words(f"{left} matches were given up.") if left else ""
    if not groups:
        return section("Length", told)
    lines = []
    for cell, values in groups.items():
        low, middle, high = stats.quantiles(values)
        lines.append((cell, f"{middle:.0f}", f"{low:.0f} to {high:.0f}", f"{min(values):.0f} to {max(values):.0f}"))
    return section(
        "Length", figure(plots.histogram(groups, "choices a match"), kind="plot"),
        table(["", "median", "middle half", "all"], lines), told,
    )  # fmt: skip


def losses(cells: dict[str, list[Record]]) -> Part | str:
    parts: list[str] = []
    for cell, records in cells.items():
        arms = {arm: sides for arm, sides in stats.mean_losses(records).items() if any(sides.values())}
        if not arms:
            continue
        labels = sorted(arms, key=lambda arm: -sum(arms[arm].values()))[:14]
        sides = stats.sides_of(records)
        bars = {side: [arms[arm].get(side, 0.0) for arm in labels] for side in sides}
        parts.append(
            figure(plots.grouped_bars(labels, bars, "lost a match, on average"), cell if len(cells) > 1 else "", "plot")
        )
    return section("Losses by arm", *parts) if parts else ""


def course(cells: dict[str, list[Record]], first: str) -> Part:
    lines = {
        cell: [(share, *stats.quantiles([stats.at_share(one, share) for one in records])) for share in SHARES]
        for cell, records in cells.items()
    }
    everybody = [record for records in cells.values() for record in records]
    turns = [found[0] for record in everybody if (found := stats.turning_point(record))]
    ends = [end for record in everybody if (end := stats.decided_at(record)) is not None]
    told = []
    if turns:
        low, middle, high = stats.quantiles(ends)
        told = [
            figure(plots.histogram({"largest swing": turns, "decided for good": ends}, "share of the match"), kind="plot"),
            words(
                f"In the middle half of the matches the later winner was ahead for good after {low:.0%} to {high:.0%} of the "
                f"choices (median {middle:.0%})."
            ),
        ]
    caption = f"How the position looks to {first} (the game's own evaluation): median and middle half."
    plot = plots.bands(lines, "share of the match", "value")
    return section("How it goes, and where it turns", figure(plot, caption, "plot"), *told)


def luck(records: Sequence[Record], first: str) -> Part | str:
    groups = stats.by_luck(records, first)
    if len(groups) < 2:
        return ""
    points = [(one.middle, one.score.rate, *one.score.interval()) for one in groups]
    pairs = [
        (found, stats.points_of(record, first))
        for record in records
        if record.finished and (found := stats.luck_of(record, first)) is not None
    ]
    lines = [(f"{one.low:+.2f} to {one.high:+.2f}", one.score.matches, f"{one.score.rate:.0%}") for one in groups]
    return section(
        "Luck of the dice",
        figure(
            plots.with_intervals({first: points}, f"how much luckier {first} was (standard deviations)", "won"), kind="plot"
        ),
        table(["luck", "matches", f"{first} wins"], lines),
        words(
            f"Correlation of luck and result: {stats.correlation(pairs):+.2f}. Luck is how far a side's dice lay above their "
            "mean; where low dice are good, or dice matter unequally, it says less."
        ),
    )


@cache
def ledger_named(name: str) -> Ledger | None:
    """Of a game, or of the game that it is a variant of."""
    if name not in game_names():
        return None
    data = game(name).data
    return load_ledger(data) if data else None


def rules(records: Sequence[Record]) -> Part:
    known = game(records[0].game)
    applied = stats.rules_applied(records)
    ledger = ledger_named(known.name)

    def title(rule: str) -> str:
        found = ledger_named(rule.split(".")[0])
        return found.rules[rule].title if found and rule in found.rules else ""

    ordered = sorted(applied.items(), key=lambda one: (-one[1][1], one[0]))
    rows = [
        (rule, title(rule), f"{times / len(records):.2f}", f"{matches / len(records):.0%}")
        for rule, (matches, times) in ordered
    ]
    parts: list[str] = [
        words("How often a rule asked, told, rolled or stood in a tally."),
        table(["rule", "", "times a match", "of the matches"], rows[:25]),
    ]
    if rows[25:]:
        rest = table(["rule", "", "times a match", "of the matches"], rows[25:])
        parts.append(Part(f"<details><summary>{len(rows) - 25} more</summary>{rest}</details>"))
    if ledger is not None:
        never = [rule for rule in ledger.rules.values() if rule.id not in applied and rule.scope != "note"]
        listed = table(["rule", "", "scope"], [(rule.id, rule.title, rule.scope) for rule in never])
        parts.append(Part(f"<details><summary>{len(never)} rules of {len(ledger.rules)} never did</summary>{listed}</details>"))
    return section("Rules", *parts)


# ------------------------------------------------------------------ a short answer


def answer_lines(records: Sequence[Record]) -> list[str]:
    """Who wins, how often, and what the options change, in a line each."""
    cells = stats.cells_of(records)
    first = stats.sides_of(records)[0]
    lines = []
    for cell, of_cell in cells.items():
        for side, score in summary_of(of_cell).sides.items():
            low, high = score.interval()
            drawn = f", {score.draws} drawn" if score.draws else ""
            lines.append(f"{cell}: {side} wins {score.rate:.0%} of {score.matches} ({low:.0%} to {high:.0%}{drawn})")
    for one in stats.effects(records, first):
        sure = "more than chance" if one.low > 0 or one.high < 0 else "could be chance"
        lines.append(
            f"{one.option} = {one.value} changes that by {100 * one.difference:+.0f} points for {first} "
            f"({100 * one.low:+.0f} to {100 * one.high:+.0f}): {sure}."
        )
    return lines


def answer_picture(records: Sequence[Record]) -> str:
    """The rates of all sides in all cells."""
    cells = stats.cells_of(records)
    rows = []
    for cell, of_cell in cells.items():
        for number, (side, score) in enumerate(summary_of(of_cell).sides.items()):
            rows.append((f"{cell}: {side}" if len(cells) > 1 else side, score.rate, *score.interval(), number))
    return plots.rates(rows)
