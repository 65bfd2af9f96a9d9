// Runs an operation on a resource: each request that the operation yields is signed and sent, and its response is
// returned to the operation, until it produces the reply.
import { encodeJson } from '../body/splice.ts'
import type { Call, Reply } from '../call.ts'
import type { Answer, Ask, CollectionContext, Converse, ResourceName } from '../collections/collection.ts'
import { readRequest } from '../collections/read-request.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { UpstreamRequest } from '../ports.ts'
import { failureReply, JSON_HEADERS } from '../reply.ts'
import { climbs } from '../resolve/climbs.ts'
import { collect } from '../streams/collect.ts'
import { exchange } from './exchange.ts'
import { providerError, readError } from './incoming-reply.ts'
import { maskBytes, maskFailure, withSentToken } from './mask-credentials.ts'
import { noteAttempt } from './note-attempt.ts'
import type { Parts } from './parts.ts'
import { resourcePath } from './resource-path.ts'
import { sign } from './sign.ts'
import type { Target } from './target.ts'

const decoder = new TextDecoder('utf-8')
/** More requests than any operation needs: a provider whose cursor never ends must not occupy a call forever. */
const MOST_TURNS = 200

/** Total size of all responses of one operation, as a multiple of `limits.reply_bytes`: operations accumulate them. */
const MOST_REPLIES = 2
/** Identifiers come from clients and are part of paths. */
const CLIMBS = failure(
  'invalid_request',
  'The identifier contains a dot segment, which could lead to another path.',
)

export async function converse(
  call: Call,
  resource: ResourceName,
  operation: Converse,
  target: Target,
  at: string,
  milliseconds: number,
  parts: Parts,
): Promise<Reply> {
  const { ports } = parts
  const ended = (reason: Failure): Reply => failureReply(maskFailure(reason, target.mask), at, target.row.id)
  const request = readRequest(resource, call.body)
  if (isFailure(request)) return ended(request)
  const context: CollectionContext = {
    settings: target.settings,
    defaults: (target.row.defaults ?? {}) as CollectionContext['defaults'],
    refusesLosses: parts.gateway.unsupported === 'reject',
    now: Math.floor(ports.clock.now() / 1000),
    identifier: ports.identifier(),
  }
  const conversation = operation(request, context)
  let step = conversation.next()
  let held = 0
  for (let turn = 0; !step.done; turn += 1) {
    if (turn === MOST_TURNS)
      return ended(failure('invalid_upstream_reply', `${target.row.name} sent too many pages.`))
    const { value } = step
    const answer = await send(value, call, target, at, milliseconds, parts)
    if ('body' in answer) return answer
    if (answer.status >= 300 && value.accepts?.includes(answer.status) !== true) {
      const error = readError(
        target,
        answer.json ?? decoder.decode(answer.bytes),
        answer.status,
        answer.headers,
      )
      return providerError(error, answer.status, answer.headers, target, at)
    }
    held += answer.bytes.length
    if (held > MOST_REPLIES * parts.gateway.limits.reply_bytes) return ended(tooMuch(target))
    step = conversation.next(answer)
  }
  const { value } = step
  if (isFailure(value)) return ended(value)
  const about = { status: 200, at, provider: target.row.id, retries: 0, cache: undefined }
  if ('bytes' in value) return { ...about, headers: ['content-type', value.contentType], body: value.bytes }
  const { json, dropped = [] } = value
  const reply = { ...about, headers: JSON_HEADERS, body: encodeJson(json) }
  return dropped.length === 0 ? reply : { ...reply, dropped }
}

const tooMuch = ({ row }: Target): Failure =>
  failure('invalid_upstream_reply', `${row.name} sent more than the gateway buffers for one operation.`, {
    cause: 'too-large',
  })

/** The response, or the error reply when there is none. */
async function send(
  ask: Ask,
  call: Call,
  target: Target,
  at: string,
  milliseconds: number,
  parts: Parts,
): Promise<Answer | Reply> {
  const { ports, gateway, tokens } = parts
  const ended = (reason: Failure): Reply =>
    failureReply(
      { ...reason, message: `${target.row.name}: ${target.mask(reason.message)}` },
      at,
      target.row.id,
    )
  const elsewhere = ask.origin !== undefined && ask.origin !== target.origin
  if (elsewhere && target.adapter?.origins?.(target.settings).includes(ask.origin) !== true)
    return ended(failure('blocked_host', 'The operation would have sent a credential to another origin.'))
  const path = typeof ask.path === 'string' ? ask.path : resourcePath(ask.path, undefined, target)
  if (isFailure(path)) return ended(path)
  if (climbs(path)) return ended(CLIMBS)
  const unsigned: UpstreamRequest = {
    method: ask.method,
    origin: ask.origin ?? target.origin,
    path: ask.origin === undefined ? target.prefix + path : path,
    headers: headersOf(ask, elsewhere ? [] : target.headers),
    body: ask.body === undefined || ask.body instanceof Uint8Array ? ask.body : encodeJson(ask.body),
    guarded: target.guarded,
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
  if (isFailure(request)) return ended(request)
  const started = ports.clock.now()
  const answer = await exchange<Answer | Reply>(
    request,
    call,
    milliseconds,
    ports,
    ({ status, headers, body }, settle) =>
      collect(
        body,
        gateway.limits.reply_bytes,
        collected => {
          if (isFailure(collected)) return settle(ended(collected))
          const mask = withSentToken(target.mask, request.headers)
          const bytes = status < 400 ? collected : maskBytes(collected, mask)
          settle({ status, headers, bytes, json: parse(bytes) })
        },
        call.memory,
      ),
    ended,
  )
  noteAttempt(call, at, answer, target, ports.clock.now() - started)
  return answer
}

const headersOf = ({ headers = [], body }: Ask, own: Headers): Headers => [
  ...(body === undefined || body instanceof Uint8Array ? [] : JSON_HEADERS),
  ...own,
  ...headers,
]

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
