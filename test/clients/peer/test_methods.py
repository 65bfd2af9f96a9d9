"""Every method of portkey-ai for Python, unchanged, at a gateway with a store: it does what it does at the provider itself, works on saved
resources, or is in the list of what is not served."""

import inspect
import io
import json
import os

import pytest
from portkey_ai import Portkey

GATEWAY = os.environ["PEER_GATEWAY"]
PROVIDER = os.environ["PEER_PROVIDER"]
MCP = os.environ["PEER_MCP"]
UNSERVED = json.loads(os.environ["PEER_UNSERVED"])

direct = Portkey(api_key="sk-of-the-provider", base_url=PROVIDER)
through = Portkey(api_key="none", base_url=GATEWAY, provider="@openai")
manager = Portkey(api_key="none", base_url=GATEWAY)


def methods_of(resource, path="", seen=None):
    """Methods of the objects of the client by their paths, without those of their base classes."""
    seen = set() if seen is None else seen
    if id(resource) in seen:
        return []
    seen.add(id(resource))
    found = []
    for name in dir(resource):
        if name.startswith("_") or name == "openai_client":
            continue
        try:
            value = getattr(resource, name)
        except Exception:  # Properties such as `with_raw_response` of objects that were not connected.
            continue
        if inspect.ismethod(value):
            if value.__func__.__qualname__.split(".")[0] not in ("APIResource", "APIClient", "Portkey"):
                found.append(path + name)
        elif type(value).__module__.startswith("portkey_ai.api_resources.apis"):
            found += methods_of(value, f"{path}{name}.", seen)
    return found


ALL = sorted(methods_of(through))


def find(client, name):
    for part in name.split("."):
        client = getattr(client, part)
    return client


# Arguments by their names; those of single methods are in OF_METHODS.
MODEL = "gpt-4.1-mini"
MESSAGES = [{"role": "user", "content": "Hello"}]
SESSION = {"type": "realtime", "model": "gpt-realtime"}


def file():
    made = io.BytesIO(b'{"a":1}')
    made.name = "a.jsonl"
    return made


def audio():
    made = io.BytesIO(b"RIFF")
    made.name = "a.wav"
    return made


def image():
    made = io.BytesIO(bytes.fromhex("89504e470d0a1a0a"))
    made.name = "a.png"
    return made


USUAL = {
    "model": MODEL, "messages": MESSAGES, "input": "Hello", "prompt": "Hello", "voice": "alloy",
    "purpose": "batch", "endpoint": "/v1/chat/completions", "completion_window": "24h",
    "input_file_id": "file-1", "training_file": "file-1", "file_id": "file-1", "file_ids": ["file-1"],
    "batch_id": "batch_1", "completion_id": "chatcmpl_1", "container_id": "cntr_1", "name": "thing",
    "conversation_id": "conv_1", "item_id": "msg_1", "items": [], "eval_id": "eval_1", "run_id": "evalrun_1",
    "output_item_id": "item_1", "id": "file-1", "fine_tuning_job_id": "ftjob-1", "vector_store_id": "vs_1",
    "fine_tuned_model_checkpoint": "ftckpt_1", "permission_id": "cp_1", "project_ids": ["proj_1"],
    "grader": {"type": "string_check"}, "model_sample": "a", "call_id": "rtc_1", "target_uri": "tel:+1",
    "type": "realtime", "session": SESSION, "response_id": "resp_1", "upload_id": "upload_1", "bytes": 3,
    "filename": "a.jsonl", "mime_type": "text/jsonl", "part_ids": ["part_1"], "video_id": "video_1",
    "skill_id": "skill_1", "version": "1", "default_version": "1", "metadata": {"a": "b"},
    "data_source": {"type": "jsonl"}, "data_source_config": {"type": "custom", "item_schema": {}},
    "testing_criteria": [], "character_id": "char_1", "seconds": "4", "sdp": "v=0",
}  # fmt: skip
FILES = {
    "audio.": audio, "images.": image, "videos.": image, "files.": file, "containers.": file,
    "vector_stores.": file, "uploads.": file, "skills.": file,
}  # fmt: skip
OF_METHODS = {
    "embeddings.create": {"encoding_format": "float"},
    "images.create_variation": {"model": "dall-e-2"},
    "completions.create": {"prompt": "Hello"},
    "chat.completions.stream": {"stream_options": {"include_usage": True}},
    "chat.completions.stream_create": {"stream_options": {"include_usage": True}, "stream": True},
    "chat.completions.normal_create": {"stream": False},
    "completions.stream_create": {"stream_options": {"include_usage": True}, "stream": True},
    "completions.normal_create": {"stream": False},
    "vector_stores.file_batches.upload_and_poll": {"files": [b"a"]},
    "responses.stream": {"model": MODEL, "input": "Hello"},
    "responses.parse": {"model": MODEL, "input": "Hello"},
}


