"""Chapter 7: combat; chapter 3, ambushes; chapter 11, barrages."""
