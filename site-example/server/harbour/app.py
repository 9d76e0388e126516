"""The server: tools, prompts, resources and resource templates."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import Field

from harbour.models import (
    Berth,
    BerthId,
    BerthPage,
    Booking,
    BookingId,
    BookingPage,
    BookingState,
    Contact,
    FaultReceipt,
    Metres,
    Quay,
    Quote,
    Severity,
    ShorePower,
    Stay,
    TideTable,
    Vessel,
)
from harbour.store import Store, text

VERSION = "2.2.0"
PAGE = 20

READ = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITE = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
DESTROY = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

Note = Annotated[str | None, Field(max_length=500, description="Anything the harbour office should know.")]


def build() -> MCPServer:
    """Return a new server with the fixture data as it stands on disk."""
    server = MCPServer(
        "harbour",
        title="Harbour booking desk",
        version=VERSION,
        instructions="Books berths in one harbour. Dates are local days; lengths are metres.",
    )
    store = Store()
    _berths(server, store)
    _bookings(server, store)
    _services(server, store)
    _texts(server, store)
    return server


def _berths(server: MCPServer, store: Store) -> None:
    @server.tool(title="Find free berths", annotations=READ)
    def find_berths(  # called by name, through the protocol
        arrival: Annotated[date, Field(description="First night.")],
        departure: Annotated[date, Field(description="Day of leaving.")],
        length_m: Annotated[Metres, Field(description="Length over all, in metres.")],
        draught_m: Annotated[
            Metres | None, Field(description="Draught in metres; null if not known.")
        ] = None,
        quay: Annotated[Quay | None, Field(description="Only this quay.")] = None,
        shore_power: Annotated[ShorePower, Field(description="At least this socket.")] = ShorePower.NONE,
        limit: Annotated[int, Field(ge=1, le=100, description="Most berths to return.")] = 20,
    ) -> BerthPage:
        """List the berths that are free for a whole stay and long enough for the vessel."""
        vessel = Vessel(name="?", length_m=length_m, draught_m=draught_m or 0.1)
        found = store.free(Stay(arrival=arrival, departure=departure), vessel, quay, shore_power)
        return BerthPage(berths=found[:limit], total=len(found))

    @server.tool(title="Look up a berth", annotations=READ)
    def get_berth(berth_id: BerthId) -> Berth:
        """Show one berth: its size, its depth and what is there."""
        return store.berth(berth_id)

    @server.tool(title="Report a fault", annotations=WRITE)
    def report_fault(
        berth_id: BerthId,
        severity: Severity,
        text: Annotated[
            str, Field(min_length=1, max_length=500, description="What is wrong, in plain words.")
        ],
    ) -> FaultReceipt:
        """Tell the harbour office that something at a berth is broken."""
        del text  # the office would read it; the fixture keeps the severity only
        return store.fault(berth_id, severity)


def _bookings(server: MCPServer, store: Store) -> None:
    @server.tool(
        title="Request a booking",
        description="Ask for a berth. Always call quote_stay first and tell the user the total.",
        annotations=WRITE,
        meta={"harbour.example/desk": "berthing"},
    )
    def request_booking(
        berth_id: BerthId,
        vessel: Vessel,
        stay: Stay,
        note: Note = None,
        contact: Annotated[Contact | None, Field(description="Where to reach the crew.")] = None,
    ) -> Booking:
        """Keep a berth; the contact is not part of the booking that is shown."""
        del contact
        return store.book(berth_id, vessel, stay, note)

    @server.tool(title="List bookings", annotations=READ)
    def list_bookings(
        state: Annotated[BookingState | None, Field(description="Only bookings in this state.")] = None,
        cursor: Annotated[str | None, Field(description="Where the page before ended.")] = None,
        page: Annotated[int, Field(ge=1, description="Number of the page. Use cursor.", deprecated=True)] = 1,
    ) -> BookingPage:
        """List bookings, oldest arrival first."""
        chosen = [booking for booking in store.bookings.values() if state in (None, booking.state)]
        chosen.sort(key=lambda booking: (booking.stay.arrival, booking.id))
        start = int(cursor) if cursor and cursor.isdecimal() else (page - 1) * PAGE
        end = start + PAGE
        return BookingPage(bookings=chosen[start:end], next_cursor=str(end) if end < len(chosen) else None)

    @server.tool(title="Cancel a booking", annotations=DESTROY)
    def cancel_booking(
        booking_id: BookingId,
        reason: Annotated[
            str | None, Field(max_length=200, description="Shown to the harbour office.")
        ] = None,
    ) -> Booking:
        """Give a berth back. A cancelled booking cannot be restored."""
        del reason
        return store.cancel(booking_id)


def _services(server: MCPServer, store: Store) -> None:
    @server.tool(title="Quote a stay", annotations=WRITE)
    def quote_stay(
        stay: Stay,
        length_m: Annotated[Metres, Field(description="Length over all, in metres.")],
        shore_power: ShorePower = ShorePower.NONE,
    ) -> Quote:
        """Say what a stay costs, line by line, and keep the quote for the harbour office."""
        return store.quote(stay, length_m, shore_power)

    @server.tool(title="Tide table", annotations=READ)
    def get_tides(day: Annotated[date, Field(description="A local day.")]) -> TideTable:
        """List high and low water of one day at the harbour entrance."""
        return store.tide_table(day)


def _texts(server: MCPServer, store: Store) -> None:
    @server.resource("harbour://rules", title="Harbour rules", mime_type="text/markdown")
    def rules() -> str:
        """What every crew must know: speed, quiet hours, waste."""
        return text("rules.md")

    @server.resource("harbour://tariff", title="Tariff", mime_type="application/json")
    def tariff() -> str:
        """Prices in euros, as quotes use them."""
        return text("tariff.json")

    @server.resource("harbour://berths/{berth_id}", title="Berth", mime_type="application/json")
    def berth_sheet(berth_id: str) -> str:
        """One berth, as get_berth returns it."""
        return store.berth(berth_id).model_dump_json(indent=2)

    @server.resource("harbour://tides/{day}", title="Tides of a day", mime_type="text/plain")
    def tide_sheet(day: str) -> str:
        """The tide table of one day as text, for display boards."""
        tides = store.tide_table(date.fromisoformat(day)).tides
        return "\n".join(f"{tide.at:%H:%M} {tide.turn} {tide.height_m} m" for tide in tides)

    @server.prompt(title="Plan an arrival")
    def plan_arrival(
        vessel: Annotated[str, Field(description="Name of the vessel.")],
        arrival: Annotated[str, Field(description="Day of arrival, YYYY-MM-DD.")],
        length_m: Annotated[str, Field(description="Length over all, in metres.")],
        draught_m: Annotated[str, Field(description="Draught in metres, if known.")] = "unknown",
    ) -> str:
        """Find a berth, check the tide and quote the stay, before anything is booked."""
        return (
            f"Plan the arrival of {vessel} ({length_m} m, draught {draught_m}) on {arrival}: "
            "find a free berth, compare its depth with the tides of the day, and quote one night."
        )

    @server.prompt(title="Explain a bill")
    def explain_bill(booking_id: Annotated[str, Field(description="Booking id.")]) -> str:
        """Explain what a booking costs and why, in plain words."""
        return f"Explain the cost of booking {booking_id} from the tariff, line by line."
