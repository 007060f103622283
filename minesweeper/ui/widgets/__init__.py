"""What all screens share: chrome, lists, texts, exports."""
