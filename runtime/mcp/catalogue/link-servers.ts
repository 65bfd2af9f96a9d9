// The servers of a plan, as the proxy calls them.
import type {
  Gateway,
  PlanMcpServer,
  PlanMcpVirtual,
  PlanServerHeader,
} from '../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type ReadHeaderSecret, serverHeaders } from '../../values/server-headers.ts'
import type { McpUpstreamAuth, ServerAddress } from '../upstream/server-address.ts'
import type { McpEntry, McpMember, McpServer } from './mcp-server.ts'
import { kindRules, listedNames } from './name-rules.ts'

/** What authenticates to a server by OAuth; undefined where it has none. */
export type AuthOfServer = (
  slug: string,
  server: Pick<PlanMcpServer, 'url' | 'auth'>,
  readSecret: ReadHeaderSecret,
) => McpUpstreamAuth | undefined

/** An entry, and the workspaces that may use it; undefined for all. */
export interface LinkedEntry {
  readonly entry: McpEntry
  readonly workspaces: ReadonlySet<string> | undefined
}

/** Headers of the manifest, the same for every caller. */
const staticAuth = (
  slug: string,
  headers: readonly PlanServerHeader[],
  readSecret: ReadHeaderSecret,
): McpUpstreamAuth => ({
  perSubject: false,
  headers: () => serverHeaders(headers, readSecret) ?? missing(slug),
})

/** The headers of the manifest, and the token. */
const bothAuths = (own: McpUpstreamAuth, oauth: McpUpstreamAuth): McpUpstreamAuth => ({
  ...oauth,
  headers: async subject => {
    const [first, second] = [await own.headers(subject), await oauth.headers(subject)]
    if (isFailure(first)) return first
    return isFailure(second) ? second : [...first, ...second]
  },
})

const missing = (slug: string): Failure =>
  failure('secret_unavailable', `A secret of the MCP server "${slug}" cannot be read now.`)

export function linkServer(
  slug: string,
  { url, headers, timeout, tools, prompts, resources, pins, pinned }: Omit<PlanMcpServer, 'workspaces'>,
  readSecret: ReadHeaderSecret,
  hostAuthor: ServerAddress['hostAuthor'] = 'operator',
  oauth?: McpUpstreamAuth,
): McpServer {
  const { origin, pathname, search } = new URL(url)
  const own = staticAuth(slug, headers, readSecret)
  return {
    slug,
    address: {
      slug,
      origin,
      path: pathname + search,
      hostAuthor,
      auth: oauth === undefined ? own : bothAuths(own, oauth),
      timeout,
    },
    offers: kindRules({
      ...(tools && { tools }),
      ...(prompts && { prompts }),
      ...(resources && { resources }),
    }),
    pins,
    pinned,
  }
}

/** A server as it is. */
export const plainEntry = (server: McpServer): McpEntry => ({
  id: server.slug,
  members: [{ server, prefix: '', selects: () => true }],
  virtual: undefined,
})

/** The entries of the manifest by their addresses. */
export function linkEntriesOf(
  { mcp }: Pick<Gateway, 'mcp'>,
  readSecret: ReadHeaderSecret,
  authOf: AuthOfServer = () => undefined,
): ReadonlyMap<string, LinkedEntry> {
  if (mcp === undefined) return new Map()
  const servers = new Map(
    Object.entries(mcp.servers).map(
      ([slug, server]) =>
        [slug, linkServer(slug, server, readSecret, 'operator', authOf(slug, server, readSecret))] as const,
    ),
  )
  const plain = Object.entries(mcp.servers).flatMap(([slug, { workspaces }]) => {
    const server = servers.get(slug)
    return server === undefined ? [] : [[slug, linked(plainEntry(server), workspaces)] as const]
  })
  const virtual = Object.entries(mcp.virtual).map(
    ([name, each]) => [`v/${name}`, linked(virtualEntry(name, each, servers), each.workspaces)] as const,
  )
  return new Map([...plain, ...virtual])
}

const linked = (entry: McpEntry, workspaces: readonly string[] | undefined): LinkedEntry => ({
  entry,
  workspaces: workspaces && new Set(workspaces),
})

function virtualEntry(
  name: string,
  { members, instructions }: PlanMcpVirtual,
  servers: ReadonlyMap<string, McpServer>,
): McpEntry {
  return {
    id: `v/${name}`,
    virtual: { name, instructions },
    members: members.flatMap(({ server: slug, prefix, tools, prompts, resources }): readonly McpMember[] => {
      const server = servers.get(slug)
      if (server === undefined) return []
      const rules = {
        tool: listedNames(tools),
        prompt: listedNames(prompts),
        resource: () => resources,
      }
      return [{ server, prefix, selects: (kind, each) => rules[kind](each) }]
    }),
  }
}
