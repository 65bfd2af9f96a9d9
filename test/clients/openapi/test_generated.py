"""The client that openapi-python-client makes of the OpenAPI document does four tasks: a config, a key, a limit, the logs."""

import datetime
import importlib
import os
import subprocess
import sys

import pytest

# The generator reads no lines of JSON; its clients have the text of this one in `content`.
OVERRIDES = "content_type_overrides: { application/jsonl: application/octet-stream }\npost_hooks: []\n"
DAY = datetime.timedelta(days=1)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("client")
    settings = folder / "settings.yaml"
    settings.write_text(OVERRIDES)
    words = ["generate", "--path", os.environ["DOCUMENT"], "--meta", "none", "--config", str(settings)]
    words += ["--output-path", str(folder / "portolan_api"), "--fail-on-warning"]
    made = subprocess.run([sys.executable, "-m", "openapi_python_client", *words], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield lambda name: importlib.import_module(f"portolan_api.{name}")
    sys.path.remove(str(folder))


@pytest.fixture
def client(generated):
    return generated("client").Client(base_url=os.environ["GATEWAY"])


def test_config(generated, client):
    create = generated("api.configs.create_config")
    config = {"provider": "@mock", "retry": {"attempts": 2}}
    body = generated("models").ConfigCreate.from_dict(
        {"workspace_id": "default", "name": "chat", "slug": "chat", "config": config}
    )
    made = create.sync_detailed(client=client, body=body)
    assert (made.status_code, bool(made.parsed.id)) == (200, True)
    read = generated("api.configs.read_config").sync(made.parsed.id, client=client)
    assert read.slug == "chat", read


def test_key(generated, client):
    create = generated("api.api_keys.create_workspace_service_key")
    body = {"workspace_id": "default", "name": "app", "scopes": ["inference"]}
    made = create.sync_detailed(client=client, body=generated("models").WorkspaceServiceKeyCreate.from_dict(body))
    assert (made.status_code, made.parsed.key.startswith("ptl_")) == (200, True)


def test_limit(generated, client):
    create = generated("api.rate_limits.create_rate_limit")
    body = {
        "workspace_id": "default",
        "conditions": [{"key": "api_key", "value": "*"}],
        "group_by": [{"key": "api_key"}],
        "type": "requests",
        "unit": "rpm",
        "value": 10,
    }
    made = create.sync_detailed(client=client, body=generated("models").RateLimitCreate.from_dict(body))
    assert made.status_code == 200
    listed = generated("api.rate_limits.list_rate_limits").sync(client=client)
    assert str(made.parsed.id) in [str(limit.id) for limit in listed.data]


def test_logs(generated, client):
    chat = generated("api.inference.call_chat_completions")
    body = {"model": "@mock/echo", "messages": [{"role": "user", "content": "Hello"}]}
    answered = chat.sync(client=client, body=generated("models").CallChatCompletionsBody.from_dict(body))
    assert answered.choices[0].message.content == "Hello"
    today = datetime.datetime.now(datetime.timezone.utc)
    period = {"time_of_generation_min": today - DAY, "time_of_generation_max": today + DAY}
    logs = generated("api.logs.list_logs").sync(client=client, page_size=10, **period)
    assert (str(logs.object_), logs.has_more) == ("list", False)
    assert all(log.id for log in logs.data)
