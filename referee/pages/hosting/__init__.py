"""Tools for whoever runs a server: commands, metrics; what phones keep for when it is away."""
