"""The commands `bench` and `referee`: many boards are played, and the results of players are compared."""
