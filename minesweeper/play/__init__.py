"""Plays a game: the rules, the session around it, and its assistants."""
