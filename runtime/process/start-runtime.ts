// Assembles the runtime on a real machine: ports, server, catalog. Entry point of both `portolan-runtime` and
// `portolan serve`.
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { createBackgroundQueue } from '../guardrails/engine/background-queue.ts'
import { openHosts } from '../link/target/custom-host.ts'
import { createTokens } from '../link/target/tokens.ts'
import type { PoolStatus } from '../pools/pool-health.ts'
import { createMock } from '../providers/mock/create-mock.ts'
import { openCertificate } from '../stores/certificate.ts'
import { type OpenSecrets, openSecrets } from '../stores/open-secrets.ts'
import type { FinishedRequest } from '../telemetry/request-record.ts'
import { createUpstreamClient, type UpstreamSettings } from '../upstream/undici-client.ts'
import type { Canary } from '../values/canary.ts'
import type { ConfigVersions } from '../values/config-versions.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Clock, Ports } from '../values/ports.ts'
import { createGatewayBuilder, type LoadedBundle } from './build-gateways.ts'
import type { ControlPlaneOptions } from './control-plane.ts'
import { mayUseResources } from './deferred-control-plane.ts'
import { changedFixedSettings } from './fixed-settings.ts'
import { createLoadedParts } from './load-parts.ts'
import { createTurns, nodePorts } from './node-ports.ts'
import { type BoundAddresses, openListeners } from './open-listeners.ts'
import { openMemory } from './open-memory.ts'
import type { Outbound } from './open-outbound.ts'
import { openServices } from './open-services.ts'
import { type LogDestination, monitorDelays, openTelemetry } from './open-telemetry.ts'
import { refuseOpenListener } from './refuse-open-listener.ts'
import { serveBundles } from './serve-bundles.ts'
import { type Division, type ListenerOptions, listenersOf } from './served-parts.ts'

export interface StartOptions
  extends ListenerOptions,
    LogDestination,
    Pick<ControlPlaneOptions, 'readYaml' | 'configNumber' | 'behind' | 'followed'> {
  /** The folder that paths of custom checks and of the certificate are relative to; default: the working directory. */
  readonly folder?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The workspaces whose callers are served; absent if all are. */
  readonly servesWorkspace?: (workspace: string) => boolean
  /** Versions of configs that are not in use, where a store is followed. */
  readonly versions?: ConfigVersions
  /** The store that is followed, where one is; otherwise that of the manifest is opened. */
  readonly store?: ResourceStore
  /** What another release serves at the start. */
  readonly canary?: Canary
  /** Called before anything is accepted: from then on a signal must lose no request. */
  readonly beforeListening?: () => void
}

export interface Runtime extends BoundAddresses {
  readonly host: string
  /** Switches to another bundle; returns sentences when it is rejected and the current one stays in use. */
  readonly reload: (bundle: Bundle, canary?: Canary) => Promise<readonly string[]>
  /** Sentences about settings of a bundle that differ from those at the start and take effect only after a restart. */
  readonly restartNeeded: (bundle: Bundle) => readonly string[]
  /** Closes the log file: the next record opens what is at its path. */
  readonly reopenLog: () => Promise<void>
  /** Takes an event of the embedding program into the log and the metrics. */
  readonly notice: (event: GatewayEvent) => void
  /** Records a request that another thread has served; absent if they do it themselves. */
  readonly record?: (request: FinishedRequest) => void
  /** What is known of the pools at the moment; absent if other threads have them. */
  readonly poolStatus?: () => readonly PoolStatus[]
  /** Drains requests in flight, then closes everything. */
  readonly stop: () => Promise<void>
}

