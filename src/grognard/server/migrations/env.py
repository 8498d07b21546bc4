"""Alembic's environment: the connection is given by migrate.py; nothing is read from an ini file."""

from alembic import context

from grognard.server.schema import meta

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=meta, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
