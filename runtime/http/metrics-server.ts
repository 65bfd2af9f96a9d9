// Metrics on a port of their own, which the network lets Prometheus reach and clients not.
import { createServer } from 'node:http'
import { listen } from './listen.ts'
import { serverReply } from './server-routes.ts'

export interface MetricsServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** More than scrapers open. */
const MAX_CONNECTIONS = 64
const NOT_FOUND = 'Metrics are at /metrics.\n'

export async function openMetricsServer(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: () => string,
): Promise<MetricsServer> {
  const server = createServer(({ method, url = '' }, response) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const reply =
      isRead && url.split('?', 1)[0] === METRICS
        ? serverReply(METRICS, { plan: '', metrics }, false)
        : undefined
    response.writeHead(reply?.status ?? 404, [...(reply?.headers ?? PLAIN_TEXT)])
    response.end(reply?.body ?? NOT_FOUND)
  })
  server.maxConnections = MAX_CONNECTIONS
  const bound = await listen(server, host, port)
  return {
    port: bound,
    stop: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

const METRICS = '/metrics'
const PLAIN_TEXT = ['content-type', 'text/plain; charset=utf-8'] as const
