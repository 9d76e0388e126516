"""The fixture data, and what the running process adds to it. Nothing is written back."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from harbour.models import (
    Berth,
    Booking,
    BookingState,
    FaultReceipt,
    Quay,
    Quote,
    QuoteLine,
    Severity,
    ShorePower,
    Stay,
    TideTable,
    Vessel,
)

DATA = Path(__file__).parent / "data"
POWER_RANK = {power: rank for rank, power in enumerate(ShorePower)}


class UnknownError(ToolError):  # whose text reaches the caller; of other errors nothing is told
    """There is no such berth, booking or day."""


class Store:
    """Berths, bookings, tides and tariff of one harbour."""

    def __init__(self) -> None:
        self.berths = {row["id"]: Berth.model_validate(row) for row in _rows("berths.json")}
        self.bookings = {row["id"]: Booking.model_validate(row) for row in _rows("bookings.json")}
        self.tides = {row["day"]: TideTable.model_validate(row) for row in _rows("tides.json")}
        self.tariff = json.loads(text("tariff.json"))
        self.quotes: list[Quote] = []
        self.faults: list[FaultReceipt] = []

    def berth(self, berth_id: str) -> Berth:
        """Return one berth."""
        if berth_id not in self.berths:
            raise UnknownError(f"there is no berth {berth_id}")
        return self.berths[berth_id]

    def booking(self, booking_id: str) -> Booking:
        """Return one booking."""
        if booking_id not in self.bookings:
            raise UnknownError(f"there is no booking {booking_id}")
        return self.bookings[booking_id]

    def tide_table(self, day: date) -> TideTable:
        """Return the tides of a day."""
        if day.isoformat() not in self.tides:
            raise UnknownError(f"the tide table does not cover {day}")
        return self.tides[day.isoformat()]

    def free(self, stay: Stay, vessel: Vessel, quay: Quay | None, power: ShorePower) -> list[Berth]:
        """Return the berths that the vessel can have for the whole stay, by id."""
        return [
            berth
            for berth in self.berths.values()
            if berth.length_m >= vessel.length_m
            and berth.depth_m > vessel.draught_m
            and quay in (None, berth.quay)
            and POWER_RANK[berth.shore_power] >= POWER_RANK[power]
            and self._is_free(berth.id, stay)
        ]

    def book(self, berth_id: str, vessel: Vessel, stay: Stay, note: str | None) -> Booking:
        """Keep a free berth; the harbour office confirms later."""
        if self.berth(berth_id) not in self.free(stay, vessel, None, ShorePower.NONE):
            raise UnknownError(f"berth {berth_id} is taken, or too small for {vessel.name}")
        number = max(int(booking_id.removeprefix("HB-")) for booking_id in self.bookings) + 1
        booking = Booking(
            id=f"HB-{number:04}",
            berth_id=berth_id,
            vessel=vessel.name,
            stay=stay,
            state=BookingState.REQUESTED,
            note=note,
        )
        self.bookings[booking.id] = booking
        return booking

    def cancel(self, booking_id: str) -> Booking:
        """Free the berth; a departed vessel's booking stays as it is."""
        booking = self.booking(booking_id)
        if booking.state is not BookingState.DEPARTED:
            booking = booking.model_copy(update={"state": BookingState.CANCELLED})
            self.bookings[booking_id] = booking
        return booking

    def quote(self, stay: Stay, length_m: float, power: ShorePower) -> Quote:
        """Add up a stay by the tariff and keep the quote."""
        nights = (stay.departure - stay.arrival).days
        if nights < 1:
            raise UnknownError("the departure is not after the arrival")
        per_metre = self.tariff["berth_per_metre_and_night"]
        lines = [QuoteLine(text="Berth", nights=nights, amount=round(nights * length_m * per_metre, 2))]
        if power is not ShorePower.NONE:
            amount = nights * self.tariff["shore_power_per_night"][power]
            lines.append(QuoteLine(text=f"Shore power {power}", nights=nights, amount=amount))
        total = round(sum(line.amount for line in lines), 2)
        quote = Quote(quote_id=f"Q-{len(self.quotes) + 1:03}", currency="EUR", lines=lines, total=total)
        self.quotes.append(quote)
        return quote

    def fault(self, berth_id: str, severity: Severity) -> FaultReceipt:
        """Note a fault of a berth."""
        receipt = FaultReceipt(
            report_id=f"F-{len(self.faults) + 1:03}",
            berth_id=self.berth(berth_id).id,
            severity=severity,
            closed_to_bookings=severity is not Severity.MINOR,
        )
        self.faults.append(receipt)
        return receipt

    def _is_free(self, berth_id: str, stay: Stay) -> bool:
        closed = any(fault.berth_id == berth_id and fault.closed_to_bookings for fault in self.faults)
        return not closed and not any(
            booking.berth_id == berth_id
            and booking.state is not BookingState.CANCELLED
            and booking.stay.arrival < stay.departure
            and stay.arrival < booking.stay.departure
            for booking in self.bookings.values()
        )


@cache
def text(name: str) -> str:
    """Return a file of the fixture data."""
    return (DATA / name).read_text(encoding="utf-8")


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(text(name))
    return rows
