"""What /metrics shows. Numbers are read when somebody asks, so that counting stays cheap."""

from collections.abc import Iterator
from typing import get_args

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from periplo.server.registry import TableRegistry
from periplo.table.rows import By

GAUGES = {
    "tables_loaded": "Tables in memory.",
    "connections": "Open WebSockets.",
    "bot_tasks_waiting": "Decisions of bots that wait for a process.",
}
TOTALS = {
    "commits": "Commits to the database.",
    "failed_writes": "Commits that the database refused.",
    "bot_answers": "Decisions of bots, also failed ones.",
    "opened": "Tables that were opened.",
    "loaded": "Tables read from the database.",
    "evicted": "Tables that left the memory because they were idle.",
    "expired": "Tables deleted because nobody came.",
}


class ServerMetrics(Collector):
    """The numbers of one server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        registry = self._registry
        values = {
            **registry.counts,
            "tables_loaded": len(registry.loaded),
            "bot_tasks_waiting": registry.bot_pool.waiting,
            "commits": registry.store.commits,
            "failed_writes": registry.store.failures,
            "bot_answers": registry.bot_pool.answers,
        }
        for name, meaning in GAUGES.items():
            yield GaugeMetricFamily(f"periplo_{name}", meaning, values.get(name, 0))
        for name, meaning in TOTALS.items():
            yield CounterMetricFamily(f"periplo_{name}", meaning, values.get(name, 0))
        meaning = "Actions, by who brought them about."
        actions = CounterMetricFamily("periplo_actions", meaning, labels=["by"])
        for by in get_args(By):
            actions.add_metric([by], values.get(by, 0))
        yield actions
