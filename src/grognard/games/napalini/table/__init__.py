"""Chapter 3: the table, what lies on it and what is seen of it."""
