"""Which turns gave their time to a clock, and who stood up from a rated match under way."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("clocks", sa.Column("turns", sa.Text, nullable=False, server_default="[]"))
    op.add_column("knew", sa.Column("deserted", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("knew", "deserted")
    op.drop_column("clocks", "turns")
