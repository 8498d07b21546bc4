"""What the campaign's sheets hold: parts of the state (state.py puts them together)."""
