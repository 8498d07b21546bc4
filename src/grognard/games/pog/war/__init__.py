"""The war as a whole: neutrals, offensives, war status, peace, victory."""
