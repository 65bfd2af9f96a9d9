// A reply as bytes on a socket. Whole bodies go out with their head in one write; streams are coalesced: what
// arrives within one turn of the event loop leaves in one write, which costs a third of writing each piece.
import type { ServerResponse } from 'node:http'
import { isStream, type Reply } from '../call.ts'
import type { Headers } from '../headers.ts'
import type { ByteStream } from '../streams/byte-stream.ts'

/** Sends a reply; `done` hears how many bytes of body were sent, once, whether or not the client stayed. */
export function respond(
  response: ServerResponse,
  { status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>,
  own: Headers,
  done: (bytes: number) => void,
): void {
  if (isStream(body)) {
    response.writeHead(status, [...headers, ...own])
    pipe(response, body, done)
    return
  }
  const length = String(body.length)
  const list = withoutLength(headers)
  response.writeHead(status, [...list, 'content-length', length, ...own])
  response.end(body)
  done(body.length)
}

function withoutLength(headers: Headers): Headers {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === 'content-length') {
      return [...headers.slice(0, index), ...headers.slice(index + 2)]
    }
  }
  return headers
}

function pipe(response: ServerResponse, body: ByteStream, done: (bytes: number) => void): void {
  let pieces: Uint8Array[] = []
  let scheduled = false
  let ended = false
  let sent = 0
  let open = true
  const finish = (): void => {
    if (!open) return
    open = false
    done(sent)
  }
  const flush = (): void => {
    scheduled = false
    if (!open) return
    const [first] = pieces
    const whole = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
    pieces = []
    sent += whole.length
    if (ended) {
      response.end(whole)
      finish()
    } else if (!response.write(whole)) {
      body.pause()
      response.once('drain', body.resume)
    }
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    process.nextTick(flush)
  }
  response.once('close', () => {
    if (!open) return
    body.cancel()
    finish()
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
      response.destroy()
      finish()
    },
  })
}