def arguments(name, method):
    given = dict(OF_METHODS.get(name, {}))
    for key, parameter in inspect.signature(method).parameters.items():
        named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        if not named or key in given or parameter.default is not parameter.empty:
            continue
        if key in ("file", "image", "data", "files", "video"):
            made = next(make for prefix, make in FILES.items() if name.startswith(prefix))()
            given[key] = [made] if key == "files" else made
        else:
            given[key] = USUAL[key]
    return given


def plain(value):
    """What a method returns, as values that can be compared."""
    if hasattr(value, "__enter__") and hasattr(value, "__exit__") and not hasattr(value, "read"):
        with value as stream:
            for method in ("get_final_response", "get_final_completion"):
                if hasattr(stream, method):
                    stream.until_done()
                    return plain(getattr(stream, method)())
            return [plain(item) for item in stream]
    if hasattr(value, "model_dump"):
        return json.loads(json.dumps(value.model_dump(), default=str))
    if hasattr(value, "read"):
        return str(value.read())
    if inspect.isgenerator(value) or type(value).__name__ == "Stream":
        return [plain(item) for item in value]
    return json.loads(json.dumps(value, default=str))


def outcome(client, name):
    method = find(client, name)
    try:
        return plain(method(**arguments(name, method)))
    except Exception as error:  # The package raises by itself in some methods, also at the provider.
        return f"{type(error).__name__}: {error}"


UNSERVED_NAMES = {name for entry in UNSERVED for name in entry["python"]}
# They verify what a provider sends, or open a WebSocket.
LOCAL = {"webhooks.unwrap", "webhooks.verify_signature", "realtime.connect", "responses.connect"}
# The gateway reads the file of a batch, and lists its own models.
OTHERWISE = {"batches.output", "models.list", "models.retrieve"}
MANAGED = (
    "admin.", "analytics.", "api_keys.", "collections.", "configs.", "feedback.", "guardrails.", "integrations.",
    "labels.", "logs.", "mcp_integrations.", "mcp_servers.", "prompts.", "providers.", "virtual_keys.", "generations.",
)  # fmt: skip
INFERENCE = [
    name for name in ALL if not name.startswith(MANAGED) and name not in LOCAL | OTHERWISE | UNSERVED_NAMES
]


@pytest.mark.parametrize("name", INFERENCE)
def test_sends_and_returns_what_it_does_at_the_provider(name):
    assert outcome(through, name) == outcome(direct, name)


def test_batches_output_and_models():
    assert "bytes" in through.batches.output("batch_1").text
    assert "@mock/echo" in [model.id for model in manager.models.list().data]
    assert manager.models.retrieve("@mock/echo").id == "@mock/echo"


made = {}
PERIOD = {"time_of_generation_min": "2026-01-01T00:00:00Z", "time_of_generation_max": "2026-01-03T00:00:00Z"}
FILTERS = {"time_of_generation_min": "2026-01-01T00:00:00Z", "time_of_generation_max": "2100-01-01T00:00:00Z"}
BODY = json.dumps([{"role": "user", "content": [{"type": "text", "text": "Hello {{name}}"}]}])
PROMPT = {"string": BODY, "parameters": {"temperature": 0.5}, "virtual_key": "mock", "model": "echo"}
LIMITS = {"credit_limit": 10, "alert_threshold": 8}
CAPABILITY = {"name": "echo", "type": "tool", "enabled": True}


def member():
    return Portkey(api_key=made["secret"], base_url=GATEWAY)


def finished_export():
    while manager.logs.exports.retrieve(export_id=made["logs.exports"]).status == "in_progress":
        pass
    return manager.logs.exports.cancel(export_id=made["logs.exports"])


def graph(name):
    return f"analytics.graphs.{name}", lambda: getattr(manager.analytics.graphs, name)(**PERIOD), {"object": "analytics-graph"}


