// MCP servers of LiteLLM that are called over HTTP.
import { asObject, isObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { readSecret, variableName, variableOf } from '../foreign-references.ts'
import { asIdentifier, type ProjectDraft } from '../project-draft.ts'
import type { Placed, Sections } from './sections.ts'

export function addMcpServers({ others }: Sections, { manifest }: ProjectDraft): void {
  for (const section of others.filter(({ name }) => name === 'mcp_servers'))
    for (const [name, value] of Object.entries(asObject(section.value))) {
      const at = childPointer(section.at, name)
      const server = isObject(value) ? serverOf({ ...section, at, value }, name) : undefined
      if (server === undefined) continue
      const servers = asObject(asObject(manifest['mcp'])['servers'])
      manifest['mcp'] = { servers: { ...servers, [asIdentifier(name)]: server } }
    }
}

function serverOf({ context, at, value }: Placed<JsonObject>, name: string): Json | undefined {
  const { url, transport, auth_type: type } = value
  if (
    typeof url !== 'string' ||
    variableOf(url) !== undefined ||
    transport === 'stdio' ||
    transport === 'sse'
  ) {
    context.report(
      'import-not-expressible',
      at,
      `The MCP server "${name}" was left out: only servers of the streamable HTTP transport with an address in the file can be called. Run others behind an adapter to HTTP, and name it in mcp.servers.`,
      'key',
    )
    return undefined
  }
  const tokenName = ['authentication_token', 'auth_value'].find(each => value[each] !== undefined)
  const token =
    tokenName === undefined
      ? undefined
      : readSecret(context, value[tokenName], childPointer(at, tokenName), variableName(name, 'TOKEN'))
  const headers =
    token === undefined
      ? {}
      : type === 'api_key'
        ? { 'x-api-key': token }
        : { authorization: `Bearer ${token}` }
  return present({ url, headers: Object.keys(headers).length === 0 ? undefined : headers })
}
