// Opens what a process listens on: the main listener, that of saved resources, and that of metrics. All of them listen, or none.
import type { Gateway, PlanAdminListener } from '../../schemas/generated/types.ts'
import { probePort } from '../http/listen.ts'
import { openMetricsServer } from '../http/metrics-server.ts'
import { createHttpServer, type HttpServer, type ServerLimits } from '../http/server.ts'
import type { MetricsText, ServePorts, ServingGateway } from '../http/serving-gateway.ts'
import { type CertificateOptions, type CertificateWatch, openCertificate } from '../stores/certificate.ts'
import { nodeEventLoop } from './node-ports.ts'
import type { listenersOf, ServedGateways } from './served-parts.ts'

export interface BoundAddresses {
  readonly port: number
  /** Where saved resources are served, if not with the calls. */
  readonly admin?: AdminListener['address']
  /** The port of metrics, where it is not that of the gateway. */
  readonly metricsPort?: number
}

/** The ports of a process: 0 for any that is free. */
export interface PortNumbers {
  readonly main: number
  readonly admin?: number
  readonly metrics?: number
}

/** How a thread listens beside others on the same ports. */
export interface SharedListening {
  /** The first one: nothing else may listen there. */
  readonly isFirst: boolean
  /** Resolves when the thread may listen, with the ports that are bound if others do so already. */
  readonly turn: (wanted: PortNumbers) => Promise<PortNumbers>
}

export interface OpenListeners {
  readonly addresses: BoundAddresses
  readonly swap: (served: ServedGateways) => void
  /** Reads the certificates again. */
  readonly refresh: () => void
  /** Requests that the main listener is answering. */
  readonly inFlight: () => number
  /** Drains requests in flight as `limits` say, then closes everything. */
  readonly stop: () => Promise<void>
}

export interface ListenerParts extends Pick<CertificateOptions, 'folder' | 'writeLog'> {
  readonly gateway: Pick<Gateway, 'limits' | 'metricsListen'>
  readonly ports: ServePorts
  /** Absent if metrics are disabled. */
  readonly metrics: MetricsText | undefined
  /** What scrapers of the listener of metrics must send; undefined where nothing is requested. */
  readonly metricsToken?: string | undefined
  /** The certificate of the main listener; absent for plain HTTP. */
  readonly certificate: CertificateWatch | undefined
  /** Absent if one thread serves. */
  readonly shared?: SharedListening | undefined
  /** Called before the first of them listens. */
  readonly beforeListening?: (() => void) | undefined
}

/** Rejects where the main listener or that of metrics cannot listen; a sentence where the one of saved resources cannot. */
export async function openListeners(
  { listener, admin }: ReturnType<typeof listenersOf>,
  first: ServedGateways,
  {
    gateway: { limits, metricsListen },
    ports,
    metrics,
    metricsToken,
    certificate,
    folder,
    writeLog,
    shared,
    beforeListening,
  }: ListenerParts,
): Promise<OpenListeners | string> {
  const wanted: PortNumbers = {
    main: listener.port,
    ...(admin && { admin: admin.port }),
    ...(metricsListen && { metrics: metricsListen.port }),
  }
  if (shared?.isFirst === true) {
    await probePort(listener.host, wanted.main)
    if (metricsListen) await probePort(metricsListen.host, metricsListen.port)
    const taken =
      admin &&
      (await probePort(admin.host, admin.port).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ))
    if (admin && taken) return adminFault(admin.host, admin.port, taken.error)
  }
  const numbers = (await shared?.turn(wanted)) ?? wanted
  beforeListening?.()
  const serverLimits: ServerLimits = {
    headerBytes: limits.header_bytes,
    concurrentRequests: limits.concurrent_requests,
    connections: limits.client_connections,
    bodyTimeout: limits.body_timeout,
  }
  const main = createHttpServer(
    first.main,
    { ...ports, loop: nodeEventLoop },
    serverLimits,
    certificate?.first,
  )
  const port = await main.listen(listener.host, numbers.main)
  const options = { folder, clock: ports.clock, writeLog }
  const second =
    admin &&
    first.admin &&
    (await openAdminListener(
      { ...admin, port: numbers.admin ?? admin.port },
      first.admin,
      { ...ports, sharedLoad: undefined },
      serverLimits,
      options,
    ))
  if (typeof second === 'string') {
    await main.stop(0)
    return second
  }
  const metricsServer =
    metricsListen &&
    metrics &&
    (await openMetricsServer(
      { ...metricsListen, port: numbers.metrics ?? metricsListen.port },
      metrics,
      metricsToken,
      ports.reusePort,
    ).catch(async (error: unknown) => {
      await Promise.all([main.stop(0), second?.stop(0)])
      throw error
    }))
  certificate?.watch(main.renew)
  return {
    addresses: {
      port,
      ...(second && { admin: second.address }),
      ...(metricsServer && { metricsPort: metricsServer.port }),
    },
    swap: served => {
      main.swap(served.main)
      if (served.admin !== undefined) second?.swap(served.admin)
    },
    inFlight: main.inFlight,
    refresh: () => {
      certificate?.refresh()
      second?.refresh()
    },
    stop: async () => {
      certificate?.stop()
      // Plans of before have no delay.
      const { drain_timeout: timeout, drain_delay: delay = 0 } = limits
      await Promise.all([main.stop(timeout, delay), second?.stop(timeout, delay)])
      await metricsServer?.stop()
    },
  }
}

// The listener of saved resources in addition to the one for calls (`listen.admin`): the same server, with an address and a certificate of
// its own.

export interface AdminListener {
  readonly address: { readonly host: string; readonly port: number; readonly secure: boolean }
  readonly swap: HttpServer['swap']
  /** Reads the certificate again. */
  readonly refresh: () => void
  readonly stop: HttpServer['stop']
}

/** Starts listening, or returns the reason why it cannot. */
export async function openAdminListener(
  { host, port, tls }: PlanAdminListener,
  first: ServingGateway,
  ports: ServePorts,
  limits: ServerLimits,
  options: CertificateOptions,
): Promise<AdminListener | string> {
  const certificate = tls && openCertificate(tls, { ...options, setting: 'listen.admin.tls' })
  if (typeof certificate === 'string') return certificate
  const server = createHttpServer(first, ports, limits, certificate?.first)
  let bound: number
  try {
    bound = await server.listen(host, port)
  } catch (error) {
    return adminFault(host, port, error)
  }
  certificate?.watch(server.renew)
  return {
    address: { host, port: bound, secure: tls !== undefined },
    swap: server.swap,
    refresh: () => certificate?.refresh(),
    stop: async (milliseconds, delay) => {
      certificate?.stop()
      await server.stop(milliseconds, delay)
    },
  }
}

export function adminFault(host: string, port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `The admin listener cannot listen on ${host}:${port} (${code}).`
}
