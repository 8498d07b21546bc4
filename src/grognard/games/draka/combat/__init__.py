"""Combat: forces of the variant, gas, invasions."""
