// Sections of Bifrost's config.json besides its providers and keys of clients.

import { asList, asObject, isList } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { addMcpServer, foreignHeaders } from '../mcp-server.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { each, instead, objectOf, reportUnread, type Shape, type Shapes } from '../source-shape.ts'

export function applySections(context: ImportContext, draft: ProjectDraft): void {
  const root = asObject(context.parsed.value)
  applyClient(context, draft)
  for (const [index, value] of asList(asObject(root['mcp'])['client_configs']).entries()) {
    const at = `/mcp/client_configs/${index}`
    const client = asObject(value)
    const name = typeof client['name'] === 'string' ? client['name'] : `server-${index + 1}`
    const tools = asList(client['tools_to_execute']).filter(tool => typeof tool === 'string')
    const isHttp = client['connection_type'] === 'http'
    reportUnread(context, isHttp ? MCP_CLIENT : OTHER_CLIENT, value, at)
    addMcpServer(
      context,
      {
        name,
        url: isHttp ? client['connection_string'] : undefined,
        headers: isHttp ? foreignHeaders(context, name, client['headers'], `${at}/headers`) : {},
        ...(tools.length > 0 && !tools.includes('*') && { tools }),
      },
      at,
      draft,
    )
  }
  for (const [index, value] of asList(root['plugins']).entries()) {
    const { name, enabled } = asObject(value)
    const at = childPointer('/plugins', index)
    reportUnread(context, PLUGIN, value, at)
    if (enabled !== false && !WITHOUT_EFFECT.has(String(name)))
      context.report(
        'import-not-expressible',
        at,
        `The plugin "${String(name)}" was left out. ${PLUGINS[String(name)] ?? 'Code of the source is not called; a custom check of a guardrail may take its place.'}`,
      )
  }
}

const MCP_PARTS: Shapes = {
  ...each(['name', 'connection_type', 'connection_string', 'tools_to_execute', 'headers'], 'read'),
  ...each(['id', 'client_id', 'is_ping_available', 'description', 'is_code_mode_client'], 'unused'),
  tools_to_auto_execute: instead('The gateway executes no tools for models; clients call them.'),
  tool_pricing: instead('Calls of tools have no price here.'),
  auth_type: 'unused',
  oauth_config_id: instead('OAuth towards an MCP server is mcp.servers.NAME.auth.'),
}
const MCP_CLIENT: Shape = objectOf(MCP_PARTS)
/** A server that is left out as a whole. */
const OTHER_CLIENT: Shape = objectOf({ ...MCP_PARTS, stdio_config: 'unused' })

const PLUGIN: Shape = objectOf(
  each(['name', 'enabled', 'config', 'path', 'version', 'placement', 'order'], 'unused'),
)

/** Logs and metrics of the source's own, and its governance, which is read elsewhere. */
const WITHOUT_EFFECT = new Set(['logging', 'governance'])

const PLUGINS: Readonly<Record<string, string>> = byForeignName({
  semantic_cache:
    'Only requests with a key of the cache are cached in the source; here all of a config are: cache: { mode: semantic } of a config with cache.semantic of the manifest.',
  otel: 'Traces and logs of requests are sent by telemetry.otlp of the manifest.',
  telemetry: 'Metrics for Prometheus are telemetry.metrics of the manifest.',
  prometheus: 'Metrics for Prometheus are telemetry.metrics of the manifest.',
  maxim: 'Traces and logs of requests are sent by telemetry.otlp of the manifest.',
  datadog: 'Traces and logs of requests are sent by telemetry.otlp of the manifest.',
  mocker: 'Fixed replies come from the provider mock.',
  jsonparser: 'Parts of streamed JSON are not completed.',
  litellmcompat: 'Requests are sent to the API that they were written for.',
})

/** Web pages and sizes. */
function applyClient(context: ImportContext, { manifest }: ProjectDraft): void {
  const client = asObject(asObject(context.parsed.value)['client'])
  const size = numberIn(client['max_request_body_size_mb'])
  if (size !== undefined && size > 0)
    manifest['limits'] = { body_bytes: Math.min(536_870_912, Math.round(size * 1_048_576)) }
  const origins = client['allowed_origins']
  if (!isList(origins) || origins.length === 0) return
  const known = origins.filter(
    origin => typeof origin === 'string' && /^[A-Za-z][\w+.-]*:\/\/[^\s/?#@*]+$/.test(origin),
  )
  if (known.length > 0) manifest['listen'] = { cors: { origins: known } }
  if (known.length < origins.length)
    context.report(
      'import-not-expressible',
      '/client/allowed_origins',
      'Patterns of origins were left out. listen.cors of the manifest lists the origins of web pages, or "*" for all of a gateway with api_keys.',
    )
}
