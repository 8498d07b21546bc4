"""What is drawn and read. It looks at the rules; no rule looks at it."""
