"""Code that reads and writes what the program keeps: settings, the game database, boards and replays in files."""
