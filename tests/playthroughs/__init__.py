"""Games as text: what each position offers, what was played and what it brought about (OpenSpiel's playthroughs)."""
