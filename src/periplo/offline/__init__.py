"""Tables without a server: what a browser runs under Pyodide, or anything else that can call it.

Like a table it does no I/O: something comes in, and a list of what is to be done comes out, as
JSON. `tables.py` is the way in; `answers.py` answers what a page asks by HTTP elsewhere. Everything
that decides is in the layers below, the same that a server runs.
"""
