"""Tools for work on the project, such as recording what the screens show and comparing it after a change."""
