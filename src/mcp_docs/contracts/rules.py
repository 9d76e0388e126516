"""What a report says of each kind of finding about contracts and cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mcp_docs.report.model import RuleInfo, Severity

RULES: Final = {
    rule.id: rule
    for rule in (
        RuleInfo(
            "contract.exists",
            "A tool, prompt or resource that a consumer uses is not there, or malformed",
            "Every call of it fails. A renamed tool is a tool that is missing, and clients refuse one whose schema is none.",
            "Bring it back, or keep the old name beside the new one until its consumers have moved; mend what is malformed.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.input",
            "A tool does not take what a consumer sends",
            "The arguments do not validate against the tool's `inputSchema`, or name an argument that it does not declare.",
            "Accept the arguments again, or agree on a new contract with the consumer before release.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.reads",
            "A field that a consumer reads is not there, or nobody promises it",
            "A field is promised when the tool's `outputSchema` requires it along the whole way to it, and kept when the result of a call has it.",
            "Return the field; and declare it in `outputSchema`, in `properties` and in `required`, so that the promise is public.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.call",
            "A call does not end as it is meant to",
            "It fails and should succeed, succeeds and should fail, or was not made.",
            "Run the server on the fixture data that the contract or the case was written for.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.result",
            "A result has another shape than was demanded",
            "Who parses the result trusts the tool's `outputSchema`, or the shape that the case describes.",
            "Return what the schema says, or change the schema, which `mcp-docs check` then judges.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.validation",
            "The server's validation does not match its schema",
            "The server accepts arguments that its `inputSchema` rejects, or rejects some that it accepts. Callers know the schema only.",
            "Validate with the schema that is published, or publish the schema that is validated with.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.error",
            "An error does not say what it is meant to say",
            "Who handles errors tells them apart by their category: not found, permission denied, timeout, invalid arguments, internal.",
            "Name the category in the error's text, whatever else it says.",
            Severity.ERROR,
        ),
        RuleInfo(
            "contract.leak",
            "An error's text shows what should stay inside",
            "Stack traces, paths, passwords and keys in an error reach the model and whoever reads its conversation.",
            "Answer with a generic text, and write the rest to the server's own log.",
            Severity.ERROR,
        ),
    )
}  # fmt: skip

#: The same for those who use a server and cannot change it.
FOR_CALLERS: Final = {
    name: replace(RULES[name], help=words)
    for name, words in (
        ("contract.exists", "Stop using it before you upgrade, or stay on a release that has it."),
        ("contract.input", "Send only what the new schema declares and accepts before you upgrade."),
        ("contract.reads", "Read only what the new schema promises, or be ready for results without it."),
    )
}
