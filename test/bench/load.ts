// Load generator on raw sockets, which must be cheaper than what it measures. Each connection sends one request,
// waits for the whole response and sends the next; the end of a response is detected by its length or its last chunk.
import { connect, type Socket } from 'node:net'

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Latency of each request in milliseconds, sorted. */
  readonly latencies: Float64Array
  readonly failures: number
}

/** Sends requests over `connections` connections for `seconds`, or until `stopAfter` requests. */
export function load(
  port: number,
  request: Buffer,
  connections: number,
  seconds: number,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<LoadResult> {
  const latencies: number[] = []
  let failures = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const one = (): Promise<void> =>
    new Promise(resolve => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0
      let tail = ''
      let expected = -1
      let received = 0
      let ok = true
      const send = (): void => {
        if (performance.now() >= until || latencies.length >= stopAfter) {
          socket.destroy()
          return resolve()
        }
        tail = ''
        expected = -1
        received = 0
        ok = true
        sent = performance.now()
        socket.write(request)
      }
      const finish = (): void => {
        latencies.push(performance.now() - sent)
        if (!ok) failures += 1
        send()
      }
      socket.on('connect', send)
      socket.on('data', (piece: Buffer) => {
        if (expected === -1) {
          tail += piece.toString('latin1')
          const end = tail.indexOf('\r\n\r\n')
          if (end < 0) return
          ok = tail.startsWith('HTTP/1.1 200')
          const length = /\r\ncontent-length: *(\d+)/i.exec(tail.slice(0, end + 2))?.[1]
          expected = length === undefined ? -2 : Number(length)
          received = tail.length - end - 4
          if (expected === -2) tail = tail.slice(-8)
        } else {
          received += piece.length
          if (expected === -2)
            tail = (tail + piece.toString('latin1', Math.max(0, piece.length - 8))).slice(-8)
        }
        if (expected >= 0 ? received >= expected : tail.endsWith('0\r\n\r\n')) finish()
      })
      socket.on('error', () => {
        failures += 1
        resolve()
      })
      socket.on('close', () => resolve())
    })
  return Promise.all(Array.from({ length: connections }, one)).then(() => ({
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    latencies: Float64Array.from(latencies).sort(),
    failures,
  }))
}

/** A benchmark request as bytes. */
export function requestBytes(path: string, headers: readonly string[], body: string): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: bench',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
