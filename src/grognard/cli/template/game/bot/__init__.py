"""Bots and what they go by. They look at the rules; no rule looks at them."""
