// MCP servers of a source that are called over HTTP, as mcp.servers of the manifest.
import { asObject, isObject, type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { mightBeSecretName } from '../diagnostics/secret-names.ts'
import { readHeader, variableName, variableOf, withoutCredentials } from './foreign-references.ts'
import type { ImportContext } from './import-context.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from './project-draft.ts'
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
  const credentials = headersOfAddress(context, name, url, at)
  const sent = { ...credentials.headers, ...headers }
  const server = present({
    url: credentials.url,
    headers: Object.keys(sent).length === 0 ? undefined : sent,
    tools: tools === undefined ? undefined : { allow: [...tools] },
  })
  const slug = uniqueName(asIdentifier(name), taken => Object.hasOwn(servers, taken))
  manifest['mcp'] = { servers: { ...servers, [slug]: server } }
}

/** The credentials of an address as headers, which are references. */
function headersOfAddress(
  context: ImportContext,
  name: string,
  address: string,
  at: Pointer,
): { readonly url: string; readonly headers: JsonObject } {
  const { username, password, searchParams } = new URL(address)
  const [key] = [...searchParams].find(([parameter]) => mightBeSecretName(parameter)) ?? []
  if (username !== '' || password !== '') {
    const basic = context.secrets.nameOf(variableName(name, 'BASIC_AUTH'), `${username}:${password}`)
    return {
      url: withoutCredentials(
        context,
        address,
        at,
        `It is sent as basic authentication: set ${basic} in the environment of the gateway to the user name and the password, joined by a colon, in base64.`,
      ),
      headers: { authorization: `Basic \${env:${basic}}` },
    }
  }
  if (key === undefined) return { url: address, headers: {} }
  const variable = context.secrets.nameOf(variableName(name, key), searchParams.get(key) ?? '')
  return {
    url: withoutCredentials(
      context,
      address,
      at,
      `It is sent as the header x-api-key, where the server must read it: set ${variable} in the environment of the gateway.`,
    ),
    headers: { 'x-api-key': `\${env:${variable}}` },
  }
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
