"""Who was sent away from a match, and when: older links do not bring him back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "sent_away",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("made", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sent_away")
