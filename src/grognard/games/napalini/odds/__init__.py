"""Exact odds. They look at the rules; no rule looks at them."""
