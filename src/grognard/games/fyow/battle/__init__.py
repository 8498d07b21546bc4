"""Section 33 and 15.7: battles on paper, on the table, or linked to another match."""
