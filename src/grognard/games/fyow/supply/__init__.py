"""Sections 20 to 22: routes, supply, Rationed forces, convoys, loads, replenishment."""
