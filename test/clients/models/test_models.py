"""Lists of models as the vendors' Python SDKs read them: every field has its declared type, and paging ends with the same models."""

import os

import anthropic
import openai
from anthropic.types import ModelInfo
from google import genai
from google.genai import types
from openai.types import Model

GATEWAY = os.environ["GATEWAY"]


def test_openai_lists_plain_names_first():
    client = openai.OpenAI(base_url=f"{GATEWAY}/v1", api_key="none", max_retries=0)
    models = list(client.models.list())
    assert not models[0].id.startswith("@")
    for model in models:
        Model.model_validate(model.model_dump(), strict=True)
    assert client.models.retrieve("claude-sonnet-5-5").created > 1_700_000_000


def test_anthropic_pages_through_the_same_models():
    client = anthropic.Anthropic(base_url=GATEWAY, api_key="none", max_retries=0)
    pages = [[model.id for model in client.models.list(limit=limit)] for limit in (7, 1000)]
    assert pages[0] == pages[1]
    assert len(pages[0]) > 50


def test_anthropic_models_have_their_declared_types():
    client = anthropic.Anthropic(
        base_url=GATEWAY, api_key="none", max_retries=0, _strict_response_validation=True
    )
    for model in client.models.list(limit=1000):
        ModelInfo.model_validate(model.model_dump())
        assert model.capabilities is None or model.capabilities.image_input.supported in (True, False)
    model = client.models.retrieve("claude-sonnet-5-5")
    assert model.display_name == "Claude Sonnet 5.5"
    assert model.max_input_tokens == 1_000_000
    assert model.created_at.year > 2024


def test_gemini_pages_through_the_models_of_google():
    client = genai.Client(api_key="none", http_options=types.HttpOptions(base_url=GATEWAY))
    pages = [
        [model.name for model in client.models.list(config={"page_size": size})] for size in (9, 1000)
    ]
    assert pages[0] == pages[1]
    assert "models/gemini-2.5-pro" in pages[0]
    model = client.models.get(model="gemini-2.5-pro")
    assert model.display_name == "Gemini 2.5 Pro"
    assert "generateContent" in model.supported_actions
