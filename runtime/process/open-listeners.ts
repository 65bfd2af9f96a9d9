// Opens what a process listens on: the main listener, that of saved resources, and that of metrics. All of them listen, or none.
import type { Gateway, PlanAdminListener } from '../../schemas/generated/types.ts'
import { probePort } from '../http/listen.ts'
import { openMetricsServer } from '../http/metrics-server.ts'
import { createHttpServer, type HttpServer, type ServerLimits } from '../http/server.ts'
import type { MetricsText, ServePorts, ServingGateway } from '../http/serving-gateway.ts'
import { type CertificateOptions, type CertificateWatch, openCertificate } from '../stores/certificate.ts'
import { nodeEventLoop } from './node-ports.ts'
import type { ConsoleListening, OpenConsole } from './open-console.ts'
import {
  type ConsoleAddress,
  consoleAlone,
  type ListenerAddress,
  type ProcessListeners,
  type ServedConsole,
  type ServedGateways,
} from './served-parts.ts'

export interface BoundAddresses {
  readonly port: number
  /** Where saved resources are served, if not with the calls. */
  readonly admin?: ListenerAddress
  /** The port of metrics, where it is not that of the gateway. */
  readonly metricsPort?: number
  /** Where people open the console; absent if none is served. */
  readonly console?: ConsoleAddress
}

/** The ports of a process: 0 for any that is free. */
export interface PortNumbers {
  readonly main: number
  readonly admin?: number
  readonly metrics?: number
  readonly console?: number
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
  /** Opens the console, with the server behind its page; not called if none is served. */
  readonly openConsole: (first: ServedConsole, listening: ConsoleListening) => Promise<OpenConsole>
}

/** Rejects where the main listener or that of metrics cannot listen; a sentence where the one of saved resources cannot. */
export async function openListeners(
  { listener, admin, console: ofConsole }: ProcessListeners,
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
    openConsole,
  }: ListenerParts,
): Promise<OpenListeners | string> {
  const wanted: PortNumbers = {
    main: listener.port,
    ...(admin && { admin: admin.port }),
    ...(metricsListen && { metrics: metricsListen.port }),
    ...(ofConsole && { console: ofConsole.port }),
  }
  if (shared?.isFirst === true) {
    await probePort(listener.host, wanted.main)
    if (metricsListen) await probePort(metricsListen.host, metricsListen.port)
    for (const [subject, other] of [
      [ADMIN, admin],
      [CONSOLE, ofConsole],
    ] as const) {
      const taken =
        other &&
        (await probePort(other.host, other.port).then(
          () => undefined,
          (error: unknown) => ({ error }),
        ))
      if (other && taken) return listenerFault(subject, other.host, other.port, taken.error)
    }
  }
  const numbers = (await shared?.turn(wanted)) ?? wanted
  beforeListening?.()
  const serverLimits: ServerLimits = {
    headerBytes: limits.header_bytes,
    concurrentRequests: limits.concurrent_requests,
    connections: limits.client_connections,
    bodyTimeout: limits.body_timeout,
  }
  let bound: number | undefined
  const console =
    first.console &&
    (await openConsole(first.console, {
      host: (ofConsole ?? admin ?? listener).host,
      isSecure: (ofConsole ?? admin ?? listener).tls !== undefined,
      isAlone: ofConsole !== undefined,
      calls: () => (bound === undefined ? undefined : { port: bound, secure: listener.tls !== undefined }),
      ports: { ...ports, sharedLoad: undefined },
      limits: serverLimits,
    }))
  const withConsole = console && { console: console.server }
  const main = createHttpServer(
    first.main,
    { ...ports, loop: nodeEventLoop, ...(ofConsole || admin ? {} : withConsole) },
    serverLimits,
    certificate?.first,
  )
  const port = await main.listen(listener.host, numbers.main)
  bound = port
  const open = (
    name: ListenerName,
    at: PlanAdminListener,
    served: ServingGateway,
    more: Pick<ServePorts, 'console'> | undefined,
  ) =>
    openAnotherListener(name, at, served, { ...ports, sharedLoad: undefined, ...more }, serverLimits, {
      folder,
      clock: ports.clock,
      writeLog,
    })
  const second =
    admin &&
    first.admin &&
    (await open(
      ADMIN,
      { ...admin, port: numbers.admin ?? admin.port },
      first.admin,
      ofConsole ? undefined : withConsole,
    ))
  if (typeof second === 'string') {
    await main.stop(0)
    return second
  }
  const third =
    ofConsole &&
    console &&
    (await open(
      CONSOLE,
      { ...ofConsole, port: numbers.console ?? ofConsole.port },
      consoleAlone(first.main, ports.randomId),
      withConsole,
    ))
  if (typeof third === 'string') {
    await Promise.all([main.stop(0), second?.stop(0)])
    return third
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
      await Promise.all([main.stop(0), second?.stop(0), third?.stop(0)])
      throw error
    }))
  certificate?.watch(main.renew)
  return {
    addresses: {
      port,
      ...(second && { admin: second.address }),
      ...(metricsServer && { metricsPort: metricsServer.port }),
      ...(console && {
        console: {
          ...console.address(
            (third ?? second)?.address ?? { ...listener, port, secure: listener.tls !== undefined },
          ),
          ...(third && { port: third.address.port }),
        },
      }),
    },
    swap: served => {
      main.swap(served.main)
      if (served.admin !== undefined) second?.swap(served.admin)
      third?.swap(consoleAlone(served.main, ports.randomId))
      console?.swap(served.console)
    },
    inFlight: main.inFlight,
    refresh: () => {
      certificate?.refresh()
      second?.refresh()
      third?.refresh()
    },
    stop: async () => {
      certificate?.stop()
      // Plans of before have no delay.
      const { drain_timeout: timeout, drain_delay: delay = 0 } = limits
      await Promise.all([main, second, third, console].map(each => each?.stop(timeout, delay)))
      await metricsServer?.stop()
    },
  }
}

// A listener in addition to the one for calls (`listen.admin`, `console.listen`): the same server, with an address and a certificate of
// its own.

interface AdminListener {
  readonly address: ListenerAddress
  readonly swap: HttpServer['swap']
  /** Reads the certificate again. */
  readonly refresh: () => void
  readonly stop: HttpServer['stop']
}

type ListenerName = readonly [setting: string, subject: string]

const ADMIN: ListenerName = ['listen.admin', 'admin listener']
const CONSOLE: ListenerName = ['console.listen', 'listener of the console']

/** Starts listening, or returns the reason why it cannot. */
async function openAnotherListener(
  name: ListenerName,
  { host, port, tls }: PlanAdminListener,
  first: ServingGateway,
  ports: ServePorts,
  limits: ServerLimits,
  options: CertificateOptions,
): Promise<AdminListener | string> {
  const certificate = tls && openCertificate(tls, { ...options, setting: `${name[0]}.tls` })
  if (typeof certificate === 'string') return certificate
  const server = createHttpServer(first, ports, limits, certificate?.first)
  let bound: number
  try {
    bound = await server.listen(host, port)
  } catch (error) {
    return listenerFault(name, host, port, error)
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

function listenerFault([, subject]: ListenerName, host: string, port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `The ${subject} cannot listen on ${host}:${port} (${code}).`
}
