"""Servers in processes of their own, for tests and for `bench/`: the app (`server.py`), PostgreSQL (`postgres.py`)."""
