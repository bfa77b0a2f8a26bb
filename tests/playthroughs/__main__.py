"""Write all playthroughs and counts anew: `python -m tests.playthroughs`; then read what changed in `git diff`."""

from tests.playthroughs.text import HERE, PLAYED, counted, file_of, playthrough

for file in HERE.glob("*.txt"):
    file.unlink()
for game, variety in PLAYED:
    file_of(game, variety).write_text(playthrough(game, variety))
(HERE / "counts.txt").write_text(counted())
