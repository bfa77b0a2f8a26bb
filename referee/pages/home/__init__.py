"""The first page, and the form of a new table."""
