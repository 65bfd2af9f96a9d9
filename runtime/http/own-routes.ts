// Replies of the server itself, outside of the base path: health checks and metrics.
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { Headers } from '../values/headers.ts'
import type { ServingGateway } from './serve-request.ts'

export interface OwnReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

const METRICS_HEADERS: Headers = ['content-type', 'text/plain; version=0.0.4; charset=utf-8']

/** Health checks are allowed from every host and origin: they only reveal that the gateway runs. */
export const isHealth = (pathname: string): boolean => pathname === '/healthz' || pathname === '/readyz'

/** Undefined for every other path. */
export function ownReply(
  pathname: string,
  { plan, metrics }: Pick<ServingGateway, 'plan' | 'metrics'>,
  stopping: boolean,
): OwnReply | undefined {
  if (isHealth(pathname)) {
    const ready = pathname === '/healthz' || !stopping
    const body = Buffer.from(JSON.stringify({ status: ready ? 'ok' : 'stopping', plan }))
    return { status: ready ? 200 : 503, headers: JSON_HEADERS, body }
  }
  return pathname === '/metrics' && metrics !== undefined
    ? { status: 200, headers: METRICS_HEADERS, body: Buffer.from(metrics()) }
    : undefined
}
