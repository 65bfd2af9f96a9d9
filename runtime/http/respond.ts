// A reply as bytes on a socket. Whole bodies go out with their head in one write; streams are coalesced: what
// arrives within one turn of the event loop leaves in one write, which costs a third of writing each piece.
import type { ServerResponse } from 'node:http'
import { isStream, type Reply } from '../call.ts'
import type { Headers } from '../headers.ts'
import type { ByteStream } from '../streams/byte-stream.ts'

/** Sends a reply; `sent` hears of the bytes of the body as they are given to the socket. */
export function respond(
  response: ServerResponse,
  { status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>,
  own: Headers,
  sent: (bytes: number) => void,
): void {
  if (isStream(body)) {
    response.writeHead(status, [...headers, ...own])
    pipe(response, body, sent)
    return
  }
  const length = String(body.length)
  const list = withoutLength(headers)
  response.writeHead(status, [...list, 'content-length', length, ...own])
  response.end(body)
  sent(body.length)
}

function withoutLength(headers: Headers): Headers {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === 'content-length') {
      return [...headers.slice(0, index), ...headers.slice(index + 2)]
    }
  }
  return headers
}

function pipe(response: ServerResponse, body: ByteStream, sent: (bytes: number) => void): void {
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
    sent(whole.length)
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
      // The body broke off after its head had been sent: the only honest end is a broken connection.
      if (pieces.length > 0) flush()
      open = false
      response.destroy()
    },
  })
}
