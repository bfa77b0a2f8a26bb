"""The referee at the table: fame, pawns, Spirit, potions and creatures, judged and remembered.

engine.py    what every game shares (pure)            games/       the rules of each game (pure)
store.py     the only SQL                              rulebook/    the rules' text as data; search
live.py      who watches which table                   pages/       Flask blueprints
language.py  catalogs, choice of language, say()

Imports go one way: app -> pages -> store, live, language, rulebook, games -> engine.
"""
