"""The only folder that knows a terminal: its protocol, what it sends, and curses."""
