"""What a staff may write into its drafts: options and duties (10, 11)."""
