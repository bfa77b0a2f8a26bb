"""What all tests share: how hard Hypothesis tries."""

import os

from hypothesis import settings

# No deadline: how long an example takes says something about the machine, nothing about the rules.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")
