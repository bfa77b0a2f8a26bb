"""Desks: one question, or one score, without a table."""
