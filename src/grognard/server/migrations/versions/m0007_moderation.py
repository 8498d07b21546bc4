"""Complaints, whom one does not want to read, and who may not talk for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("users", sa.Column("silent", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "muted",
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_table(
        "complaints",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("by", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("about", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("settled", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("complaints")
    op.drop_table("muted")
    op.drop_column("users", "silent")
