// Converts the byte stream of a chat: events are parsed, converted by the inbound API and encoded again.

import type { VendorError } from '../providers/adapter.ts'
import { cutStream, vendorError } from '../providers/wire/error.ts'
import { isObject, parseJson } from '../providers/wire/json.ts'
import { vendorErrorOf } from '../reply.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { FaceEvent, FaceStream } from './face.ts'

const encoder = new TextEncoder()

export const encodeEvents = (events: readonly FaceEvent[]): Uint8Array =>
  encoder.encode(
    events
      .map(({ event, data: text }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`)
      .join(''),
  )

/** Largest chat, in bytes: its output is buffered, because the final event repeats it. */
const LARGEST = 64 * 1024 * 1024
const ENDLESS: VendorError = {
  message: 'The reply is larger than the gateway can buffer.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

export const wornStream = (chat: ByteStream, teller: FaceStream): ByteStream => ({
  start: sink => {
    let over = false
    let events: FaceEvent[] = []
    const finish = (last: readonly FaceEvent[]): void => {
      if (!over) events.push(...last)
      over = true
    }
    const parser = parseEvents(({ data: text }) => {
      if (over) return
      if (text.trim() === '[DONE]') return finish(teller.end())
      const chunk = parseJson(text)
      if (!isObject(chunk)) return
      if ((chunk['error'] ?? null) !== null) finish(teller.error(vendorError(chunk, 502)))
      else events.push(...teller.chunk(chunk))
    })
    // One write per chunk of the chat.
    const flush = (): void => {
      const ready = events
      events = []
      if (ready.length > 0) sink.chunk(encodeEvents(ready))
    }
    let fed = 0
    chat.start({
      chunk: bytes => {
        if (fed > LARGEST) return
        fed += bytes.length
        parser.feed(bytes)
        if (fed > LARGEST) finish(teller.error(ENDLESS))
        flush()
        if (fed <= LARGEST) return
        chat.cancel()
        sink.end()
      },
      end: () => {
        parser.end()
        finish(teller.error(cutStream))
        flush()
        sink.end()
      },
      fail: reason => {
        finish(teller.error(vendorErrorOf(reason)))
        flush()
        sink.fail(reason)
      },
    })
  },
  pause: () => chat.pause(),
  resume: () => chat.resume(),
  cancel: () => chat.cancel(),
})
