// Two connections tied together: each waits for the other where it reads too slowly, and neither may keep the other
// open: a peer that takes nothing, or lingers when the other has ended, is given up.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Headers } from '../headers.ts'
import type { Clock, Tunnel } from '../ports.ts'

/** Bytes of the peers, counted as they pass. */
export interface Carried {
  bytesIn: number
  bytesOut: number
}

/** How long a peer may take nothing of what waits for it, in milliseconds. */
const STALLED = 120_000
/** How long one may linger when the other has ended. */
const LAST_WORDS = 10_000

/** `first` is what the client sent behind its head, `headers` are those of the answer. */
export function joinTunnel(
  socket: Duplex,
  first: Buffer,
  tunnel: Tunnel,
  headers: Headers,
  carried: Carried,
  clock: Clock,
): void {
  const { incoming } = tunnel
  const timers = new Set<() => void>()
  /** Ends both unless the timer is stopped before. */
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
  socket.write(headOf(headers), 'latin1')
  let over = false
  const send = (bytes: Buffer): void => {
    if (over) return
    carried.bytesIn += bytes.length
    if (tunnel.write(bytes)) return
    socket.pause()
    const taken = limit(STALLED)
    tunnel.drained(() => {
      taken()
      socket.resume()
    })
  }
  if (first.length > 0) send(first)
  socket.on('data', send)
  socket.on('end', () => {
    tunnel.end()
    limit(LAST_WORDS)
  })
  incoming.start({
    chunk: bytes => {
      carried.bytesOut += bytes.length
      if (socket.write(bytes)) return
      incoming.pause()
      const taken = limit(STALLED)
      socket.once('drain', () => {
        taken()
        incoming.resume()
      })
    },
    end: () => {
      // What the client still says is for nobody, but without reading it its end would not be seen.
      over = true
      socket.resume()
      socket.end()
      limit(LAST_WORDS)
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
