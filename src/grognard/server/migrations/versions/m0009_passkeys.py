"""Passkeys, and browsers that want to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(400), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_index("passkeys_of", "passkeys", ["user"])
    op.create_table(
        "spent",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_index("pushes_of", "pushes", ["user"])


def downgrade() -> None:
    for name in ("pushes", "spent", "passkeys"):
        op.drop_table(name)
