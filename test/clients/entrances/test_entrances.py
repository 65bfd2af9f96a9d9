"""Each vendor's own SDK at its entrance: a base URL and a key of the gateway, and nothing else."""

import os

import anthropic
import boto3
import cohere
import google.auth.credentials
import groq
import openai
import pytest
import replicate
import voyageai
from botocore.exceptions import ClientError
from elevenlabs.client import ElevenLabs
from google import genai
from google.genai import errors, types
from mistralai.client import Mistral

GATEWAY = os.environ["GATEWAY"]
KEY = os.environ["GATEWAY_KEY"]
MESSAGES = [{"role": "user", "content": "Hi"}]


@pytest.mark.parametrize("base", ["/openai/v1", "/p/openai/v1"])
def test_openai(base):
    client = openai.OpenAI(base_url=GATEWAY + base, api_key=KEY, max_retries=0)
    reply = client.chat.completions.create(model="gpt-6", messages=MESSAGES)
    assert reply.choices[0].message.content == "Hello"
    assert [model.id for model in client.models.list()] == ["native"]
    with pytest.raises(openai.AuthenticationError):
        openai.OpenAI(base_url=GATEWAY + base, api_key="none", max_retries=0).models.list()


@pytest.mark.parametrize("base", ["", "/", "/v1", "/v1/"])
def test_openai_bases(base):
    client = openai.OpenAI(base_url=GATEWAY + base, api_key=KEY, max_retries=0)
    reply = client.chat.completions.create(model="@openai/gpt-6", messages=MESSAGES)
    assert reply.choices[0].message.content == "Hello"


@pytest.mark.parametrize("base", ["/anthropic", "/p/claude"])
def test_anthropic(base):
    client = anthropic.Anthropic(base_url=GATEWAY + base, api_key=KEY, max_retries=0)
    reply = client.messages.create(model="claude-5", max_tokens=5, messages=MESSAGES)
    assert reply.content[0].text == "Hello"
    assert [model.id for model in client.models.list()] == ["native"]
    with pytest.raises(anthropic.AuthenticationError):
        anthropic.Anthropic(base_url=GATEWAY + base, api_key="none", max_retries=0).models.list()


def gemini(base, version, key=KEY):
    options = types.HttpOptions(base_url=GATEWAY + base, api_version=version)
    return genai.Client(api_key=key, http_options=options)


@pytest.mark.parametrize("base", ["/google", "", "/p/google"])
@pytest.mark.parametrize("version", [None, "v1", "v1beta"])
def test_google(base, version):
    client = gemini(base, version)
    assert client.models.generate_content(model="gemini-4", contents="Hi").text == "Hello"
    assert [file.name for file in client.files.list()] == ["files/a"]
    assert [batch.name for batch in client.batches.list()] == ["batches/a"]
    assert [cache.name for cache in client.caches.list()] == ["cachedContents/a"]
    config = types.CreateCachedContentConfig(contents="Hi")
    assert client.caches.create(model="@google/gemini-4", config=config).name == "cachedContents/a"
    assert client.models.count_tokens(model="gemini-4", contents="Hi").total_tokens == 3
    other = gemini(base, version, "none")
    with pytest.raises(errors.ClientError) as refused:
        other.models.count_tokens(model="gemini-4", contents="Hi")
    assert (refused.value.code, refused.value.status) == (401, "UNAUTHENTICATED")


class Token(google.auth.credentials.Credentials):
    def __init__(self):
        super().__init__()
        self.token = KEY

    def refresh(self, request):
        self.token = KEY


@pytest.mark.parametrize("base", ["/vertex", ""])
def test_vertex(base):
    options = types.HttpOptions(base_url=GATEWAY + base)
    express = genai.Client(vertexai=True, api_key=KEY, http_options=options)
    project = genai.Client(
        vertexai=True, project="p", location="us-central1", credentials=Token(), http_options=options
    )
    for client in (express, project):
        assert client.models.generate_content(model="gemini-4", contents="Hi").text == "Hello"
        assert client.models.count_tokens(model="gemini-4", contents="Hi").total_tokens == 3
    reply = project.models.generate_content(model="@claude/claude-5", contents="Hi")
    assert reply.text == "Hello"
    assert [cache.name for cache in project.caches.list()] == ["cachedContents/a"]


