"""The cards: what each does."""
