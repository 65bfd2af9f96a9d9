// A step of a script as the bytes, delays and failures that the gateway meets.
import type { ErrorKind, UpstreamStep } from '../../schemas/generated/types.ts'
import { asText, isObject, type Json, parseJson } from '../../schemas/values/json.ts'
import type { MockReply } from '../providers/mock/mock-reply.ts'
import type { VendorError } from '../values/adapter.ts'
import { type Cause, type Failure, failure } from '../values/failures.ts'
import { errorType, vendorErrorBody } from '../wire/error.ts'
import { unnamedEvent } from './reply-formats/reply-format.ts'
import { replyFormatOf } from './reply-formats/reply-formats.ts'

/** `silence`: nothing ever arrives. A sentence: the step cannot be played. */
export type ScriptedOutcome =
  | { readonly reply: MockReply }
  | { readonly fails: Failure; readonly delay: number }
  | 'silence'
  | { readonly problem: string }

/** The request as far as its reply depends on it. */
export interface RequestFacts {
  readonly path: string
  readonly body: Json | undefined
  readonly model: string | undefined
}

/** The text of a reply whose step has none. */
const DEFAULT_TEXT = 'Hello from the simulated provider.'
const FAILURES: Readonly<Record<string, string>> = {
  refused: 'The connection was refused.',
  reset: 'The connection was reset.',
  dns: 'The host has no address.',
  tls: 'The certificate is invalid.',
}
const encoder = new TextEncoder()
const bytesOf = (piece: string | Uint8Array): Uint8Array =>
  typeof piece === 'string' ? encoder.encode(piece) : piece

interface Rendered {
  readonly opening: readonly (string | Uint8Array)[]
  readonly contents: readonly (string | Uint8Array)[]
  readonly closing: readonly (string | Uint8Array)[]
  readonly contentType: string
}

const whole = (text: string, contentType = 'application/json'): Rendered => ({
  opening: [],
  contents: [text],
  closing: [],
  contentType,
})

export function scriptedOutcome(step: UpstreamStep, request: RequestFacts): ScriptedOutcome {
  const { error, delay = 0, interval = 0, cut } = step
  const fail = error === 'connection' ? 'refused' : step.fail
  const status = step.status ?? scriptedError(error)?.status ?? 200
  if (fail === 'timeout') return 'silence'
  if (fail !== undefined)
    return {
      fails: failure('upstream_unreachable', FAILURES[fail] ?? 'The call failed.', { cause: fail as Cause }),
      delay,
    }
  const rendered = render(step, status, request)
  if (typeof rendered === 'string') return { problem: rendered }
  const headers = Object.entries({ 'content-type': rendered.contentType, ...step.headers }).flat()
  return {
    reply: {
      status,
      headers,
      chunks: chunksOf(rendered, cut).map(bytesOf),
      delayMs: delay,
      intervalMs: interval,
      truncation:
        cut === undefined
          ? undefined
          : failure('invalid_upstream_reply', 'The connection broke.', { cause: 'cut' }),
    },
  }
}

/** A cut whole reply has half of its bytes; a cut stream lacks its end, or all of its contents too. */
function chunksOf({ opening, contents, closing }: Rendered, cut: UpstreamStep['cut']) {
  if (cut === undefined) return [...opening, ...contents, ...closing]
  if (cut === 'before') return opening
  const [only] = contents
  return opening.length + closing.length === 0 && contents.length === 1 && typeof only === 'string'
    ? [only.slice(0, Math.ceil(only.length / 2))]
    : [...opening, ...contents]
}

function render(step: UpstreamStep, status: number, { path, body, model }: RequestFacts): Rendered | string {
  if (step.body !== undefined)
    return typeof step.body === 'string' ? whole(step.body, 'text/plain') : whole(JSON.stringify(step.body))
  const error = scriptedError(step.error)
  if (error !== undefined)
    return whole(JSON.stringify(vendorErrorBody({ ...error, message: step.content ?? error.message })))
  if (status > 299 || status < 200) return whole(errorText(status, step.content))
  const format = replyFormatOf(path)
  const pieces = step.stream ?? [step.content ?? DEFAULT_TEXT]
  const isRaw = step.stream !== undefined && pieces.every(piece => typeof piece !== 'string')
  if (isRaw)
    return { opening: [], contents: pieces.map(unnamedEvent), closing: [], contentType: 'text/event-stream' }
  if (format === undefined)
    return `A reply of ${path.split('?', 1)[0]} is more than text: its step needs a "body".`
  const asksForStream =
    (isObject(body) && body['stream'] === true) ||
    format.streamPath?.test(path.split('?', 1)[0] ?? '') === true
  if (!asksForStream && step.stream === undefined)
    return whole(JSON.stringify(format.whole(model ?? '', pieces.join(''))))
  if (format.streamed === undefined) return `${path.split('?', 1)[0]} has no streams.`
  const texts = pieces.filter(piece => typeof piece === 'string')
  return {
    ...format.streamed(model ?? '', texts),
    contentType: format.contentType ?? 'text/event-stream',
  }
}

const errorText = (status: number, message = `The simulated provider replied with status ${status}.`) =>
  JSON.stringify(vendorErrorBody({ message, type: errorType(status) }))

/** The model of a request to a provider: in its body, or in its path. */
export function requestedModel(path: string, body: Json | undefined): string | undefined {
  const inBody = isObject(body) ? asText(body['model']) : undefined
  if (inBody !== undefined) return inBody
  const inPath = /\/(?:models?|deployments)\/([^/?]+?)(?::[A-Za-z]+(?=\?|$)|\/|\?|$)/.exec(path)?.[1]
  return inPath === undefined ? undefined : decodeURIComponent(inPath)
}

/** A body as JSON, or as text. */
export function readBodyText(text: string): Json | undefined {
  return text === '' ? undefined : (parseJson(text) ?? text)
}

// An error of a kind, as a provider of the vendor's schema replies with it.

type ScriptedError = Pick<VendorError, 'type' | 'code' | 'message'> & { readonly status: number }

const REFUSED = 'invalid_request_error'

/** A connection that fails has no reply. */
const ERRORS: { readonly [kind in Exclude<ErrorKind, 'connection'>]: ScriptedError } = {
  context_length: {
    status: 400,
    type: REFUSED,
    code: 'context_length_exceeded',
    message: "The simulated model's maximum context length is exceeded.",
  },
  content_filter: {
    status: 400,
    type: REFUSED,
    code: 'content_filter',
    message: 'The simulated provider filtered the content.',
  },
  rate_limit: {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: 'The simulated rate limit is reached.',
  },
  overloaded: {
    status: 503,
    type: 'overloaded_error',
    code: null,
    message: 'The simulated provider is overloaded.',
  },
  timeout: {
    status: 504,
    type: 'timeout_error',
    code: null,
    message: 'The simulated provider took too long.',
  },
  auth: {
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    message: 'The simulated provider rejects the key.',
  },
  invalid_request: {
    status: 400,
    type: REFUSED,
    code: null,
    message: 'The simulated provider rejects a parameter.',
  },
}

/** Undefined for a step without an error, and for one whose connection fails. */
export const scriptedError = (kind: ErrorKind | undefined): ScriptedError | undefined =>
  kind === undefined || kind === 'connection' ? undefined : ERRORS[kind]
