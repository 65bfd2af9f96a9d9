// MCP servers of a source that are called over HTTP, as mcp.servers of the manifest.
import { asObject, isObject, type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { readHeader, variableName, variableOf } from './foreign-references.ts'
import type { ImportContext } from './import-context.ts'
import { asIdentifier, type ProjectDraft } from './project-draft.ts'
import { privateHost } from './provider-slots.ts'

export interface WrittenServer {
  readonly name: string
  /** Undefined for a server of another transport. */
  readonly url: Json | undefined
  readonly headers: JsonObject
  /** Names of the only tools that are switched on. */
  readonly tools?: readonly string[]
}

/** Reports a server that cannot be called. */
export function addMcpServer(
  context: ImportContext,
  { name, url, headers, tools }: WrittenServer,
  at: Pointer,
  { manifest, hosts }: ProjectDraft,
): void {
  if (
    typeof url !== 'string' ||
    variableOf(url) !== undefined ||
    !URL.canParse(url) ||
    !/^https?:/.test(url)
  ) {
    context.report(
      'import-not-expressible',
      at,
      `The MCP server "${name}" was left out: only servers of the streamable HTTP transport with an address in the file can be called. Run others behind an adapter to HTTP, and name it in mcp.servers.`,
      'key',
    )
    return
  }
  const trusted = privateHost(url)
  if (trusted !== undefined) hosts.add(trusted)
  const servers = asObject(asObject(manifest['mcp'])['servers'])
  const server = present({
    url,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    tools: tools === undefined ? undefined : { allow: [...tools] },
  })
  manifest['mcp'] = { servers: { ...servers, [asIdentifier(name)]: server } }
}

/** Headers of requests to a server, whose keys are references. `at`: the place of the object. */
export function foreignHeaders(
  context: ImportContext,
  name: string,
  headers: Json | undefined,
  at: Pointer,
): JsonObject {
  if (!isObject(headers)) return {}
  return Object.fromEntries(
    Object.entries(headers).flatMap(([header, value]) => {
      const text = readHeader(context, value, childPointer(at, header), variableName(name, header))
      return text === undefined ? [] : [[header.toLowerCase(), text] as const]
    }),
  )
}
