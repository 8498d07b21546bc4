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
    "ground": ["town_roads_cost_1", "woods_cost_by_type", "terrain_worst_only", "bridged_stream_uses_stream", "crest_uphill_only", "units_do_not_block_extended_los", "morale_cap_5", "kgl_counts_as_british", "young_guard_recule", "horse_artillery_frozen_after_bombardment", "leader_loss_only_on_step_losses"],
    "staff": ["initial_action_subordinates_only", "bombardment_needs_attack_order", "order_failure_status", "hq_movement_allowance", "transmission_divisor", "compliance_column_7_literal", "away_from_hq_single_order", "wing_orders_unrestricted", "french_release", "nlb_campaign"],
    "fates": ["d-erlon-obeys-ney", "d-erlon-marches-on", "borcke-recalled", "prussian-night-withdrawal", "prussian-delay"],
    "readings": ["terrain_protects_attackers", "round_by_percentage_group", "confidence_for_all_orders", "division_own_chit", "nlb_battle"],
}  # fmt: skip
VALUES = {"woods_cost_by_type": "2/2/4", "order_failure_status": "reserve", "hq_movement_allowance": 5, "transmission_divisor": 10}  # the others: on
SCENARIOS = ["learning", "quatre-bras", "ligny", "wavre", "la-belle-alliance", "wachau-1813", "campaign-1815"]


def run(scenario: str, bundle: str, seeds: list[str], budget: Budget) -> None:
    options = {name: VALUES.get(name, True) for name in BUNDLES[bundle]}
    report = run_battery("nlc", scenario, options, seeds=seeds, budget=budget)
    assert report.ok, str(report)


@pytest.mark.parametrize("bundle", ["fighting", "fog"])
def test_the_battery_with_options_quickly(bundle: str) -> None:
    run("learning", bundle, ["bundle"], Budget(seconds=0, samples=5, restarted=12, elsewhere=40))  # counted: the same everywhere


@pytest.mark.soak
@pytest.mark.parametrize("bundle", list(BUNDLES))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_battery_with_options(scenario: str, bundle: str) -> None:
    run(scenario, bundle, ["bundle 1", "bundle 2"], Budget(seconds=40.0))
