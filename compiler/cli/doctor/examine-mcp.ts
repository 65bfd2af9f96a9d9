// `portolan doctor mcp URL`: an MCP server as clients of both eras find it, called directly and through a gateway that is made for it.
import { Writable } from 'node:stream'
import { linkServer } from '../../../runtime/mcp/catalogue/link-servers.ts'
import type { Era } from '../../../runtime/mcp/messages/revision.ts'
import type { ServerParts } from '../../../runtime/mcp/upstream/modern-server.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { startRuntime } from '../../../runtime/process/start-runtime.ts'
import { readSecrets } from '../../../runtime/stores/secrets.ts'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { compileProject } from '../../project.ts'
import { readJson } from '../../read/json.ts'
import { cliCatalog } from '../cli-catalog.ts'
import type { Terminal } from '../terminal.ts'
import { compareLooks, describeLook } from './compare-mcp.ts'
import { lookAtServer, type McpLook } from './mcp-look.ts'

export interface McpLine {
  readonly part: string
  readonly isFault: boolean
  readonly line: string
}

const SLUG = 'server'
const ERAS: readonly Era[] = ['legacy', 'modern']

/** `headers`: as the manifest has them, with references to variables. Sentences where no gateway can be made of it. */
export async function examineMcp(
  url: string,
  headers: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<readonly McpLine[] | readonly string[]> {
  const bundle = compileGateway(url, headers)
  if (!('gateway' in bundle)) return bundle
  const { mcp, limits, trustedHosts } = bundle.gateway
  const server = mcp?.servers[SLUG]
  if (server === undefined) return ['The server is not part of the plan.']
  const secrets = readSecrets(bundle, terminal.environment)
  if (secrets.missing.length > 0) return secrets.missing
  const runtime = await startRuntime(bundle, {
    environment: terminal.environment,
    logTo: new Writable({ write: (_chunk, _encoding, done) => done() }),
  })
  if (!('stop' in runtime)) return runtime
  const upstream = createUpstreamClient({
    connections: limits.connections,
    connectTimeout: limits.connect_timeout,
    replyHeaderBytes: limits.reply_header_bytes,
    openHosts: () => [...trustedHosts, '127.0.0.1'],
  })
  const ports = { ...nodePorts(), upstream: upstream.send }
  const subject = { key: 'doctor', user: undefined, actsAsUser: false, workspace: 'default' }
  const { address } = linkServer(SLUG, server, secrets.lookUp)
  const direct: ServerParts = { address, subject, ports }
  const own = linkServer(
    SLUG,
    { ...server, url: `http://127.0.0.1:${runtime.port}/mcp/${SLUG}`, headers: [] },
    () => undefined,
  )
  const through: ServerParts = { address: own.address, subject, ports }
  try {
    const looks = new Map<Era, McpLook | string>()
    for (const era of ERAS) looks.set(era, await lookAtServer(era, direct))
    const found = new Map<Era, McpLook | string>()
    for (const era of ERAS) found.set(era, await lookAtServer(era, through))
    return ERAS.flatMap(era => linesOf(era, looks, found.get(era) ?? ''))
  } finally {
    await runtime.stop()
    await upstream.close()
  }
}

function compileGateway(url: string, headers: Readonly<Record<string, string>>): Bundle | readonly string[] {
  const manifest = {
    listen: { port: 0 },
    trusted_hosts: [new URL(url).hostname],
    mcp: { servers: { [SLUG]: { url, ...(Object.keys(headers).length > 0 && { headers }) } } },
  }
  const { bundle, diagnostics } = compileProject(
    {
      manifest: { source: { name: 'gateway.json', text: JSON.stringify(manifest) }, read: readJson },
      configs: new Map(),
    },
    cliCatalog(),
    nodePorts().hash,
  )
  return bundle ?? diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}

/** Clients of an era that the server does not speak get from the gateway what it has in the other one. */
function linesOf(
  era: Era,
  looks: ReadonlyMap<Era, McpLook | string>,
  shown: McpLook | string,
): readonly McpLine[] {
  const [direct, gateway] = [`${era}, direct`, `${era}, gateway`]
  const look = looks.get(era) ?? ''
  const spoken = typeof look === 'string' ? looks.get(era === 'modern' ? 'legacy' : 'modern') : look
  const line = { part: direct, isFault: typeof spoken !== 'object' }
  const own = { ...line, line: typeof look === 'string' ? `not spoken: ${look}` : describeLook(look) }
  if (typeof spoken !== 'object') return [own]
  if (typeof shown === 'string') return [own, { part: gateway, isFault: true, line: `not served: ${shown}` }]
  const differences = compareLooks(spoken, shown)
  return [
    own,
    { part: gateway, isFault: false, line: describeLook(shown) },
    ...differences.map(difference => ({ part: gateway, isFault: true, line: difference })),
  ]
}
