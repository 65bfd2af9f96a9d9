// Limits of MCP tools: a call of a tool has neither tokens nor a cost, so such a limit can only count calls.

const TOOL_KEYS: ReadonlySet<string> = new Set(['mcp_server', 'mcp_tool'])

/** Why a limit counts nothing; `keys` are those of its conditions and groups. Undefined where it can hold. */
export function uncountedToolLimit(type: string, keys: readonly string[]): string | undefined {
  const key = keys.find(each => TOOL_KEYS.has(each))
  return key === undefined || type === 'requests'
    ? undefined
    : `A limit of ${type} with "${key}" counts nothing: calls of tools have neither tokens nor a cost. Use the type "requests".`
}
