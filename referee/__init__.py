"""The referee at the table: fame, pawns, Spirit, potions and creatures, judged and remembered.

engine.py    what every game shares (pure)            games/       the rules of each game (pure)
history.py   the log: undo, redo, replay (pure)        rulebook/    the rules' text as data; search
store.py     the only SQL                              pages/       Flask blueprints
live.py      who watches which table
language.py  catalogs, choice of language, say()

Imports go one way: app -> pages -> store, live, language, rulebook, games -> history -> engine.
"""
