// Replies of the server itself, outside of the base path: a welcome line at `/`, health checks, metrics.
import type { MetricFormat } from '../telemetry/metric.ts'
import type { Awaitable } from '../values/awaitable.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { Headers } from '../values/headers.ts'
import { readOpenApi } from './open-api.ts'
import type { ServePorts, ServingGateway } from './serving-gateway.ts'

export interface ServerReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

const METRICS_HEADERS: Readonly<Record<MetricFormat, Headers>> = {
  text: ['content-type', 'text/plain; version=0.0.4; charset=utf-8'],
  openmetrics: ['content-type', 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
}

const WELCOME: ServerReply = {
  status: 200,
  headers: ['content-type', 'text/plain; charset=utf-8'],
  body: Buffer.from(
    'Portolan, an AI gateway. The base URL for clients is /v1 at this address. Documentation: README.md of the npm package "portolan".\n',
  ),
}

const openApiReply = (): ServerReply => ({
  status: 200,
  headers: JSON_HEADERS,
  body: readOpenApi(),
})

/** `starting`: not all threads that share the port serve. */
export type ServerStatus = 'ok' | 'starting' | 'stopping'

const NOTHING: readonly string[] = []

/** Health checks are allowed from every host and origin: they only reveal that the gateway runs. */
export const isHealth = (pathname: string): boolean =>
  pathname === '/healthz' || pathname === '/health' || pathname === '/readyz'

/** Undefined for every other path. */
export function serverReply(
  pathname: string,
  {
    plan,
    metrics,
    gateway,
  }: Pick<ServingGateway, 'plan' | 'metrics'> & {
    readonly gateway?: Pick<ServingGateway['gateway'], 'resourceServer'>
  },
  status: ServerStatus,
  degraded: ServePorts['degraded'],
  /** The `Accept` header: scrapers that ask for OpenMetrics get it. */
  accept = '',
): Awaitable<ServerReply> | undefined {
  if (isHealth(pathname)) {
    const ready = pathname !== '/readyz' || status === 'ok'
    const lacking = pathname === '/readyz' ? degraded() : NOTHING
    const body = Buffer.from(
      JSON.stringify({
        status: ready ? 'ok' : status,
        plan,
        ...(lacking.length > 0 && { degraded: lacking }),
      }),
    )
    return { status: ready ? 200 : 503, headers: JSON_HEADERS, body }
  }
  if (pathname === '/') return WELCOME
  if (pathname === '/openapi.json') return openApiReply()
  if (pathname.startsWith('/.well-known/')) return gateway?.resourceServer?.document(pathname)
  if (pathname !== '/metrics' || metrics === undefined) return undefined
  const format = accept.includes('application/openmetrics-text') ? 'openmetrics' : 'text'
  const text = metrics(format)
  const reply = (read: string): ServerReply => ({
    status: 200,
    headers: METRICS_HEADERS[format],
    body: Buffer.from(read),
  })
  return text instanceof Promise ? text.then(reply) : reply(text)
}