def test_bedrock():
    def client(key):
        return boto3.client(
            "bedrock-runtime",
            region_name="us-east-1",
            endpoint_url=GATEWAY + "/bedrock",
            aws_access_key_id=key,
            aws_secret_access_key="unused",
        )

    turns = [{"role": "user", "content": [{"text": "Hi"}]}]
    reply = client(KEY).converse(modelId="@claude/claude-5", messages=turns)
    assert reply["output"]["message"]["content"] == [{"text": "Hello"}]
    body = b'{"anthropic_version":"bedrock-2023-05-31","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}'
    assert b"Hello" in client(KEY).invoke_model(modelId="@claude/claude-5", body=body)["body"].read()
    passed = client(KEY).invoke_model(modelId="amazon.titan-embed", body=b'{"inputText":"a"}')
    assert b"/bedrock/model/amazon.titan-embed/invoke" in passed["body"].read()
    with pytest.raises(ClientError) as refused:
        client("none").converse(modelId="any", messages=turns)
    assert refused.value.response["Error"]["Code"] == "UnrecognizedClientException"
    assert "is missing" in refused.value.response["Error"]["Message"]


def test_cohere():
    client = cohere.ClientV2(api_key=KEY, base_url=GATEWAY + "/cohere")
    assert client.chat(model="command-a", messages=MESSAGES).message.content[0].text == "Hello"
    assert client.rerank(model="rerank", query="a", documents=["b"]).results[0].relevance_score == 0.5
    vectors = client.embed(
        model="embed", texts=["a"], input_type="search_query", embedding_types=["float"]
    )
    assert vectors.embeddings.float_ == [[0.5]]
    first = cohere.Client(api_key=KEY, base_url=GATEWAY + "/cohere")
    assert first.chat(model="command-a", message="Hi").text == "Hello"
    with pytest.raises(cohere.errors.UnauthorizedError):
        cohere.ClientV2(api_key="none", base_url=GATEWAY + "/cohere").chat(
            model="command-a", messages=MESSAGES
        )


def test_mistral():
    client = Mistral(api_key=KEY, server_url=GATEWAY + "/mistral")
    assert client.chat.complete(model="large", messages=MESSAGES).choices[0].message.content == "Hello"
    assert client.fim.complete(model="codestral", prompt="a").choices[0].message.content == "Hello"
    assert client.embeddings.create(model="embed", inputs=["a"]).data[0].embedding == [0.5, 0.5]
    assert client.classifiers.moderate(model="m", inputs=["a"]).results[0].categories == {"sexual": False}
    with pytest.raises(Exception, match="is missing"):
        Mistral(api_key="none", server_url=GATEWAY + "/mistral").chat.complete(
            model="large", messages=MESSAGES
        )


def test_groq():
    client = groq.Groq(api_key=KEY, base_url=GATEWAY + "/groq", max_retries=0)
    reply = client.chat.completions.create(model="llama", messages=MESSAGES)
    assert reply.choices[0].message.content == "Hello"
    assert client.models.list().data[0].id == "native"
    with pytest.raises(groq.AuthenticationError):
        groq.Groq(api_key="none", base_url=GATEWAY + "/groq", max_retries=0).models.list()


def test_voyage():
    client = voyageai.Client(api_key=KEY, base_url=GATEWAY + "/voyage/v1")
    assert client.embed(["a"], model="voyage-4").embeddings == [[0.5, 0.5]]
    assert client.rerank("a", ["b"], model="rerank-3").results[0].relevance_score == 0.5
    with pytest.raises(voyageai.error.AuthenticationError):
        voyageai.Client(api_key="none", base_url=GATEWAY + "/voyage/v1").embed(["a"], model="voyage-4")


def test_replicate():
    client = replicate.Client(api_token=KEY, base_url=GATEWAY + "/replicate")
    assert client.predictions.create(version="v", input={"a": 1}).output == "Hello"
    with pytest.raises(replicate.exceptions.ReplicateError) as refused:
        replicate.Client(api_token="none", base_url=GATEWAY + "/replicate").predictions.create(
            version="v", input={"a": 1}
        )
    assert (refused.value.status, refused.value.title) == (401, "missing_api_key")


def test_elevenlabs():
    client = ElevenLabs(api_key=KEY, base_url=GATEWAY + "/elevenlabs")
    assert client.voices.search().voices[0].voice_id == "v1"
