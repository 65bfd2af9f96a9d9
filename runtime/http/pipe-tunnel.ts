// Pipes two connections into each other with backpressure; neither may hold the other open: a peer that stops reading,
// or stays open after the other has ended, is disconnected.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Headers } from '../values/headers.ts'
import type { Clock, Tunnel } from '../values/ports.ts'

/** Byte counts, updated as bytes pass. */
export interface TunnelBytes {
  bytesIn: number
  bytesOut: number
}

/** How long a peer may stop reading while bytes wait for it, in milliseconds. */
const STALLED = 120_000
/** How long one side may stay open after the other has ended, in milliseconds. */
const CLOSE_GRACE = 10_000

/** `first` are the bytes that the client sent after its headers, `headers` those of the 101 response; undefined if it was sent before. */
export function pipeTunnel(
  socket: Duplex,
  first: Buffer,
  tunnel: Tunnel,
  headers: Headers | undefined,
  counts: TunnelBytes,
  clock: Clock,
): void {
  const { incoming } = tunnel
  const timers = new Set<() => void>()
  /** Destroys both connections unless the timer is stopped before. */
  const limit = (milliseconds: number): (() => void) => {
    const stop = clock.after(milliseconds, () => socket.destroy())
    timers.add(stop)
    return () => {
      stop()
      timers.delete(stop)
    }
  }
  socket.once('close', () => {
    for (const stop of timers) stop()
    incoming.cancel()
  })
  if (headers !== undefined) socket.write(headOf(headers), 'latin1')
  let ended = false
  const send = (bytes: Buffer): void => {
    if (ended) return
    counts.bytesIn += bytes.length
    if (tunnel.write(bytes)) return
    socket.pause()
    const accepted = limit(STALLED)
    tunnel.onDrain(() => {
      accepted()
      socket.resume()
    })
  }
  if (first.length > 0) send(first)
  socket.on('data', send)
  socket.on('end', () => {
    tunnel.end()
    limit(CLOSE_GRACE)
  })
  incoming.start({
    chunk: bytes => {
      counts.bytesOut += bytes.length
      if (socket.write(bytes)) return
      incoming.pause()
      const accepted = limit(STALLED)
      socket.once('drain', () => {
        accepted()
        incoming.resume()
      })
    },
    end: () => {
      // What the client still sends is dropped, but without reading it its end would not be noticed.
      ended = true
      socket.resume()
      socket.end()
      limit(CLOSE_GRACE)
    },
    fail: () => socket.destroy(),
  })
}

function headOf(headers: Headers): string {
  const lines = [`HTTP/1.1 101 ${STATUS_CODES[101]}`]
  for (let index = 0; index + 1 < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
