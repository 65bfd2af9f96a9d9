// Converts the byte stream of a chat: events are parsed, converted by the inbound API and encoded again.

import { asList, asObject, asText, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { EVENT_TOO_LONG, STREAM_TRUNCATED, UNREADABLE_EVENT } from '../streams/event-faults.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { ByteStream } from '../values/byte-stream.ts'
import { toVendorError } from '../values/error-reply.ts'
import { type Failure, failure } from '../values/failures.ts'
import { vendorError } from '../wire/error.ts'
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
const REPLY_TOO_LARGE = failure(
  'invalid_upstream_reply',
  'The reply is larger than the gateway can buffer.',
  { cause: 'too-large' },
)

const finishes = ({ choices }: JsonObject): boolean =>
  asList(choices).some(choice => Boolean(asText(asObject(choice)['finish_reason'])))

/** `onBroken` receives the reason if the conversion ends the stream with an error. */
export const convertChatStream = (
  chat: ByteStream,
  inboundStream: InboundStream,
  onBroken: (reason: Failure) => void,
): ByteStream => ({
  start: sink => {
    let isFinished = false
    let isOver = false
    /** Whether the provider gave a finish reason: without one the chat may be incomplete. */
    let hasFinish = false
    /** From here on the parser finds events that were not terminated. */
    let isEnding = false
    let events: InboundEvent[] = []
    const finish = (last: readonly InboundEvent[]): void => {
      if (!isFinished) events.push(...last)
      isFinished = true
    }
    const breakOff = (reason: Failure): void => {
      if (isFinished) return
      finish(inboundStream.error(toVendorError(reason)))
      onBroken(reason)
    }
    const parser = parseEvents(
      ({ data: text }) => {
        if (isFinished) return
        if (text.trim() === '[DONE]')
          return hasFinish ? finish(inboundStream.end()) : breakOff(STREAM_TRUNCATED)
        const chunk = parseJson(text)
        if (!isObject(chunk)) {
          // A truncated event is reported when the stream ends.
          if (text.trim() === '' || isEnding) return
          isOver = true
          return breakOff(UNREADABLE_EVENT)
        }
        if ((chunk['error'] ?? null) !== null) finish(inboundStream.error(vendorError(chunk, 502)))
        else {
          hasFinish ||= finishes(chunk)
          events.push(...inboundStream.chunk(chunk))
        }
      },
      {
        onTooLong: () => {
          isOver = !isFinished
          breakOff(EVENT_TOO_LONG)
        },
      },
    )
    // One write per chunk of the chat.
    const flush = (): void => {
      const pending = events
      events = []
      if (pending.length > 0) sink.chunk(encodeEvents(pending))
    }
    let receivedBytes = 0
    chat.start({
      chunk: bytes => {
        if (isOver) return
        receivedBytes += bytes.length
        parser.feed(bytes)
        if (receivedBytes > MAX_REPLY_BYTES) {
          isOver = true
          breakOff(REPLY_TOO_LARGE)
        }
        flush()
        if (!isOver) return
        chat.cancel()
        sink.end()
      },
      end: () => {
        if (isOver) return
        isEnding = true
        parser.end()
        breakOff(STREAM_TRUNCATED)
        flush()
        sink.end()
      },
      fail: reason => {
        if (isOver) return
        breakOff(reason)
        flush()
        sink.end()
      },
    })
  },
  pause: () => chat.pause(),
  resume: () => chat.resume(),
  cancel: () => chat.cancel(),
})
