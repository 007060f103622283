"""The rules, one sitting, and who helps in it."""
