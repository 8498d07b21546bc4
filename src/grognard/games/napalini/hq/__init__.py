"""Chapter 4: what HQs have to spend, and their messages."""
