"""An error in the configuration names the line, however the key is written."""

from __future__ import annotations

import pytest

from mcp_docs.config import parse_config
from mcp_docs.errors import ConfigError
from mcp_docs.tomlplaces import line_of

TEXT = """\
# title = "no"
title = "Ships"
former_paths = [
  "a",
  "[policy]",
]
notes = '''
[releases]
tags = 1'''

policy.profile = "strict"

[releases]  # here
tags = ["v*"]
"supported" = ["2.*"]

[[deprecations]]
element = "tool:a"
[[deprecations]]
element = "tool:b"
note = "b"

[targets.a]
command = ["x"]
env = { A = "1" }

[policy.rules]
"tool.removed" = "minor"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("former_paths",), 3),
        (("former_paths", 2), 3),
        (("former_paths", 3), None),
        (("notes",), 7),
        (("policy", "profile"), 11),
        (("releases",), 13),
        (("releases", "tags"), 14),
        (("releases", "supported"), 15),
        (("deprecations",), 17),
        (("deprecations", 1, "element"), 18),
        (("deprecations", 2), 19),
        (("deprecations", 2, "element"), 20),
        (("deprecations", 1, "note"), None),
        (("targets", "a"), 23),
        (("targets", "a", "env", "A"), 25),
        (("targets", "b"), None),
        (("policy", "rules", "tool.removed"), 28),
        (("policy", "rules", "tool", "removed"), None),
        ((), None),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_key_is_found_where_its_statement_begins(path: tuple[str | int, ...], line: int, end: str) -> None:
    assert line_of(TEXT.replace("\n", end), path) == line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\ntitl = "x"', "2: unknown key 'titl'; did you mean 'title'?"),
        ("[releases]\n\ntags = 3", "3: releases.tags: must be a list of strings"),
        ('[policy.rules]\n"tool.remuved" = "minor"', "2: policy.rules.tool.remuved: there is no rule 'tool.remuved'"),
        ('[policy.rules]\n"tool.removed" = "miner"', "2: policy.rules.tool.removed: 'miner' is none of"),
        ('[[policy.overrides]]\nlevel = "minor"\n[[policy.overrides]]\nlevel = "major"', "4: policy.overrides, number 2: level: 'major' is none of"),
        ('[[policy.overrides]]\nlevel = "minor"\n[[policy.overrides]]\nrule = "tool.*"', "3: policy.overrides, number 2: level is missing"),
        ('[[policy.overrides]]\nlevel = "minor"\nside = "outputs"', "3: policy.overrides, number 1: side: 'outputs' is none of"),
        ('[policy]\nprofil = "strict"', "2: policy: unknown key 'profil'; did you mean 'profile'?"),
        ("[lint]\ntool_tokens = -1", "2: lint.tool_tokens must be a whole number of tokens"),
        ("[lint]\nrule = {}", "2: lint: unknown key 'rule'; did you mean 'rules'?"),
        ('[[deprecations]]\nelement = "tool:a"\n[[deprecations]]\nelement = "toll:b"', "3: deprecations, number 2: element 'toll:b' must be"),
        ('[[deprecations]]\nelement = "tool:a"\nsunst = "2.0.0"', "3: deprecations, number 1: unknown key 'sunst'; did you mean 'sunset'?"),
        ('[targets.a]\nurl = "https://example.org"\n[targets.b]\ncwd = "."', "3: targets: b: needs a command"),
        ("policy = 3", "1: policy must be a table"),
    ],
)  # fmt: skip
def test_each_error_of_the_configuration_names_its_line(text: str, message: str) -> None:
    for prefix, lines in (("", 0), ("# a\n# b\n", 2)):
        with pytest.raises(ConfigError) as caught:
            parse_config((prefix + text).encode(), "mcp-docs.toml")
        number, rest = message.split(":", 1)
        assert str(caught.value).startswith(f"mcp-docs.toml:{int(number) + lines}:{rest}")


def test_a_table_of_pyproject_is_looked_for_where_it_stands() -> None:
    text = '[policy]\nprofile = "x"\n[tool.mcp-docs.policy]\nprofile = "x"\n'
    with pytest.raises(ConfigError) as caught:
        parse_config(text.encode(), "pyproject.toml", table=("tool", "mcp-docs"))
    assert str(caught.value).startswith("pyproject.toml:4: policy.profile: 'x' is none of callers, strict")


def test_a_value_of_very_many_lines_is_not_searched_for_ever() -> None:
    text = "notes = [\n" + '"a",\n' * 100_000 + "]\n"
    with pytest.raises(ConfigError) as caught:
        parse_config(text.encode(), "mcp-docs.toml")
    assert str(caught.value).splitlines()[0] == "mcp-docs.toml: notes: must be a string"
