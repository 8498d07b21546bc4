"""The war as a whole: arrivals, offensives, those driven out."""
