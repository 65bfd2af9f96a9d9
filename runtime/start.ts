// Assembles the runtime on a real machine: ports, server, catalog. Entry point of both `portolan-runtime` and
// `portolan serve`.
import { withOwnChecks } from '../compiler/own-checks.ts'
import type { Bundle, Gateway } from '../schemas/generated/types.ts'
import { runtimeCatalog } from './catalogue.ts'
import { createGateway } from './gateway.ts'
import { createAfterwards } from './guardrails/afterwards.ts'
import type { Check } from './guardrails/check.ts'
import { checks } from './guardrails/registry.ts'
import { linkOwnHeaders } from './http/own-headers.ts'
import type { ServedBy } from './http/serve-request.ts'
import { createHttpDoor } from './http/server.ts'
import { missingChecks, missingParts, missingProviders } from './link/requires.ts'
import { createTokens } from './link/tokens.ts'
import { createMemoryBudget } from './memory-budget.ts'
import type { Ports } from './ports.ts'
import { hostMemory, hostPorts } from './ports-of-host.ts'
import { withProcessLimits } from './process-limits.ts'
import { createMock } from './providers/mock/create-mock.ts'
import { adapters } from './providers/registry.ts'
import { linkBrowserGuard } from './requests/browser-guard.ts'
import { openState } from './stores/open-state.ts'
import { createOwnChecks, type OwnChecks } from './stores/own-checks/create-own-checks.ts'
import { readSecrets, type Secrets } from './stores/secrets.ts'
import { createLog, type Log, SILENT } from './telemetry/log.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { createReporter } from './telemetry/reporter.ts'
import { createUpstream } from './upstream/dispatch.ts'

/** Limits of objects that are created once, when the gateway starts. */
const FIXED_LIMITS = [
  'buffered_bytes',
  'cache_bytes',
  'cache_entries',
  'concurrent_requests',
  'connect_timeout',
  'connections',
  'drain_timeout',
  'header_bytes',
] as const

export interface StartOptions {
  /** The folder that paths of custom checks are relative to; default: the working directory. */
  readonly folder?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Overrides of the manifest's `listen`. */
  readonly host?: string
  readonly port?: number
  /** Where log records are written; default: per manifest. */
  readonly logTo?: Pick<NodeJS.WritableStream, 'write' | 'once'> | 'none'
}

export interface Runtime {
  readonly host: string
  readonly port: number
  /** Switches to another bundle; returns sentences when it is rejected and the current one stays in use. */
  readonly reload: (bundle: Bundle) => Promise<readonly string[]>
  /** Drains requests in flight, then closes everything. */
  readonly stop: () => Promise<void>
}

