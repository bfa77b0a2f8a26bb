"""How the app is served: at home by waitress, elsewhere by gunicorn, and where it is reached."""
