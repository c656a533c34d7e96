"""`periplo serve`, and `periplo` alone: the table server; `periplo verify`: its proofs."""

import re
from typing import Annotated

import typer

from periplo.cli.arguments import Packs, bring_files, report_broken_games
from periplo.core.errors import BadSetup
from periplo.play.draws import proof_from_json
from periplo.play.draws import verify as verify_proof
from periplo.play.record import read_json

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8000


def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; 0.0.0.0 lets the network in.")
    ] = HOST,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="Let in phones in the same network: their addresses, and a QR code."
        ),
    ] = False,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; 0 is any that is free.")
    ] = PORT,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="sqlite:///FILE or postgresql://…; a file of your own if left out.",
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=BOT",
            help="Offer a bot of yours, such as fox=cmd:./fox. May be repeated.",
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="A file that tables may use, such as a question pack; read when the server "
            "starts, and kept with the tables that use it. May be repeated.",
        ),
    ] = None,
    bot_processes: Annotated[
        int,
        typer.Option(
            "--bot-processes",
            min=0,
            max=64,
            help="Worker processes for bots; 0 is one less than there are cores, 2 to 4.",
        ),
    ] = 0,
    least_limit: Annotated[
        int,
        typer.Option(
            "--least-limit", min=1, max=3600, help="Fewest seconds for a turn, if it is limited."
        ),
    ] = 5,
    rate: Annotated[
        float, typer.Option("--rate", min=1, help="Messages a second from one socket.")
    ] = 30.0,
    tables: Annotated[
        float,
        typer.Option(
            "--tables",
            min=1,
            help="New tables and seats taken a minute from one address.",
        ),
    ] = 300.0,
    quotas: Annotated[
        list[str] | None,
        typer.Option(
            "--quota",
            metavar="NAME=NUMBER",
            help="How much one may have, 0 for no limit; docs/operating.md has the names. "
            "May be repeated.",
        ),
    ] = None,
    sockets: Annotated[
        int,
        typer.Option("--sockets", min=1, help="Spectators and lobbies from one address at once."),
    ] = 500,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="ADDRESS",
            help="A proxy or network whose word on who asks is taken. May be repeated.",
        ),
    ] = None,
    proxy_header: Annotated[
        str, typer.Option("--proxy-header", help="x-forwarded-for or forwarded: where it says so.")
    ] = "x-forwarded-for",
    metrics_token: Annotated[
        str,
        typer.Option(
            "--metrics-token",
            envvar="PERIPLO_METRICS_TOKEN",
            show_envvar=True,
            metavar="TOKEN",
            help="Show /metrics to whoever sends it as a bearer token; nobody if left out.",
        ),
    ] = "",
    key_file: Annotated[
        str,
        typer.Option(
            "--key-file",
            metavar="FILE",
            help="Seals the secrets of throws until a game is over; made if there is none. "
            "Left out: beside a SQLite file, or in your data folder.",
        ),
    ] = "",
    wait: Annotated[
        float,
        typer.Option(
            "--wait",
            metavar="SECONDS",
            min=0,
            max=3600,
            help="For another server that uses the database to end.",
        ),
    ] = 30.0,
    packs: Annotated[
        str,
        typer.Option(
            "--packs",
            help="open: everybody may write question packs in the browser; host: only who sits at "
            "this machine.",
        ),
    ] = "open",
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="DAYS",
            help="Delete tables, but for real ones, where nothing has happened for so long, such "
            "as 90d; never if left out.",
        ),
    ] = "",
    cert: Annotated[
        str | None,
        typer.Option("--cert", metavar="FILE", help="Serve HTTPS with this certificate (PEM)."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="FILE", help="The certificate's private key (PEM)."),
    ] = None,
    browse: Annotated[
        bool, typer.Option("--browse/--no-browse", help="Open the browser, too.")
    ] = False,
    log_level: Annotated[
        str, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = "info",
) -> None:
    """Run the table server: games in the browser for everybody who can reach it.

    It prints its address first, then those by which others reach it. Everything is kept in the
    database: end it when you like, and start it again where it was.
    """
    if log_level not in ("debug", "info", "warning", "error"):
        raise BadSetup(f"log level {log_level!r}: there are debug, info, warning, error")
    if proxy_header not in ("x-forwarded-for", "forwarded"):
        raise BadSetup(f"proxy header {proxy_header!r}: there are x-forwarded-for, forwarded")
    if lan and host not in (HOST, EVERYWHERE):
        raise BadSetup(f"--lan listens on every address: leave out --host {host}")
    if (cert is None) != (key is None):
        given, missing = ("--key", "--cert") if cert is None else ("--cert", "--key")
        raise BadSetup(f"{given} needs {missing}, too: HTTPS takes a certificate and its key")
    try:
        from periplo.server.packs import MAKINGS
        from periplo.server.places import default_database
        from periplo.server.quotas import read_quotas
        from periplo.server.registry import Settings
        from periplo.server.run import Certificate
        from periplo.server.run import serve as run
    except ModuleNotFoundError as error:
        raise BadSetup(f"the server needs {error.name}: pip install 'periplo[server]'") from None
    if packs not in MAKINGS:
        raise BadSetup(f"packs {packs!r}: there are {', '.join(MAKINGS)}")
    settings = Settings(
        database or default_database(),
        dict(_named(entry) for entry in bots or []),
        frozenset(files or []),
        bot_processes,
        messages_a_second=rate,
        tables_a_minute=tables,
        least_limit=least_limit,
        quotas=read_quotas(quotas or []),
        sockets_an_address=sockets,
        trusted_proxies=tuple(trusted_proxies or ()),
        proxy_header="forwarded" if proxy_header == "forwarded" else "x-forwarded-for",
        metrics_token=metrics_token,
        key_file=key_file,
        wait=wait,
        packs="host" if packs == "host" else "open",
        keep=_keeps(keep),
    )
    report_broken_games()
    certificate = Certificate(cert, key) if cert is not None and key is not None else None
    run(
        settings,
        EVERYWHERE if lan else host,
        port,
        browse=browse,
        log_level=log_level,
        certificate=certificate,
        qr_code=lan,
    )


