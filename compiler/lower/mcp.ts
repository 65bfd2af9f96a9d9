// Lowers the MCP servers of a manifest: headers split around their secrets, which are bound to the origin of their server, and
// virtual servers by member.
import { manifestDefaults } from '../../schemas/generated/facts.ts'
import type {
  KeyMcp,
  Mcp,
  McpAuth,
  McpNames,
  McpServer,
  McpVirtual,
  PlanKeyMcp,
  PlanMcp,
  PlanMcpAuth,
  PlanMcpMember,
  PlanMcpNames,
  PlanMcpServer,
  PlanMcpVirtual,
} from '../../schemas/generated/types.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { originOf } from './origin.ts'
import { lowerServerHeader } from './server-header.ts'

const DEFAULT_TIMEOUT = 60_000

export const lowerMcp = ({
  servers = {},
  virtual = {},
  control = manifestDefaults.mcp.control,
  session_ttl,
  token_scopes = [],
}: Mcp): PlanMcp => ({
  servers: mapEntries(servers, lowerMcpServer),
  virtual: mapEntries(virtual, lowerVirtual),
  ...(control && { control }),
  ...(token_scopes.length > 0 && { tokenScopes: [...new Set(token_scopes)] }),
  sessionTtl: session_ttl ?? manifestDefaults.mcp.session_ttl,
})

const mapEntries = <T, R>(
  object: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)] as const))

const lowerMcpServer = ({
  url,
  headers = {},
  auth,
  timeout = DEFAULT_TIMEOUT,
  workspaces,
  tools,
  prompts,
  resources,
  pins = 'first_use',
  pinned = {},
  // Validation has refused other transports.
  command: _command,
  transport: _transport,
  ...remainder
}: McpServer): PlanMcpServer => {
  remainder satisfies Record<string, never>
  const origins = [originOf(url) ?? '']
  return {
    url,
    headers: Object.entries(headers).map(([name, value]) => lowerServerHeader(name, value, origins)),
    ...(auth && { auth: lowerMcpAuth(auth) }),
    timeout,
    ...(workspaces && { workspaces: [...new Set(workspaces)].sort() }),
    ...lowerKinds({ tools, prompts, resources }),
    pins,
    pinned,
  }
}

/** The secret of a client goes to the authorization server that the manifest names, and nowhere else. */
function lowerMcpAuth({
  type,
  issuer,
  token_url,
  client_id,
  client_secret,
  scopes = [],
}: McpAuth): PlanMcpAuth {
  const reference = client_secret === undefined ? undefined : parseSecretReference(client_secret)
  const origins = [token_url, issuer].flatMap(url => (url === undefined ? [] : (originOf(url) ?? [])))
  return {
    kind: type === 'oauth' ? 'user' : type,
    ...(issuer !== undefined && { issuer }),
    ...(token_url !== undefined && { tokenUrl: token_url }),
    ...(client_id !== undefined && { clientId: client_id }),
    ...(reference && { secret: { source: reference.source, name: reference.name, origins } }),
    scopes: [...new Set(scopes)],
  }
}

interface Kinds {
  readonly tools?: McpNames | undefined
  readonly prompts?: McpNames | undefined
  readonly resources?: McpNames | undefined
}

const lowerKinds = ({ tools, prompts, resources }: Kinds): PlanKeyMcp => ({
  ...(tools && { tools: lowerNames(tools) }),
  ...(prompts && { prompts: lowerNames(prompts) }),
  ...(resources && { resources: lowerNames(resources) }),
})

const lowerNames = ({ allow, deny }: McpNames): PlanMcpNames => ({
  ...(allow && { allow: [...new Set(allow)].sort() }),
  ...(deny && { deny: [...new Set(deny)].sort() }),
})

/** What a key may use, by the address of the server. */
export const lowerKeyMcp = (
  servers: Readonly<Record<string, KeyMcp>>,
): Readonly<Record<string, PlanKeyMcp>> => mapEntries(servers, lowerKinds)

function lowerVirtual({
  tools = [],
  prompts = [],
  resources = [],
  prefix,
  instructions,
  workspaces,
}: McpVirtual): PlanMcpVirtual {
  const slugs = [...new Set([...tools, ...prompts].map(name => splitName(name).server).concat(resources))]
  const namesOf = (list: readonly string[], slug: string): readonly string[] => [
    ...new Set(list.map(splitName).flatMap(({ server, name }) => (server === slug ? [name] : []))),
  ]
  return {
    members: slugs.map(
      (server): PlanMcpMember => ({
        server,
        prefix: prefix === 'none' ? '' : `${server}_`,
        tools: namesOf(tools, server),
        prompts: namesOf(prompts, server),
        resources: resources.includes(server),
      }),
    ),
    ...(instructions !== undefined && { instructions }),
    ...(workspaces && { workspaces: [...new Set(workspaces)].sort() }),
  }
}

/** `github/search_issues` → the server and the tool. */
export function splitName(text: string): { readonly server: string; readonly name: string } {
  const slash = text.indexOf('/')
  return slash < 0
    ? { server: text, name: '' }
    : { server: text.slice(0, slash), name: text.slice(slash + 1) }
}
