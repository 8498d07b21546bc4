"""Reminders: when somebody last came to a match, and whether he was reminded. Limits that several processes count together.
Who has sat where before: what he knows of that side, he knows.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("looks") as looks:
        looks.add_column(sa.Column("looked", sa.String(32), nullable=False, server_default=""))
        looks.add_column(sa.Column("reminded", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "rates",
        sa.Column("what", sa.String(20), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("good", sa.Integer, nullable=False),
    )


    op.create_table(
        "knew",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("knew")
    op.drop_table("rates")
    with op.batch_alter_table("looks") as looks:
        looks.drop_column("reminded")
        looks.drop_column("looked")
