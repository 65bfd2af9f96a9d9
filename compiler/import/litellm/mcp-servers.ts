// MCP servers of LiteLLM that are called over HTTP.

import { asObject, isList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { readSecret, variableName } from '../foreign-references.ts'
import { addMcpServer, foreignHeaders } from '../mcp-server.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { each, instead, mapOf, objectOf, reportUnread, type Shape } from '../source-shape.ts'
import type { Placed, Sections } from './sections.ts'

const SHAPE: Shape = mapOf(
  objectOf({
    ...each(
      [
        'url',
        'transport',
        'auth_type',
        'authentication_token',
        'auth_value',
        'static_headers',
        'headers',
        'allowed_tools',
      ],
      'read',
    ),
    ...each(['description', 'spec_version', 'mcp_info', 'server_name', 'command', 'args', 'env'], 'unused'),
    access_groups: instead('The servers of a key are mcp of an item of api_keys.'),
    alias: instead('MCP servers have one slug each, in mcp.servers of the manifest.'),
    extra_headers: instead('Headers of clients are not forwarded to MCP servers.'),
    ...each(
      [
        'client_id',
        'client_secret',
        'scopes',
        'authorization_url',
        'token_url',
        'registration_url',
        'oauth2_flow',
      ],
      instead('OAuth towards an MCP server is mcp.servers.NAME.auth.'),
    ),
    disallowed_tools: instead('Tools that are switched off are mcp.servers.NAME.tools.deny.'),
    allowed_params: instead('Arguments of tools are restricted by guardrails.'),
    spec_path: instead('Only MCP servers can be called; run one that serves the OpenAPI document.'),
  }),
)

export function addMcpServers({ others }: Sections, draft: ProjectDraft): void {
  for (const { context, at: section, value } of others.filter(({ name }) => name === 'mcp_servers')) {
    reportUnread(context, SHAPE, value, section)
    for (const [name, written] of Object.entries(asObject(value))) {
      const at = childPointer(section, name)
      const server = asObject(written)
      const { url, transport, allowed_tools: tools } = server
      const isHttp = transport !== 'stdio' && transport !== 'sse' && server['command'] === undefined
      addMcpServer(
        context,
        {
          name,
          url: isHttp ? url : undefined,
          headers: isHttp ? headersOf({ context, at, value: server }, name) : {},
          ...(isList(tools) && { tools: tools.filter((tool): tool is string => typeof tool === 'string') }),
        },
        at,
        draft,
      )
    }
  }
}

function headersOf({ context, at, value }: Placed<JsonObject>, name: string): JsonObject {
  const written = {
    ...foreignHeaders(context, name, value['headers'], childPointer(at, 'headers')),
    ...foreignHeaders(context, name, value['static_headers'], childPointer(at, 'static_headers')),
  }
  const tokenName = ['authentication_token', 'auth_value'].find(each => value[each] !== undefined)
  if (tokenName === undefined) return written
  const token: Json | undefined = readSecret(
    context,
    value[tokenName],
    childPointer(at, tokenName),
    variableName(name, 'TOKEN'),
  )
  if (token === undefined) return written
  const [header, prefix] = HEADERS[String(value['auth_type'])] ?? (['authorization', 'Bearer '] as const)
  return { ...written, [header]: `${prefix}${token}` }
}

/** The header of a token by `auth_type`, and what precedes it. */
const HEADERS: Readonly<Record<string, readonly [header: string, prefix: string]>> = byForeignName({
  api_key: ['x-api-key', ''],
  basic: ['authorization', 'Basic '],
  token: ['authorization', 'token '],
  authorization: ['authorization', ''],
})
