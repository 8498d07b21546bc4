"""A second factor for an account; and on which device a session was begun."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("users", sa.Column("second", sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("agent", sa.String(80), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("sessions", "agent")
    op.drop_column("users", "second")
