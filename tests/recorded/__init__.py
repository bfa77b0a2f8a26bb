"""What the app answered when it was recorded, and whether it still does.

`stories.py` plays requests at an app of its own; `record.py` makes the stories and writes down what came of them;
`kept.py` reads and writes the files; `differences.toml` lists what may differ since, each with its reason.
"""
