// Replies of the server itself, outside of the base path: a line for whoever opens its address, health checks, metrics.
import { openApi } from '../../schemas/generated/openapi.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { Headers } from '../values/headers.ts'
import type { ServingGateway } from './serve-request.ts'

export interface ServerReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

const METRICS_HEADERS: Headers = ['content-type', 'text/plain; version=0.0.4; charset=utf-8']

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
  body: Buffer.from(JSON.stringify(openApi)),
})

/** Health checks are allowed from every host and origin: they only reveal that the gateway runs. */
export const isHealth = (pathname: string): boolean =>
  pathname === '/healthz' || pathname === '/health' || pathname === '/readyz'

/** Undefined for every other path. */
export function serverReply(
  pathname: string,
  { plan, metrics }: Pick<ServingGateway, 'plan' | 'metrics'>,
  stopping: boolean,
): ServerReply | undefined {
  if (isHealth(pathname)) {
    const ready = pathname !== '/readyz' || !stopping
    const body = Buffer.from(JSON.stringify({ status: ready ? 'ok' : 'stopping', plan }))
    return { status: ready ? 200 : 503, headers: JSON_HEADERS, body }
  }
  if (pathname === '/') return WELCOME
  if (pathname === '/openapi.json') return openApiReply()
  return pathname === '/metrics' && metrics !== undefined
    ? { status: 200, headers: METRICS_HEADERS, body: Buffer.from(metrics()) }
    : undefined
}
