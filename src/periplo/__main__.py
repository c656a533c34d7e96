"""`python -m periplo`."""

from periplo.cli.main import main

main()
