"""The staff. It looks at the rules; no rule looks at it."""