def _keeps(text: str) -> int:
    """For how many seconds tables are kept, from a text such as 90d; 0 for ever."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})d", text, re.ASCII)
    if text and found is None:
        raise BadSetup(f"--keep {text!r}: must be a number of days, such as 90d")
    return 24 * 3600 * int(found[1]) if found else 0


def _named(entry: str) -> tuple[str, str]:
    name, equals, bot = entry.partition("=")
    if not (name and equals and bot):
        raise BadSetup(f"bot {entry!r}: must be NAME=BOT, such as fox=cmd:./fox")
    return name, bot


def verify(
    proof: Annotated[
        str, typer.Argument(metavar="PROOF", help="A table's proof; - is standard input.")
    ],
    pack: Packs = None,
) -> None:
    """Compute every throw and card of a table again.

    Tables of the server promise a secret before the first throw and publish it after the last; in
    between, the players add random values of their own. The proof that a table gives for download
    holds the record, the promise, the players' values and the secret.
    """
    given = proof_from_json(read_json(proof, "proof"))
    bring_files(given.record, pack)
    found = verify_proof(given)
    if not found["right"]:
        raise BadSetup(f"not as promised: {found['wrong']}")
    who = {0: "nobody contributed", 1: "1 player contributed"}.get(
        found["contributed"], f"{found['contributed']} players contributed"
    )
    print(f"{found['draws']} draws, all as promised by {found['commitment']}; {who}")
    if found["entered"]:
        print(f"{found['entered']} verdicts were people's: nothing was drawn for them")
    if found["skipped"]:
        print(f"{found['skipped']} questions were taken out by the teacher, and others drawn")
