"""The Python SDK as client and server, in both eras: through the gateway each feature is what it is without it."""

import asyncio
import os
import threading
import time
import warnings

import pytest
import uvicorn
from mcp import Client, types
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import BaseModel

warnings.simplefilter("ignore")

PORT = int(os.environ["MCP_PYTHON_PORT"])
GATEWAY = os.environ["MCP_GATEWAY"]
DIRECT = {"python": f"http://127.0.0.1:{PORT}/mcp", "node": os.environ["MCP_BOTH"]}

server = MCPServer("python-server", instructions="Be careful.")


class Name(BaseModel):
    name: str


class Sum(BaseModel):
    sum: int


@server.tool()
def echo(a: int) -> str:
    """Repeats a number."""
    return f"echo {a}"


@server.tool()
def total(a: int) -> Sum:
    """Has structured output."""
    return Sum(sum=a + 2)


@server.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("It failed.")


@server.tool()
async def steps(context: Context) -> str:
    """Reports its progress."""
    for step in (1, 2):
        await context.report_progress(step, 2, f"step {step}")
    return "done"


@server.tool()
async def ask(context: Context) -> str:
    """Asks the user: in the legacy era alone, since it waits for the answer."""
    result = await context.elicit("Your name?", Name)
    return f"{result.action} {getattr(result.data, 'name', '')}"


@server.tool()
async def roots(context: Context) -> str:
    """Asks for the roots of the client."""
    result = await context.session.list_roots()
    return ",".join(str(root.uri) for root in result.roots)


@server.tool()
async def sample(context: Context) -> str:
    """Asks the model of the client."""
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Say hi"))
    result = await context.session.create_message(messages=[message], max_tokens=10)
    return result.content.text


@server.resource("note://{name}")
def note(name: str) -> str:
    return f"text of {name}"


@server.prompt()
def greet(who: str) -> str:
    return f"Hello {who}"


@pytest.fixture(scope="session", autouse=True)
def running():
    config = uvicorn.Config(server.streamable_http_app(), host="127.0.0.1", port=PORT, log_level="error")
    started = uvicorn.Server(config)
    thread = threading.Thread(target=started.run, daemon=True)
    thread.start()
    while not started.started:
        time.sleep(0.01)
    yield
    started.should_exit = True
    thread.join(5)


async def on_elicit(context, params):
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def on_roots(context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///work", name="work")])


async def on_sample(context, params):
    return types.CreateMessageResult(
        role="assistant", model="m1", content=types.TextContent(type="text", text="hi")
    )


def plain(result):
    """A result without the name of its server, which is that of one of both eras."""
    value = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    for name in ("_meta", "resultType", "ttlMs", "cacheScope"):
        value.pop(name, None)
    return value


async def progress_of(client):
    seen = []

    async def on_progress(progress, total, message):
        seen.append([progress, total, message])

    result = await client.call_tool("steps", {}, progress_callback=on_progress)
    return [plain(result), seen]


def calling(name, arguments=None):
    async def call(client):
        return plain(await client.call_tool(name, arguments or {}))

    return call


async def listed(client):
    return [plain(await client.list_tools()), plain(await client.list_prompts())]


async def read(client):
    return [plain(await client.list_resource_templates()), plain(await client.read_resource("note://b"))]


async def prompted(client):
    return plain(await client.get_prompt("greet", {"who": "Ada"}))


async def described(client):
    return [client.server_info.name, client.instructions, client.server_capabilities.model_dump(exclude_none=True)]


SHARED = {
    "who the server is": described,
    "lists": listed,
    "resources": read,
    "prompts": prompted,
    "progress": progress_of,
    "elicitation": calling("ask"),
    "sampling": calling("sample"),
    "roots": calling("roots"),
    "a tool that fails": calling("fail"),
    "a call": calling("echo", {"a": 1}),
}
FEATURES = {
    "python": {**SHARED, "structured output": calling("total", {"a": 1})},
    "node": {**SHARED, "structured output": calling("sum")},
}


async def observe(url, mode, feature):
    callbacks = {
        "elicitation_callback": on_elicit,
        "list_roots_callback": on_roots,
        "sampling_callback": on_sample,
    }
    async with Client(url, mode=mode, **callbacks) as client:
        try:
            return {"value": await feature(client)}
        except Exception as error:
            return {"failed": f"{type(error).__name__}: {error}"}


CASES = [
    (mode, server_name, slug, name)
    for mode in ("legacy", "auto")
    for server_name, slugs in (("python", ["python"]), ("node", ["legacy", "modern", "both"]))
    for slug in slugs
    for name in FEATURES[server_name]
]


@pytest.mark.parametrize("mode, server_name, slug, name", CASES, ids=lambda value: value)
def test_is_the_same_through_the_gateway(mode, server_name, slug, name):
    feature = FEATURES[server_name][name]
    direct = asyncio.run(observe(DIRECT[server_name], mode, feature))
    assert asyncio.run(observe(f"{GATEWAY}/{slug}", mode, feature)) == direct


def test_legacy_clients_are_asked_by_tools_of_the_python_server():
    for name, text in (("ask", "accept Ada"), ("roots", "file:///work"), ("sample", "hi")):
        seen = asyncio.run(observe(f"{GATEWAY}/python", "legacy", calling(name)))
        assert text in str(seen)
