// A buffered reply as guards see it: what they may read and rewrite of it, and the reply to send afterwards. Of a stream, its events are
// aggregated to a reply, and converted back to events afterwards.
import { asObject, isObject, type Json, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { streamFormatOf } from '../../cache/stream-formats/stream-formats.ts'
import { textReadersFor } from '../../guardrails/body-texts/endpoint-texts.ts'
import { decodeStrict, isNestedTooDeep } from '../../guardrails/body-texts/strict-json.ts'
import { createContent, type GuardContent } from '../../guardrails/engine/content.ts'
import { aggregateUnknownStream } from '../../guardrails/engine/streams/aggregate-unknown-stream.ts'
import { eventReaders } from '../../guardrails/engine/streams/event-texts/event-readers.ts'
import { collectTextsOfEvents } from '../../guardrails/engine/streams/texts-of-events.ts'
import { parseEvents } from '../../streams/server-sent-events.ts'
import { type Awaitable, andThen } from '../../values/awaitable.ts'
import { createBody } from '../../values/body/body.ts'
import { AT_ONCE, parseInTurns } from '../../values/body/parse-in-turns.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import { concatenate, readAll } from '../../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import {
  headerValue,
  isEventStream,
  isJsonContentType,
  isTextContentType,
  rewrittenHeaders,
} from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import { runInTurns, type Turns } from '../../values/turns.ts'
import { vendorError } from '../../wire/error.ts'

export interface BufferedReply {
  /** Empty where the body is not read. */
  readonly bytes: Uint8Array
  readonly content: GuardContent
  /** The reply with the guards' changes; the very same bytes where they changed nothing. */
  readonly release: (left: GuardContent) => Pick<Reply, 'headers' | 'body'>
}

const NOTHING = new Uint8Array(0)

/** Whether the body can be read at all: unencoded events, JSON or text. */
export function isReadable({ headers, body }: Reply): boolean {
  if (isEncoded(headers)) return false
  const type = headerValue(headers, 'content-type')
  return isEventStream(headers) || isJsonContentType(type) || isTextContentType(type) || !isStream(body)
}

/** Content in an encoding that the gateway cannot open: a content-encoding sent unasked, or binary frames. */
export const hasContentEncoding = ({ headers }: Reply): boolean =>
  isEncoded(headers) || FRAMES.test(headerValue(headers, 'content-type') ?? '')

const FRAMES = /^application\/vnd\.amazon\.eventstream\b/i

const isEncoded = (headers: Reply['headers']): boolean =>
  (headerValue(headers, 'content-encoding') ?? 'identity').toLowerCase() !== 'identity'

/** The whole reply, or why it cannot be read. A stream is read up to `limit` bytes or until the client disconnects. */
export function bufferReply(
  reply: Reply,
  call: Call,
  limit: number,
  nextTurn: Ports['nextTurn'],
): Awaitable<BufferedReply | Failure> {
  if (!isReadable(reply)) {
    const { headers, body } = reply
    return {
      bytes: NOTHING,
      content: createContent('', undefined, textReadersFor(call.endpoint).reply),
      release: () => ({ headers, body }),
    }
  }
  return andThen(isStream(reply.body) ? readBody(reply.body, call, limit) : reply.body, bytes => {
    if (isFailure(bytes)) return bytes
    const work = isEventStream(reply.headers)
      ? bufferEvents(reply, bytes, call)
      : bufferWhole(reply, bytes, call)
    return runInTurns(work, () => new Promise<void>(resolve => nextTurn(resolve, call.caller)))
  })
}

const CLIENT_DISCONNECTED = failure('cancelled', 'The client disconnected before the reply was checked.')

function readBody(
  body: Exclude<Reply['body'], Uint8Array>,
  { cancellation, memory }: Call,
  limit: number,
): Promise<Uint8Array | Failure> {
  return new Promise(resolve => {
    const unsubscribe = cancellation.onCancel(() => {
      body.cancel()
      resolve(CLIENT_DISCONNECTED)
    })
    if (cancellation.cancelled()) return
    readAll(
      body,
      limit,
      result => {
        unsubscribe()
        resolve(result)
      },
      memory,
    )
  })
}

function* bufferWhole(
  { headers }: Reply,
  bytes: Uint8Array,
  { endpoint, record }: Call,
): Turns<BufferedReply | Failure> {
  const { parsedReply } = record
  record.parsedReply = undefined
  const value = parsedReply?.bytes === bytes ? parsedReply.value : yield* parseInTurns(bytes)
  if (value === undefined) return textOf(headers, bytes)
  // A large one was parsed in turns, which refuses such nesting.
  if (isFailure(value)) return value
  if (bytes.length <= AT_ONCE && isNestedTooDeep(bytes)) return TOO_DEEPLY_NESTED
  return {
    bytes,
    content: createContent('', value, textReadersFor(endpoint).reply),
    release: left =>
      left.value === value || left.value === undefined
        ? { headers, body: bytes }
        : { headers: rewrittenHeaders(headers, 'application/json'), body: spliced(bytes, value, left.value) },
  }
}

/** A reply that is not JSON: all of it, where it is text. */
function textOf(headers: Reply['headers'], bytes: Uint8Array): BufferedReply {
  const text = isTextContentType(headerValue(headers, 'content-type')) ? decodeStrict(bytes) : undefined
  const { reply } = textReadersFor(undefined)
  return {
    bytes,
    content: createContent('', text, reply),
    release: ({ value }) =>
      value === text || typeof value !== 'string'
        ? { headers, body: bytes }
        : {
            headers: rewrittenHeaders(headers, headerValue(headers, 'content-type') ?? 'text/plain'),
            body: encoder.encode(value),
          },
  }
}

const encoder = new TextEncoder()

const TOO_DEEPLY_NESTED = failure(
  'invalid_upstream_reply',
  'The reply is nested too deeply for its guardrails to read.',
  { cause: 'decode' },
)

/** The bytes of unchanged fields do not change: their numbers may exceed JavaScript's precision. */
function spliced(bytes: Uint8Array, before: Json | undefined, after: Json): Uint8Array {
  const fields = createBody(bytes).fields()
  if (!isObject(before) || !isObject(after) || isFailure(fields)) return encodeJson(after)
  const changed = Object.keys(after).filter(name => after[name] !== before[name])
  const removed = Object.keys(before).some(name => !Object.hasOwn(after, name))
  if (removed || changed.length > 8) return encodeJson(after)
  return spliceFields(
    bytes,
    fields,
    changed.map(name => ({ name, value: encodeJson(after[name]) })),
  )
}

/** Bytes of events that are read in one turn. */
const STEP = 32 * 1024

/** A stream with an error event or without its end is a failure: another target may be called. */
function* bufferEvents({ headers }: Reply, bytes: Uint8Array, call: Call): Turns<BufferedReply | Failure> {
  const { endpoint } = call
  const readers = textReadersFor(endpoint).reply
  const form = endpoint && streamFormatOf(endpoint)
  const aggregate = form?.createAggregator() ?? aggregateUnknownStream()
  const reader = endpoint && eventReaders[endpointFacts[endpoint].streamFormat ?? '']
  const texts = reader && collectTextsOfEvents(reader)
  let last = ''
  const parser = parseEvents(
    event => {
      last = event.data
      const value = parseJson(event.data)
      texts?.add(event, value, aggregate.state() !== 'open')
      aggregate.add(event, value)
    },
    { maxEvent: Number.POSITIVE_INFINITY, onTooLong: () => {} },
  )
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) yield
    parser.feed(bytes.subarray(at, at + STEP))
  }
  parser.end()
  if (form !== undefined && aggregate.state() !== 'complete') return truncatedStream(last)
  const reply = aggregate.reply()?.reply
  const others = reply && texts?.beside(readers.all(reply, undefined).map(({ text }) => text))
  const value = others === undefined || others.length === 0 ? reply : { ...reply, [EVENTS_ONLY]: others }
  const eventsKept = { headers, body: bytes }
  return {
    bytes,
    content:
      form === undefined
        ? createContent('', value, textReadersFor(undefined).reply, {
            textsOnly: true,
            readOnlyReason: 'A stream of this kind cannot be rewritten.',
          })
        : createContent('', value, readers),
    release: left => {
      const pieces =
        left.value === value || !isObject(left.value)
          ? undefined
          : form?.toEvents(withoutEventsOnly(left.value), requestsUsage(call))
      return pieces === undefined
        ? eventsKept
        : { headers: rewrittenHeaders(headers, 'text/event-stream'), body: concatenate(pieces) }
    },
  }
}

/** The field for what only the events say. A stream of a rewritten reply does not say it. */
const EVENTS_ONLY = 'events_only'

const withoutEventsOnly = ({ [EVENTS_ONLY]: _said, ...reply }: JsonObject): JsonObject => reply

const requestsUsage = ({ body }: Call): boolean =>
  asObject(body.field('stream_options'))['include_usage'] === true

/** The failure of a truncated stream, from its last event. */
export function truncatedStream(last: string): Failure {
  const event = asObject(parseJson(last))
  const sentError = (event['error'] ?? null) !== null || event['type'] === 'error'
  const { message, code } = sentError
    ? vendorError(event, 502)
    : { message: 'The stream was truncated.', code: null }
  return code === 'timeout'
    ? failure('timeout', message, { cause: 'timeout' })
    : failure('invalid_upstream_reply', message, { cause: 'cut' })
}
