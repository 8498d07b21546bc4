"""Actions: seven rounds, die actions, activation."""
