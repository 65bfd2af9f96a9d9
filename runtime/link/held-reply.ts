// A buffered reply as guards see it: what they may read and rewrite of it, and the reply to send afterwards.
import type { Json } from '../../compiler/source.ts'
import { createBody } from '../body/body.ts'
import { encodeJson, spliceFields } from '../body/splice.ts'
import { type Call, isStream, type Reply } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { type Content, contentOf } from '../guardrails/content.ts'
import { isTooDeep, parseBytes, readText } from '../guardrails/texts/read-json.ts'
import { textsOf } from '../guardrails/texts/texts-of.ts'
import { headerValue } from '../headers.ts'
import { isObject } from '../providers/wire/json.ts'
import { isJson } from '../requests/judge-head.ts'
import { collect } from '../streams/collect.ts'
import { holdEvents } from './held-events.ts'
import { isEventStream } from './incoming-reply.ts'
import { rewrittenHeaders } from './reply-headers.ts'
import { isTextual } from './textual.ts'

export interface HeldReply {
  readonly content: Content
  /** The reply with the guards' changes; the very same bytes where they changed nothing. */
  readonly release: (left: Content) => Pick<Reply, 'headers' | 'body'>
}

/** Whether the body can be read at all: unencoded events, JSON or text. */
export function isReadable({ headers, body }: Reply): boolean {
  if (isEncoded(headers)) return false
  const type = headerValue(headers, 'content-type')
  return isEventStream(headers) || isJson(type) || isTextual(type) || !isStream(body)
}

/** Content in an encoding that the gateway cannot open: a content-encoding sent unasked, or binary frames. */
export const isWrapped = ({ headers }: Reply): boolean =>
  isEncoded(headers) || FRAMES.test(headerValue(headers, 'content-type') ?? '')

const FRAMES = /^application\/vnd\.amazon\.eventstream\b/i

const isEncoded = (headers: Reply['headers']): boolean =>
  (headerValue(headers, 'content-encoding') ?? 'identity').toLowerCase() !== 'identity'

/** The whole reply, or why it cannot be read. A stream is read up to `limit` bytes or until the client disconnects. */
export async function holdReply(reply: Reply, call: Call, limit: number): Promise<HeldReply | Failure> {
  if (!isReadable(reply)) {
    const { headers, body } = reply
    return {
      content: contentOf('', undefined, textsOf(call.endpoint).reply),
      release: () => ({ headers, body }),
    }
  }
  const bytes = isStream(reply.body) ? await collected(reply.body, call, limit) : reply.body
  if (isFailure(bytes)) return bytes
  return isEventStream(reply.headers) ? holdEvents(reply, bytes, call) : wholeOf(reply, bytes, call)
}

const LEFT = failure('timeout', 'The client disconnected before the reply was checked.')

function collected(
  body: Exclude<Reply['body'], Uint8Array>,
  { cancellation, memory }: Call,
  limit: number,
): Promise<Uint8Array | Failure> {
  return new Promise(resolve => {
    const unsubscribe = cancellation.onCancel(() => {
      body.cancel()
      resolve(LEFT)
    })
    if (cancellation.cancelled()) return
    collect(
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

function wholeOf({ headers }: Reply, bytes: Uint8Array, { endpoint }: Call): HeldReply | Failure {
  const value = parseBytes(bytes)
  if (value === undefined) return textOf(headers, bytes)
  if (isTooDeep(bytes)) return TOO_DEEP
  return {
    content: contentOf('', value, textsOf(endpoint).reply),
    release: left =>
      left.value === value || left.value === undefined
        ? { headers, body: bytes }
        : { headers: rewrittenHeaders(headers, 'application/json'), body: spliced(bytes, value, left.value) },
  }
}

/** A reply that is not JSON: all of it, where it is text. */
function textOf(headers: Reply['headers'], bytes: Uint8Array): HeldReply {
  const text = isTextual(headerValue(headers, 'content-type')) ? readText(bytes) : undefined
  const { reply } = textsOf(undefined)
  return {
    content: contentOf('', text, reply),
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

const TOO_DEEP = failure(
  'invalid_upstream_reply',
  'The reply is nested too deeply for its guardrails to read.',
  { cause: 'decode' },
)

/** Unchanged fields keep their bytes: their numbers may exceed JavaScript's precision. */
function spliced(bytes: Uint8Array, before: Json | undefined, after: Json): Uint8Array {
  const fields = createBody(bytes).fields()
  if (!isObject(before) || !isObject(after) || isFailure(fields)) return encodeJson(after)
  const changed = Object.keys(after).filter(name => after[name] !== before[name])
  const gone = Object.keys(before).some(name => !Object.hasOwn(after, name))
  if (gone || changed.length > 8) return encodeJson(after)
  return spliceFields(
    bytes,
    fields,
    changed.map(name => ({ name, value: encodeJson(after[name]) })),
  )
}
