"""Policy files: what to look for, what to promise."""
