// Reads the response of one attempt into a reply in the client's dialect. A whole body passes unchanged in the vendor's
// schema, is converted from a native dialect, or is an error; streams are relayed.
import type { Json } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { AT_ONCE, parseInTurns } from '../../values/body/parse-in-turns.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { readAll } from '../../values/byte-stream.ts'
import type { Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type Headers, isEventStream, isJson, rewrittenHeaders } from '../../values/headers.ts'
import type { UpstreamReply } from '../../values/ports.ts'
import { runInTurns } from '../../values/turns.ts'
import { statusOfError } from '../../wire/error-status.ts'
import type { LinkContext } from '../link-context.ts'
import { maskFailure } from '../target/mask-credentials.ts'
import type { Target } from '../target/target.ts'
import type { AttemptContext } from './attempt-context.ts'
import {
  countedUnits,
  examineReply,
  hasHint,
  hasOwnKey,
  isForeign,
  isHiddenError,
  mentionsError,
  parseReply,
  type ReadReply,
  recordNative,
  recordTranslatedUsage,
} from './examine-reply.ts'
import { providerError, readError } from './provider-error.ts'
import { passThroughResponse, readStream } from './stream-reply.ts'

const decoder = new TextDecoder('utf-8')

/** Settles with the reply: when it is whole, or at the first content of a stream. */
export function readResponse(
  head: UpstreamReply,
  attempt: AttemptContext,
  { ports, gateway }: Pick<LinkContext, 'ports' | 'gateway'>,
): void {
  const { reply_bytes: limit, idle_timeout: idle } = gateway.limits
  const isSuccess = head.status < 300
  if (
    isSuccess &&
    isEventStream(head.headers) &&
    !attempt.context.stream &&
    hasOwnKey(attempt.serving.endpoint)
  ) {
    head.body.cancel()
    return attempt.settle(notWhole(attempt.serving.endpoint, attempt.target, attempt.targetName))
  }
  if (isSuccess && (isEventStream(head.headers) || isAdapterStream(attempt)))
    readStream(head, attempt, ports, idle, limit)
  else if (isSuccess && isRelayed(attempt, head.headers)) {
    attempt.call.record.usage ??= countedUnits(attempt.call, {})
    attempt.settle(passThroughResponse(head, attempt, ports.clock, idle))
  } else readWhole(head, attempt, limit, ports)
}

/** True for the bodies that pass unread: audio and subtitles. JSON has the usage of a transcription. */
export const isRelayed = ({ serving: { endpoint, adapter } }: AttemptContext, headers: Headers): boolean =>
  endpointFacts[endpoint].responseBody === 'any' &&
  adapter === undefined &&
  !isEventStream(headers) &&
  !isJson(headers)

/** True for streams that are not server-sent events, which the content type does not show. */
function isAdapterStream({ serving: { adapter }, context: { stream } }: AttemptContext): boolean {
  return stream && adapter?.stream !== undefined && (adapter.framing ?? 'events') !== 'events'
}

/** `limit` is in bytes. */
function readWhole(
  head: UpstreamReply,
  attempt: AttemptContext,
  limit: number,
  { nextTurn }: LinkContext['ports'],
): void {
  const { call } = attempt
  readAll(
    head.body,
    limit,
    bytes => {
      if (isFailure(bytes)) settleFailed(bytes, attempt)
      else if (bytes.length <= AT_ONCE || !isParsed(head, bytes, attempt))
        finish(head, bytes, attempt, parseReply)
      else void readLarge(head, bytes, attempt, nextTurn)
    },
    call.memory,
  )
}

const settleFailed = (reason: Failure, attempt: AttemptContext): void =>
  attempt.settle(failureReply(reason, attempt.targetName, attempt.target.spec.id))

const isParsed = (
  { status }: UpstreamReply,
  bytes: Uint8Array,
  { serving: { adapter }, parses }: AttemptContext,
): boolean => status < 300 && (adapter !== undefined || parses || hasHint(bytes))

/** Parses the reply in turns before it is read. */
async function readLarge(
  head: UpstreamReply,
  bytes: Uint8Array,
  attempt: AttemptContext,
  nextTurn: LinkContext['ports']['nextTurn'],
): Promise<void> {
  try {
    const turn = (): Promise<void> => new Promise<void>(resolve => nextTurn(resolve, attempt.call.caller))
    const value = await runInTurns(parseInTurns(bytes), turn)
    if (isFailure(value)) return settleFailed(value, attempt)
    if (attempt.serving.adapter === undefined) return finish(head, bytes, attempt, () => value)
    const translated: Json[] = []
    const keep = (body: Json): Uint8Array => {
      translated.push(body)
      return bytes
    }
    const reply = toReply(head, bytes, attempt, () => value, keep)
    const [body] = translated
    if (body === undefined) return settleReply(reply, attempt)
    const { encodeInTurns } = await import('../../values/body/encode-in-turns.ts')
    await turn()
    settleReply({ ...reply, body: await runInTurns(encodeInTurns(body), turn) }, attempt)
  } catch (bug) {
    attempt.contain(bug)
  }
}

