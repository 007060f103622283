"""The version of the program, in one place for the package, the command line and the build."""

VERSION = "0.1.0"
