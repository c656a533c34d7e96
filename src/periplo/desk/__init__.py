"""Real tables and their officials, without I/O: requests in, lines of a journal out."""