const finish = (head: UpstreamReply, bytes: Uint8Array, attempt: AttemptContext, read: ReadReply): void =>
  settleReply(toReply(head, bytes, attempt, read), attempt)

function settleReply(reply: Reply, attempt: AttemptContext): void {
  const { call, serving } = attempt
  if (reply.status < 300 && reply.body instanceof Uint8Array && serving.adapter === undefined)
    recordNative(call, reply.body, serving.endpoint)
  if (reply.status < 300) call.record.usage ??= countedUnits(call, reply)
  if (reply.status < 300 && reply.body instanceof Uint8Array && isStreamMissing(attempt))
    void settleAsStream(reply, reply.body, attempt)
  else attempt.settle(reply)
}

/** Whether the client waits for the events of a stream; a translated chat becomes one where it is translated. */
const isStreamMissing = ({ call, serving: { endpoint }, context: { stream } }: AttemptContext): boolean =>
  stream && endpoint === call.endpoint && endpointFacts[endpoint].streamFormat !== undefined

async function settleAsStream(reply: Reply, body: Uint8Array, attempt: AttemptContext): Promise<void> {
  const { call, serving } = attempt
  try {
    const { streamWholeReply } = await import('./stream-whole-reply.ts')
    attempt.settle(streamWholeReply(reply, body, serving.endpoint, call))
  } catch (bug) {
    attempt.contain(bug)
  }
}

function toReply(
  { status, headers }: UpstreamReply,
  bytes: Uint8Array,
  { call, target, serving: { adapter, endpoint }, context, targetName, parses }: AttemptContext,
  read: ReadReply,
  encode: (body: Json) => Uint8Array = encodeJson,
): Reply {
  if (status < 200 || status >= 300) {
    const error = readError(target, parse(bytes.subarray(0, AT_ONCE)), status, headers)
    return providerError(error, status, headers, target, targetName)
  }
  if (adapter === undefined) {
    const isOther = isForeign(bytes, endpoint)
    if (isOther && !mentionsError(bytes)) return foreign(endpoint, target, targetName)
    const examined = examineReply(bytes, parses, read)
    if (isOther && typeof examined === 'object' && 'value' in examined)
      return foreign(endpoint, target, targetName)
    if (examined === 'broken')
      return endpointFacts[endpoint].responseBody === 'any'
        ? success(status, headers, bytes, target, targetName)
        : notJson(target, targetName)
    if (examined === 'sound') {
      call.record.replyReader?.whole(bytes)
      return success(status, headers, bytes, target, targetName)
    }
    if ('value' in examined) {
      call.record.replyReader?.json(examined.value)
      if (call.readsReply === true) call.record.parsedReply = { bytes, value: examined.value }
      return success(status, headers, bytes, target, targetName)
    }
    // The status does not describe the error: without a type of its own it is the provider's failure.
    const error = readError({}, examined.error, 502)
    return providerError(error, statusOfError(error), headers, target, targetName)
  }
  const json = read(bytes)
  if (isHiddenError(json)) {
    const error = readError(target, json, 502, headers)
    return providerError(error, statusOfError(error), headers, target, targetName)
  }
  const body = json === undefined ? undefined : adapter.reply(json, context, headers)
  if (body === undefined) return notJson(target, targetName)
  if (isFailure(body)) return failureReply(maskFailure(body, target.mask), targetName, target.spec.id)
  call.record.replyReader?.json(body)
  // A reply in the vendor's schema has its status, not that of something created.
  const sent = encode(recordTranslatedUsage(call, body))
  return success(200, rewrittenHeaders(headers, 'application/json'), sent, target, targetName)
}

const success = (
  status: number,
  headers: Headers,
  body: Uint8Array,
  { spec }: Target,
  targetName: string,
): Reply => ({
  status,
  headers,
  body,
  target: targetName,
  provider: spec.id,
  retries: 0,
  cache: undefined,
})

const notJson = ({ spec }: Target, targetName: string): Reply =>
  failureReply(
    failure('invalid_upstream_reply', `${spec.name} responded with a body that is not JSON.`, {
      cause: 'decode',
    }),
    targetName,
    spec.id,
  )

/** The reply of another API: nothing in it can be read by the client. */
const foreign = (endpoint: Endpoint, { spec }: Target, targetName: string): Reply =>
  failureReply(
    failure(
      'invalid_upstream_reply',
      `${spec.name} responded with JSON that is not ${endpointFacts[endpoint].reply?.name ?? 'a reply'}.`,
      { cause: 'decode' },
    ),
    targetName,
    spec.id,
  )

/** A stream that the client did not ask for. */
const notWhole = (endpoint: Endpoint, { spec }: Target, targetName: string): Reply =>
  failureReply(
    failure(
      'invalid_upstream_reply',
      `${spec.name} responded with an event stream to a request of /${endpoint} that asks for none.`,
      { cause: 'decode' },
    ),
    targetName,
    spec.id,
  )

function parse(bytes: Uint8Array): unknown {
  const text = decoder.decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text.trim() === '' ? undefined : text
  }
}
