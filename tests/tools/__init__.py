"""Tools for developers and tests: recording screens, random input, pseudo-terminals, releases and generated pages."""
