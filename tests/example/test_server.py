"""The example server: what it answers is the lockfile of release 2.2.0, over each transport and era."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters

from webservers import listening

Surface = dict[str, list[dict[str, Any]]]
STAY = {"arrival": "2026-06-10", "departure": "2026-06-12"}
VESSEL = {"name": "Tern", "length_m": 9.5, "draught_m": 1.4}

#: A call of each tool that must succeed, in an order that works on one process.
CALLS = [
    ("find_berths", {**STAY, "length_m": 9.5, "draught_m": None, "limit": 2}),
    ("get_berth", {"berth_id": "A02"}),
    ("quote_stay", {"stay": STAY, "length_m": 10, "shore_power": "16A"}),
    ("request_booking", {"berth_id": "A02", "vessel": VESSEL, "stay": STAY}),
    ("list_bookings", {"state": "requested"}),
    ("cancel_booking", {"booking_id": "HB-1205"}),
    ("get_tides", {"day": "2026-06-10"}),
    ("report_fault", {"berth_id": "A01", "severity": "minor", "text": "The tap drips."}),
]


@pytest.fixture(scope="module")
def lockfile(repository: Path) -> dict[str, Any]:
    command = ["git", "-C", str(repository), "show", "v2.2.0:mcp-docs.lock"]
    document: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return document


@pytest.fixture(scope="module")
def stdio(example: Path) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=[str(example / "server" / "serve.py")])


@pytest.fixture(scope="module")
def http(example: Path) -> Iterator[str]:
    with listening(sys.executable, example / "server" / "serve.py", "--http") as address:
        yield address


async def snapshot(target: StdioServerParameters | str, mode: str) -> tuple[dict[str, Any], Surface]:
    """What the server says of itself, and its lists, as they are on the wire."""
    async with Client(target, mode=mode) as client:
        assert client.server_info is not None
        server = client.server_info.model_dump(by_alias=True, exclude_unset=True, mode="json")
        server |= {"protocolVersion": client.protocol_version, "instructions": client.instructions}
        server["capabilities"] = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)
        lists = {
            "tools": (await client.list_tools()).tools,
            "resources": (await client.list_resources()).resources,
            "resourceTemplates": (await client.list_resource_templates()).resource_templates,
            "prompts": (await client.list_prompts()).prompts,
        }
    keys = {"tools": "name", "resources": "uri", "resourceTemplates": "uriTemplate", "prompts": "name"}
    surface = {
        name: sorted(
            (item.model_dump(by_alias=True, exclude_none=True, mode="json") for item in items),
            key=lambda item: str(item[keys[name]]),
        )
        for name, items in lists.items()
    }
    return server, surface


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_answers_are_the_newest_release(
    request: pytest.FixtureRequest, lockfile: dict[str, Any], transport: str, mode: str
) -> None:
    server, surface = asyncio.run(snapshot(request.getfixturevalue(transport), mode))
    assert surface == lockfile["surface"]
    if mode == "legacy":  # the era that the lockfile is pinned to
        assert server == lockfile["server"]
    else:
        assert server["protocolVersion"] == "2026-07-28"
        assert server["instructions"] == lockfile["server"]["instructions"]


def test_every_tool_works_and_keeps_its_output_schema(
    stdio: StdioServerParameters, lockfile: dict[str, Any]
) -> None:
    schemas = {tool["name"]: tool["outputSchema"] for tool in lockfile["surface"]["tools"]}
    assert {name for name, _ in CALLS} == set(schemas)

    async def call() -> list[tuple[str, bool, Any]]:
        async with Client(stdio) as client:
            results = [(name, await client.call_tool(name, arguments)) for name, arguments in CALLS]
        return [(name, result.is_error, result.structured_content) for name, result in results]

    results = asyncio.run(call())
    for name, failed, content in results:
        assert not failed, name
        Draft202012Validator(schemas[name]).validate(content)
    content = {name: body for name, _, body in results}
    assert [berth["id"] for berth in content["find_berths"]["berths"]] == ["A01", "A02"]
    assert content["quote_stay"]["total"] == 2 * (10 * 2.5 + 4)  # nights x (metres x price + socket)
    assert content["cancel_booking"]["state"] == "cancelled"


def test_what_cannot_be_done_is_an_error_result(stdio: StdioServerParameters) -> None:
    taken = {
        "berth_id": "C01",
        "vessel": VESSEL,
        "stay": {"arrival": "2026-06-12", "departure": "2026-06-13"},
    }

    async def call() -> list[bool]:
        async with Client(stdio) as client:
            refused = [
                ("get_berth", {"berth_id": "Z99"}),
                ("get_berth", {"berth_id": "a"}),
                ("request_booking", taken),
            ]
            return [(await client.call_tool(name, arguments)).is_error for name, arguments in refused]

    assert asyncio.run(call()) == [True, True, True]


def test_resources_templates_and_prompts_can_be_read(stdio: StdioServerParameters) -> None:
    async def read() -> tuple[list[Any], Any]:
        async with Client(stdio) as client:
            uris = [
                "harbour://rules",
                "harbour://tariff",
                "harbour://berths/B01",
                "harbour://tides/2026-06-11",
            ]
            texts = [(await client.read_resource(uri)).contents[0] for uri in uris]
            prompt = await client.get_prompt("explain_bill", {"booking_id": "HB-1202"})
            return texts, prompt

    (rules, tariff, berth, tides), prompt = asyncio.run(read())
    assert rules.text.startswith("# Harbour rules")
    assert json.loads(tariff.text)["currency"] == "EUR"
    assert json.loads(berth.text)["depth_m"] == 1.4
    assert tides.text.splitlines()[0] == "03:05 low 0.5 m"
    assert "HB-1202" in prompt.messages[0].content.text
