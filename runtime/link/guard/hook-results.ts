// Adds `hook_results` to a non-strict reply: as a field of whole replies, and as a chunk of its own in chunk streams.
// Other stream formats have no field for it.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import { type ByteStream, concatenate } from '../../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { isFailure } from '../../values/failures.ts'
import type { GuardResult, HookCheckResult, HookResults } from '../../values/guard-verdict.ts'
import { headerValue, isEventStream, isJsonContentType, streamHeaders } from '../../values/headers.ts'

const NAME = 'hook_results'
const DONE = encodeDone()
const DONE_AT_END = /data: ?\[DONE\]\s*$/
const decoder = new TextDecoder('utf-8')

/** `time` is now, in milliseconds since the epoch. */
export function withHookResults(reply: Reply, hookResults: HookResults, call: Call, time: number): Reply {
  const { headers, body } = reply
  if (isEventStream(headers)) {
    if (call.endpoint === undefined || endpointFacts[call.endpoint].streamFormat !== 'chunks') return reply
    const chunk = encodeEvent(chunkOf(presentResults(hookResults, time), call, Math.floor(time / 1000)))
    return {
      ...reply,
      headers: streamHeaders(headers),
      body: isStream(body) ? withBeginning(chunk, body) : withEnding(chunk, body),
    }
  }
  if (isStream(body) || !isJsonContentType(headerValue(headers, 'content-type'))) return reply
  const fields = createBody(body).fields()
  if (isFailure(fields)) return reply
  const withResults = spliceFields(body, fields, [
    { name: NAME, value: encodeJson(presentResults(hookResults, time)) },
  ])
  return { ...reply, headers: streamHeaders(headers), body: withResults }
}

const chunkOf = (results: object, { endpoint, model = '', trace }: Call, created: number): object => ({
  id: trace,
  object: endpoint === 'completions' ? 'text_completion' : 'chat.completion.chunk',
  created,
  model,
  choices: [],
  [NAME]: results,
})

/** A buffered stream: the chunk is inserted before [DONE]. */
function withEnding(chunk: Uint8Array, body: Uint8Array): Uint8Array {
  const tail = decoder.decode(body.subarray(-DONE.length - 2))
  const match = DONE_AT_END.exec(tail)
  if (match === null) return body
  const end = body.length - match[0].length
  return concatenate([body.subarray(0, end), chunk, body.subarray(end)])
}

/** A stream that is relayed as it arrives: the chunk is sent first. */
const withBeginning = (chunk: Uint8Array, body: ByteStream): ByteStream => ({
  start: sink => {
    sink.chunk(chunk)
    body.start(sink)
  },
  pause: () => body.pause(),
  resume: () => body.resume(),
  cancel: () => body.cancel(),
})

// Guard results as clients read them: with the time, the names of the checks by outcome beside the feedback, and each
// reason as an explanation in the data of its check.

/** `time` is when the results are written, in milliseconds since the epoch. */
export function presentResults(
  { before_request_hooks, after_request_hooks }: HookResults,
  time: number,
): Readonly<Record<keyof HookResults, readonly object[]>> {
  const created_at = new Date(time).toISOString()
  const presentAll = (results: readonly GuardResult[]) =>
    results.map(({ checks, feedback, ...result }) => ({
      ...result,
      checks: checks.map(check => ({ ...presentCheck(check), created_at })),
      ...(feedback === undefined
        ? {}
        : { feedback: { ...feedback, metadata: { ...feedback.metadata, ...namesByOutcome(checks) } } }),
      created_at,
    }))
  return {
    before_request_hooks: presentAll(before_request_hooks),
    after_request_hooks: presentAll(after_request_hooks),
  }
}

const presentCheck = (check: HookCheckResult) => ({
  ...check,
  data: { explanation: check.reason, ...check.data },
})

/** A check with an error is named as such, whatever it counts as. */
function namesByOutcome(checks: readonly HookCheckResult[]): JsonObject {
  const names = (isNamed: (check: HookCheckResult) => boolean): string =>
    checks
      .filter(isNamed)
      .map(({ id }) => id)
      .join(', ')
  return {
    successfulChecks: names(({ verdict, error }) => verdict && error !== true),
    failedChecks: names(({ verdict, error }) => !verdict && error !== true),
    erroredChecks: names(({ error }) => error === true),
  }
}
