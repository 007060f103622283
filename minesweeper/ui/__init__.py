"""The curses front end: a pure model and pure screens, and one thin adapter to the terminal."""
