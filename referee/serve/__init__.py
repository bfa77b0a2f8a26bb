"""Serving the app: at home by waitress, elsewhere by gunicorn, and where it is reached."""
