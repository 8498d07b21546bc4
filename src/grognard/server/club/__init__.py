"""The club: people with accounts, seats that are theirs, matches over days. `grognard play` needs nothing of it."""
