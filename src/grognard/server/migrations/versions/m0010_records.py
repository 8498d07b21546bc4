"""Records stand when the match is deleted in which they were won or lost."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    _again(sa.Column("match", sa.String(32), primary_key=True))


def downgrade() -> None:
    op.execute('DELETE FROM results WHERE "match" NOT IN (SELECT id FROM matches)')
    _again(sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True))


def _again(match: sa.Column[str]) -> None:
    """SQLite cannot take a foreign key away: the table is written anew."""
    op.create_table(
        "results_anew",
        match,
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    columns = '"match", "user", game, side, outcome, made'
    op.execute(f"INSERT INTO results_anew ({columns}) SELECT {columns} FROM results")
    op.drop_table("results")
    op.rename_table("results_anew", "results")
    op.create_index("results_of", "results", ["user"])
