"""The version of the program, in one place for the package, the command line and the build.

Tested in tests/test_cli.py.
"""

VERSION = "1.0.0"
