// A provider that plays a script: each call takes the next outcome, and requests are recorded for the test.

import { passReply } from '../../runtime/upstream/decoded-body.ts'
import { type ByteSink, type ByteStream, concatenate } from '../../runtime/values/byte-stream.ts'
import { type Cause, type FailureCode, failure } from '../../runtime/values/failures.ts'
import { headerValue } from '../../runtime/values/headers.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from '../../runtime/values/ports.ts'

/** What one call meets. Texts and bytes are bodies; a list of them is a stream, piece by piece. */
export type Step =
  | {
      readonly status: number
      readonly headers?: readonly string[]
      readonly body?: unknown
      readonly text?: string
      readonly bytes?: Uint8Array
    }
  /** An event stream; `end: 'cut'` breaks it off, `'open'` leaves it waiting. */
  | {
      readonly events: readonly (string | Uint8Array)[]
      readonly end?: 'well' | 'cut' | 'open'
      readonly headers?: readonly string[]
    }
  /** An event stream that the test feeds. */
  | { readonly stream: ByteStream }
  | { readonly fails: Cause }
  | 'silence'

export interface SentRequest extends Omit<UpstreamRequest, 'body'> {
  readonly bytes: Uint8Array
  readonly text: string
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown
}

export interface ScriptedUpstream {
  readonly send: Upstream
  readonly sent: readonly SentRequest[]
  /** How many exchanges were given up by the gateway. */
  readonly cancelled: () => number
}

/** A reply of any endpoint, where a script gives none, or an empty one. */
const ANY_REPLY = { choices: [], content: [], data: [], input_tokens: 0, output: [], results: [] }
const NOTHING = new Uint8Array()
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const CODES: Readonly<Partial<Record<Cause, FailureCode>>> = {
  cut: 'invalid_upstream_reply',
  decode: 'invalid_upstream_reply',
  'too-large': 'invalid_upstream_reply',
  blocked: 'blocked_host',
}

export const scriptedUpstream = (script: readonly Step[]): ScriptedUpstream =>
  steppedUpstream((_request, index) => script[index] ?? { status: 500, text: 'the script is over' })

/** `stepOf` says what a request meets; `index` counts all requests. */
export function steppedUpstream(stepOf: (request: SentRequest, index: number) => Step): ScriptedUpstream {
  const sent: SentRequest[] = []
  let cancelled = 0
  const send: Upstream = ({ body: first, rest, ...request }, receiver) => {
    const body = first && concatenate([first, ...(rest ?? [])])
    const text = body === undefined ? '' : decoder.decode(body)
    const recorded = { ...request, bytes: body ?? NOTHING, text, json: parse(text) }
    sent.push(recorded)
    const step = stepOf(recorded, sent.length - 1)
    let open = true
    const giveUp = (): void => {
      if (open) cancelled += 1
      open = false
    }
    queueMicrotask(() => {
      if (!open || step === 'silence') return
      if ('fails' in step)
        return receiver.fail(
          failure(CODES[step.fails] ?? 'upstream_unreachable', `The call failed (${step.fails}).`, {
            cause: step.fails,
          }),
        )
      if ('stream' in step)
        return receiver.reply({
          status: 200,
          headers: ['content-type', 'text/event-stream'],
          body: step.stream,
        })
      const pieces =
        'events' in step
          ? step.events
          : [step.bytes ?? step.text ?? JSON.stringify(isEmpty(step.body) ? ANY_REPLY : step.body)]
      const type = 'events' in step ? 'text/event-stream' : 'application/json'
      const end = 'events' in step ? (step.end ?? 'well') : 'well'
      const given = step.headers ?? []
      const reply: UpstreamReply = {
        status: 'events' in step ? 200 : step.status,
        headers: headerValue(given, 'content-type') === undefined ? ['content-type', type, ...given] : given,
        body: {
          start: (sink: ByteSink) => {
            for (const piece of pieces)
              if (open) sink.chunk(typeof piece === 'string' ? encoder.encode(piece) : piece)
            if (!open || end === 'open') return
            open = false
            if (end === 'cut')
              sink.fail(failure('invalid_upstream_reply', 'The reply broke off (cut).', { cause: 'cut' }))
            else sink.end()
          },
          pause: () => {},
          resume: () => {},
          cancel: giveUp,
        },
      }
      passReply(reply, receiver)
    })
    return giveUp
  }
  return { send, sent, cancelled: () => cancelled }
}

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  (typeof body === 'object' && body !== null && Object.keys(body).length === 0 && !Array.isArray(body))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