/** Starts serving a bundle, or returns sentences that say why it cannot be served. */
export async function startRuntime(
  whole: Bundle,
  options: StartOptions,
): Promise<Runtime | readonly string[]> {
  const { worker } = options
  const ownPart = (next: Bundle): Bundle =>
    worker === undefined ? next : { ...next, gateway: worker.divide(next.gateway) }
  const bundle = ownPart(whole)
  const { gateway } = bundle
  const addresses = listenersOf(gateway, options)
  const { listener, admin, console } = addresses
  const { host } = listener
  const hosts = [host, admin?.host, console?.host]
  const open = refuseOpenListener(bundle, ...hosts)
  if (open.length > 0) return open
  const nodeValues = nodePorts()
  let current = gateway
  /** A bundle that is being loaded: its secret managers are called before it is used. */
  let loading: Gateway | undefined
  const folder = options.folder ?? process.cwd()
  const { environment } = options
  const settings: UpstreamSettings = {
    connections: gateway.limits.connections,
    connectTimeout: gateway.limits.connect_timeout,
    replyHeaderBytes: gateway.limits.reply_header_bytes,
    openHosts: author => [
      ...openHosts(author, current),
      ...(loading === undefined || author !== 'operator' ? [] : loading.trustedHosts),
    ],
    inProcess: new Map([['mock://mock', createMock(nodeValues.clock)]]),
  }
  const direct = createUpstreamClient(settings)
  /** What leaves otherwise than directly, loaded with the first bundle that has any. */
  const ways: { outbound?: Outbound } = {}
  const openWays = async (next: Gateway): Promise<readonly string[]> => {
    if (ways.outbound === undefined && leavesOtherwise(next, environment)) {
      const { openOutbound } = await import('./open-outbound.ts')
      const opened = await openOutbound(gateway, { environment, folder, settings, direct })
      if (!('main' in opened)) return opened
      ways.outbound = opened
    }
    return (await ways.outbound?.load(next)) ?? []
  }
  const closeWays = (): Promise<void> => (ways.outbound ?? direct).close()
  const closed = await openWays(gateway)
  if (closed.length > 0) {
    await closeWays()
    return closed
  }
  const { send, connect } = ways.outbound?.main ?? direct
  const ports: Ports = { ...nodeValues, upstream: send, connect }
  const opened = openMemory(gateway, worker, ports.clock, () => metrics?.droppedConnection())
  const { machine, memory, stalledReaders, connections, buffered } = opened
  const telemetry = openTelemetry(options, bundle, ports, buffered)
  const { log, notice, metrics, metricsText, degraded } = telemetry
  const afterwards = createBackgroundQueue(ports.clock)
  const tokens = createTokens(ports)
  const division: Division = {
    part: options.serves ?? 'all',
    hasAdmin: admin !== undefined,
    servesWorkspace: options.servesWorkspace,
  }
  /** Replaced once there are listeners: no request is held before. */
  let loadControl = (): Promise<void> => Promise.resolve()
  const parts = createLoadedParts(folder, ports)
  const builder = createGatewayBuilder({
    ports,
    machine,
    parts,
    division,
    hosts,
    tokens,
    through: own => ways.outbound?.through(own, ports) ?? { ports, tokens },
    backgroundQueue: afterwards,
    versions: options.versions,
    onEvent: notice,
    loadControl: () => loadControl(),
  })
  const readSecrets = async (next: Bundle, previous?: OpenSecrets): Promise<OpenSecrets> => {
    loading = next.gateway
    const secrets = await openSecrets(next, {
      environment,
      ports: { ...ports, tokens },
      onEvent: notice,
      ...(previous && { previous }),
    })
    loading = undefined
    return secrets
  }
  const load = async (
    next: Bundle,
    canary: Canary | undefined,
  ): Promise<LoadedBundle | readonly string[]> => {
    const faults = await openWays(next.gateway)
    if (faults.length > 0) return faults
    const custom = await parts.loadFor(next, canary)
    return 'facts' in custom ? { bundle: next, custom, canary } : custom
  }
  const first = await load(bundle, options.canary)
  if (!('custom' in first)) {
    await closeWays()
    return first
  }
  const firstSecrets = await readSecrets(bundle)
  const giveUp = async (sentences: readonly string[]): Promise<readonly string[]> => {
    firstSecrets.stop()
    await closeWays()
    return sentences
  }
  const firstFaults = builder.faults(first, firstSecrets)
  if (firstFaults.length > 0) return await giveUp(firstFaults)
  const { token } = gateway.metricsListen ?? {}
  const metricsToken = token && firstSecrets.lookUp(token)
  if (token !== undefined && !metricsToken)
    return await giveUp(['The token of telemetry.metrics is missing.'])
  const writeLog = (level: 'info' | 'warning' | 'error', message: string): void =>
    log.write({ level, message })
  for (const line of ways.outbound?.lines ?? []) writeLog('warning', line)
  const certificate = listener.tls && openCertificate(listener.tls, { folder, clock: ports.clock, writeLog })
  if (typeof certificate === 'string') return await giveUp([certificate])
  const services = await openServices(gateway, {
    ...options,
    folder,
    ports: { ...ports, tokens },
    writeLog,
    onEvent: notice,
    secret: firstSecrets.lookUp,
    afterwards,
    fetch: ways.outbound?.fetch,
    counts: division.part !== 'control',
    poolStatus: parts.poolStatus,
    degraded,
  })
  if (!('close' in services)) return await giveUp(services)
  const { control, limits, prices, sinks, close } = services
  if (services.state.rests !== undefined) parts.shareRests(services.state.rests)
  telemetry.attach(sinks.sinks)
  const hasStore = (options.store ?? gateway.store) !== undefined
  const loadForSaved = async (): Promise<void> => {
    if (hasStore) await parts.loadForSaved()
  }
  if (control.isLoaded()) await loadForSaved()
  const ownMetrics = gateway.metricsListen === undefined ? metricsText : undefined
  const build = (loaded: LoadedBundle, secrets: OpenSecrets) =>
    builder.build(loaded, secrets, services, ownMetrics)
  const firstGateway = build(first, firstSecrets)
  if (!('main' in firstGateway)) {
    await close()
    return await giveUp(firstGateway)
  }
  limits.use(bundle, firstSecrets.lookUp)
  const listeners = await openListeners(addresses, firstGateway, {
    gateway,
    metrics: metricsText,
    metricsToken,
    ports: {
      clock: ports.clock,
      randomId: ports.randomId,
      endOfTurn: ports.endOfTurn,
      log,
      memory,
      streamTurn: createTurns(ports.turn).nextTurn,
      stalledReaders,
      connections,
      degraded,
      onDroppedConnection: () => metrics?.droppedConnection(),
      onRefusedRequest: () => metrics?.refusedRequest(),
      price: prices.find,
      capture: sinks.capture,
      behind: control.behind,
      sharedLoad: worker?.sharedLoad,
      callsInFlight: worker?.callsInFlight,
      reusePort: worker !== undefined,
      allServe: worker?.allServe,
    },
    certificate,
    folder,
    writeLog,
    shared: worker?.listening,
    beforeListening: options.beforeListening,
    openConsole: async (ofConsole, listening) => {
      const opened = {
        ...{ ports, environment, folder, shared: services.state.sessions, secret: worker?.secret },
        loadControl: () => loadControl(),
      }
      return (await import('./open-console.ts')).openConsole(ofConsole, opened, listening)
    },
  }).catch(async (error: unknown) => {
    // An open connection to the state store would prevent a process that cannot serve from ending.
    await close()
    firstSecrets.stop()
    throw error
  })
  if (typeof listeners === 'string') {
    await close()
    return await giveUp([listeners])
  }
  metrics?.watchRequests(listeners.inFlight)
  const poolStatus = (): readonly PoolStatus[] => parts.poolStatus(current)
  metrics?.watchPools(poolStatus)
  const delays = metrics && monitorDelays(ports.clock)
  if (delays !== undefined) metrics?.watchDelays(delays.read)
  metrics?.watchLimits(limits.limiter.linked)
  metrics?.watchConnections(() => (ways.outbound ?? direct).waiting())
  const served = serveBundles(first, firstSecrets, control.isLoaded(), {
    load,
    readSecrets,
    build,
    loadControl: async () => {
      await Promise.all([control.load(), loadForSaved()])
    },
    onReplace: (next, secrets) => {
      for (const message of changedFixedSettings(gateway, next.gateway))
        log.write({ level: 'warning', message })
      current = next.gateway
      latest = next
      void logEnded().catch(reportBug)
      limits.use(next, secrets.lookUp)
      control.follow(limits.limiter, next.gateway)
      void parts.loadForCallers(next.gateway)
    },
    swap: listeners.swap,
  })
  let latest = bundle
  const loggedEnds = new Set<string>()
  let stopDay = (): void => {}
  /** Soon after the start, after each reload, and once a day: each model once. */
  const logEnded = async (): Promise<void> => {
    stopDay()
    stopDay = ports.clock.after(DAY, () => void logEnded().catch(reportBug))
    if (!namesModels(latest)) return
    const { endedModels } = await import('./ended-models.ts')
    const nameOf = (provider: string): string | undefined => parts.catalog.provider(provider)?.name
    for (const message of endedModels(latest, nameOf, ports.clock.now()))
      if (!loggedEnds.has(message)) {
        loggedEnds.add(message)
        // A log of several threads has each line once.
        writeLog('warning', message)
      }
  }
  loadControl = served.loadControl
  const reportBug = (bug: unknown): void => notice({ kind: 'bug', bug, trace: ports.randomId() })
  const loadNow = (): void => void loadControl().catch(reportBug)
  if (!control.isLoaded()) control.onSaved(loadNow)
  const stopLoading = deferLoads(ports.clock, [
    () => mayUseResources(current) && loadNow(),
    () => parts.loadForCallers(current),
    () => void logEnded().catch(reportBug),
  ])
  return {
    host,
    ...listeners.addresses,
    reload: (next, canary) => {
      listeners.refresh()
      return served.replace(ownPart(next), canary)
    },
    restartNeeded: next => changedFixedSettings(gateway, ownPart(next).gateway),
    reopenLog: sinks.reopen,
    notice,
    record: log.request,
    poolStatus,
    stop: async () => {
      stopLoading()
      stopDay()
      delays?.stop()
      control.endStreams()
      await listeners.stop()
      served.stop()
      afterwards.stop()
      telemetry.flush()
      await close()
      await closeWays()
      await telemetry.stop()
    },
  }
}

