"""The parts that screens share: title, message and hints, rows and columns, lists and long texts."""
