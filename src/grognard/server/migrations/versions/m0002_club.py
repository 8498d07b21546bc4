"""The club: people, who sits where, invitations, chat, offers, clocks, results."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("owner", sa.Integer, nullable=True))
        matches.add_column(sa.Column("public", sa.Integer, nullable=False, server_default="0"))
        matches.add_column(sa.Column("club", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "users",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("admin", sa.Integer, nullable=False),
        sa.Column("closed", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_index("sessions_of", "sessions", ["user"])
    op.create_table(
        "keys", sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "members",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("since", sa.String(32), nullable=False),
    )
    op.create_index("members_by_user", "members", ["user"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=True),
        sa.Column("seat", sa.String(80), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("by", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("to", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("chat_of", "chat", ["match"])
    op.create_table(
        "offers",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("what", sa.String(20), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "looks",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("noticed", sa.String(32), nullable=False),
        sa.Column("turn", sa.Text, nullable=False),
    )
    op.create_table(
        "clocks",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(80), primary_key=True),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_index("results_of", "results", ["user"])
    op.create_table(
        "ratings",
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "leases",
        "ratings",
        "results",
        "clocks",
        "looks",
        "offers",
        "chat",
        "invitations",
        "members",
        "keys",
        "sessions",
        "users",
    ):
        op.drop_table(table)
    with op.batch_alter_table("matches") as matches:
        for column in ("club", "public", "owner"):
            matches.drop_column(column)
