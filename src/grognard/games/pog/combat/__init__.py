"""Combat: who attacks, how it is fought, what follows."""
