"""Alembic migrations, packaged with the server and run when it starts (migrate.py)."""