/** Whether anything leaves by a proxy or trusts further authorities, or a variable names a proxy that may not be used. */
const leavesOtherwise = (
  { outbound, providers }: Gateway,
  environment: StartOptions['environment'],
): boolean =>
  outbound !== undefined ||
  Object.values(providers).some(each => each.outbound !== undefined) ||
  Object.keys(environment).some(name => /^(?:https?|all)_proxy$/i.test(name))

/** Most bundles leave the model to callers. */
const namesModels = ({ gateway, plans, prompts }: Bundle): boolean =>
  gateway.aliases !== undefined ||
  gateway.aliasPatterns !== undefined ||
  gateway.semantic !== undefined ||
  prompts !== undefined ||
  Object.values(plans).some(({ nodes }) =>
    nodes.some(node => node.kind === 'call' && node.overrides['model'] !== undefined),
  )

// Loads parts that no call may need some time after the listener opens, so that the first calls are not delayed.

/** Milliseconds of a day. */
const DAY = 86_400_000

/** Milliseconds after which the first calls of a process that was waited for have been answered. */
const FIRST_CALLS = 1_000

/** Returns what ends the wait, when the process stops. A call that needs any of it loads it sooner. */
export const deferLoads = (clock: Clock, loads: readonly (() => unknown)[]): (() => void) =>
  clock.after(FIRST_CALLS, () => {
    for (const load of loads) load()
  })
