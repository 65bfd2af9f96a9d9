"""Errors as the packages of clients raise them: through the gateway, whichever provider refused, as directly from the vendor."""

import json
import os

import anthropic
import boto3
import botocore.config
import botocore.exceptions
import openai
import pytest
from google import genai
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

GATEWAY = os.environ["GATEWAY"]
VENDOR = os.environ["VENDOR"]
ROWS = json.loads(os.environ["ROWS"])
HELLO = [{"role": "user", "content": "Hello"}]

# Their own errors pass as they came.
OPENAI = {"openai"}
# Of OpenAI's schema, with statuses of their own.
COMPATIBLE = {"mistral", "deepseek", "groq", "together", "xai"}


def openai_at(base):
    return openai.OpenAI(base_url=f"{base}/v1", api_key="k", max_retries=0)


def anthropic_at(base):
    return anthropic.Anthropic(base_url=base, api_key="k", max_retries=0)


def chat(base, model):
    openai_at(base).chat.completions.create(model=model, messages=HELLO)


def responses(base, model):
    openai_at(base).responses.create(model=model, input="Hello")


def messages(base, model):
    anthropic_at(base).messages.create(model=model, max_tokens=5, messages=HELLO)


def gemini(base, model):
    client = genai.Client(api_key="k", http_options={"base_url": base})
    client.models.generate_content(model=model, contents="Hello")


def converse(base, model):
    client = boto3.client(
        "bedrock-runtime",
        endpoint_url=base,
        region_name="us-east-1",
        aws_access_key_id="k",
        aws_secret_access_key="k",
        config=botocore.config.Config(retries={"total_max_attempts": 1}),
    )
    client.converse(modelId=model, messages=[{"role": "user", "content": [{"text": "Hello"}]}])


def langchain_openai(base, model):
    ChatOpenAI(model=model, base_url=f"{base}/v1", api_key="k", max_retries=0).invoke("Hello")


def langchain_anthropic(base, model):
    ChatAnthropic(model=model, base_url=base, api_key="k", max_retries=0, max_tokens=5).invoke("Hello")


def pydantic_openai(base, model):
    provider = OpenAIProvider(openai_client=openai.AsyncOpenAI(base_url=f"{base}/v1", api_key="k", max_retries=0))
    Agent(OpenAIChatModel(model, provider=provider)).run_sync("Hello")


def pydantic_anthropic(base, model):
    client = anthropic.AsyncAnthropic(base_url=base, api_key="k", max_retries=0)
    Agent(AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))).run_sync("Hello")


def raised(call, base, model):
    try:
        call(base, model)
    except Exception as error:  # noqa: BLE001
        return error
    raise AssertionError("nothing was raised")


def facts(error):
    """What code that catches the error looks at."""
    found = {"class": type(error).__name__, "bases": [each.__name__ for each in type(error).__mro__]}
    for name in ("status_code", "code", "status", "type", "error_code"):
        value = getattr(error, name, None)
        if isinstance(value, (str, int)):
            found[name] = value
    if isinstance(error, botocore.exceptions.ClientError):
        found["name"] = error.response["Error"]["Code"]
        found["http"] = error.response["ResponseMetadata"]["HTTPStatusCode"]
    return found


CHATS = [chat, responses, langchain_openai, pydantic_openai]
MESSAGES = [messages, langchain_anthropic, pydantic_anthropic]
CASES = [
    *[(call, row) for call in CHATS for row in ROWS if row["provider"] not in OPENAI | COMPATIBLE],
    *[(call, row) for call in MESSAGES for row in ROWS if row["provider"] != "anthropic"],
    *[(gemini, row) for row in ROWS if row["provider"] != "google"],
    *[(converse, row) for row in ROWS if row["provider"] != "bedrock"],
]


@pytest.mark.parametrize("call,row", CASES, ids=lambda each: each if callable(each) else each["model"])
def test_raises_the_error_of_its_vendor(call, row):
    # The status of a request that is wrong otherwise may say more than 400.
    if row["kind"] == "invalid_request" and row["status"] != 400:
        pytest.skip("as precise as the provider's status")
    direct = raised(call, VENDOR, f"own-{row['kind']}")
    through = raised(call, GATEWAY, row["model"])
    assert facts(through) == facts(direct), f"{through!r}, directly {direct!r}"


@pytest.mark.parametrize("call", CHATS)
@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if row["provider"] in COMPATIBLE and row["kind"] == "context_length"],
    ids=lambda row: row["model"],
)
def test_recognizes_a_prompt_that_is_too_long(call, row):
    direct = facts(raised(call, VENDOR, "own-context_length"))
    through = facts(raised(call, GATEWAY, row["model"]))
    assert {**through, "type": None} == {**direct, "type": None}


def test_request_ids_and_waits():
    limited = next(row for row in ROWS if row["kind"] == "rate_limit" and row["provider"] == "google")
    error = raised(chat, GATEWAY, limited["model"])
    assert error.request_id
    assert error.response.headers["retry-after"] == "7"
    error = raised(messages, GATEWAY, limited["model"])
    assert error.request_id