# The method, the call, and a part of the reply; each needs what those above it have made.
MANAGING = [
    ("admin.users.invites.create", lambda: manager.admin.users.invites.create(email="ann@example.com", role="member", workspaces=[{"id": "default", "role": "member"}]), {}),
    ("admin.users.invites.retrieve", lambda: manager.admin.users.invites.retrieve(invite_id=made["admin.users.invites"]), {"status": "pending", "email": "ann@example.com"}),
    ("admin.users.invites.list", lambda: manager.admin.users.invites.list(page_size=10, current_page=0, email="ann@example.com", role="member", status="pending"), {"total": 1}),
    ("admin.users.list", lambda: manager.admin.users.list(page_size=10, email="ann@example.com", role="member"), {"total": 1}),
    ("admin.users.retrieve", lambda: manager.admin.users.retrieve(user_id=made["admin.users.invites"]), {"email": "ann@example.com"}),
    ("admin.users.update", lambda: manager.admin.users.update(user_id=made["admin.users.invites"], role="admin"), {}),
    ("admin.workspaces.create", lambda: manager.admin.workspaces.create(name="Research", description="models", defaults={"metadata": {"team": "a"}}, users=[made["admin.users.invites"]]), {"slug": "research"}),
    ("admin.workspaces.retrieve", lambda: manager.admin.workspaces.retrieve(workspace_id=made["admin.workspaces"]), {"name": "Research"}),
    ("admin.workspaces.list", lambda: manager.admin.workspaces.list(), {}),
    ("admin.workspaces.update", lambda: manager.admin.workspaces.update(workspace_id=made["admin.workspaces"], name="Science"), {"name": "Science"}),
    ("admin.workspaces.users.list", lambda: manager.admin.workspaces.users.list(workspace_id=made["admin.workspaces"]), {"total": 1}),
    ("admin.workspaces.users.retrieve", lambda: manager.admin.workspaces.users.retrieve(workspace_id=made["admin.workspaces"], user_id=made["admin.users.invites"]), {"role": "member"}),
    ("admin.workspaces.users.update", lambda: manager.admin.workspaces.users.update(workspace_id=made["admin.workspaces"], user_id=made["admin.users.invites"], role="admin"), {}),
    ("admin.workspaces.users.delete", lambda: manager.admin.workspaces.users.delete(workspace_id=made["admin.workspaces"], user_id=made["admin.users.invites"]), {}),
    ("admin.workspaces.users.create", lambda: manager.admin.workspaces.users.create(workspace_id=made["admin.workspaces"], users=[{"id": made["admin.users.invites"], "role": "member"}]), {}),
    ("admin.workspaces.delete", lambda: manager.admin.workspaces.delete(workspace_id=made["admin.workspaces"], name="Science"), {}),
    ("integrations.create", lambda: manager.integrations.create(name="Ours", slug="ours", ai_provider_id="openai", key="sk-of-the-integration-0123456789", workspace_id="default"), {"slug": "ours"}),
    ("integrations.list", lambda: manager.integrations.list(workspace_id="default", type="workspace"), {"total": 1}),
    ("integrations.retrieve", lambda: manager.integrations.retrieve(slug="ours"), {"slug": "ours"}),
    ("integrations.update", lambda: manager.integrations.update(slug="ours", name="Still ours"), {}),
    ("integrations.workspaces.update", lambda: manager.integrations.workspaces.update(slug="ours", workspaces=[{"id": "default", "enabled": True}], global_workspace_access={"enabled": False}, override_existing_workspaces_access=False), {}),
    ("integrations.workspaces.list", lambda: manager.integrations.workspaces.list(slug="ours"), {}),
    ("integrations.models.update", lambda: manager.integrations.models.update(slug="ours", allow_all_models=True, models=[{"slug": "ours-1", "enabled": True, "is_custom": True}]), {}),
    ("integrations.models.list", lambda: manager.integrations.models.list(slug="ours"), {}),
    ("integrations.models.delete", lambda: manager.integrations.models.delete(slug="ours", slugs="ours-1"), {}),
    ("providers.create", lambda: manager.providers.create(name="Second", slug="second", integration_id="ours", workspace_id="default", note="of the team", usage_limits=LIMITS), {"slug": "second"}),
    ("providers.list", lambda: manager.providers.list(workspace_id="default"), {}),
    ("providers.retrieve", lambda: manager.providers.retrieve(slug="second", workspace_id="default"), {"name": "Second"}),
    ("providers.update", lambda: manager.providers.update(slug="second", workspace_id="default", name="Other", reset_usage=True), {"slug": "second"}),
    ("providers.delete", lambda: manager.providers.delete(slug="second", workspace_id="default"), {}),
    ("virtual_keys.create", lambda: manager.virtual_keys.create(name="Third", provider="openai", key="sk-of-the-virtual-key-0123456789", workspace_id="default", usage_limits=LIMITS), {"slug": "third"}),
    ("virtual_keys.list", lambda: manager.virtual_keys.list(workspace_id="default"), {}),
    ("virtual_keys.retrieve", lambda: manager.virtual_keys.retrieve(slug="third"), {"status": "active"}),
    ("virtual_keys.update", lambda: manager.virtual_keys.update(slug="third", name="Fourth"), {}),
    ("virtual_keys.delete", lambda: manager.virtual_keys.delete(slug="third"), {}),
    ("integrations.delete", lambda: manager.integrations.delete(slug="ours"), {}),
    ("api_keys.create", lambda: manager.api_keys.create(type="workspace", sub_type="service", name="notebook", workspace_id="default", scopes=["completions.write", "logs.write"], usage_limits=LIMITS, rate_limits=[{"type": "requests", "unit": "rpm", "value": 100}]), {}),
    ("api_keys.retrieve", lambda: manager.api_keys.retrieve(id=made["api_keys"]), {"name": "notebook"}),
    ("api_keys.list", lambda: manager.api_keys.list(workspace_id="default"), {"total": 1}),
    ("api_keys.update", lambda: manager.api_keys.update(id=made["api_keys"], name="laptop", usage_limits={"credit_limit": 20}), {}),
    ("configs.create", lambda: manager.configs.create(name="Chat config", config={"provider": "@mock"}, is_default=0, workspace_id="default"), {"slug": "chat-config"}),
    ("configs.retrieve", lambda: manager.configs.retrieve(slug="chat-config"), {}),
    ("configs.list", lambda: manager.configs.list(workspace_id="default"), {"total": 1}),
    ("configs.update", lambda: manager.configs.update(slug="chat-config", name="Chat", config={"provider": "@openai"}, status="active"), {}),
    ("configs.delete", lambda: manager.configs.delete(slug="chat-config"), {}),
    ("collections.create", lambda: manager.collections.create(name="Letters", workspace_id="default"), {"slug": "letters"}),
    ("collections.list", lambda: manager.collections.list(workspace_id="default", search="lett"), {"total": 1}),
    ("collections.retrieve", lambda: manager.collections.retrieve(collection_id=made["collections"]), {"name": "Letters"}),
    ("collections.update", lambda: manager.collections.update(collection_id=made["collections"], name="Mail"), {}),
    ("prompts.create", lambda: manager.prompts.create(name="Letter", collection_id=made["collections"], **PROMPT), {"slug": "letter"}),
    ("prompts.list", lambda: manager.prompts.list(collection_id=made["collections"], workspace_id="default", search="lett"), {"total": 1}),
    ("prompts.retrieve", lambda: manager.prompts.retrieve(prompt_slug="letter"), {"slug": "letter"}),
    ("prompts.update", lambda: manager.prompts.update(prompt_slug="letter", **PROMPT), {}),
    ("prompts.publish", lambda: manager.prompts.publish(prompt_slug="letter", version=2), {}),
    ("prompts.render", lambda: manager.prompts.render(prompt_id="letter", variables={"name": "Ada"}, temperature=1), {"success": True}),
    ("prompts.completions.create", lambda: manager.prompts.completions.create(prompt_id="letter", variables={"name": "Ada"}), {"object": "chat.completion"}),
    ("labels.create", lambda: manager.labels.create(name="canary", workspace_id="default", description="a tenth", color_code="#ffcc00"), {}),
    ("labels.list", lambda: manager.labels.list(workspace_id="default"), {}),
    ("labels.retrieve", lambda: manager.labels.retrieve(label_id=made["labels"]), {"name": "canary"}),
    ("labels.update", lambda: manager.labels.update(label_id=made["labels"], name="early"), {}),
    ("prompts.versions.list", lambda: manager.prompts.versions.list(prompt_slug="letter"), {}),
    ("prompts.versions.update", lambda: manager.prompts.versions.update(prompt_slug="letter", version_id="2", label_id=made["labels"]), {}),
    ("prompts.versions.retrieve", lambda: manager.prompts.versions.retrieve(prompt_slug="letter", version_id="2"), {}),
    ("prompts.partials.create", lambda: manager.prompts.partials.create(name="tone", string="Be kind", workspace_id="default"), {"slug": "tone"}),
    ("prompts.partials.list", lambda: manager.prompts.partials.list(collection_id=made["collections"]), {}),
    ("prompts.partials.retrieve", lambda: manager.prompts.partials.retrieve(partial_slug="tone"), {"string": "Be kind"}),
    ("prompts.partials.update", lambda: manager.prompts.partials.update(partial_slug="tone", string="Be calm", description="b", status="active"), {}),
    ("prompts.partials.publish", lambda: manager.prompts.partials.publish(partial_slug="tone", version=2), {}),
    ("prompts.partials.versions.list", lambda: manager.prompts.partials.versions.list(partial_slug="tone"), {}),
    ("prompts.partials.delete", lambda: manager.prompts.partials.delete(partial_slug="tone"), {}),
    ("prompts.delete", lambda: manager.prompts.delete(prompt_slug="letter"), {}),
    ("labels.delete", lambda: manager.labels.delete(label_id=made["labels"]), {}),
    ("collections.delete", lambda: manager.collections.delete(collection_id=made["collections"]), {}),
    ("logs.create", lambda: member().logs.create(request={"url": "https://api.openai.com/v1/chat/completions", "method": "POST", "provider": "openai", "body": {"model": "gpt-4.1"}}, response={"status": 500, "response_time": 400, "body": {}}, metadata={"traceId": "mine", "_user": "ann"}), {"status_code": 200}),
    ("feedback.create", lambda: member().feedback.create(trace_id="mine", value=5, weight=0.5), {"status": "success"}),
    ("feedback.bulk_create", lambda: member().feedback.bulk_create(feedbacks=[{"trace_id": "mine", "value": 1}]), {"status": "success"}),
    ("feedback.update", lambda: member().feedback.update(feedback_id=made["feedback"], value=8), {"status": "success"}),
    ("logs.exports.create", lambda: manager.logs.exports.create(filters=FILTERS, workspace_id="default", description="all", requested_data=["id"]), {"object": "export"}),
    ("logs.exports.update", lambda: manager.logs.exports.update(export_id=made["logs.exports"], workspace_id="default", filters=FILTERS, requested_data=["id"]), {}),
    ("logs.exports.retrieve", lambda: manager.logs.exports.retrieve(export_id=made["logs.exports"]), {"status": "draft"}),
    ("logs.exports.list", lambda: manager.logs.exports.list(workspace_id="default"), {"total": 1}),
    ("logs.exports.start", lambda: manager.logs.exports.start(export_id=made["logs.exports"]), {"object": "export"}),
    ("logs.exports.cancel", finished_export, {"object": "export"}),
    *map(graph, [name.rpartition(".")[2] for name in ALL if name.startswith("analytics.graphs.")]),
    ("analytics.groups.users", lambda: manager.analytics.groups.users(**PERIOD), {"object": "list"}),
    ("analytics.groups.ai_models", lambda: manager.analytics.groups.ai_models(**PERIOD), {"object": "list"}),
    ("analytics.groups.workspaces", lambda: manager.analytics.groups.workspaces(**PERIOD), {"object": "list"}),
    ("analytics.groups.metadata", lambda: manager.analytics.groups.metadata(metadata_key="_user", **PERIOD), {"object": "list"}),
    ("analytics.groups.group_by", lambda: manager.analytics.groups.group_by(group_by="model", columns="cost", include_total=True, **PERIOD), {"object": "list"}),
    ("analytics.summary.cache", lambda: manager.analytics.summary.cache(**PERIOD), {"object": "analytics-summary"}),
    ("api_keys.delete", lambda: manager.api_keys.delete(id=made["api_keys"]), {}),
    ("mcp_integrations.create", lambda: manager.mcp_integrations.create(name="Issues", url=MCP, auth_type="none", transport="http", workspace_id="default"), {"slug": "issues"}),
    ("mcp_integrations.list", lambda: manager.mcp_integrations.list(workspace_id="default", type="workspace", search="iss"), {}),
    ("mcp_integrations.retrieve", lambda: manager.mcp_integrations.retrieve(mcp_integration_id=made["mcp_integrations"]), {"slug": "issues"}),
    ("mcp_integrations.update", lambda: manager.mcp_integrations.update(mcp_integration_id=made["mcp_integrations"], name="All issues"), {}),
    ("mcp_servers.create", lambda: manager.mcp_servers.create(name="Issues", slug="issues", mcp_integration_id=made["mcp_integrations"], workspace_id="default"), {"slug": "issues"}),
    ("mcp_servers.list", lambda: manager.mcp_servers.list(workspace_id="default", id=made["mcp_servers"], search="iss"), {"total": 1}),
    ("mcp_servers.retrieve", lambda: manager.mcp_servers.retrieve(mcp_server_id=made["mcp_servers"]), {"slug": "issues"}),
    ("mcp_servers.update", lambda: manager.mcp_servers.update(mcp_server_id=made["mcp_servers"], name="Other"), {}),
    ("mcp_servers.test", lambda: manager.mcp_servers.test(mcp_server_id=made["mcp_servers"]), {"success": True}),
    ("mcp_servers.capabilities.list", lambda: manager.mcp_servers.capabilities.list(mcp_server_id=made["mcp_servers"]), {}),
    ("mcp_servers.capabilities.update", lambda: manager.mcp_servers.capabilities.update(mcp_server_id=made["mcp_servers"], capabilities=[CAPABILITY]), {}),
    ("mcp_servers.user_access.update", lambda: manager.mcp_servers.user_access.update(mcp_server_id=made["mcp_servers"], default_user_access="allow"), {}),
    ("mcp_servers.metadata.retrieve", lambda: manager.mcp_servers.metadata.retrieve(mcp_server_id=made["mcp_servers"]), {}),
    ("mcp_integrations.workspaces.list", lambda: manager.mcp_integrations.workspaces.list(mcp_integration_id=made["mcp_integrations"]), {}),
    ("mcp_integrations.workspaces.update", lambda: manager.mcp_integrations.workspaces.update(mcp_integration_id=made["mcp_integrations"], workspaces=[{"id": "default", "enabled": True}]), {}),
    ("mcp_integrations.capabilities.list", lambda: manager.mcp_integrations.capabilities.list(mcp_integration_id=made["mcp_integrations"]), {}),
    ("mcp_integrations.capabilities.update", lambda: manager.mcp_integrations.capabilities.update(mcp_integration_id=made["mcp_integrations"], capabilities=[CAPABILITY]), {}),
    ("mcp_servers.delete", lambda: manager.mcp_servers.delete(mcp_server_id=made["mcp_servers"]), {}),
    ("mcp_integrations.delete", lambda: manager.mcp_integrations.delete(mcp_integration_id=made["mcp_integrations"]), {}),
    ("admin.users.invites.delete", lambda: manager.admin.users.invites.delete(invite_id=made["admin.users.invites"]), {}),
    ("admin.users.delete", lambda: manager.admin.users.delete(user_id=manager.admin.users.invites.create(email="bob@example.com", role="member").id), {}),
]  # fmt: skip


