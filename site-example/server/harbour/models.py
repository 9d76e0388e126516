"""What the booking desk speaks of; the schemas of the tools are made from these models."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

BerthId = Annotated[str, Field(pattern=r"^[A-Z][0-9]{2}$", description="Berth id: a letter and two digits.")]
BookingId = Annotated[str, Field(pattern=r"^HB-[0-9]{4}$", description="Booking id, as in HB-1204.")]
Metres = Annotated[float, Field(gt=0, le=60)]


class Quay(StrEnum):
    """A part of the harbour."""

    NORTH = "north"
    INNER = "inner"
    SOUTH = "south"


class ShorePower(StrEnum):
    """The largest socket at a berth."""

    NONE = "none"
    A16 = "16A"
    A32 = "32A"
    A63 = "63A"


class Position(BaseModel):
    """A place on the chart, WGS 84."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)


class Berth(BaseModel):
    """A place where one vessel can lie."""

    id: BerthId
    quay: Quay
    length_m: float = Field(description="Longest vessel that fits, in metres.")
    depth_m: float = Field(description="Depth at the lowest tide, in metres.")
    shore_power: ShorePower
    water: bool = Field(description="Whether there is a tap.")
    position: Position | None = Field(description="Middle of the berth, where it was surveyed.")


class BerthPage(BaseModel):
    """A page of free berths."""

    berths: list[Berth]
    total: int = Field(ge=0, description="How many berths match in all.")


class VesselKind(StrEnum):
    """How a vessel is built and driven."""

    SAIL = "sail"
    MOTOR = "motor"
    MULTIHULL = "multihull"
    WORKBOAT = "workboat"


class Vessel(BaseModel):
    """The vessel that comes."""

    name: str = Field(min_length=1, max_length=60)
    kind: VesselKind = VesselKind.SAIL
    length_m: Metres
    draught_m: Metres
    registration: str | None = Field(default=None, description="Registration mark, if it has one.")


class Stay(BaseModel):
    """From the day of arrival to the day of departure."""

    arrival: date
    departure: date


class Channel(StrEnum):
    """How the crew is reached."""

    VHF = "vhf"
    PHONE = "phone"
    EMAIL = "email"


class Contact(BaseModel):
    """Where to reach the crew."""

    channel: Channel
    address: str = Field(min_length=1, description="VHF channel, telephone number or e-mail address.")


class BookingState(StrEnum):
    """Where a booking stands."""

    REQUESTED = "requested"
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"
    DEPARTED = "departed"


class Booking(BaseModel):
    """A berth that is kept for a vessel."""

    id: BookingId
    berth_id: BerthId
    vessel: str
    stay: Stay
    state: BookingState
    note: str | None


class BookingPage(BaseModel):
    """A page of bookings, oldest arrival first."""

    bookings: list[Booking]
    next_cursor: str | None = Field(description="Give it as cursor for the next page; null on the last one.")


class QuoteLine(BaseModel):
    """One item of a quote."""

    text: str
    nights: int = Field(ge=1)
    amount: float = Field(ge=0)


class Quote(BaseModel):
    """What a stay costs."""

    quote_id: str = Field(description="Id under which the harbour office keeps the quote.")
    currency: Literal["EUR"]
    lines: list[QuoteLine]
    total: float = Field(ge=0)


class Turn(StrEnum):
    """High or low water."""

    HIGH = "high"
    LOW = "low"


class Tide(BaseModel):
    """One turn of the tide."""

    at: datetime
    turn: Turn
    height_m: float = Field(description="Above chart datum, in metres.")


class TideTable(BaseModel):
    """The tides of one day."""

    day: date
    tides: list[Tide]


class Severity(StrEnum):
    """How bad a fault is."""

    MINOR = "minor"
    UNUSABLE = "unusable"
    DANGEROUS = "dangerous"


class FaultReceipt(BaseModel):
    """The harbour office's answer to a report."""

    report_id: str
    berth_id: BerthId
    severity: Severity
    closed_to_bookings: bool
