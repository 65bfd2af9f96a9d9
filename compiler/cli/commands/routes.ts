// `portolan routes`: where clients reach a gateway, and what each path leads to.

import type { StoredName } from '../../../runtime/gateway/request.ts'
import { namesOfManifest } from '../../../runtime/gateway/target-names.ts'
import type { EntranceFacts } from '../../../schemas/contracts/entrance.ts'
import { clientLibraries } from '../../../schemas/generated/client-libraries.ts'
import { entrances } from '../../../schemas/generated/entrances.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne, NOT_COMPILED } from '../compile-groups.ts'
import { formatTable } from '../layout/text-table.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'

export interface ProjectRoute {
  readonly path: string
  readonly kind: 'api' | 'entrance' | 'provider' | 'mcp' | 'agent' | 'control' | 'process'
  readonly leadsTo: string
  /** The stored provider of models without a slug; absent if a request has to name one. */
  readonly slug?: string
  /** Base URLs of SDKs, below the address of the gateway. */
  readonly clients?: readonly SdkAddress[]
}

export const routesCommand: Command = {
  usage: '[PROJECT] [--format pretty|json]',
  help: `Lists the paths at which a gateway serves the project: for the API of each vendor the stored provider of models without a slug, each
stored provider by its slug, MCP servers and agents. Base URLs are the paths that the SDKs of a vendor take, below the address of the gateway.

  --format json   print the routes as JSON`,
  options: { format: { type: 'string', default: 'pretty' } },
  run: async (patterns, { format }, terminal) => {
    if (!isListFormat(format)) return usageError(terminal, LIST_FORMAT_USAGE, 'routes')
    if (patterns.length > 1) return usageError(terminal, 'Name only one project.', 'routes')
    const compiled = await compileOne(patterns, 'routes', terminal)
    if (typeof compiled === 'number') return compiled
    if (compiled.gateway === undefined) {
      terminal.writeStderr(NOT_COMPILED)
      return EXIT.findings
    }
    const routes = projectRoutes(compiled.gateway)
    if (format === 'json')
      terminal.writeStdout(
        JSON.stringify(
          routes.map(({ leadsTo, ...route }) => ({ ...route, leads_to: leadsTo })),
          null,
          2,
        ),
      )
    else {
      const rows = routes.map(({ path, leadsTo, clients = [] }) => [path, leadsTo, basesOf(clients)])
      const table = formatTable([['path', 'leads to', 'base URL of'], ...rows], { width: terminal.width })
      terminal.writeStdout(table.join('\n'))
    }
    return EXIT.clean
  },
}

/** A base URL of an SDK, below the address of the gateway. */
interface SdkAddress {
  readonly sdk: string
  readonly base: string
}

/** Each base with the SDKs that take it. */
const basesOf = (clients: readonly SdkAddress[]): string =>
  [...Map.groupBy(clients, ({ base }) => base)]
    .map(([base, of]) => `${base}: ${of.map(({ sdk }) => sdk).join(', ')}`)
    .join('; ')

/** At the root every SDK reaches every provider by the model. */
const ROOT_CLIENTS: readonly SdkAddress[] = clientLibraries.flatMap(({ id, base }) => {
  const at = base.replace('{origin}', '') || '/'
  return at === '/' || at === '/v1' ? { sdk: id, base: at } : []
})

/** Without an SDK of its own a vendor with chats has the API of OpenAI. */
function entranceClients({ id, base: path, endpoints }: EntranceFacts): readonly SdkAddress[] {
  const own = clientLibraries.flatMap(({ id: sdk, vendor, base, entrance }) => {
    const at = entrance ?? (vendor === undefined ? undefined : base.replace('{origin}', ''))
    return at === `/${id}` || at?.startsWith(`/${id}/`) === true ? { sdk, base: at } : []
  })
  if (own.length > 0 || !endpoints.includes('chat/completions')) return own
  return [{ sdk: 'openai', base: `/${id}${path}` }]
}

/** In the order in which a reader looks for them. */
export function projectRoutes(gateway: Gateway): readonly ProjectRoute[] {
  const { mcp, agents = {}, store } = gateway
  const stored = namesOfManifest(gateway)
  const servers = [
    ...Object.keys(mcp?.servers ?? {}),
    ...Object.keys(mcp?.virtual ?? {}).map(name => `v/${name}`),
    ...(mcp?.control === true ? ['portolan'] : []),
  ]
  return [
    {
      path: '/v1',
      kind: 'api',
      leadsTo: 'every provider, by the model',
      clients: ROOT_CLIENTS,
    },
    ...Object.values(entrances).flatMap(facts => {
      const kind = facts.providers.find(each => stored.some(({ provider }) => provider === each))
      if (kind === undefined) return []
      return entranceRoute(
        facts.id,
        entranceClients(facts),
        stored.filter(({ provider }) => provider === kind),
      )
    }),
    ...stored.map(
      ({ slug, provider }): ProjectRoute => ({
        path: `/p/${slug}`,
        kind: 'provider',
        leadsTo: `@${slug} (${provider})`,
        slug,
      }),
    ),
    ...servers.map((name): ProjectRoute => ({ path: `/mcp/${name}`, kind: 'mcp', leadsTo: 'an MCP server' })),
    ...Object.keys(agents).map(
      (name): ProjectRoute => ({ path: `/agents/${name}`, kind: 'agent', leadsTo: 'an agent (A2A)' }),
    ),
    ...(store === undefined
      ? []
      : [{ path: '/v1', kind: 'control', leadsTo: 'saved resources (GET /openapi.json)' } as const]),
    { path: '/healthz, /readyz', kind: 'process', leadsTo: 'health checks' },
    ...(gateway.metrics && gateway.metricsListen === undefined
      ? [{ path: '/metrics', kind: 'process', leadsTo: 'metrics for Prometheus' } as const]
      : []),
  ]
}

function entranceRoute(
  id: string,
  clients: readonly SdkAddress[],
  stored: readonly StoredName[],
): ProjectRoute {
  const [first, ...others] = stored
  const route = { path: `/${id}`, kind: 'entrance', clients } as const
  return first !== undefined && others.length === 0
    ? { ...route, leadsTo: `@${first.slug}`, slug: first.slug }
    : {
        ...route,
        leadsTo: `several: name one of ${stored.map(({ slug }) => `@${slug}`).join(', ')}, or use /p/SLUG`,
      }
}
