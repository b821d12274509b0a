"""Routes about the server itself."""

from typing import Any

from litestar import Response, get

from spanish21 import __version__
from spanish21.server.audit.background import BROKEN_OFF, WRONG
from spanish21.server.audit.self_check import CHANGED
from spanish21.server.people.callers import require
from spanish21.server.web.routes.caller import Asking, Desk

KNOWN = "without witnesses, the rollback of a whole machine with its key files cannot be detected"


@get("/api/health", summary="Whether all is well", asks="see_health")
async def health(desk: Desk) -> Response[dict[str, Any]]:
    """503 while the writer waits for a disk or a database, or the heartbeat reaches none. `ledger` is the
    check of the whole log that runs in the background after every start. `tree` is the incarnation of the
    house, why it was begun if the database was restored, logs that end where the program did not leave them,
    and up to which size each wanted witness has cosigned since the start, or why one does not. `program` is
    what a check of the program's own files found. `clock` says by how many milliseconds the house's time is
    ahead of the machine's clock, which was set back. `nodes` counts the servers that share the database."""
    hosts = desk.hall.hosts.values()
    stopped = [host.table_id for host in hosts if host.stopped]
    trouble = desk.writer.trouble or (desk.news.cluster.trouble if desk.news.cluster is not None else "")
    witnesses = desk.cosigning
    ledger, tree, program = desk.checking.found, desk.sequencer, desk.self_check.found
    wrong = ledger.state in (WRONG, BROKEN_OFF) or bool(tree.altered) or program.state == CHANGED
    body = {
        "ok": not trouble and not stopped and not wrong,
        "version": __version__,
        "trouble": trouble,
        "tables": len(hosts),
        "stopped": stopped,
        "ledger": {
            "state": ledger.state,
            "tables": ledger.tables,
            "events": ledger.events,
            "seconds": round(ledger.seconds, 1),
            "findings": len(ledger.findings),
        },
        "tree": {
            "incarnation": desk.begun.seen.incarnation,
            "restored": desk.begun.why,
            "lost": desk.begun.lost,
            "missing": desk.begun.missing,
            "altered": list(tree.altered),
            "known": "" if witnesses.wanted else KNOWN,
            "witnesses": {"cosigned": witnesses.cosigned, "troubles": witnesses.troubles},
        },
        "program": {"state": program.state, "digest": program.digest, "changed": len(program.changed)},
        "clock": {"ahead": desk.clock.ahead},
        "nodes": 1 + len(desk.news.cluster.others) if desk.news.cluster is not None else 1,
    }
    return Response(body, status_code=503 if trouble else 200)


@get("/metrics", summary="Figures for Prometheus", include_in_schema=True, asks="see_metrics")
async def metrics(desk: Desk, caller: Asking) -> Response[str]:
    """For auditors and administrators."""
    require(caller, "see_metrics")
    hosts = desk.hall.hosts.values()
    figures = {
        "spanish21_tables": len(hosts),
        "spanish21_tables_stopped": sum(1 for host in hosts if host.stopped),
        "spanish21_people": sum(len(host.table.people) for host in hosts),
        "spanish21_listeners": sum(len(host.teller.listeners) for host in hosts),
        "spanish21_batches_total": desk.writer.committed,
        "spanish21_commits_total": desk.writer.groups,
        "spanish21_in_trouble": int(bool(desk.writer.trouble)),
    }
    lines = "".join(f"{name} {value}\n" for name, value in figures.items())
    return Response(lines, media_type="text/plain; version=0.0.4")


ROUTES = [health, metrics]
