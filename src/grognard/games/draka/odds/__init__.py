"""Odds with bombing, biplanes and gas."""
