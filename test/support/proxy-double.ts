// An HTTP proxy that resolves names as a test says, and writes down what it is asked for.
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { later, listening } from './local-servers.ts'

export interface ProxyDouble {
  readonly origin: string
  /** `CONNECT api.test:443`, `GET http://api.test/v1`. */
  readonly asked: string[]
  readonly headers: IncomingHttpHeaders[]
  /** Ends all connections and listens no more. */
  readonly die: () => void
}

export interface ProxyBehaviour {
  /** The port of this machine behind `host:port`; others are refused with 502. */
  readonly leadsTo?: Readonly<Record<string, number>>
  /** `user:password`; without it, everybody may call. */
  readonly credentials?: string
  /** It takes connections and never answers, or closes them at once. */
  readonly fault?: 'silent' | 'closes'
}

export async function proxyDouble(behaviour: ProxyBehaviour = {}): Promise<ProxyDouble> {
  const { leadsTo = {}, credentials, fault } = behaviour
  const asked: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const sockets = new Set<Socket>()
  const expected =
    credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  const portOf = (authority: string): number | undefined => {
    const known = leadsTo[authority]
    return known ?? (authority.startsWith('127.0.0.1:') ? Number(authority.split(':')[1]) : undefined)
  }
  const note = (method: string | undefined, url: string | undefined, received: IncomingHttpHeaders) => {
    asked.push(`${method} ${url}`)
    headers.push(received)
    return expected === undefined || received['proxy-authorization'] === expected
  }
  const server = createServer((request, response) => {
    if (!note(request.method, request.url, request.headers)) return void response.writeHead(407).end()
    const { host, pathname, search, port } = new URL(request.url ?? '')
    const target = portOf(port === '' ? `${host}:80` : host)
    if (target === undefined) return void response.writeHead(502).end()
    const { 'proxy-authorization': _own, ...rest } = request.headers
    const onward = httpRequest(
      { port: target, host: '127.0.0.1', method: request.method, path: pathname + search, headers: rest },
      reply => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (fault === 'closes') socket.destroy()
  })
  server.on('connect', (request, socket) => {
    socket.on('error', () => {})
    if (fault === 'silent') return
    if (!note('CONNECT', request.url, request.headers))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = portOf(request.url ?? '')
    if (target === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const onward = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    sockets.add(onward)
  })
  const port = await listening(server)
  const die = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  later(die)
  return { origin: `http://127.0.0.1:${port}`, asked, headers, die }
}
