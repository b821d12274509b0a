"""The version of the socket's messages, which the server and every client must share."""

PROTOCOL = 2
"""1 sent one patch for all that a commit changed; 2 sends steps."""
