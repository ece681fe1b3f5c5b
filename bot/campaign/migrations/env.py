"""Runs the migrations on the connection that the store hands over."""

from alembic import context

from bot.campaign.models import METADATA

connection = context.config.attributes.get("connection")
if connection is None:
    context.configure(
        dialect_name=context.config.get_main_option("dialect"), target_metadata=METADATA, literal_binds=True
    )
else:
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
