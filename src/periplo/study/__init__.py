"""Studying games: mass simulation, benchmarks, counts, golden games, clauses."""
