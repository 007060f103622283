"""Holds the parts that all screens share: title, message and hints, lists, texts, exports."""
