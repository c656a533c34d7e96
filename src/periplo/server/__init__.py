"""The table server: live matches over HTTP and WebSocket. docs/protocol.md describes it."""
