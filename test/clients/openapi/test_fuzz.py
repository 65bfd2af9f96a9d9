"""Requests that schemathesis makes of the OpenAPI document: none is an error of the gateway, each reply is as the document describes it, and
what is valid by the document and refused is one of the rules that it does not state (refusals.txt, by their reasons)."""

import os
import pathlib
import re
import subprocess
import sys

BASELINE = pathlib.Path(__file__).with_name("refusals.txt")
CHECKS = "not_a_server_error,positive_data_acceptance,response_schema_conformance,status_code_conformance"
# The report cuts long replies.
MESSAGE = re.compile(r'"(?:message|detail)":"((?:[^"\\\n]|\\.)*)"')


def masked(message):
    """Without what the request has made of it."""
    text = re.sub(r'\\"(?:[^"\\]|\\[^"])*\\"', "…", message.replace("\\\\", ""))
    text = re.sub(r"^Nothing of the request was done, because of [\w.\[\]]+: (.*)", r"\1", text)
    text = re.sub(r" \d+ more of its items cannot be done either\.$", "", text)
    text = re.sub(r"^.* has the character NUL", "… has the character NUL", text, flags=re.DOTALL)
    text = re.sub(r"^The content of the blob .* has", "The content of the blob … has", text)
    text = re.sub(r"\d+", "N", text)
    return re.sub(r"…(?:, …)*(?: (?:or|and) …)?", "…", text)


def test_valid_requests_are_served_or_refused_by_a_known_rule(tmp_path):
    words = ["run", os.environ["DOCUMENT"], "--url", os.environ["GATEWAY"], "--checks", CHECKS]
    words += ["--phases", "fuzzing", "--max-examples", "8", "--exclude-tag", "Inference"]
    words += ["--generation-deterministic", "--no-color", "--continue-on-failure"]
    program = pathlib.Path(sys.executable).with_name("schemathesis")
    done = subprocess.run([program, *words], capture_output=True, text=True, cwd=tmp_path)
    kinds = set(re.findall(r"^- (ST\d+ .*)$", done.stdout, re.MULTILINE))
    assert kinds <= {"ST202 Schema-valid request rejected"}, done.stdout
    assert "Tested:" in done.stdout, done.stdout + done.stderr
    refused = {masked(each) for each in MESSAGE.findall(done.stdout)}
    known = {line for line in BASELINE.read_text().splitlines() if not line.startswith("# ")}
    assert refused - known == set()