@pytest.mark.parametrize("name, call, part", MANAGING, ids=[name for name, _, _ in MANAGING])
def test_manages(name, call, part):
    reply = call()
    for key, value in part.items():
        assert getattr(reply, key) == value
    if name.endswith(".create"):
        ids = getattr(reply, "feedback_ids", None)
        made[name[: -len(".create")]] = ids[0] if ids else getattr(reply, "id", None)
    if name == "api_keys.create":
        made["secret"] = reply.key


@pytest.mark.parametrize(
    "name, reason",
    [(name, entry["reason"]) for entry in UNSERVED if "pattern" in entry for name in entry["python"]],
)
def test_fails_with_the_reason(name, reason):
    method = find(manager, name)
    usual = {"checks": [], "actions": {}, "capabilities": [], "access_token": "x", "name": "x"}
    given = {
        key: usual.get(key, "x")
        for key, parameter in inspect.signature(method).parameters.items()
        if parameter.default is parameter.empty or key.endswith("_id")
    }
    with pytest.raises(Exception) as raised:
        method(**given)
    assert raised.value.status_code == 501
    assert reason in str(raised.value)


def test_each_method_of_the_package_is_in_a_table():
    rows = [*INFERENCE, *OTHERWISE, *LOCAL, *UNSERVED_NAMES, *(name for name, _, _ in MANAGING)]
    assert sorted(rows) == ALL
