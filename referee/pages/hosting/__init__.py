"""What whoever runs a server needs: commands, metrics; what phones keep for when it is away."""
