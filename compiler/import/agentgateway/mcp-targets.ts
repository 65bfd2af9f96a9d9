// MCP servers of agentgateway that are called over HTTP.
import { asList, asObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { variableOf } from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'
import { asIdentifier, type ProjectDraft } from '../project-draft.ts'
import { privateHost } from '../provider-slots.ts'

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
    const url = typeof host === 'string' ? addressOf(host, port, path) : undefined
    if (url === undefined || variableOf(host) !== undefined) {
      context.report(
        'import-not-expressible',
        place,
        `The MCP server "${name}" was left out: only servers of the streamable HTTP transport with an address in the file can be called. Run others behind an adapter to HTTP, and name it in mcp.servers.`,
      )
      continue
    }
    for (const own of Object.keys(target))
      if (own !== 'name' && own !== 'mcp')
        context.report(
          'import-not-expressible',
          childPointer(place, own),
          `"${own}" was left out. Headers of an MCP server are mcp.servers.NAME.headers.`,
          'key',
        )
    const servers = asObject(asObject(draft.manifest['mcp'])['servers'])
    draft.manifest['mcp'] = { servers: { ...servers, [asIdentifier(name)]: { url } } }
    const trusted = privateHost(url)
    if (trusted !== undefined) draft.hosts.add(trusted)
  }
}

/** A URL, or a host with its port and path. */
function addressOf(host: string, port: Json | undefined, path: Json | undefined): string | undefined {
  const url = /^https?:\/\//.test(host)
    ? host
    : `http://${host}${port === undefined ? '' : `:${String(port)}`}${typeof path === 'string' ? path : '/mcp'}`
  return URL.canParse(url) ? url : undefined
}
