// MCP servers of agentgateway that are called over HTTP.
import { asList, asObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { variableOf } from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'
import { addMcpServer, foreignHeaders } from '../mcp-server.ts'
import type { ProjectDraft } from '../project-draft.ts'

/** `at`: the place of the list of targets. */
export function addMcpTargets(
  context: ImportContext,
  targets: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): void {
  for (const [index, value] of asList(targets).entries()) {
    const target = asObject(value)
    const name = String(target['name'] ?? `server-${index + 1}`)
    const place = childPointer(at, index)
    const { host, port, path } = asObject(target['mcp'])
    const isKnown = typeof host === 'string' && variableOf(host) === undefined
    const modifier = `${place}/policies/requestHeaderModifier`
    const { set, add } = asObject(asObject(target['policies'])['requestHeaderModifier'])
    addMcpServer(
      context,
      {
        name,
        url: isKnown ? addressOf(host, port, path) : undefined,
        headers: {
          ...foreignHeaders(context, name, add, `${modifier}/add`),
          ...foreignHeaders(context, name, set, `${modifier}/set`),
        },
      },
      place,
      draft,
    )
  }
}

/** A URL, or a host with its port and path. */
const addressOf = (host: string, port: Json | undefined, path: Json | undefined): string =>
  /^https?:\/\//.test(host)
    ? host
    : `http${String(port) === '443' ? 's' : ''}://${host}${port === undefined || String(port) === '443' ? '' : `:${String(port)}`}${typeof path === 'string' ? path : '/mcp'}`
