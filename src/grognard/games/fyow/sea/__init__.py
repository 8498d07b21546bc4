"""Section 29: boats, landings, and aircraft against ships."""