/** Starts serving a bundle, or returns sentences that say why it cannot be served. */
export async function startRuntime(
  bundle: Bundle,
  options: StartOptions,
): Promise<Runtime | readonly string[]> {
  const { gateway } = bundle
  const host = options.host ?? gateway.listen.host
  const open = refuseOpenDoor(bundle, host)
  if (open.length > 0) return open
  const host_ = hostPorts()
  let current = gateway
  const upstream = createUpstream({
    connections: gateway.limits.connections,
    connectTimeout: gateway.limits.connect_timeout,
    trustedHosts: () => current.trustedHosts,
  })
  const mock = createMock(host_.clock)
  const ports: Ports = {
    ...host_,
    upstream: (request, receiver) =>
      (request.origin === 'mock://mock' ? mock : upstream.send)(request, receiver),
    connect: upstream.connect,
  }
  // A closed log reader must not stop the gateway.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const machine = hostMemory()
  const memory = createMemoryBudget(withProcessLimits(gateway, machine).limits.buffered_bytes)
  const metrics = gateway.metrics ? createMetrics(memory.used) : undefined
  const { log, notice } = createReporter(logOf(options, bundle, ports), metrics, ports.clock)
  const loadChecks = createOwnChecks(options.folder ?? process.cwd(), ports)
  const afterwards = createAfterwards(ports.clock)
  const tokens = createTokens(ports)
  const delivered = runtimeCatalog()
  /** The built-in checks and a bundle's custom checks. */
  const partsWith = (own: OwnChecks) => ({
    catalog: withOwnChecks(delivered, own.facts),
    check: (id: string): Check | undefined => (Object.hasOwn(checks, id) ? checks[id] : own.check(id)),
  })
  const faultsOf = (next: Bundle, secrets: Secrets, own: OwnChecks): readonly string[] => {
    const { catalog, check } = partsWith(own)
    const lacks = Object.entries(next.plans).flatMap(([id, plan]) =>
      missingParts(plan, next.gateway, catalog, check).map(
        sentence => `The plan "${id}" cannot be loaded. ${sentence}`,
      ),
    )
    return [
      ...lacks,
      ...missingProviders(next.gateway, catalog),
      ...missingChecks(next.gateway, check),
      ...secrets.missing,
      ...refuseOpenDoor(next, host),
    ]
  }
  const firstSecrets = readSecrets(bundle, options.environment)
  const firstChecks = await loadChecks(gateway)
  if (!('facts' in firstChecks)) return firstChecks
  const firstFaults = faultsOf(bundle, firstSecrets, firstChecks)
  if (firstFaults.length > 0) return firstFaults
  const state = await openState(gateway, firstSecrets.lookUp, ports, notice)
  if (typeof state === 'string') return [state]
  const { cache, circuits, vectors } = state
  const prepare = (next: Bundle, secrets: Secrets, own: OwnChecks): ServedBy | readonly string[] => {
    const faults = faultsOf(next, secrets, own)
    if (faults.length > 0) return faults
    const core = createGateway(next, {
      ports,
      gateway: withProcessLimits(next.gateway, machine),
      ...partsWith(own),
      adapter: row => (row.dialect === 'vendor' ? undefined : adapters[row.dialect]),
      cache,
      circuits,
      ...(vectors && { vectors }),
      afterwards,
      notice,
      tokens,
      secret: secrets.lookUp,
    })
    const unlinked = own.unlinked()
    if (unlinked.length > 0) return unlinked
    return {
      core,
      ownHeaders: linkOwnHeaders(next.gateway.headerPrefix, next.digest),
      digest: next.digest,
      browserGuard: linkBrowserGuard(next.gateway),
      metrics: metrics?.text,
      bodyLimits: { held: next.gateway.limits.body_bytes, upload: next.gateway.limits.upload_bytes },
    }
  }
  const first = prepare(bundle, firstSecrets, firstChecks)
  if (!('core' in first)) {
    await state.close()
    return first
  }
  const door = createHttpDoor(
    first,
    { clock: ports.clock, identifier: ports.identifier, log, memory },
    {
      headerBytes: gateway.limits.header_bytes,
      concurrentRequests: gateway.limits.concurrent_requests,
    },
  )
  const port = await door.listen(host, options.port ?? gateway.listen.port).catch(async (error: unknown) => {
    // An open connection to the state store would keep a process alive that cannot serve.
    await state.close()
    throw error
  })
  const replace = async (next: Bundle): Promise<readonly string[]> => {
    const own = await loadChecks(next.gateway)
    if (!('facts' in own)) return own
    const served = prepare(next, readSecrets(next, options.environment), own)
    if (!('core' in served)) return served
    for (const message of fixedFacts(gateway, next.gateway)) log.write({ level: 'warning', message })
    current = next.gateway
    door.swap(served)
    return []
  }
  let reloading: Promise<unknown> = Promise.resolve()
  return {
    host,
    port,
    // Sequentially: the bundle that was loaded last is the one in use.
    reload: next => {
      const replaced = reloading.then(() => replace(next))
      reloading = replaced.catch(() => {})
      return replaced
    },
    stop: async () => {
      await door.stop(gateway.limits.drain_timeout)
      afterwards.stop()
      await upstream.close()
      await state.close()
      log.flush()
    },
  }
}

/** Settings of a new manifest that take effect only after a restart, one sentence each. */
function fixedFacts(before: Gateway, after: Gateway): readonly string[] {
  const changed = FIXED_LIMITS.filter(name => before.limits[name] !== after.limits[name]).map(
    name => `limits.${name}`,
  )
  if (before.listen.host !== after.listen.host || before.listen.port !== after.listen.port)
    changed.push('listen')
  if (before.log !== after.log) changed.push('telemetry.log')
  if (JSON.stringify(before.state) !== JSON.stringify(after.state)) changed.push('state')
  if (before.metrics !== after.metrics) changed.push('telemetry.metrics')
  if (JSON.stringify(before.semantic?.vectors) !== JSON.stringify(after.semantic?.vectors))
    changed.push('cache.semantic.vectors')
  return changed.map(name => `The new value of ${name} takes effect after a restart.`)
}

/** Without API keys anyone is let in, so the gateway only listens on loopback addresses. */
function refuseOpenDoor({ gateway }: Bundle, host: string): readonly string[] {
  const loopback = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  if (gateway.apiKeys.length > 0 || loopback) return []
  return [
    `The gateway has no api_keys, so it may only listen on a loopback address (127.0.0.1), not on ${host}.`,
  ]
}

function logOf({ logTo }: StartOptions, { gateway }: Bundle, { clock }: Ports): Log {
  const wanted = logTo ?? gateway.log
  if (wanted === 'none') return SILENT
  const stream = wanted === 'stdout' ? process.stdout : wanted === 'stderr' ? process.stderr : wanted
  return createLog({
    write: text => stream.write(text),
    drained: action => void stream.once('drain', action),
    after: clock.after,
  })
}
