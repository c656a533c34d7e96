"""One table that people sit at, without any I/O: an input goes in, effects come out.

`Table.handle` takes a message, a tick of the clock or the news that something is on disk, with the
time at which it came. It returns what is to be done: `Persist`, `Send`, `AskBot`, `SetTimeout` and
a few more. Whoever runs the table carries them out; `periplo.server.table` does so for the server.
Only the standard library and our own rules are imported here.
"""
