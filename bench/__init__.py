"""Measures, as ratios taken in one run: `python -m bench` (all), or the names of some."""
