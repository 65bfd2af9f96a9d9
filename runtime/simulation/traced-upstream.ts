// The network of a simulation: every call is answered by a script and recorded.
import type { UpstreamStep } from '../../schemas/generated/types.ts'
import type { MockOutcome } from '../providers/mock/mock-reply.ts'
import { sendReply } from '../providers/mock/send-reply.ts'
import { tap } from '../streams/tap.ts'
import { type ByteStream, concatenate } from '../values/byte-stream.ts'
import { failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { Clock, Upstream, UpstreamReceiver, UpstreamRequest } from '../values/ports.ts'
import { readBodyText, requestedModel, type ScriptedOutcome, scriptedOutcome } from './scripted-outcome.ts'
import type { TracedCall } from './trace.ts'
import type { CallIdentity } from './upstream-script.ts'

/** The target, as far as the plan names it. */
export type Callee = Pick<CallIdentity, 'target' | 'slug' | 'pool' | 'provider'>

export interface TracedUpstreamParts {
  readonly clock: Clock
  readonly calleeOf: (url: string) => Callee
  readonly stepOf: (identity: CallIdentity) => UpstreamStep | undefined
  /** The network of providers that need none; undefined for other origins. */
  readonly inProcess: (origin: string) => Upstream | undefined
  readonly withReferences: (text: string) => string
  readonly reportProblem: (sentence: string) => void
}

export interface TracedUpstream {
  readonly send: Upstream
  /** The calls so far, in their order. */
  readonly calls: readonly TracedCall[]
}

type WritableCall = { -readonly [Name in keyof TracedCall]: TracedCall[Name] }

const decoder = new TextDecoder()
/** Credentials of callers are not placeholders. */
const CREDENTIAL_HEADERS = /^(authorization|x-api-key|api-key|x-goog-api-key|cookie)$/
const PENDING = 'pending'

export function createTracedUpstream(parts: TracedUpstreamParts): TracedUpstream {
  const { clock } = parts
  const started = clock.monotonic()
  const calls: WritableCall[] = []
  const elapsed = (): number => clock.monotonic() - started

  const record = (request: UpstreamRequest, callee: Callee): WritableCall => {
    const { body: first, rest } = request
    const text = first === undefined ? '' : decoder.decode(concatenate([first, ...(rest ?? [])]))
    const body = readBodyText(parts.withReferences(text))
    const call: WritableCall = {
      ...callee,
      model: requestedModel(request.path, body),
      method: request.method,
      url: parts.withReferences(request.origin + request.path),
      headers: tracedHeaders(request.headers, parts.withReferences),
      body,
      started: elapsed(),
      ended: elapsed(),
      outcome: PENDING,
    }
    calls.push(call)
    return call
  }

  const send: Upstream = (request, receiver) => {
    const url = request.origin + request.path
    const callee = parts.calleeOf(url)
    const call = record(request, callee)
    const finish = (outcome: number | string): void => {
      if (call.outcome === PENDING) call.outcome = outcome
      call.ended = elapsed()
    }
    const watched = watch(receiver, finish)
    const step = parts.stepOf({ ...callee, url })
    const inProcess = step === undefined ? parts.inProcess(request.origin) : undefined
    const cancel =
      inProcess === undefined
        ? play(outcomeOf(step, call, request.path), watched)
        : inProcess(request, watched)
    return () => {
      finish('timeout')
      cancel()
    }
  }

  const outcomeOf = (
    step: UpstreamStep | undefined,
    { target, body, model, url }: TracedCall,
    path: string,
  ): ScriptedOutcome => {
    if (step === undefined && target === undefined)
      return { problem: `No script answers ${url}, which is not a target of the config.` }
    return scriptedOutcome(step ?? {}, { path, body, model })
  }

  const play = (outcome: ScriptedOutcome, receiver: UpstreamReceiver): (() => void) => {
    if (outcome === 'silence') return () => {}
    if ('reply' in outcome) return sendReply(outcome.reply, receiver, clock)
    if ('fails' in outcome) {
      const failing: MockOutcome = { failure: outcome.fails }
      if (outcome.delay === 0) return sendReply(failing, receiver, clock)
      return clock.after(outcome.delay, () => receiver.fail(outcome.fails))
    }
    parts.reportProblem(outcome.problem)
    const refused = failure('upstream_unreachable', outcome.problem, { cause: 'refused' })
    return sendReply({ failure: refused }, receiver, clock)
  }
  return { send, calls }
}

/** The same receiver; `finish` is called with the status or the cause when the call is over. */
function watch(receiver: UpstreamReceiver, finish: (outcome: number | string) => void): UpstreamReceiver {
  return {
    ...(receiver.keepsCoding && { keepsCoding: receiver.keepsCoding.bind(receiver) }),
    fail: reason => {
      finish(reason.cause ?? reason.code)
      receiver.fail(reason)
    },
    reply: reply => {
      finish(reply.status)
      receiver.reply({ ...reply, body: watchBody(reply.body, () => finish(reply.status)) })
    },
  }
}

function watchBody(body: ByteStream, finish: () => void): ByteStream {
  const tapped = tap(body, { chunk: () => {}, end: finish })
  return {
    ...tapped,
    cancel: () => {
      finish()
      tapped.cancel()
    },
  }
}

function tracedHeaders(
  headers: Headers,
  withReferences: (text: string) => string,
): Readonly<Record<string, string>> {
  const named: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    const shown = withReferences(value)
    named[name] = shown === value && CREDENTIAL_HEADERS.test(name) ? maskedCredential(value) : shown
  }
  return named
}

/** A scheme stays readable. */
const maskedCredential = (value: string): string => value.replace(/^(\w+ )?.*$/s, '$1****')
