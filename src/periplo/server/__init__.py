"""The table server: live matches over HTTP and WebSocket. docs/protocol.md tells what it says."""
