"""The prompts, as plain templates a user can read and replace."""
