"""Cards: decks and hands, events."""
