"""The battery in depth on the great battles, with the optional rules of chapter 25 in bundles that can be played together."""

from __future__ import annotations

import pytest

from grognard.kernel.battery import Budget, run_battery

BUNDLES = {
    "fighting": ["advanced_disruption", "artillery_support", "remote_support", "artillery_detail", "tiny_units", "huge_units", "overruns"],
    "fog": ["hidden_movement", "road_column", "order_force", "command_confusion", "national_rules", "night_without_chits"],
    "markers": ["marker_orders", "aide_interception", "six_to_hit", "charge_multiplier_4", "reaction_charges_unlimited"],
    "flags": ["marker_orders", "advanced_target_markers", "zoc_blocks_supply", "flank_charges_into_towns", "rain_charges_allowed"],
    "mail": ["play_by_mail", "open_orders", "fire_table_2002", "bombardment_disrupts_whole_hex", "foot_artillery_survives_charges"],
    "readings": ["terrain_protects_attackers", "round_by_percentage_group", "confidence_for_all_orders", "division_own_chit", "nlb_battle"],
}  # fmt: skip
SCENARIOS = ["learning", "quatre-bras", "ligny", "wavre", "la-belle-alliance"]


def run(scenario: str, bundle: str, seeds: list[str], budget: Budget) -> None:
    report = run_battery("nlc", scenario, dict.fromkeys(BUNDLES[bundle], True), seeds=seeds, budget=budget)
    assert report.ok, str(report)


@pytest.mark.parametrize("bundle", ["fighting", "fog"])
def test_the_battery_with_options_quickly(bundle: str) -> None:
    run("learning", bundle, ["bundle"], Budget(seconds=0, samples=5, restarted=12, elsewhere=40))  # counted: the same everywhere


@pytest.mark.soak
@pytest.mark.parametrize("bundle", list(BUNDLES))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_battery_with_options(scenario: str, bundle: str) -> None:
    run(scenario, bundle, ["bundle 1", "bundle 2"], Budget(seconds=40.0))
