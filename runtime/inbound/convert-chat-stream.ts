// Converts the byte stream of a chat: events are parsed, converted by the inbound API and encoded again.

import { isObject, parseJson } from '../../schemas/values/json.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { VendorError } from '../values/adapter.ts'
import type { ByteStream } from '../values/byte-stream.ts'
import { toVendorError } from '../values/error-reply.ts'
import { streamTruncatedError, vendorError } from '../wire/error.ts'
import type { InboundEvent, InboundStream } from './inbound-api.ts'

const encoder = new TextEncoder()

export const encodeEvents = (events: readonly InboundEvent[]): Uint8Array =>
  encoder.encode(
    events
      .map(({ event, data: text }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`)
      .join(''),
  )

/** Largest chat, in bytes: its output is buffered, because the final event repeats it. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024
const REPLY_TOO_LARGE: VendorError = {
  message: 'The reply is larger than the gateway can buffer.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

export const convertChatStream = (chat: ByteStream, inboundStream: InboundStream): ByteStream => ({
  start: sink => {
    let isFinished = false
    let events: InboundEvent[] = []
    const finish = (last: readonly InboundEvent[]): void => {
      if (!isFinished) events.push(...last)
      isFinished = true
    }
    const parser = parseEvents(({ data: text }) => {
      if (isFinished) return
      if (text.trim() === '[DONE]') return finish(inboundStream.end())
      const chunk = parseJson(text)
      if (!isObject(chunk)) return
      if ((chunk['error'] ?? null) !== null) finish(inboundStream.error(vendorError(chunk, 502)))
      else events.push(...inboundStream.chunk(chunk))
    })
    // One write per chunk of the chat.
    const flush = (): void => {
      const pending = events
      events = []
      if (pending.length > 0) sink.chunk(encodeEvents(pending))
    }
    let receivedBytes = 0
    chat.start({
      chunk: bytes => {
        if (receivedBytes > MAX_REPLY_BYTES) return
        receivedBytes += bytes.length
        parser.feed(bytes)
        if (receivedBytes > MAX_REPLY_BYTES) finish(inboundStream.error(REPLY_TOO_LARGE))
        flush()
        if (receivedBytes <= MAX_REPLY_BYTES) return
        chat.cancel()
        sink.end()
      },
      end: () => {
        parser.end()
        finish(inboundStream.error(streamTruncatedError))
        flush()
        sink.end()
      },
      fail: reason => {
        finish(inboundStream.error(toVendorError(reason)))
        flush()
        sink.fail(reason)
      },
    })
  },
  pause: () => chat.pause(),
  resume: () => chat.resume(),
  cancel: () => chat.cancel(),
})
