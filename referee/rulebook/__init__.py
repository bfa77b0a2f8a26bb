"""The rules' text as data."""
