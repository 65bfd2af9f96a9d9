// Writes a reply to the response. Whole bodies are sent with their head in one write. Stream chunks are coalesced per
// turn of the event loop, which costs a third of one write per chunk.
import type { ServerResponse } from 'node:http'
import type { ByteStream } from '../values/byte-stream.ts'
import { isStream, type Reply } from '../values/call.ts'

/**
 * The headers of a reply as sent: `content-length` is recomputed for whole bodies. Returns a new list, to which the
 * gateway headers are appended.
 */
export function replyHeaders({ headers, body }: Pick<Reply, 'headers' | 'body'>): string[] {
  const list: string[] = []
  const whole = !isStream(body)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (whole && name.length === CONTENT_LENGTH.length && name.toLowerCase() === CONTENT_LENGTH) continue
    list.push(name, headers[index + 1] ?? '')
  }
  if (whole) list.push(CONTENT_LENGTH, String(body.length))
  return list
}

const CONTENT_LENGTH = 'content-length'

/** Sends a reply; `onSent` receives the number of body bytes of each write. */
export function respond(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: Reply['body'],
  onSent: (bytes: number) => void,
): void {
  response.writeHead(status, headers)
  if (isStream(body)) return pipe(response, body, onSent)
  response.end(body)
  onSent(body.length)
}

function pipe(response: ServerResponse, body: ByteStream, onSent: (bytes: number) => void): void {
  let pieces: Uint8Array[] = []
  let scheduled = false
  let ended = false
  let open = true
  let paused = false
  const resume = (): void => {
    paused = false
    body.resume()
  }
  const flush = (): void => {
    scheduled = false
    if (!open) return
    const [first] = pieces
    const whole = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
    pieces = []
    onSent(whole.length)
    if (ended) {
      open = false
      response.end(whole)
    } else if (!response.write(whole) && !paused) {
      paused = true
      body.pause()
      response.once('drain', resume)
    }
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    process.nextTick(flush)
  }
  response.once('close', () => {
    if (!open) return
    open = false
    body.cancel()
  })
  body.start({
    chunk: bytes => {
      pieces.push(bytes)
      schedule()
    },
    end: () => {
      ended = true
      schedule()
    },
    fail: () => {
      // The head was already sent, so the error can only be signalled by closing the connection.
      if (pieces.length > 0) flush()
      open = false
      response.destroy()
    },
  })
}
