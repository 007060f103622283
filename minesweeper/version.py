"""The version of the program.

The package, the command line and the build all read it here. Tested in tests/test_cli.py.
"""

VERSION = "1.0.0"
