"""Chapter PIPs: what an activation costs."""
