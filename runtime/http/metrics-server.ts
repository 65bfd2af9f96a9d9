// Metrics on a separate port, which the network opens to Prometheus and not to clients.
import { hash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from './listen.ts'
import { type ServerReply, serverReply } from './server-routes.ts'
import type { MetricsText } from './serving-gateway.ts'

export interface MetricsServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** More than scrapers open. */
const MAX_CONNECTIONS = 64
const NOT_FOUND = 'Metrics are at /metrics.\n'

export async function openMetricsServer(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: MetricsText,
  /** The bearer token that scrapers must send. */
  token?: string,
  /** Other threads listen on the port, too. */
  reusePort?: boolean,
): Promise<MetricsServer> {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  const server = createServer(({ method, url = '', headers }, response) => {
    if (expected !== undefined && !timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      response.writeHead(401, [...PLAIN_TEXT, 'www-authenticate', 'Bearer'])
      response.end(NO_TOKEN)
      return
    }
    const isRead = method === 'GET' || method === 'HEAD'
    const found =
      isRead && url.split('?', 1)[0] === METRICS
        ? serverReply(METRICS, { plan: '', metrics }, 'ok', () => [], headers.accept)
        : undefined
    const send = (reply: ServerReply | undefined): void => {
      response.writeHead(reply?.status ?? 404, [...(reply?.headers ?? PLAIN_TEXT)])
      response.end(reply?.body ?? NOT_FOUND)
    }
    if (found instanceof Promise)
      found.then(send, () => {
        response.writeHead(500, [...PLAIN_TEXT])
        response.end()
      })
    else send(found)
  })
  server.maxConnections = MAX_CONNECTIONS
  const bound = await listen(server, host, port, reusePort)
  return {
    port: bound,
    stop: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Of equal length for every text, so that comparing takes the same time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

const NO_TOKEN = 'Metrics need the bearer token of telemetry.metrics.\n'
const METRICS = '/metrics'
const PLAIN_TEXT = ['content-type', 'text/plain; charset=utf-8'] as const
